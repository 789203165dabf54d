import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkConformance, newExtras } from "../../../src/engine.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { finishPdf } from "../../../src/pdf-file/repack.ts";
import { chromiumBinding, type TestBinding } from "./chromium.ts";
import { linksOf, type Printed, pixelsOf, renderer, textOf, withFile } from "./renderer.ts";

let binding: TestBinding;
let printed: Printed;

const PAGE = `<html lang="en"><title>Report</title><body>${Array.from(
  { length: 12 },
  (
    _,
    i,
  ) => `<h2 id="s${i}">Section ${i}</h2><p>${"Words that fill a line. ".repeat(60)}<a href="https://example.com/${i}">link</a> <a href="#s0">up</a></p>
  <table border="1"><tr><th>A<th>B</tr><tr><td>${i}<td>${i * i}</tr></table>`,
).join("")}`;

beforeAll(async () => {
  binding = await chromiumBinding();
  printed = await renderer(binding).html(PAGE);
});
afterAll(() => binding.close());

describe("a repacked print", () => {
  it("is smaller, and the same to a reader: pixels, text, links, outline, tags", () => {
    const finished = finishPdf(openPdf(printed.pdf), undefined);
    expect(finished.repacked).toBe(true);
    expect(finished.rope.length).toBeLessThan(printed.pdf.length * 0.97);
    const again = withFile(printed, finished.rope.toBytes());
    expect(again.document.wasRepaired()).toBe(false);
    expect(textOf(again)).toBe(textOf(printed));
    expect(linksOf(again)).toEqual(linksOf(printed));
    expect(again.document.loadOutline()).toEqual(printed.document.loadOutline());
    const root = again.document.getTrailer().get("Root");
    expect(root.get("StructTreeRoot").isNull()).toBe(false);
    expect(root.get("Lang").asString()).toBe("en");
    for (let i = 0; i < printed.document.countPages(); i++)
      expect(pixelsOf(again, i).equals(pixelsOf(printed, i))).toBe(true);
  });

  it("keeps its outline when the tags are dropped that it was made of", () => {
    const finished = finishPdf(openPdf(printed.pdf), { title: "Untagged" }, { tagged: false });
    const again = withFile(printed, finished.rope.toBytes());
    expect(again.document.wasRepaired()).toBe(false);
    expect(again.document.loadOutline()).toEqual(printed.document.loadOutline());
    const root = again.document.getTrailer().get("Root");
    expect([root.get("StructTreeRoot").isNull(), root.get("MarkInfo").isNull()]).toEqual([true, true]);
    expect(textOf(again)).toBe(textOf(printed));
    expect(again.document.getMetaData("info:Title")).toBe("Untagged");
    expect(finishPdf(openPdf(again.pdf), undefined, { tagged: false }).repacked).toBe(false);
  });

  it("is not made again where nothing would be gained", () => {
    const once = finishPdf(openPdf(printed.pdf), undefined).rope.toBytes();
    expect(finishPdf(openPdf(once), undefined).repacked).toBe(false);
  });

  it.each(["pdfa-2b", "pdfa-2u", "pdfa-3b"] as const)("keeps the rules of %s, and looks as before", async (claim) => {
    const extras = await newExtras({ claim });
    const finished = finishPdf(openPdf(printed.pdf), { author: "Ä. Author" }, { extras });
    const again = withFile(printed, finished.rope.toBytes());
    expect((await checkConformance(again.pdf, claim)).violations).toEqual([]);
    expect(again.document.wasRepaired()).toBe(false);
    expect(again.document.getMetaData("info:Author")).toBe("Ä. Author");
    expect(textOf(again)).toBe(textOf(printed));
    for (let i = 0; i < printed.document.countPages(); i++)
      expect(pixelsOf(again, i).equals(pixelsOf(printed, i))).toBe(true);
  });

  it("bears the information asked for, repacked or not", () => {
    const information = { title: "Größe", author: "A (B)", keywords: "x" };
    const first = finishPdf(openPdf(printed.pdf), information);
    const second = finishPdf(openPdf(first.rope.toBytes()), { ...information, author: "C" });
    expect([first.repacked, second.repacked]).toEqual([true, false]);
    const [a, b] = [
      withFile(printed, first.rope.toBytes()).document,
      withFile(printed, second.rope.toBytes()).document,
    ];
    expect([a.getMetaData("info:Title"), a.getMetaData("info:Author"), a.getMetaData("info:Keywords")]).toEqual([
      "Größe",
      "A (B)",
      "x",
    ]);
    expect(b.getMetaData("info:Author")).toBe("C");
    expect(a.getMetaData("info:Creator")).toBe(printed.document.getMetaData("info:Creator"));
  });
});
