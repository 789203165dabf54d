import { describe, expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfProblem } from "../../src/pdf-file/pdf-problem.ts";
import { removeOutside } from "../support/at-once.ts";
import { build } from "./files.ts";

const SQUARE = { x: 100, y: 100, width: 200, height: 200 };
const BOTH = "120 120 20 20 re f 20 20 20 20 re f ";

/** What a crop that keeps all it can says to the document: why it refuses, or nothing. */
function refusal(made: Parameters<typeof build>[0]): string | undefined {
  const definitions = [{ page: 1, area: SQUARE }];
  try {
    removeOutside(openPdf(build(made)), { definitions, document: "keep" });
  } catch (error) {
    if (error instanceof PdfProblem && error.kind === "budget") return error.message;
    throw error;
  }
  return undefined;
}

/** Thirty lists from object 100 on. Each names the next one twice, and the last has this value. */
function bush(value: string): Record<number, string> {
  const lists = Array.from({ length: 30 }, (_, i) => [100 + i, `[${101 + i} 0 R ${101 + i} 0 R]`]);
  return { ...Object.fromEntries(lists), 130: value };
}

describe("a small document that would become a large one is refused", () => {
  const long = { 99: `(${"x".repeat(1 << 20)})` };
  const element = "/StructTreeRoot<</K 50 0 R>>";
  const annotation = (entries: string) => `<</Type/Annot/Rect[120 120 180 180]${entries}>>`;
  const many = (entries: string) => `/Annots[${annotation(entries).repeat(200)}]`;
  const cases: Record<string, Parameters<typeof build>[0]> = {
    "lists within lists of a dash": {
      content: `/G0 gs ${BOTH}`,
      resources: "/ExtGState<</G0<</D 100 0 R>>>>",
      more: bush("1"),
    },
    "lists within lists of a field's options": {
      content: BOTH,
      page: `/Annots[${annotation("/Subtype/Widget/FT/Ch/T(a)/Opt 100 0 R")}]`,
      more: bush("(a)"),
    },
    "lists within lists of an element's attributes": {
      content: `/P<</MCID 0>>BDC ${BOTH}EMC `,
      catalog: element,
      more: { 50: "<</S/P/Pg 3 0 R/K 0/A<</O/Layout/Padding 100 0 R>>>>", ...bush("1") },
    },
    "a long text of many fields": { content: BOTH, page: many("/Subtype/Widget/FT/Tx/T(a)/V 99 0 R"), more: long },
    "a long address of many links": {
      content: BOTH,
      page: many("/Subtype/Link/A<</S/URI/URI 99 0 R>>"),
      more: long,
    },
    "a long text of many marks": {
      content: "/Span/P0 BDC 120 120 20 20 re f EMC ".repeat(200) + BOTH,
      resources: "/Properties<</P0<</ActualText 99 0 R>>>>",
      more: long,
    },
    "a long text of many elements": {
      content: "/P<</MCID 0>>BDC 120 120 20 20 re f EMC ",
      catalog: element,
      more: { 50: `<</S/P/K[${"<</S/P/Pg 3 0 R/K 0/ActualText 99 0 R>>".repeat(200)}]>>`, ...long },
    },
  };

  it.each(Object.entries(cases))("%s", (_, made) => {
    expect(refusal(made)).toBe("The document repeats lists or texts too often.");
  });
});

describe("lists that are named more often than any reader needs are left out", () => {
  it("lists of layers", () => {
    const catalog = "/OCProperties<</OCGs[60 0 R]/D<</Order 100 0 R>>>>";
    const resources = "/Properties<</L0 60 0 R>>";
    const more = { 60: "<</Type/OCG/Name(x)>>", ...bush("[60 0 R]") };
    expect(refusal({ content: `/OC/L0 BDC ${BOTH}EMC `, resources, catalog, more })).toBeUndefined();
  });

  it("lists of an element's kids", () => {
    const elements = "<</S/P/Pg 3 0 R/K 99 0 R>>".repeat(200);
    const more = { 50: `<</S/P/K[${elements}]>>`, 99: `[${"7 ".repeat(100_000)}]` };
    expect(refusal({ content: BOTH, catalog: "/StructTreeRoot<</K 50 0 R>>", more })).toBeUndefined();
  });
});

it("a line of more dashes than any has goes, or is refused", () => {
  const file = build({ content: `[${"1 ".repeat(65)}] 0 d 0 200 m 400 200 l S ${BOTH}` });
  const definitions = [{ page: 1, area: SQUARE }];
  expect(() => removeOutside(openPdf(file), { definitions })).toThrow("unremovable");
  const { removal } = removeOutside(openPdf(file), { definitions, onUnremovable: "drop" });
  expect(removal.pages[0]!.dropped).toEqual(["a path of too many points or dashes"]);
});

describe("numbers of a document that no honest one has", () => {
  it.each(["2000000000", "3999999999999", "-7", "1.5"])("may be the number of a mark: %s", (number) => {
    const content = `/P<</MCID ${number}>>BDC 120 120 20 20 re f EMC ${BOTH}`;
    const more = { 50: `<</S/P/Pg 3 0 R/K ${number}>>` };
    expect(refusal({ content, catalog: "/StructTreeRoot<</K 50 0 R>>", more })).toBeUndefined();
  });

  it("may be those of the marks of many elements", () => {
    const numbers = Array.from({ length: 50 }, (_, i) => 100_000_000 + i);
    const content = numbers.map((number) => `/P<</MCID ${number}>>BDC 120 120 20 20 re f EMC `).join("") + BOTH;
    const more = { 50: `<</S/P/Pg 3 0 R/K[${numbers.join(" ")}]>>` };
    expect(refusal({ content, catalog: "/StructTreeRoot<</K 50 0 R>>", more })).toBeUndefined();
  });
});
