import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { FaxParameters } from "../../../src/codecs/fax/fax-kernels.ts";
import { faxSource } from "../../../src/codecs/fax/fax-rows.ts";
import { faxWriter } from "../../../src/codecs/fax/fax-writer.ts";
import { readTiff } from "../../../src/images/tiff/tiff.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { jfif, jpeg } from "../../fixtures/jpeg.ts";
import { random } from "../../fixtures/random.ts";
import {
  bitBytes,
  DEFLATE,
  GROUP_3,
  GROUP_4,
  JPEG,
  JPEG_TABLES,
  jpegStrip,
  LZW,
  MODIFIED_HUFFMAN,
  OLD_JPEG,
  PACK_BITS,
  strips,
  tiff,
} from "../../fixtures/tiff.ts";
import { readOne, samples } from "../sink.ts";

const END_OF_LINE = "000000000001";
const G4_END = END_OF_LINE + END_OF_LINE;
/**
 * Two rows of three white, two black, three white (T.6): horizontal mode, white 3, black 2, and three vertical modes.
 */
const G4_ROWS = bitBytes(`001 1000 11 1 111 ${G4_END}`);
const BILEVEL = { width: 8, height: 2, bits: 1, photometric: 0 };

async function faxPage(compression: number, chunks: Uint8Array[], tags: Record<number, number> = {}, height = 2) {
  const page = strips({ ...BILEVEL, height, compression, tags }, new Uint8Array(height));
  return readOne(readTiff, tiff({ pages: [{ ...page, chunks }] }));
}

function faxRows(data: Uint8Array, parameters: Partial<FaxParameters>, rows: number): number[] {
  const target = new Uint8Array(rows);
  faxSource(data, { kind: "group4", columns: 8, rows, twoDimensional: false, ...parameters }, () => undefined).read(
    target,
  );
  return [...target];
}

describe("fax compressions", () => {
  it("pass through as Group 4 when there is one strip", async () => {
    const { image, frame } = await faxPage(GROUP_4, [G4_ROWS]);
    expect(frame.method).toBe("passthrough");
    expect(image.dict).toMatchObject({ Filter: "/CCITTFaxDecode", DecodeParms: "<</K -1/Columns 8/Rows 2>>" });
    expect(image.data).toEqual(G4_ROWS);
  });

  it("say in PDF's words which value is black", async () => {
    const { image } = await faxPage(GROUP_4, [G4_ROWS], { 262: 1 });
    expect(image.dict.DecodeParms).toContain("/BlackIs1 true");
  });

  it("have their bits turned round where the file's order is the other one", async () => {
    const turned = G4_ROWS.map((byte) => Number.parseInt([...byte.toString(2).padStart(8, "0")].reverse().join(""), 2));
    const { image } = await faxPage(GROUP_4, [turned], { 266: 2 });
    expect(image.data).toEqual(G4_ROWS);
  });

  it("become one Group 4 image when Group 4 has several strips", async () => {
    const { image, frame } = await faxPage(GROUP_4, [G4_ROWS, G4_ROWS], { 278: 2 }, 4);
    expect(frame.method).toBe("decoded");
    expect(faxRows(image.data, {}, 4)).toEqual([0x18, 0x18, 0x18, 0x18]);
  });

  it("pass through as Group 3 with their strips joined", async () => {
    const row = bitBytes(`${END_OF_LINE} 1000 11 1000`);
    const { image } = await faxPage(GROUP_3, [row, row], { 278: 1 });
    expect(image.dict.DecodeParms).toBe("<</K 0/EndOfLine true/EndOfBlock false/Columns 8/Rows 2>>");
    expect(image.data).toEqual(bytes(row, row));
    expect(faxRows(image.data, { kind: "group3" }, 2)).toEqual([0x18, 0x18]);
    const tagged = bitBytes(`${END_OF_LINE} 1 1000 11 1000`);
    const twoDimensional = await faxPage(GROUP_3, [tagged, tagged], { 278: 1, 292: 1 });
    expect(twoDimensional.image.dict.DecodeParms).toContain("/K 4");
  });

  it("pass through as modified Huffman, whose rows end at bytes", async () => {
    const row = bitBytes("1000 11 1000");
    const { image } = await faxPage(MODIFIED_HUFFMAN, [bytes(row, row)]);
    expect(image.dict.DecodeParms).toBe("<</K 0/EncodedByteAlign true/EndOfBlock false/Columns 8/Rows 2>>");
    expect(faxRows(image.data, { kind: "modifiedHuffman" }, 2)).toEqual([0x18, 0x18]);
  });

  it("with a damaged row of Group 3 repeat the row above, and say so", async () => {
    const good = `${END_OF_LINE} 1000 11 1000`;
    const data = bitBytes(`${good} ${END_OF_LINE} 1000 000000001 ${good} ${END_OF_LINE.repeat(6)}`);
    const { image, warnings } = await faxPage(GROUP_3, [data], {}, 3);
    expect(image.dict.DecodeParms).toContain("/K -1");
    expect(faxRows(image.data, {}, 3)).toEqual([0x18, 0x18, 0x18]);
    expect(warnings).toEqual([expect.stringContaining("33 % of the picture is missing")]);
  });

  it("with fewer rows of Group 4 than said are white below, and say so", async () => {
    const { image, warnings } = await faxPage(GROUP_4, [G4_ROWS], {}, 4);
    expect(faxRows(image.data, {}, 4)).toEqual([0x18, 0x18, 0, 0]);
    expect(warnings).toEqual([expect.stringContaining("50 % of the picture is missing")]);
  });

  it("take no more of the file than their rows when it does not say how long they are", async () => {
    const page = strips({ ...BILEVEL, compression: GROUP_4 }, new Uint8Array(2));
    const file = tiff({ pages: [{ chunks: [bytes(G4_ROWS, new Uint8Array(5000))], tags: page.tags }] });
    // The count of bytes, behind the tags in order: 0 means that the file does not say.
    const entry = file.findIndex(
      (_, i) => file[i] === 279 % 256 && file[i + 1] === 1 && file[i + 2] === 4 && file[i + 3] === 0,
    );
    file.fill(0, entry + 8, entry + 12);
    expect((await readOne(readTiff, file)).image.data.length).toBeLessThan(30);
  });

  it("are refused where rows are wider than any scanner's, before anything is held for them", async () => {
    const page = strips({ ...BILEVEL, compression: GROUP_4 }, new Uint8Array(2));
    const file = tiff({ pages: [{ chunks: [G4_ROWS], tags: { ...page.tags, 256: 200_000_000, 257: 1 } }] });
    await expect(readOne(readTiff, file)).rejects.toMatchObject({ code: "IMAGE_TOO_LARGE" });
  });

  it("are not what bilevel pictures of such width become", async () => {
    const page = strips({ ...BILEVEL, compression: PACK_BITS }, new Uint8Array(2));
    // Runs of 128 bytes.
    const chunk = Uint8Array.from({ length: 4000 }, (_, i) => (i % 2 === 0 ? 0x81 : 0xaa));
    const file = tiff({ pages: [{ chunks: [chunk], tags: { ...page.tags, 256: 2_000_000, 257: 1 } }] });
    const { image } = await readOne(readTiff, file);
    expect(image.dict).toMatchObject({ Filter: "/FlateDecode", Width: 2_000_000, Decode: "[1 0]" });
  });

  it("are what bilevel pictures of other compressions become", async () => {
    const data = Uint8Array.of(0xff, 0xe7);
    const file = tiff({ pages: [strips({ ...BILEVEL, photometric: 1, compression: LZW }, data)] });
    const { image } = await readOne(readTiff, file);
    expect(image.dict.Filter).toBe("/CCITTFaxDecode");
    expect(faxRows(image.data, {}, 2)).toEqual([0, 0x18]);
  });

  it("are read and written alike, whatever the picture", () => {
    const next = random(5);
    for (const [columns, share] of [
      [1, 0.5],
      [7, 0.3],
      [64, 0.02],
      [2000, 0.001],
      [6001, 0.0002],
      [333, 0.5],
    ] as const) {
      const rowBytes = Math.ceil(columns / 8);
      let colour = 0;
      const rows = Array.from({ length: 20 }, (_, y) => {
        const row = new Uint8Array(rowBytes);
        for (let x = 0; x < columns; x++) {
          if (next() < share) colour ^= 1;
          if (colour === 1 && y % 5 !== 0) row[x >> 3]! |= 128 >> (x & 7);
        }
        return row;
      });
      const writer = faxWriter(columns, 1);
      for (const row of rows) writer.row(row, 0);
      const target = new Uint8Array(rowBytes * 20);
      const parameters = { kind: "group4", columns, rows: 20, twoDimensional: true } as const;
      const source = faxSource(bytes(...writer.end()), parameters, () => undefined);
      expect(source.read(target)).toBe(target.length);
      expect(target).toEqual(bytes(...rows));
    }
  });
});

describe("Deflate in one strip", () => {
  const RGB = { width: 5, height: 4, samples: 3, photometric: 2, compression: DEFLATE };
  const data = Uint8Array.from({ length: 60 }, (_, i) => (i * 37) & 255);

  it("passes through, its predictor too", async () => {
    for (const [tags, parms] of [
      [{}, undefined],
      [{ 317: 2 }, "<</Predictor 2/Colors 3/BitsPerComponent 8/Columns 5>>"],
    ] as const) {
      const page = strips({ ...RGB, tags }, data);
      const { image, frame } = await readOne(readTiff, tiff({ pages: [page] }));
      expect(frame.method).toBe("passthrough");
      expect(image.dict.DecodeParms).toBe(parms);
      expect(image.data).toEqual(page.chunks[0]);
    }
  });

  it("is decoded when its 16-bit samples have the low byte first", async () => {
    const page = strips({ ...RGB, width: 5, height: 2, bits: 16 }, data);
    const little = await readOne(readTiff, tiff({ pages: [page] }));
    const big = await readOne(readTiff, tiff({ pages: [page], littleEndian: false }));
    expect([little.frame.method, big.frame.method]).toEqual(["decoded", "passthrough"]);
    expect(samples(little.image)[0]![0]).toBe(data[1]! * 256 + data[0]!);
  });

  it("is decoded when it ends early, and refused when there is nothing", async () => {
    const page = (chunk: Uint8Array) => tiff({ pages: [{ ...strips(RGB, data), chunks: [chunk] }] });
    const { image, warnings } = await readOne(readTiff, page(new Uint8Array(deflateSync(data.subarray(0, 50)))));
    expect(samples(image).slice(0, 3)).toEqual([0, 1, 2].map((y) => [...data.subarray(y * 15, y * 15 + 15)]));
    expect(warnings).toHaveLength(1);
    const damaged = readOne(readTiff, page(Uint8Array.of(0x78, 0x9c, 0, 1, 2, 3)));
    await expect(damaged).rejects.toMatchObject({ code: "CORRUPTED_IMAGE" });
  });

  it("is not inflated beyond what its rows need", async () => {
    const bomb = new Uint8Array(deflateSync(new Uint8Array(100_000_000)));
    const file = tiff({ pages: [{ ...strips({ ...RGB, rowsPerStrip: 2 }, data), chunks: [bomb, bomb] }] });
    const { image } = await readOne(readTiff, file);
    expect(
      samples(image)
        .flat()
        .every((value) => value === 0),
    ).toBe(true);
  });
});

describe("JPEG inside a TIFF", () => {
  const GRAY = { width: 20, height: 20, compression: JPEG, rowsPerStrip: 8, tags: { 347: JPEG_TABLES } };
  const jpegPage = (chunks: Uint8Array[], tags: Record<number, number> = {}) => {
    const page = strips(GRAY, new Uint8Array(400));
    return readOne(readTiff, tiff({ pages: [{ chunks, tags: { ...page.tags, ...tags }, tiled: 322 in tags }] }));
  };
  const after = (data: Uint8Array, marker: number) =>
    data.findIndex((byte, at) => byte === 0xff && data[at + 1] === marker);

  it("has its strips joined as intervals between restart markers", async () => {
    const { image, frame } = await jpegPage([jpegStrip(20, 8, [1]), jpegStrip(20, 8, [2]), jpegStrip(20, 4, [3])]);
    expect(frame.method).toBe("passthrough");
    const { data } = image;
    expect([...data.subarray(after(data, 0xc0) + 5, after(data, 0xc0) + 9)]).toEqual([0, 20, 0, 20]);
    // Three units of 8 by 8 in a row of 20 pixels, one row in a strip.
    expect([...data.subarray(after(data, 0xdd) + 4, after(data, 0xdd) + 6)]).toEqual([0, 3]);
    const scan = data.subarray(after(data, 0xda) + 10);
    expect([...scan]).toEqual([1, 0xff, 0xd0, 2, 0xff, 0xd1, 3, 0xff, 0xd9]);
    expect(after(data, 0xdb)).toBeGreaterThan(0);
  });

  it("has strips that are coded differently written as images of their own", async () => {
    const other = jpegStrip(20, 8, [2]);
    // Another Huffman table for DC.
    other[other.length - 7] = 0x10;
    const { tiles } = await jpegPage([jpegStrip(20, 8, [1]), other, jpegStrip(20, 4, [3])]);
    expect(tiles.map(({ top, height }) => [top, height])).toEqual([
      [0, 8],
      [8, 8],
      [16, 4],
    ]);
  });

  it("has each tile written as an image of its own", async () => {
    const tile = jpegStrip(16, 16, [7]);
    const { tiles } = await jpegPage([tile, tile, tile, tile], { 322: 16, 323: 16 });
    expect(tiles.map(({ left, top, width }) => [left, top, width])).toEqual([
      [0, 0, 16],
      [16, 0, 16],
      [0, 16, 16],
      [16, 16, 16],
    ]);
  });

  it("leaves out a strip that is no JPEG, and says so", async () => {
    const strip = jpegStrip(20, 8, [1]);
    const { tiles, warnings } = await jpegPage([strip, Uint8Array.of(1, 2, 3), jpegStrip(20, 4, [3])]);
    expect(tiles.map(({ top }) => top)).toEqual([0, 16]);
    expect(warnings).toEqual([expect.stringContaining("1 of its 3 strips or tiles are missing")]);
  });

  it("is refused where no strip is a JPEG, or one is smaller than its place", async () => {
    const strip = jpegStrip(20, 8, [1]);
    const none = Uint8Array.of(1, 2, 3);
    for (const chunks of [
      [none, none, none],
      [strip, jpegStrip(12, 8, [2]), strip],
    ]) {
      await expect(jpegPage(chunks)).rejects.toMatchObject({ code: "CORRUPTED_IMAGE" });
    }
  });

  it("of the old form is refused, unless it is one whole stream or says its tables", async () => {
    const page = strips({ ...GRAY, compression: OLD_JPEG, rowsPerStrip: 20 }, new Uint8Array(400));
    await expect(readOne(readTiff, tiff({ pages: [page] }))).rejects.toMatchObject({ code: "UNSUPPORTED_IMAGE" });
    const stream = bytes(JPEG_TABLES.subarray(0, -2), jpegStrip(20, 20, [9]).subarray(2));
    const whole = { chunks: [stream], tags: { ...page.tags, 513: 8, 514: stream.length } };
    expect((await readOne(readTiff, tiff({ pages: [whole] }))).image.data).toEqual(stream);
  });

  it("of the old form takes its colours from the stream, where the directory says RGB", async () => {
    const stream = jpeg({ blocks: [[[200, 100, 50]]], segments: [jfif(1, 72, 72)] });
    const picture = { width: 8, height: 8, samples: 3, photometric: 2, compression: OLD_JPEG };
    const { tags } = strips(picture, new Uint8Array(192));
    const file = tiff({ pages: [{ chunks: [stream], tags: { ...tags, 513: 8, 514: stream.length } }] });
    expect((await readOne(readTiff, file)).image.dict.DecodeParms).toBe("<</ColorTransform 1>>");
  });
});
