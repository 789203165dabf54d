import { corrupt, unsupported } from "../image.ts";

export interface Codestream {
  width: number;
  height: number;
  components: number;
  /** Bits of the first component. */
  bits: number;
}

const SIZ = 0xff51;
const CAP = 0xff50;
const SOT = 0xff90;
/** ISO/IEC 15444-1 table A.9. */
const MAX_COMPONENTS = 16384;

/** Reads the main header, and how far the tile-parts go (ISO/IEC 15444-1 annex A). */
export function readCodestream(bytes: Uint8Array): Codestream {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u16 = (at: number): number => (at + 2 <= bytes.length ? view.getUint16(at) : 0);
  if (bytes.length < 42 || u16(2) !== SIZ) throw corrupt("The JPEG 2000 codestream is cut off in its header.");
  const [right, bottom, left, top] = [8, 12, 16, 20].map((at) => view.getUint32(at)) as [
    number,
    number,
    number,
    number,
  ];
  const components = u16(40);
  if (components === 0 || components > MAX_COMPONENTS || 42 + components * 3 > bytes.length) {
    throw corrupt("The JPEG 2000 codestream declares no components.");
  }
  for (let i = 0; i < components; i++) {
    if (bytes[43 + i * 3] === 0 || bytes[44 + i * 3] === 0) throw corrupt("A component of the JPEG 2000 has no size.");
  }
  let at = 4 + u16(4);
  for (; u16(at) !== SOT; at += 2 + u16(at + 2)) {
    if (u16(at) === CAP)
      throw unsupported("This is high-throughput JPEG 2000, which a PDF cannot hold; save it as JPEG 2000.");
    if (u16(at) < 0xff00 || u16(at + 2) < 2) throw corrupt("The JPEG 2000 codestream is damaged in its header.");
  }
  checkTiles(bytes, at);
  return { width: right - left, height: bottom - top, components, bits: (bytes[42]! & 0x7f) + 1 };
}

/** Most viewers show nothing of a tile that is cut off: the page would be empty. */
function checkTiles(bytes: Uint8Array, first: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = first;
  while (at + 12 <= bytes.length && view.getUint16(at) === SOT) {
    // The last tile-part may leave out its length.
    const length = view.getUint32(at + 6) || bytes.length - at;
    if (length < 14) throw corrupt("A tile of the JPEG 2000 has a length that makes no sense.");
    if (at + length > bytes.length) {
      const share = (bytes.length - first) / (at + length - first);
      throw corrupt(`The JPEG 2000 is cut off: ${Math.ceil((1 - share) * 100)} % of its data is missing.`);
    }
    at += length;
  }
  if (at === first) throw corrupt("The JPEG 2000 holds no tiles.");
}
