import { inflateSync } from "node:zlib";

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

export function isWoff(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === "wOFF";
}

/** The font inside a WOFF file (W3C WOFF 1.0): browsers take WOFF from pages, but not from the system. */
export function unpackWoff(woff: Uint8Array): Uint8Array {
  const from = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  const count = from.getUint16(12);
  const font = new Uint8Array(from.getUint32(16));
  const to = new DataView(font.buffer);
  const power = Math.floor(Math.log2(count));
  const range = SFNT_ENTRY * 2 ** power;
  to.setUint32(0, from.getUint32(4));
  to.setUint16(4, count);
  to.setUint16(6, range);
  to.setUint16(8, power);
  to.setUint16(10, SFNT_ENTRY * count - range);
  let at = SFNT_HEADER + SFNT_ENTRY * count;
  for (let i = 0; i < count; i++) {
    const source = WOFF_HEADER + WOFF_ENTRY * i;
    const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map((field) =>
      from.getUint32(source + field),
    ) as [number, number, number, number, number];
    const data = woff.subarray(offset, offset + packed);
    font.set(packed < length ? inflateSync(data) : data, at);
    [tag, checksum, at, length].forEach((value, field) => {
      to.setUint32(SFNT_HEADER + SFNT_ENTRY * i + 4 * field, value);
    });
    at = (at + length + 3) & ~3;
  }
  return font;
}
