import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { MAX_OBJECT_NUMBER, MAX_REFERENCE_HOPS } from "../../../src/pdf-file/pdf-limits.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { sourceOf } from "../../../src/pdf-file/structure/file-source.ts";
import { rebuild } from "../../../src/pdf-file/structure/rebuild.ts";
import { IN_FILE, Xref } from "../../../src/pdf-file/structure/xref.ts";
import { PdfRef } from "../../../src/pdf-file/syntax/objects.ts";
import { pagesOf, pdf, text } from "../../fixtures/pdf.ts";

const overBudget = expect.objectContaining({ name: "PdfProblem", kind: "budget" });

/** A file that was saved so often: its newest section says nothing but where the one before is, and so on. */
function saved(sections: number): Uint8Array {
  let file = text(pdf(pagesOf(1)));
  let previous = Number(/startxref\s+(\d+)/.exec(file)![1]);
  const updates: string[] = [];
  for (let count = 1; count < sections; count++) {
    const update = `xref\n0 0\ntrailer\n<</Root 1 0 R/Size 9/Prev ${previous}>>\n`;
    previous = file.length;
    updates.push(update);
    file += update;
  }
  return latin1(`${file}startxref\n${previous}\n%%EOF\n`);
}

describe("a document at its limits", () => {
  it("may have as many updates as the limit, and a longer chain is not followed", () => {
    const document = openPdf(saved(4096));
    expect([document.rebuilt, document.pageCount]).toEqual([false, 1]);
    expect(() => openPdf(saved(4097))).toThrow(overBudget);
  });

  it("may number its objects up to the limit: higher ones are not there, and take no room", () => {
    const xref = new Xref(new Work());
    expect([xref.reserve(MAX_OBJECT_NUMBER + 1), xref.reserve(MAX_OBJECT_NUMBER + 2)]).toEqual([true, false]);
    xref.offer(MAX_OBJECT_NUMBER + 1, IN_FILE, 9, 0);
    xref.set(MAX_OBJECT_NUMBER + 1, IN_FILE, 9, 0);
    expect([xref.size, xref.kind.length]).toEqual([0, MAX_OBJECT_NUMBER + 1]);
    xref.offer(MAX_OBJECT_NUMBER, IN_FILE, 9, 0);
    expect(xref.kindOf(MAX_OBJECT_NUMBER)).toBe(IN_FILE);
  });

  it("may lead from reference to reference up to the limit, and to nothing beyond", () => {
    const bodies = pagesOf(1);
    const last = 100 + MAX_REFERENCE_HOPS;
    for (let number = 100; number < last; number++) bodies[number] = `${number + 1} 0 R`;
    bodies[last] = "(found)";
    const document = openPdf(pdf(bodies));
    // The first of so many hops is the reference that is asked for.
    expect(document.resolve(new PdfRef(101, 0))).not.toBeNull();
    expect(document.resolve(new PdfRef(100, 0))).toBeNull();
  });

  it.each([
    ["words that begin no object", " obj".repeat(400)],
    ["trailers that say nothing", " trailer<<>>".repeat(6)],
    ["a trailer that cannot be read", " trailer<<("],
  ])("is searched as far as the meter allows when it is damaged, and each of these counts: %s", (_, more) => {
    const damaged = text(pdf(pagesOf(1))).replace("startxref", "startxxxx");
    const meter = new Work();
    expect(openPdf(latin1(damaged), { work: meter }).pageCount).toBe(1);
    expect(openPdf(latin1(damaged + more)).pageCount).toBe(1);
    const work = new Work(0, { steps: meter.used.steps });
    expect(() => openPdf(latin1(damaged + more), { work })).toThrow(expect.objectContaining({ kind: "steps" }));
  });

  it("is remembered by its first trailer and the 63 newest when it has more", () => {
    const trailers = Array.from({ length: 70 }, (_, size) => `trailer<</Size ${size}>>`).join("\n");
    const file = latin1(`1 0 obj\n<<>>\nendobj\n${trailers}`);
    const rebuilt = rebuild(sourceOf(file, new Work()));
    const sizes = rebuilt.trailers.map((trailer) => trailer.get("Size"));
    expect([sizes.length, sizes[0], sizes[1], sizes.at(-1)]).toEqual([64, 0, 7, 69]);
  });
});
