import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf/open.ts";
import { type RemovalRequest, removeOutside } from "../../../src/pdf/remove/remove.ts";
import { PdfStream } from "../../../src/pdf-objects/syntax/objects.ts";
import { build } from "./files.ts";

const SQUARE = { x: 100, y: 100, width: 200, height: 200 };
const KEPT = "BT /F1 12 Tf 150 200 Td (KEEPME) Tj ET\n";

function removed(file: Uint8Array, options: Partial<RemovalRequest> = {}) {
  const definitions = [{ page: 1, area: SQUARE }];
  const { rope, removal } = removeOutside(openPdf(file), { definitions, ...options });
  const document = openPdf(rope.toBytes());
  return { document, removal, everything: textOfAll(document) };
}

/** Every object with its streams decoded, as text. */
function textOfAll(document: ReturnType<typeof openPdf>): string {
  const parts: string[] = [];
  for (let number = 1; number < document.size; number++) {
    const object = document.get(number);
    parts.push(JSON.stringify(object, (_, value) => (value instanceof Map ? [...value] : value)));
    if (object instanceof PdfStream && !["DCTDecode"].includes(String(object.dict.get("Filter")))) {
      parts.push(Buffer.from(document.streamData(object)).toString("latin1"));
    }
  }
  return parts.join("\n");
}

describe("a crop that removes", () => {
  it("leaves nothing of text outside, and text inside as it is", () => {
    const { everything, removal } = removed(build({ content: `${KEPT}BT /F1 12 Tf 10 20 Td (SECRET) Tj ET` }));
    expect(everything).toContain("(KEEPME) Tj");
    expect(everything).not.toContain("SECRET");
    expect(removal.pages[0]!.removed.glyphs).toBe(6);
    expect(removal.verified).toBe(true);
  });

  it("places what is left of a line by a matrix, so that no number tells how wide the rest was", () => {
    const { everything } = removed(build({ content: "BT /F1 12 Tf 20 200 Td [(SECRET) -12345 (KEEP)] TJ ET" }));
    expect(everything).not.toContain("12345");
    expect(everything).not.toContain("20 200");
    expect(everything).toMatch(/1 0 0 1 [\d.]+ 200 Tm \(KEEP\) Tj/);
  });

  it("keeps or removes characters that the edge cuts, as asked", () => {
    const content = "BT /F1 12 Tf 96 200 Td (MKEEP) Tj ET";
    expect(removed(build({ content })).everything).toContain("(MKEEP) Tj");
    const { everything, removal } = removed(build({ content }), { edge: "remove" });
    expect(everything).toContain("(KEEP) Tj");
    expect(everything).not.toContain("MKEEP");
    expect(removal.pages[0]!.removed.glyphs).toBe(1);
  });

  it("cuts lines at the edge, so that no point far outside is left", () => {
    const { everything, removal } = removed(build({ content: "10 10 m 20 90 l 33 12 l 390 390 l S" }));
    for (const point of ["10 10", "20 90", "33 12", "390 390"]) expect(everything).not.toContain(point);
    expect(removal.pages[0]!.cut.paths).toBe(1);
  });

  it("leaves the bytes of a content alone of which nothing lies outside", () => {
    const { everything, removal } = removed(build({ content: `  ${KEPT}  120 120 20 20 re f` }));
    expect(everything).toContain(`  ${KEPT}  120 120 20 20 re f`);
    expect(removal.pages[0]!.removed.glyphs).toBe(0);
  });

  it("clears what describes the document, or keeps and names it as asked", () => {
    const file = build({ content: KEPT, info: "<</Title(SECRET)>>" });
    expect(removed(file).everything).not.toContain("SECRET");
    expect(removed(file).removal.document.cleared).toEqual(["Info"]);
    const kept = removed(file, { document: "keep" });
    expect(kept.removal.document.kept).toEqual(["Info"]);
    expect(kept.document.dict(kept.document.trailer.get("Info"))?.has("Title")).toBe(true);
  });
});
