import { describe, expect, it } from "vitest";
import { readJp2 } from "../../../src/images/jp2/jp2.ts";
import { be16, be32, bytes } from "../../fixtures/bytes.ts";
import { box, boxed, codestream, jp2 } from "../../fixtures/jp2.ts";
import { jpxStream } from "../../fixtures/jpx.ts";
import { readOne, samples } from "../sink.ts";

const [SIZ, SOT, COD, SOD] = [0x51, 0x90, 0x52, 0x93];

/** A box of the file, with its length and name. */
function boxNamed(file: Uint8Array, name: string): Uint8Array {
  const at = Buffer.from(file).indexOf(name) - 4;
  return file.subarray(at, at + file[at + 3]!);
}

/** The file with another value in a box's data. */
function resized(file: Uint8Array, name: string, place: number): Uint8Array {
  const copy = file.slice();
  const at = Buffer.from(file).indexOf(name) + 4 + place;
  copy[at] = copy[at]! + 1;
  return copy;
}

function renamed(file: Uint8Array, name: string): Uint8Array {
  const copy = file.slice();
  copy.set([0x78], Buffer.from(file).indexOf(name));
  return copy;
}

/** Rows of samples that are all alike. */
function channel(width: number, height: number, value: number): number[][] {
  return Array.from({ length: height }, () => new Array<number>(width).fill(value));
}

function channels(...entries: number[][]): Uint8Array {
  return box("cdef", bytes(be16(entries.length), entries.flat().flatMap(be16)));
}

/** The codestream with another byte, so far behind the beginning of a marker. */
function changed(file: Uint8Array, marker: number, place: number, value: number): Uint8Array {
  const copy = file.slice();
  copy[Buffer.from(file).indexOf(Buffer.of(0xff, marker)) + place] = value;
  return copy;
}

/** Of three components that are luma and differences. */
const mixed = changed(codestream(8, 8, 3), COD, 8, 1);

function segmentOut(file: Uint8Array, marker: number): Uint8Array {
  const at = Buffer.from(file).indexOf(Buffer.of(0xff, marker));
  return bytes(file.subarray(0, at), file.subarray(at + 2 + file[at + 3]!));
}

describe("JPEG 2000", () => {
  it("passes through byte for byte, and says its own colours", async () => {
    const file = jp2(20, 10, 3, 16);
    const { frame, image } = await readOne(readJp2, file);
    expect(image.data).toEqual(file);
    expect(frame).toMatchObject({ width: 20, height: 10, method: "passthrough", minVersion: "1.5" });
    expect(image.dict).toMatchObject({ Filter: "/JPXDecode", Width: 20, Height: 10 });
    expect([image.dict.ColorSpace, image.softMask]).toEqual([undefined, undefined]);
  });

  it("has its alpha channel beside the colours, of which no bit changes", async () => {
    const [red, green, blue, alpha] = [200, 30, 90, 128].map((value) => channel(12, 9, value));
    const stream = jpxStream([red!, green!, blue!, alpha!]);
    const described = channels(...[0, 1, 2].map((i) => [i, 0, i + 1]), [3, 1, 0]);
    const { frame, image, warnings } = await readOne(readJp2, boxed(stream, 12, 9, 4, 16, [described]));
    expect(image.data.subarray(-jpxStream([red!, green!, blue!]).length)).toEqual(jpxStream([red!, green!, blue!]));
    expect(boxNamed(image.data, "ihdr")).toEqual(box("ihdr", bytes(be32(9), be32(12), be16(3), [7, 7, 0, 0])));
    expect(samples(image.softMask!)).toEqual(alpha);
    expect([frame.method, warnings]).toEqual(["decoded", []]);
  });

  it.each([
    [8, 50, 128, 100],
    [12, 0x1001, 0x8008, 0x2000],
  ])("of %i bits whose colours are mixed with black has them as they were", async (bits, mixed, alpha, colour) => {
    const stored = (sample: number) =>
      channel(4, 4, Math.round((sample * (2 ** bits - 1)) / (bits > 8 ? 65_535 : 255)));
    const stream = jpxStream([stored(mixed), stored(alpha)], { bits, levels: 0 });
    const file = boxed(stream, 4, 4, 2, 17, [channels([0, 0, 1], [1, 2, 0])]);
    file[Buffer.from(file).indexOf("ihdr") + 14] = bits - 1;
    const { image } = await readOne(readJp2, file);
    expect(image.dict).toMatchObject({ Filter: "/FlateDecode", ColorSpace: "/DeviceGray" });
    expect([samples(image), samples(image.softMask!)]).toEqual([channel(4, 4, colour), channel(4, 4, alpha)]);
  });

  it("has no mask when every pixel is opaque", async () => {
    const { image } = await readOne(readJp2, jpxStream([channel(4, 4, 50), channel(4, 4, 255)]));
    expect([image.softMask, image.dict.SMask]).toEqual([undefined, undefined]);
    expect(image.data.subarray(-jpxStream([channel(4, 4, 50)]).length)).toEqual(jpxStream([channel(4, 4, 50)]));
  });

  it("loses of its headers what is said of the alpha channel", async () => {
    const about = (component: number) => bytes([0xff, 0x5d, 0, 5, component, 0x40, 0x40]);
    const lengths = bytes([0xff, 0x58, 0, 4, 0, 1]);
    const file = codestream(8, 8, 4, bytes(about(1), about(3), lengths));
    const { image } = await readOne(readJp2, file);
    const kept = codestream(8, 8, 3, about(1));
    expect(image.data.subarray(-kept.length)).toEqual(kept);
  });

  it("whose alpha cannot be taken out keeps its colours, and says so", async () => {
    const order = bytes([0xff, 0x5f, 0, 9, 0, 0, 0, 1, 1, 4, 0]);
    const { image, warnings } = await readOne(readJp2, codestream(8, 8, 4, order));
    expect(image.softMask).toBeUndefined();
    expect(warnings).toEqual([
      "The image's transparency may be missing. The JPEG 2000 has its packets in an order of its own.",
    ]);
    const entries = [0, 1, 2].map((i) => [i, 0, i + 1]);
    expect(boxNamed(image.data, "cdef")).toEqual(channels(...entries, [3, 1, 0]));
  });

  it("has a density when the file says it", async () => {
    // 11811 pixels in a metre.
    const resolution = box("resd", bytes(be16(11811), be16(1), be16(11811), be16(1), [0, 0]));
    const { frame } = await readOne(readJp2, jp2(8, 8, 1, 17, [box("res ", resolution)]));
    expect(frame.density!.x).toBeCloseTo(300, 0);
  });

  it.each([
    ["four components has colours", 4, 16],
    ["two components is gray", 2, 17],
  ])("as a bare codestream of %s with an alpha channel", async (_, components, space) => {
    const { image } = await readOne(readJp2, codestream(8, 8, components));
    // Samples without data are in the middle.
    expect(samples(image.softMask!)).toEqual(channel(8, 8, 128));
    expect(boxNamed(image.data, "colr")).toEqual(box("colr", bytes([1, 0, 0], be32(space))));
  });
});

describe("JPEG 2000 with tiles missing, colours unknown or boxes broken", () => {
  it("is shown with a warning when tiles are missing", async () => {
    const file = codestream(16, 8, 1);
    // Tiles of 8 × 8, of which the file has one.
    file.set(be32(8), 24);
    expect((await readOne(readJp2, file)).warnings).toEqual([
      "The JPEG 2000 is damaged: 1 of its 2 tiles are missing.",
    ]);
  });

  it.each<[string, number, number, string | undefined]>([
    ["an unknown space of three colours", 3, 99, "/DeviceRGB"],
    ["an unknown space of one", 1, 99, "/DeviceGray"],
    ["gray of three colours", 3, 17, "/DeviceRGB"],
    ["sRGB of one", 1, 16, "/DeviceGray"],
    ["CMYK of three", 3, 12, "/DeviceRGB"],
    ["CMYK", 4, 12, undefined],
    ["sYCC", 3, 18, undefined],
  ])("that says %s has its colours named beside it where they do not fit", async (_, components, space, named) => {
    const { image } = await readOne(readJp2, jp2(8, 8, components, space));
    expect(image.dict.ColorSpace).toBe(named);
  });

  it("that says its colours in a way nobody knows has them named beside it", async () => {
    const file = jp2(8, 8, 3, 16);
    file[Buffer.from(file).indexOf("colr") + 4] = 9;
    expect((await readOne(readJp2, file)).image.dict.ColorSpace).toBe("/DeviceRGB");
  });

  it.each([
    ["gray", 2, 17],
    ["sRGB", 4, 16],
  ])("of %s takes a further channel of which nothing is said as alpha", async (_, components, space) => {
    const { image } = await readOne(readJp2, jp2(8, 8, components, space));
    expect(samples(image.softMask!)).toEqual(channel(8, 8, 128));
    const stream = codestream(8, 8, components - 1);
    expect(image.data.subarray(-stream.length)).toEqual(stream);
  });

  it("as a bare codestream is put into the boxes that PDF wants", async () => {
    const { image } = await readOne(readJp2, codestream(30, 20, 1));
    const text = String.fromCharCode(...image.data);
    expect(["jP  ", "ftypjp2 ", "jp2h", "ihdr", "colr", "jp2c"].map((name) => text.indexOf(name) > 0)).not.toContain(
      false,
    );
    expect(image.data.subarray(-codestream(30, 20, 1).length)).toEqual(codestream(30, 20, 1));
  });

  it.each<[string, Uint8Array, string]>([
    ["cut off in its tiles", jp2(8, 8, 3, 16).subarray(0, -4), "CORRUPTED_IMAGE"],
    ["cut off in its header", jp2(8, 8, 3, 16).subarray(0, 100), "CORRUPTED_IMAGE"],
    ["without a picture", bytes(be32(12), "jP  ", [13, 10, 0x87, 10]), "CORRUPTED_IMAGE"],
    ["of another size than its header says", resized(jp2(8, 8, 3, 16), "ihdr", 4), "CORRUPTED_IMAGE"],
    ["of other components than its header says", resized(jp2(8, 8, 3, 16), "ihdr", 9), "CORRUPTED_IMAGE"],
    ["of another depth than its header says", resized(jp2(8, 8, 3, 16), "ihdr", 10), "CORRUPTED_IMAGE"],
    ["without colours", renamed(jp2(8, 8, 3, 16), "colr"), "CORRUPTED_IMAGE"],
    ["said to be of another kind", renamed(jp2(8, 8, 3, 16), "ftyp"), "CORRUPTED_IMAGE"],
    ["one that describes a channel twice", jp2(8, 8, 2, 17, [channels([0, 0, 1], [0, 1, 0])]), "CORRUPTED_IMAGE"],
    ["one that describes a channel it lacks", jp2(8, 8, 2, 17, [channels([0, 0, 1], [2, 1, 0])]), "CORRUPTED_IMAGE"],
    ["one whose palette has no map", jp2(8, 8, 1, 16, [box("pclr", bytes([0, 1, 1, 7, 0]))]), "CORRUPTED_IMAGE"],
    ["without a statement on its coding", segmentOut(codestream(8, 8, 1), 0x52), "CORRUPTED_IMAGE"],
    ["without a statement on its bands", segmentOut(codestream(8, 8, 1), 0x5c), "CORRUPTED_IMAGE"],
    ["one with a marker that nobody knows", codestream(8, 8, 1, bytes([0xff, 0x65, 0, 2])), "CORRUPTED_IMAGE"],
    [
      "one about a component it lacks",
      codestream(8, 8, 1, bytes([0xff, 0x5d, 0, 5, 3, 0x40, 0x40])),
      "CORRUPTED_IMAGE",
    ],
    ["one whose tile is of another picture", changed(codestream(8, 8, 1), SOT, 5, 1), "CORRUPTED_IMAGE"],
    ["one whose tile ends elsewhere", changed(codestream(8, 8, 1), SOT, 9, 14), "CORRUPTED_IMAGE"],
    ["one that mixes components of different sizes", changed(mixed, SIZ, 44, 2), "CORRUPTED_IMAGE"],
    ["one that mixes fewer components than three", changed(codestream(8, 8, 1), COD, 8, 1), "CORRUPTED_IMAGE"],
    ["one that begins with a tile's second part", changed(codestream(8, 8, 1), SOT, 10, 1), "CORRUPTED_IMAGE"],
    ["one whose packets are missing", changed(codestream(8, 8, 1), COD, 7, 2), "CORRUPTED_IMAGE"],
    ["one whose packets hold less than they say", changed(codestream(8, 8, 1), SOD, 2, 0xe7), "CORRUPTED_IMAGE"],
    ["of fewer samples than pixels", changed(codestream(8, 8, 1), SIZ, 41, 2), "UNSUPPORTED_IMAGE"],
    ["of two colours", jp2(8, 8, 2, 12), "UNSUPPORTED_IMAGE"],
    ["of L*a*b*", jp2(8, 8, 3, 14), "UNSUPPORTED_IMAGE"],
    ["of a billion pixels", jp2(40_000, 40_000, 1, 17), "IMAGE_TOO_LARGE"],
  ])("is refused when it is %s", async (_, file, code) => {
    await expect(readOne(readJp2, file)).rejects.toMatchObject({ code });
  });
});
