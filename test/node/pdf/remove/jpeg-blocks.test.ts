import { describe, expect, it } from "vitest";
import { allCoefficients } from "../../../../src/images/jpeg/coefficients.ts";
import { jpegFacts } from "../../../../src/images/jpeg/jpeg-facts.ts";
import { jpegSegments } from "../../../../src/images/jpeg/jpeg-segments.ts";
import { planJpeg } from "../../../../src/images/jpeg/plan.ts";
import { openPdf } from "../../../../src/pdf/open.ts";
import { removeOutside } from "../../../../src/pdf/remove/remove.ts";
import { PdfStream } from "../../../../src/pdf-objects/syntax/objects.ts";
import { constructs } from "../../../fixtures/removal/constructs/index.ts";
import { SECRET } from "../../../fixtures/removal/secret.ts";

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

describe("a JPEG across the edge", () => {
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
});
