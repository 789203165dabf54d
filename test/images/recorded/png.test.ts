import { deflateSync } from "node:zlib";
import { be32, bytes } from "../../fixtures/bytes.ts";
import { exifBlock } from "../../fixtures/exif.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { chunk, type PngFixture } from "../../fixtures/png.ts";
import { changes, cuts, damages } from "./damage.ts";
import { fixture, KINDS, mended, stored } from "./png-pictures.ts";
import { type Row, recorded, type Sweep } from "./table.ts";

const pieces = (of: Partial<PngFixture>) => stored(fixture(2, 8, of));

recorded("PNG kinds", function* (): Iterable<Row> {
  for (const [colourType, depths] of KINDS) {
    for (const depth of depths) {
      const name = `colour type ${colourType}, ${depth} bits`;
      for (const interlaced of [false, true]) {
        const how = interlaced ? ", interlaced" : "";
        yield { name: `${name}${how}`, file: stored(fixture(colourType, depth, { interlaced })) };
        for (const [width, height] of [
          [1, 1],
          [5, 11],
        ] as const) {
          yield {
            name: `${name}${how}, ${width} × ${height}`,
            file: stored(fixture(colourType, depth, { interlaced, width, height })),
          };
        }
      }
      if (colourType > 3) {
        const opaque = fixture(colourType, depth);
        const top = 2 ** depth - 1;
        const pixel = (x: number, y: number) => [...opaque.pixel(x, y).slice(0, -1), top];
        for (const interlaced of [false, true]) {
          yield {
            name: `${name}, opaque${interlaced ? ", interlaced" : ""}`,
            file: stored({ ...opaque, pixel, interlaced }),
          };
        }
        const last = (x: number, y: number) => (y === 6 && x === 8 ? opaque.pixel(x, y) : pixel(x, y));
        yield { name: `${name}, opaque but for a pixel`, file: stored({ ...opaque, pixel: last }) };
      }
    }
  }
});

recorded("PNG transparency", function* (): Iterable<Row> {
  const keys: [PngFixture["colourType"], PngFixture["depth"], number[]][] = [
    [0, 1, [0, 1]],
    [0, 4, [0, 5]],
    [0, 8, [0, 255]],
    [0, 16, [0x12, 0x34]],
    [0, 8, [0]],
    [2, 8, [0, 1, 0, 2, 0, 3]],
    [2, 16, [1, 2, 3, 4, 5, 6]],
    [2, 8, [0, 1, 0, 2]],
    [3, 1, [0]],
    [3, 2, [255, 0, 0]],
    [3, 4, [255, 255, 0, 255]],
    [3, 4, [255, 0, 0, 0, 255]],
    [3, 4, [255, 0, 255, 0]],
    [3, 4, [255, 128, 0]],
    [3, 8, [9, 200, 255, 0]],
    [3, 8, new Array<number>(200).fill(255)],
    [3, 8, new Array<number>(250).fill(7)],
    [3, 2, [1, 2, 3, 4, 5, 6]],
    [3, 2, []],
    [4, 8, [0, 1]],
    [6, 8, [0, 1, 0, 2, 0, 3]],
  ];
  for (const [colourType, depth, transparency] of keys) {
    for (const interlaced of [false, true]) {
      const shown = transparency.length > 9 ? `${transparency.length} bytes` : transparency.join(" ");
      const name = `colour type ${colourType}, ${depth} bits, tRNS ${shown}${interlaced ? ", interlaced" : ""}`;
      yield { name, file: stored(fixture(colourType, depth, { transparency, interlaced })) };
    }
  }
  for (const entries of [1, 2, 3, 5, 16, 256, 300]) {
    const palette = Array.from({ length: entries * 3 }, (_, i) => (i * 7) & 255);
    yield { name: `palette of ${entries}`, file: stored(fixture(3, 4, { palette })) };
    yield {
      name: `palette of ${entries}, 8 bits, alpha`,
      file: stored(fixture(3, 8, { palette, transparency: [3, 99] })),
    };
  }
  yield { name: "palette of four bytes", file: stored(fixture(3, 4, { palette: [1, 2, 3, 4] })) };
  yield { name: "palette of no bytes", file: stored(fixture(3, 4, { palette: [] })) };
  const { palette: _, ...bare } = fixture(3, 4);
  yield { name: "palette that is missing", file: stored(bare) };
  yield { name: "palette of RGB", file: stored(fixture(2, 8, { palette: [1, 2, 3] })) };
});

const profile = (data: Uint8Array, name = "a profile") =>
  ["iCCP", bytes(name, [0, 0], new Uint8Array(deflateSync(data, { level: 0 })))] as [string, Uint8Array];
const text = (name: string, size: number): [string, Uint8Array] => [name, new Uint8Array(size)];

recorded("PNG chunks", function* (): Iterable<Row | Sweep> {
  const physical = (x: number, y: number, unit: number) =>
    ["pHYs", bytes(be32(x), be32(y), unit)] as [string, Uint8Array];
  const chunks: Record<string, NonNullable<PngFixture["chunks"]>> = {
    profile: [profile(iccHeader("RGB "))],
    "profile of gray": [profile(iccHeader("GRAY"))],
    "profile that is no profile": [profile(new Uint8Array(200))],
    "profile of another compression": [["iCCP", bytes("x", [0, 1], deflateSync(iccHeader("RGB "), { level: 0 }))]],
    "profile without an end of its name": [["iCCP", bytes("x".repeat(99))]],
    "profile that is damaged": [["iCCP", bytes("x", [0, 0, 1, 2, 3])]],
    "two profiles": [profile(iccHeader("RGB ")), profile(iccHeader("RGB ", 200))],
    density: [physical(11811, 5906, 1)],
    "density, only the shape": [physical(2, 1, 0)],
    "density of nothing": [physical(0, 0, 1)],
    "density of eight bytes": [["pHYs", bytes(be32(11811), be32(11811))]],
    EXIF: [["eXIf", exifBlock(6, 300)]],
    "EXIF and density": [["eXIf", exifBlock(3, 300)], physical(3937, 3937, 1)],
    text: [text("tEXt", 30), text("zTXt", 5)],
    "a critical chunk": [text("ABCD", 3)],
    "a chunk that has no name": [["AB D", new Uint8Array(3)]],
    "two headers": [["IHDR", bytes(be32(1), be32(1), [8, 2, 0, 0, 0])]],
  };
  for (const [name, list] of Object.entries(chunks)) yield { name, file: pieces({ chunks: list }) };
  yield { name: "gray, profile", file: stored(fixture(0, 8, { chunks: [profile(iccHeader("GRAY"))] })) };
  yield { name: "alpha, profile", file: stored(fixture(6, 8, { chunks: [profile(iccHeader("RGB "))] })) };
  yield { name: "palette, profile", file: stored(fixture(3, 4, { chunks: [profile(iccHeader("RGB "))] })) };
  yield { name: "IDAT of seven bytes", file: pieces({ chunkBytes: 7 }) };
  yield { name: "three hundred IDATs", file: pieces({ chunkBytes: 1, width: 12, height: 9 }) };
  yield { name: "an empty IDAT", file: pieces({ chunks: [["IDAT", new Uint8Array(0)]] }) };
  const file = pieces({ chunks: [["eXIf", exifBlock(6, 300)]] });
  const after = (...more: Uint8Array[]) => bytes(file.subarray(0, -12), ...more, chunk("IEND", new Uint8Array(0)));
  yield { name: "EXIF after the pixels", file: bytes(pieces({}).subarray(0, -12), chunk("eXIf", exifBlock(8))) };
  yield { name: "a density after the pixels", file: after(chunk("pHYs", bytes(be32(9999), be32(9999), 1))) };
  yield { name: "a critical chunk after the pixels", file: after(chunk("ABCD", new Uint8Array(2))) };
  yield { name: "a chunk without name after the pixels", file: after(chunk("A CD", new Uint8Array(2))) };
  yield { name: "words after the end", file: bytes(file, "more words") };
  yield { name: "no header", file: bytes(file.subarray(0, 8), file.subarray(33)) };
  for (const filter of [0, 1, 2, 3, 4, 5, 200]) {
    yield { name: `filter ${filter} in row 3`, file: pieces({ filter: (y) => (y === 3 ? filter : 1) }) };
    yield { name: `filter ${filter} in row 0`, file: stored(fixture(6, 8, { filter: (y) => (y === 0 ? filter : 4) })) };
    yield {
      name: `filter ${filter}, interlaced`,
      file: stored(fixture(6, 8, { filter: () => filter, interlaced: true })),
    };
  }
  for (const [name, of] of Object.entries({
    RGB: fixture(2, 8),
    "RGB, interlaced": fixture(2, 8, { interlaced: true }),
    RGBA: fixture(6, 8),
    "gray and alpha, 16 bits, interlaced": fixture(4, 16, { interlaced: true }),
    "palette with alpha": fixture(3, 4, { transparency: [1, 2, 3] }),
    bits: fixture(0, 1),
  })) {
    for (const keep of [0, 0.05, 0.3, 0.7, 0.99]) {
      const rows = (raw: Uint8Array) => raw.subarray(0, raw.length * keep);
      yield { name: `${name}, ${keep} of its rows`, file: stored({ ...of, rows }) };
      const stream = (all: Uint8Array) => all.subarray(0, all.length * keep);
      yield { name: `${name}, ${keep} of its stream`, file: stored({ ...of, stream }) };
    }
    yield {
      name: `${name}, more than its rows`,
      file: stored({ ...of, rows: (raw) => bytes(raw, new Uint8Array(99)) }),
    };
    yield {
      name: `${name}, a wrong checksum of its stream`,
      file: stored({ ...of, stream: (all) => bytes(all.subarray(0, -1), all.at(-1)! ^ 1) }),
    };
    yield { name: `${name}, bytes after its stream`, file: stored({ ...of, stream: (all) => bytes(all, [1, 2, 3]) }) };
    const whole = stored(of);
    yield { name: `${name}, cut off`, damaged: cuts(whole, 40) };
    yield { name: `${name}, a byte changed`, damaged: changes(whole, { to: 120 }) };
    yield { name: `${name}, a byte changed, checksums mended`, damaged: changes(whole, { to: 110, mend: mended }) };
    yield {
      name: `${name}, a byte changed otherwise, mended`,
      damaged: changes(whole, { from: 8, to: 60, shift: 2, mend: mended }),
    };
  }
  const all = stored(
    fixture(3, 4, {
      transparency: [1, 255, 0],
      chunks: [profile(iccHeader("RGB ")), ["eXIf", exifBlock(5, 100)], physical(3937, 3937, 1)],
    }),
  );
  yield* damages("all chunks", all, { from: 33, step: 3, cuts: 30 });
  yield { name: "all chunks, mended", damaged: changes(all, { from: 33, to: 440, step: 2, mend: mended }) };
});
