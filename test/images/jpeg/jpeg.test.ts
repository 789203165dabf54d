import { describe, expect, it } from "vitest";
import { huffmanSegment } from "../../../src/codecs/jpeg/tables.ts";
import { readJpeg } from "../../../src/images/jpeg/jpeg.ts";
import { PdfRef } from "../../../src/pdf-file/syntax/objects.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { exifBlock } from "../../fixtures/exif.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { adobe, exifSegment, type JpegFixture, jfif, jpeg } from "../../fixtures/jpeg.ts";
import { readOne, tilesOf } from "../sink.ts";

const RGB: JpegFixture = {
  blocks: [
    [
      [200, 100, 50],
      [10, 128, 255],
    ],
  ],
};
const GRAY: JpegFixture = {
  blocks: [
    [[0], [255]],
    [[100], [200]],
  ],
};
const CMYK: JpegFixture = { blocks: [[[255, 0, 128, 64]]] };

function iccChunk(number: number, count: number, data: Uint8Array): { marker: number; data: Uint8Array } {
  return { marker: 0xe2, data: bytes("ICC_PROFILE\0", [number, count], data) };
}

describe("JPEG", () => {
  it("passes through byte for byte, from SOI to EOI", async () => {
    const file = jpeg({ ...RGB, segments: [jfif(1, 300, 300), exifSegment(exifBlock(1))] });
    const { frame, image } = await readOne(readJpeg, bytes(file, "what a camera left behind"));
    expect(image.data).toEqual(file);
    expect(image.dict).toMatchObject({
      Filter: "/DCTDecode",
      ColorSpace: "/DeviceRGB",
      Width: 16,
      Height: 8,
      BitsPerComponent: 8,
    });
    expect(frame).toMatchObject({ width: 16, height: 8, method: "passthrough", decodedPixels: 0 });
  });

  it("passes through as views of the file", async () => {
    const file = jpeg(RGB);
    const pieces: Uint8Array[] = [];
    const [frame] = await readJpeg(file, { stripMetadata: false, webp: "jpeg" });
    await tilesOf(frame!, {
      stream: (_, data) => {
        pieces.push(...data);
        return new PdfRef(1, 0);
      },
      profile: () => "DeviceRGB",
      warn: () => undefined,
    });
    expect(pieces.map((piece) => piece.buffer)).toEqual([file.buffer]);
  });

  it("steps over fill bytes and junk between segments", async () => {
    for (const junk of [[0xff, 0xff, 0xff], [0], [1, 2, 3, 0xff, 0, 9]]) {
      const segments = [jfif(1, 72, 72), exifSegment(exifBlock(8))];
      const { frame, image } = await readOne(readJpeg, jpeg({ ...RGB, segments, junk: Uint8Array.from(junk) }));
      expect(frame.orientation).toBe(8);
      expect(image.data).toEqual(jpeg({ ...RGB, segments }));
    }
  });

  it("gives gray its own colour space", async () => {
    const { image } = await readOne(readJpeg, jpeg(GRAY));
    expect(image.dict.ColorSpace).toBe("/DeviceGray");
    expect(image.dict.DecodeParms).toBeUndefined();
  });

  it("turns CMYK around only when Adobe's marker says who wrote it", async () => {
    const plain = await readOne(readJpeg, jpeg(CMYK));
    expect([plain.image.dict.ColorSpace, plain.image.dict.Decode]).toEqual(["/DeviceCMYK", undefined]);
    for (const transform of [0, 2]) {
      const { image } = await readOne(readJpeg, jpeg({ ...CMYK, segments: [adobe(transform)] }));
      expect(image.dict.Decode).toBe("[1 0 1 0 1 0 1 0]");
    }
  });

  it("says that three components are RGB when Adobe's marker or their names do", async () => {
    const byMarker = await readOne(readJpeg, jpeg({ ...RGB, segments: [adobe(0)] }));
    expect(byMarker.image.dict.DecodeParms).toBe("<</ColorTransform 0>>");
    const byName = await readOne(readJpeg, jpeg({ ...RGB, componentIds: [0x52, 0x47, 0x42] }));
    expect(byName.image.dict.DecodeParms).toBe("<</ColorTransform 0>>");
    for (const segments of [[adobe(1)], [jfif(0, 1, 1)], []]) {
      expect((await readOne(readJpeg, jpeg({ ...RGB, segments }))).image.dict.DecodeParms).toBeUndefined();
    }
  });

  it("drops an Adobe marker that contradicts JFIF, which decoders follow", async () => {
    const { image } = await readOne(readJpeg, jpeg({ ...RGB, segments: [jfif(1, 72, 72), adobe(0)] }));
    expect(image.data).toEqual(jpeg({ ...RGB, segments: [jfif(1, 72, 72)] }));
    expect(image.dict.DecodeParms).toBeUndefined();
  });

  it("joins the chunks of an ICC profile in their order", async () => {
    const profile = iccHeader("RGB ", 600).map((byte, i) => (i > 132 ? i & 0xff : byte));
    const segments = [iccChunk(2, 2, profile.subarray(300)), iccChunk(1, 2, profile.subarray(0, 300))];
    const { image, profiles } = await readOne(readJpeg, jpeg({ ...RGB, segments }));
    expect(image.dict.ColorSpace).toBe("[/ICCBased 99 0 R]");
    expect(profiles[0]).toEqual({ components: 3, bytes: profile });
  });

  it("leaves out a profile that is incomplete or of another colour space", async () => {
    const profile = iccHeader("RGB ");
    for (const segments of [
      [iccChunk(1, 2, profile)],
      [iccChunk(0, 1, profile)],
      [iccChunk(1, 1, iccHeader("CMYK"))],
    ]) {
      expect((await readOne(readJpeg, jpeg({ ...RGB, segments }))).image.dict.ColorSpace).toBe("/DeviceRGB");
    }
  });

  it("writes the height of a DNL segment into the frame header", async () => {
    const { frame, image } = await readOne(readJpeg, jpeg({ ...GRAY, dnl: true }));
    expect(frame.height).toBe(16);
    const plain = jpeg(GRAY);
    expect(image.data.subarray(0, 300)).toEqual(plain.subarray(0, 300));
  });

  it("adds the standard Huffman tables where a frame of motion JPEG left them out", async () => {
    const { image } = await readOne(readJpeg, jpeg({ ...RGB, withoutTables: true }));
    expect(image.data).toEqual(jpeg(RGB));
    expect(huffmanSegment()).toHaveLength(420);
  });

  it("shows what there is of a file that is cut off inside its image data", async () => {
    const file = jpeg(GRAY);
    const { image } = await readOne(readJpeg, file.subarray(0, file.length - 3));
    expect(image.data).toEqual(bytes(file.subarray(0, file.length - 3), [0xff, 0xd9]));
  });

  it("reads density from JFIF first, then EXIF", async () => {
    const density = async (segments: JpegFixture["segments"]) =>
      (await readOne(readJpeg, jpeg({ ...RGB, segments: segments ?? [] }))).frame.density;
    expect(await density([jfif(1, 300, 150)])).toEqual({ x: 300, y: 150 });
    expect(await density([jfif(2, 100, 100)])).toEqual({ x: 254, y: 254 });
    expect(await density([jfif(0, 1, 1), exifSegment(exifBlock(1, 240))])).toEqual({ x: 240, y: 240 });
    expect(await density([jfif(0, 1, 2)])).toEqual({ x: 48, y: 96 });
    expect(await density([])).toBeUndefined();
  });

  it("takes orientations that do not exist as upright", async () => {
    for (const value of [0, 9, 255, 65535]) {
      const { frame } = await readOne(readJpeg, jpeg({ ...RGB, segments: [exifSegment(exifBlock(value))] }));
      expect(frame.orientation).toBe(1);
    }
  });

  it("drops metadata when asked, and keeps what changes the picture", async () => {
    const gps = exifSegment(bytes(exifBlock(6), "GPS: where I live"));
    const comment = { marker: 0xfe, data: bytes("secret") };
    const thumbnail = { marker: 0xe0, data: bytes(jfif(1, 72, 72).data.subarray(0, 12), [1, 1, 7, 8, 9]) };
    const segments = [thumbnail, gps, iccChunk(1, 1, iccHeader("RGB ")), comment, adobe(1)];
    const { frame, image } = await readOne(readJpeg, jpeg({ ...RGB, segments }), { stripMetadata: true });
    expect(image.data).toEqual(jpeg({ ...RGB, segments: [jfif(1, 72, 72), adobe(1)] }));
    expect(frame.orientation).toBe(6);
    expect(image.dict.ColorSpace).toBe("[/ICCBased 99 0 R]");
  });
});

describe("what follows a JPEG's scan", () => {
  const comment = bytes([0xff, 0xfe, 0, 8], "secret");
  const file = jpeg(RGB);
  const withComment = bytes(file.subarray(0, file.length - 2), comment, [0xff, 0xd9]);

  it("stays where it is, and is dropped with the other metadata", async () => {
    expect((await readOne(readJpeg, withComment)).image.data).toEqual(withComment);
    expect((await readOne(readJpeg, withComment, { stripMetadata: true })).image.data).toEqual(file);
  });

  it("is no part of the picture when it is another picture", async () => {
    expect((await readOne(readJpeg, bytes(file, jpeg(GRAY)))).image.data).toEqual(file);
  });
});

describe("JPEG that a PDF cannot hold", () => {
  it.each([
    [0xc3, "lossless"],
    [0xc5, "hierarchical"],
    [0xcf, "arithmetic-coded hierarchical lossless"],
  ])("is refused by the kind of its frame (%i, %s)", async (sof, kind) => {
    const reading = readOne(readJpeg, jpeg({ ...GRAY, sof }));
    await expect(reading).rejects.toMatchObject({
      code: "UNSUPPORTED_IMAGE",
      message: expect.stringContaining(`${kind} JPEG`),
    });
  });

  it("is refused by its precision or number of components", async () => {
    await expect(readOne(readJpeg, jpeg({ ...GRAY, precision: 12 }))).rejects.toMatchObject({
      code: "UNSUPPORTED_IMAGE",
    });
    await expect(readOne(readJpeg, jpeg({ blocks: [[[1, 2]]] }))).rejects.toMatchObject({ code: "UNSUPPORTED_IMAGE" });
  });

  it("is refused when it has no image, two frames, or no height at all", async () => {
    const file = jpeg(GRAY);
    const sos = file.findIndex((byte, i) => byte === 0xff && file[i + 1] === 0xda);
    const refusals = [file.subarray(0, sos), bytes(file.subarray(0, sos), [0xff, 0xd9]), file.subarray(0, 2)];
    for (const part of refusals)
      await expect(readOne(readJpeg, part)).rejects.toMatchObject({ code: "CORRUPTED_IMAGE" });
    const frame = file.subarray(2 + 69, 2 + 69 + 13);
    expect(frame[1]).toBe(0xc0);
    const twice = bytes(file.subarray(0, 71), frame, file.subarray(71));
    await expect(readOne(readJpeg, twice)).rejects.toMatchObject({ code: "CORRUPTED_IMAGE" });
    const flat = jpeg({ ...GRAY, cut: { width: 8, height: 0 } });
    await expect(readOne(readJpeg, flat)).rejects.toMatchObject({ code: "CORRUPTED_IMAGE" });
  });
});
