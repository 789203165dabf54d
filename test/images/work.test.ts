import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../src/images/image-document.ts";
import { readTiff } from "../../src/images/tiff/tiff.ts";
import { Work } from "../../src/work/work.ts";
import { COST } from "../../src/work/work-limits.ts";
import { apng } from "../fixtures/apng.ts";
import { bytes, le16 } from "../fixtures/bytes.ts";
import { readOne } from "./sink.ts";

const le32 = (value: number) => [...le16(value & 0xffff), ...le16(value >>> 16)];
const LONG = 4;

/** A gray TIFF of rows that are a strip each, whose strips are all the same bytes. */
function sharedStrips(rows: number, compression: number, strip: Uint8Array, width = 8): Uint8Array {
  const tags = 9;
  const arrays = 8 + 2 + tags * 12 + 4;
  const data = arrays + rows * 8;
  const entry = (id: number, count: number, value: number) => bytes(le16(id), le16(LONG), le32(count), le32(value));
  return bytes(
    ...["II", le16(42), le32(8), le16(tags)],
    ...[entry(256, 1, width), entry(257, 1, rows), entry(258, 1, 8), entry(259, 1, compression), entry(262, 1, 1)],
    ...[entry(273, rows, arrays), entry(277, 1, 1), entry(278, 1, 1), entry(279, rows, arrays + rows * 4), le32(0)],
    ...[
      Array.from({ length: rows }, () => le32(data)).flat(),
      Array.from({ length: rows }, () => le32(strip.length)).flat(),
    ],
    strip,
  );
}

const convert = (file: Uint8Array) => imagesToPdf([{ name: "a", bytes: file }], { ...DEFAULT_OPTIONS, frames: "all" });

describe("what a small file can repeat", () => {
  it.each([
    ["LZW", 5],
    ["PackBits", 32773],
    ["Deflate", 8],
  ])("is charged for strips of a TIFF that share their bytes: %s", async (_, compression) => {
    const file = sharedStrips(4000, compression, new Uint8Array(100_000).fill(0x80));
    await expect(convert(file)).rejects.toMatchObject({ name: "WorkProblem", kind: "steps" });
  });

  it("is charged for the tags of each directory of a TIFF", async () => {
    const work = new Work(1000);
    await readTiff(sharedStrips(2, 1, new Uint8Array(8)), DEFAULT_OPTIONS, work);
    expect(work.used.steps).toBeGreaterThanOrEqual(9 * COST.element);
    expect(work.used.bytes).toBeGreaterThan(0);
  });

  it("is charged for the frames of an animation", async () => {
    const frames = Array.from({ length: 500 }, () => ({ width: 1, height: 1 }));
    const still = { width: 700, height: 700, colourType: 0, depth: 1, pixel: () => [0] } as const;
    await expect(convert(apng(still, undefined, frames))).rejects.toMatchObject({ name: "WorkProblem", kind: "steps" });
  });

  it("is refused for a strip that asks for gigabytes to be read", async () => {
    // A frame with a window of 1 GiB, and an empty last block.
    const frame = bytes([0x28, 0xb5, 0x2f, 0xfd, 0, 20 << 3, 1, 0, 0]);
    const behind = bytes([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 1, 0, 0], frame);
    for (const strip of [frame, behind]) {
      await expect(readOne(readTiff, sharedStrips(2, 50000, strip))).rejects.toMatchObject({
        code: "IMAGE_TOO_LARGE",
        message: expect.stringContaining("1073741824 bytes"),
      });
    }
  });
});
