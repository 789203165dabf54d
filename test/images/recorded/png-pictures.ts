import { crc32, deflateSync } from "node:zlib";
import { type PngFixture, png } from "../../fixtures/png.ts";
import { random } from "../../fixtures/random.ts";

export const KINDS = [
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
] as const;
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
const SIZE = { width: 9, height: 7 };

type Change = Partial<PngFixture>;

/** A picture of both soft and hard edges; its rows use all five filters. */
export function fixture(
  colourType: PngFixture["colourType"],
  depth: PngFixture["depth"],
  change: Change = {},
): PngFixture {
  const next = random(colourType * 100 + depth);
  const top = 2 ** depth - 1;
  const values = Array.from({ length: 40 * 40 * 4 }, (_, i) =>
    i % 5 === 0 ? Math.round(next()) * top : Math.floor(next() * (top + 1)),
  );
  const entries = colourType === 3 ? Math.min(200, 2 ** depth) : 0;
  return {
    ...SIZE,
    colourType,
    depth,
    pixel: (x, y) => Array.from({ length: CHANNELS[colourType] }, (_, i) => values[(y * 40 + x) * 4 + i]!),
    ...(entries > 0 ? { palette: Array.from({ length: entries * 3 }, (_, i) => (i * 53) & 255) } : {}),
    filter: (y) => (y * 3 + 1) % 5,
    ...change,
  };
}

/** Its pixels are stored without compression, so that damage hits the same places on all machines. */
export function stored(of: PngFixture): Uint8Array {
  return png(uncompressed(of));
}

function uncompressed(of: PngFixture): PngFixture {
  let rows = new Uint8Array(0) as Uint8Array;
  const change = of.rows ?? ((raw: Uint8Array) => raw);
  const end = of.stream ?? ((stream: Uint8Array) => stream);
  return {
    ...of,
    rows: (raw) => {
      rows = change(raw);
      return rows;
    },
    stream: () => end(new Uint8Array(deflateSync(rows, { level: 0 }))),
  };
}

/** Puts right checksums into all chunks. */
export function mended(damaged: Uint8Array): Uint8Array {
  const file = damaged.slice();
  const view = new DataView(file.buffer);
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > file.length) break;
    view.setUint32(end, crc32(file.subarray(at + 4, end)));
    at = end + 4;
  }
  return file;
}
