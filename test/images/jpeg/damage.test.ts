import { describe, expect, it } from "vitest";
import { ImageProblem } from "../../../src/codecs/image-problem.ts";
import { readJpeg } from "../../../src/images/jpeg/jpeg.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { type JpegFixture, jpeg } from "../../fixtures/jpeg.ts";
import { readOne } from "../sink.ts";

const FIXTURE: JpegFixture = {
  blocks: Array.from({ length: 10 }, (_, y) => Array.from({ length: 10 }, (_, x) => [x * 20, y * 20, 128])),
};
const FILE = jpeg(FIXTURE);

/** Where a segment begins. */
function find(file: Uint8Array, marker: number): number {
  for (let at = 2; at < file.length; at += 2 + ((file[at + 2]! << 8) | file[at + 3]!)) {
    if (file[at + 1] === marker) return at;
  }
  throw new Error(`no segment ${marker.toString(16)}`);
}

function changed(marker: number, change: (segment: Uint8Array) => void): Uint8Array {
  const copy = FILE.slice();
  change(copy.subarray(find(copy, marker)));
  return copy;
}

async function refusal(file: Uint8Array): Promise<string> {
  const error = await readOne(readJpeg, file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ImageProblem);
  expect((error as ImageProblem).code).toBe("CORRUPTED_IMAGE");
  return (error as ImageProblem).message;
}

describe("damage that would be an empty page in every viewer is refused", () => {
  it.each<[string, Uint8Array, RegExp]>([
    ["a scan of a component that is not there", changed(0xda, (scan) => scan.set([9], 5)), /names component 9/],
    ["a scan whose components change places", changed(0xda, (scan) => scan.set([3, 0, 2, 0, 1], 5)), /another order/],
    ["a scan header of a wrong length", changed(0xda, (scan) => scan.set([2], 4)), /scan is damaged/],
    ["a quantization table that is not there", changed(0xc0, (frame) => frame.set([3], 12)), /quantization table/],
    ["sampling factors of 0", changed(0xc0, (frame) => frame.set([0], 11)), /sampling factors/],
    ["a Huffman table that is not there", changed(0xda, (scan) => scan.set([0x33], 6)), /Huffman table/],
    ["more Huffman codes than there can be", changed(0xc4, (table) => table.set([9, 3, 0, 0], 5)), /Huffman tables/],
    ["a marker that does not exist", changed(0xdb, (table) => table.set([0x4f], 1)), /"FF4F"/],
    ["a length of 0 where there must be something", changed(0xc4, (table) => table.set([0, 0], 2)), /"FFC4"/],
  ])("%s", async (_, file, message) => {
    expect(await refusal(file)).toMatch(message);
  });

  it("a progressive scan that makes no sense", async () => {
    const file = jpeg({ ...FIXTURE, sof: 0xc2 });
    expect(await refusal(file)).toMatch(/parameters of a progressive scan/);
  });
});

describe("damage that leaves a picture", () => {
  it("keeps a comment that says its length is 0 from viewers, and the picture", async () => {
    const { image } = await readOne(readJpeg, bytes(FILE.subarray(0, 2), [0xff, 0xfe, 0, 0], FILE.subarray(2)));
    expect(image.data).toEqual(FILE);
  });

  it("sets right a sequential scan that claims to be a part of the spectrum", async () => {
    const file = changed(0xda, (scan) => scan.set([1, 5, 0x21], 11));
    expect((await readOne(readJpeg, file)).image.data).toEqual(FILE);
  });

  it("gives one missing Huffman table of the standard, and leaves the file's own", async () => {
    const table = find(FILE, 0xc4);
    const own = FILE.subarray(table, table + 4 + 29);
    const shorter = bytes(own.subarray(0, 2), [0, 31], own.subarray(4), [0x10], FILE.subarray(table + 4 + 17 + 12 + 1));
    const end = table + 2 + ((FILE[table + 2]! << 8) | FILE[table + 3]!);
    const file = bytes(FILE.subarray(0, table), shorter.subarray(0, 33), FILE.subarray(end));
    const { image } = await readOne(readJpeg, file);
    // Its DC table, then the standard's AC table before the scan.
    expect(image.data.length).toBe(file.length + 4 + 17 + 162);
  });

  it("codes again a progression whose steps do not follow from one another", async () => {
    const { frame, image } = await readOne(readJpeg, inconsistentProgression());
    expect(frame.method).toBe("decoded");
    expect([...image.data.subarray(find(image.data, 0xc0), find(image.data, 0xc0) + 2)]).toEqual([0xff, 0xc0]);
  });

  it("says how much of a file that is cut off is missing", async () => {
    const { image, warnings } = await readOne(
      readJpeg,
      FILE.subarray(0, scanStart() + (FILE.length - scanStart()) * 0.6),
    );
    expect(warnings).toEqual([
      expect.stringMatching(/^The JPEG is cut off: the lower [34]\d % of the picture is missing\.$/),
    ]);
    expect([...image.data.subarray(-2)]).toEqual([0xff, 0xd9]);
  });

  it("says nothing when only the end marker is missing", async () => {
    expect((await readOne(readJpeg, FILE.subarray(0, -2))).warnings).toEqual([]);
  });

  it("refuses what is cut off before its first pixels", async () => {
    expect(await refusal(FILE.subarray(0, scanStart() + 1))).toMatch(/cut off before its first pixels/);
  });
});

function scanStart(): number {
  return find(FILE, 0xda) + 14;
}

/** A first DC scan that gives bit 1 of flat blocks, twice. */
function inconsistentProgression(): Uint8Array {
  const flat = jpeg({ blocks: [[[128]]], sof: 0xc2 });
  const scan = find(flat, 0xda);
  const header = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 1];
  // One code of two bits: no difference.
  const data = [0x3f];
  return bytes(flat.subarray(0, scan), header, data, header, data, [0xff, 0xd9]);
}
