import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfStream, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { onePage } from "../../fixtures/hostile/page.ts";
import { stream } from "../../fixtures/pdf.ts";
import { removeOutside } from "../../support/at-once.ts";

/** What is left of a palette when the left half of an image of 4 by 1 pixels is kept. */
function keptColours(palette: string, pixels: string): string {
  const entries = `/Subtype/Image/Width 4/Height 1/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB ${palette}]`;
  const file = onePage("q 40 0 0 10 0 0 cm /I Do Q", {
    resources: "/XObject<</I 10 0 R>>",
    objects: { 10: stream(pixels, entries) },
  });
  const area = { x: 0, y: 0, width: 20, height: 10 };
  const document = openPdf(removeOutside(openPdf(file), { definitions: [{ page: 1, area }] }).rope.toBytes());
  const [image] = document.dict(document.dict(document.page(0).attribute("Resources"))?.get("XObject"))!.values();
  const found = document.resolve(image);
  if (!(found instanceof PdfStream)) throw new Error("no image");
  const table = document.array(found.dict.get("ColorSpace"))?.[3];
  if (!(table instanceof PdfString)) throw new Error("no palette");
  return Buffer.from(table.bytes).toString("hex");
}

describe("the palette of an image that is cut", () => {
  it("keeps the colours of the pixels that stay, and no other", () => {
    expect(keptColours("3 <111111 222222 333333 444444>", "\0\x02\x01\x03")).toBe("111111000000333333000000");
  });

  // 8.6.6.3
  it("keeps its last colour for a pixel beyond it", () => {
    expect(keptColours("1 <111111 222222>", "\0\x80\0\0")).toBe("111111222222");
    expect(keptColours("1 <111111 222222 333333>", "\x09\x02\0\0")).toBe("000000222222");
  });

  it("stays as long as it was where it ends before its last colour", () => {
    expect(keptColours("255 <111111 2222>", "\x01\x80\0\0")).toBe("0000002222");
  });
});
