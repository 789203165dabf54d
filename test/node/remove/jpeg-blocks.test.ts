import { describe, expect, it } from "vitest";
import { allCoefficients } from "../../../src/codecs/jpeg/coefficients.ts";
import { EOI, jpegSegments, SOI } from "../../../src/codecs/jpeg/jpeg-segments.ts";
import { planJpeg } from "../../../src/codecs/jpeg/plan.ts";
import { recodedFrame } from "../../../src/codecs/jpeg/recode.ts";
import { jpegFacts } from "../../../src/images/jpeg/jpeg-facts.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { Work } from "../../../src/meter/work.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { cutJpeg } from "../../../src/remove/images/cut-jpeg.ts";
import { Visible } from "../../../src/remove/images/part-rows.ts";
import { encodeBaselineFile } from "../../fixtures/jpeg-encoder.ts";
import * as mupdf from "../../fixtures/mupdf/mupdf.ts";
import { constructs } from "../../fixtures/removal/constructs/index.ts";
import { SECRET } from "../../fixtures/removal/secret.ts";
import { removeOutside } from "../../support/at-once.ts";

/** Of the 160 × 160 samples those from 40 to 120 lie in the area. */
const [FIRST, LAST] = [40, 120];

function jpegOf(file: Uint8Array): Uint8Array {
  const document = openPdf(file);
  for (let number = 1; number < document.size; number++) {
    const object = document.get(number);
    if (object instanceof PdfStream && object.dict.get("Filter") === "DCTDecode") return document.rawStream(object);
  }
  throw new Error("the document has no JPEG");
}

/** A JPEG's coefficients by component, with the largest that baseline coding has a code for. */
function coefficientsOf(bytes: Uint8Array): number[][] {
  const layout = jpegSegments(bytes);
  const facts = jpegFacts(layout);
  const plan = planJpeg(layout.segments, facts.frame, facts.width, facts.height, bytes);
  const { coefficients } = allCoefficients(plan);
  return plan.frame.components.map((component) =>
    Array.from(coefficients.values(component), (value, at) =>
      at % 64 === 0 ? value : Math.max(-1023, Math.min(1023, value)),
    ),
  );
}

/** The coefficients of each block that lies in [FIRST, LAST) whole, by component and by its place in the area. */
function blocksInside(bytes: Uint8Array, left: number): Map<string, string> {
  const layout = jpegSegments(bytes);
  const facts = jpegFacts(layout);
  const plan = planJpeg(layout.segments, facts.frame, facts.width, facts.height, bytes);
  const { coefficients } = allCoefficients(plan);
  const { components } = plan.frame;
  const most = Math.max(...components.map(({ across }) => across));
  const blocks = new Map<string, string>();
  components.forEach((component, index) => {
    const size = (8 * most) / component.across;
    for (let y = Math.ceil(FIRST / size); (y + 1) * size <= LAST; y++) {
      for (let x = Math.ceil(FIRST / size); (x + 1) * size <= LAST; x++) {
        const at = coefficients.place(component, y - left / size, x - left / size);
        blocks.set(
          `${index} ${x} ${y}`,
          coefficients
            .values(component)
            .subarray(at, at + 64)
            .join(),
        );
      }
    }
  });
  return blocks;
}

/** Leaves a part out, from one share of the length to another. */
function without(bytes: Uint8Array, from: number, to: number): Uint8Array {
  return Buffer.concat([bytes.subarray(0, bytes.length * from), bytes.subarray(bytes.length * to)]);
}

/** Gives the code of the first AC table's first symbol the meaning of another one. */
function withFirstSymbol(bytes: Uint8Array, symbol: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const table = jpegSegments(copy).segments.find(({ marker, data }) => marker === 0xc4 && data[0] === 0x10)!;
  table.data[17] = symbol;
  return copy;
}

/** All of a picture, cut as if nothing were outside. */
function cutWhole(bytes: Uint8Array): Uint8Array | undefined {
  const { width, height } = jpegFacts(jpegSegments(bytes));
  const everything = new Visible([1, 0, 0, 1, 0, 0], [0, 0, 1, 1], new Work());
  const made = atOnce(cutJpeg(bytes, width, height, { left: 0, top: 0, right: width, bottom: height }, everything));
  return made && Buffer.concat(made.data);
}

/** The picture as the standard's tables code it. */
function standardCoded(bytes: Uint8Array): Uint8Array {
  const { segments, ...layout } = jpegSegments(bytes);
  const { frame, width, height } = jpegFacts({ segments, ...layout });
  const plan = planJpeg(segments, frame, width, height, bytes);
  return Buffer.concat([SOI, ...atOnce(recodedFrame(plan, width, height)).data, EOI]);
}

describe("a JPEG across the edge", () => {
  it("gets tables that fit what stays, where it had tables of its own", async () => {
    const file = await constructs.find((one) => one.name === "JPEG: progressive")!.make(SECRET);
    const bytes = jpegOf(file);
    const fitted = cutWhole(bytes)!;
    expect(fitted.length).toBeLessThan(standardCoded(bytes).length);
    // Read with those tables, it is coded by WebAssembly.
    expect(cutWhole(fitted)!.length).toBe(fitted.length);
    expect(coefficientsOf(cutWhole(fitted)!)).toEqual(coefficientsOf(bytes));
    expect(cutWhole(standardCoded(bytes))!.length).toBe(standardCoded(bytes).length);
  });

  it("is refused when one of its components is in no scan", async () => {
    const file = await constructs.find((one) => one.name === "JPEG: whole colours")!.make(SECRET);
    const bytes = jpegOf(file);
    const scan = jpegSegments(bytes).segments.find(({ marker }) => marker === 0xda)!;
    const header = Uint8Array.of(0xff, 0xda, 0, 8, 1, scan.data[1]!, scan.data[2]!, 0, 63, 0);
    const without = Buffer.concat([bytes.subarray(0, scan.start), header, bytes.subarray(scan.dataEnd)]);
    expect(cutWhole(without)).toBeUndefined();
  });

  it.each(["baseline", "restart markers", "progressive", "halved colours", "whole colours"])(
    "keeps the coefficients of every block that lies inside whole: %s",
    async (name) => {
      const file = await constructs.find((one) => one.name === `JPEG: ${name}`)!.make(SECRET);
      const definitions = [{ page: 1, area: { x: 100, y: 100, width: 200, height: 200 } }];
      const result = removeOutside(openPdf(file), { definitions }).rope.toBytes();
      const before = blocksInside(jpegOf(file), 0);
      const cut = jpegOf(result);
      const { width } = jpegFacts(jpegSegments(cut));
      expect(before.size).toBeGreaterThanOrEqual(32);
      expect(blocksInside(cut, LAST - width)).toEqual(before);
    },
  );

  it.each([3, 5])("shows the visible samples of a cut block as they were, in a picture of %i rows", (size) => {
    const data = Uint8Array.from({ length: size * size }, (_, at) => ((at * 97) % 200) + 28);
    const bytes = encodeBaselineFile({ width: size, height: size, channels: 1, data }, 24);
    const seen = new Visible([size, 0, 0, size, 0, 0], [0, 0, size, 1], new Work());
    const last = { left: 0, top: size - 1, right: size, bottom: size };
    const cut = Buffer.concat(atOnce(cutJpeg(bytes, size, size, last, seen))!.data);
    const [before, after] = [bytes, cut].map((jpeg) => {
      const picture = new mupdf.Image(jpeg).toPixmap();
      return Array.from(picture.getPixels()).slice(-picture.getStride());
    }) as [number[], number[]];
    // A quarter of the quantizer's step.
    expect(Math.max(...before.map((value, at) => Math.abs(value - after[at]!)))).toBeLessThanOrEqual(6);
  });

  it.each([
    ["is cut off", "baseline", (bytes: Uint8Array) => bytes.subarray(0, bytes.length * 0.7)],
    ["lacks an interval", "restart markers", (bytes: Uint8Array) => without(bytes, 0.5, 0.6)],
    [
      "has other bytes",
      "restart markers",
      (bytes: Uint8Array) => bytes.map((byte, at) => (at > 999 && at % 97 === 0 ? 7 : byte)),
    ],
    ["has larger coefficients than codes", "whole colours", (bytes: Uint8Array) => withFirstSymbol(bytes, 0x0b)],
  ] as const)("reads a file that %s as decoders do", async (_name, kind, damage) => {
    const file = await constructs.find((one) => one.name === `JPEG: ${kind}`)!.make(SECRET);
    const bytes = damage(jpegOf(file));
    const { width, height } = jpegFacts(jpegSegments(bytes));
    const everything = new Visible([1, 0, 0, 1, 0, 0], [0, 0, 1, 1], new Work());
    const made = atOnce(cutJpeg(bytes, width, height, { left: 0, top: 0, right: width, bottom: height }, everything));
    expect(coefficientsOf(Buffer.concat(made!.data))).toEqual(coefficientsOf(bytes));
  });
});
