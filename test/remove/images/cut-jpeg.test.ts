import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { Work } from "../../../src/meter/work.ts";
import { cutJpeg } from "../../../src/remove/images/cut-jpeg.ts";
import { Visible } from "../../../src/remove/images/part-rows.ts";
import { adobe, jfif, jpeg } from "../../fixtures/jpeg.ts";

/** Eight by eight blocks, each with a value of its own. */
const blocks = Array.from({ length: 8 }, (_, y) => Array.from({ length: 8 }, (_, x) => [10 * x + 20 * y]));
const PICTURE = Buffer.from(jpeg({ blocks, segments: [jfif(1, 72, 72), adobe(0)] })).toString("latin1");
/** With steps of two bytes each (T.81, B.2.4.1). */
const WIDE = PICTURE.replace(/\xff\xdb\0C\0([\s\S]{64})/, (_: string, steps: string) => {
  return `\xff\xdb\0\x83\x10${steps.replace(/[\s\S]/g, (step) => `\0${step}`)}`;
});

/** The part of a picture of 64 by 64 samples around these, all of which are visible. */
function cut(picture: string, left: number, top: number, right: number, bottom: number) {
  const seen = new Visible([64, 0, 0, 64, 0, 0], [left, 64 - bottom, right, 64 - top], new Work());
  const part = atOnce(cutJpeg(Buffer.from(picture, "latin1"), 64, 64, { left, top, right, bottom }, seen))!;
  return { rect: part.rect, data: Buffer.concat(part.data).toString("latin1") };
}

describe("a part of a JPEG", () => {
  it.each([
    [10, 20, 30, 40, 8, 16],
    [16, 24, 30, 40, 16, 24],
    [7, 23, 64, 64, 0, 16],
  ])("of the samples from %i, %i to %i, %i begins with a block, at %i, %i", (left, top, right, bottom, x, y) => {
    const { rect, data } = cut(PICTURE, left, top, right, bottom);
    expect(rect).toEqual({ left: x, top: y, right, bottom });
    expect(data).toContain(`\xff\xc0\0\x0b\x08\0${String.fromCharCode(bottom - y)}\0${String.fromCharCode(right - x)}`);
  });

  it("has a baseline frame, or an extended one where the tables have two bytes for each step", () => {
    expect(cut(PICTURE, 10, 10, 30, 30).data).toMatch(/\xff\xdb\0C[\s\S]*\xff\xc0/);
    expect(cut(WIDE, 10, 10, 30, 30).data).toMatch(/\xff\xdb\0\x83\x10[\s\S]*\xff\xc1/);
    expect(cut(WIDE, 10, 10, 30, 30).data).not.toContain("\xff\xc0");
  });

  it("keeps what gives the meaning of its colours, without a thumbnail", () => {
    const { data } = cut(PICTURE, 10, 10, 30, 30);
    expect(data).toContain("\xff\xe0\0\x10JFIF\0");
    expect(data).toContain("\xff\xee\0\x0eAdobe");
  });

  it("keeps no bytes behind the facts for Adobe's decoders, and no tables that nothing uses", () => {
    const facts = adobe(0);
    const long = { ...facts, data: Buffer.concat([facts.data, Buffer.from("SECRET")]) };
    const table = { marker: 0xdb, data: Buffer.concat([Buffer.from([3]), Buffer.alloc(64, "SECRET")]) };
    const picture = jpeg({ blocks, segments: [jfif(1, 72, 72), long, table] });
    expect(cut(Buffer.from(picture).toString("latin1"), 10, 10, 30, 30)).toEqual(cut(PICTURE, 10, 10, 30, 30));
  });

  it("is not made of a picture of another size", () => {
    const seen = new Visible([64, 0, 0, 64, 0, 0], [0, 0, 64, 64], new Work());
    const rect = { left: 0, top: 0, right: 8, bottom: 8 };
    for (const [width, height] of [
      [63, 64],
      [64, 63],
    ] as const)
      expect(atOnce(cutJpeg(Buffer.from(PICTURE, "latin1"), width, height, rect, seen))).toBeUndefined();
  });
});
