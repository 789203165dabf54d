import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { imageFacts } from "../../../src/pdf-content/images/image-facts.ts";
import { imageRows } from "../../../src/pdf-content/images/image-rows.ts";
import { startReading } from "../../../src/pdf-content/read-page.ts";
import { Resources } from "../../../src/pdf-content/resources.ts";
import { inflate } from "../../../src/pdf-file/filters/compressed.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { deflated, pdf, stream, text } from "../../fixtures/pdf.ts";
import { removeOutside } from "../../support/at-once.ts";

const HEIGHT = 400;

/** A page of 400 by 400 points, full of an image of as many rows. */
function page(image: string): Uint8Array {
  return pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
    4: stream("q 400 0 0 400 0 0 cm /I Do Q"),
    5: image,
  });
}

const entries = (width: number) =>
  `/Type/XObject/Subtype/Image/Width ${width}/Height ${HEIGHT}/BitsPerComponent 8/ColorSpace/DeviceGray`;

/** A gray of its own for each row; rows from `plain` on are alike, and compress to nothing. */
function rows(width: number, plain: number, count = HEIGHT): Uint8Array {
  const data = new Uint8Array(width * count);
  for (let y = 0; y < count; y++) data.fill(y < plain ? (y * 7 + 3) & 255 : 200, y * width, (y + 1) * width);
  return data;
}

/** The first sample of each row of the only image after the part from `top` down to `bottom` was kept. */
function kept(file: Uint8Array, top: number, bottom: number): number[] {
  const area = { x: 0, y: HEIGHT - bottom, width: 400, height: bottom - top };
  const { rope } = removeOutside(openPdf(file), { definitions: [{ page: 1, area }] });
  const document = openPdf(rope.toBytes());
  const { colours } = startReading(document, () => {});
  const xobjects = document.dict(document.dict(document.page(0).attribute("Resources"))?.get("XObject"));
  const [image] = [...xobjects!.values()].map((entry) => document.resolve(entry));
  if (!(image instanceof PdfStream)) throw new Error("no image");
  const facts = imageFacts(document, image.dict, colours, new Resources(document, undefined))!;
  expect(facts.height).toBe(bottom - top);
  const found: number[] = [];
  const data = { raw: document.rawStream(image), dict: image.dict, facts };
  atOnce(imageRows(document, data, facts.height, (row) => found.push(row[0]!)));
  return found;
}

const grays = (width: number, plain: number, top: number, bottom: number) =>
  Array.from({ length: bottom - top }, (_, i) => rows(width, plain)[(top + i) * width]);

describe("an image that the edge cuts keeps each of its visible rows", () => {
  // A step of the inflater gives far more of what compresses well than is still wanted.
  it.each([
    ["a wide one, plain everywhere", 2000, 0, 10, 60],
    ["a wide one, plain below the edge", 2000, 250, 0, 250],
    ["a wide one, plain around the edge", 2000, 200, 100, 300],
    ["a narrow one", 40, 200, 100, 390],
    ["one of which a single row stays", 3000, 0, 5, 6],
  ])("%s", (_, width, plain, top, bottom) => {
    const file = page(deflated(text(rows(width, plain)), entries(width)));
    expect(kept(file, top, bottom)).toEqual(grays(width, plain, top, bottom));
  });

  it.each<[string, (data: string) => string]>([
    ["whose header is wrong", (data) => `\0\0${data.slice(2)}`],
    ["whose end is cut off", (data) => data.slice(0, data.length >> 1)],
    ["whose middle is damaged", (data) => `${data.slice(0, data.length >> 1)}${"\xff".repeat(400)}`],
    ["whose sum is wrong", (data) => `${data.slice(0, -4)}0000`],
  ])("one %s, as far as viewers show it", (_, damage) => {
    const noise = rows(300, HEIGHT);
    for (let at = 0, next = 1; at < noise.length; at++) {
      next = (next * 48271) % 0x7fffffff;
      if (at % 300 > 0) noise[at] = next & 255;
    }
    const data = damage(text(deflateSync(noise)));
    const file = page(stream(data, `${entries(300)}/Filter/FlateDecode`));
    const whole = Math.floor(inflate(Buffer.from(data, "latin1"), 1 << 20).length / 300);
    expect(whole).toBeGreaterThan(100);
    const bottom = Math.min(whole, 390);
    expect(kept(file, 90, 390)).toEqual(Array.from({ length: bottom - 90 }, (_, i) => noise[(90 + i) * 300]));
  });

  it("and none that the data does not have: viewers go on as they did", () => {
    const file = page(deflated(text(rows(50, HEIGHT, 150)), entries(50)));
    expect(kept(file, 100, 200)).toEqual(grays(50, HEIGHT, 100, 150));
    expect(kept(file, 160, 200)).toEqual([]);
  });
});
