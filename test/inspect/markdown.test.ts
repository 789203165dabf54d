import { expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import landing from "../../web/src/landing/main.ts?raw";
import { pdf, stream } from "../fixtures/pdf.ts";
import { inspectPdf } from "../support/at-once.ts";

type Text = readonly [size: number, x: number, y: number, text: string];

/** Pages of texts in Helvetica, as Markdown. */
function markdown(...pages: Text[][]): (string | undefined)[] {
  const kids = pages.map((_, at) => `${10 + 2 * at} 0 R`);
  const bodies: Record<number, string> = {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/Kids[${kids.join(" ")}]/Count ${pages.length}/MediaBox[0 0 595 842]>>`,
    3: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
  };
  for (const [at, texts] of pages.entries()) {
    const said = texts.map(([size, x, y, text]) => {
      return `BT /F ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, "\\$&")}) Tj ET`;
    });
    bodies[10 + 2 * at] = `<</Type/Page/Parent 2 0 R/Contents ${11 + 2 * at} 0 R/Resources<</Font<</F 3 0 R>>>>>>`;
    bodies[11 + 2 * at] = stream(said.join("\n"));
  }
  const { pages: facts } = inspectPdf(openPdf(pdf(bodies)), { from: 1, limit: 10, text: "markdown" });
  return facts.map(({ text }) => text?.markdown);
}

const BODY = "Most letters of a document are set in the size of its body";

it("what is larger than the body is a heading, the largest of the first level, on all pages alike", () => {
  const first: Text[] = [
    [24, 50, 780, "Annual report"],
    [12, 50, 750, BODY],
    [16, 50, 720, "Sales"],
    [12, 50, 700, BODY],
    [10, 50, 60, "small print"],
  ];
  const second: Text[] = [
    [16, 50, 780, "Costs that are said in a heading"],
    [16, 50, 760, "of two lines"],
    [12, 50, 730, BODY],
  ];
  expect(markdown(first, second)).toEqual([
    `# Annual report\n\n${BODY}\n\n## Sales\n\n${BODY}\n\nsmall print`,
    `## Costs that are said in a heading of two lines\n\n${BODY}`,
  ]);
});

it("lines near one another are a paragraph, and a divided word is put together", () => {
  const texts: Text[] = [
    [12, 50, 780, "A paragraph with a divi-"],
    [12, 50, 765, "ded word."],
    [12, 50, 735, "Another one."],
  ];
  expect(markdown(texts)).toEqual(["A paragraph with a divided word.\n\nAnother one."]);
});

it("items are items, those that are set further in below those above them", () => {
  const texts: Text[] = [
    [12, 50, 780, "To buy:"],
    [12, 60, 762, "\x95"],
    [12, 72, 762, "bread that is"],
    [12, 72, 748, "fresh"],
    [12, 84, 734, "-"],
    [12, 96, 734, "rye"],
    [12, 60, 720, "\x95"],
    [12, 72, 720, "milk"],
    [12, 50, 690, "Then:"],
    [12, 60, 672, "1."],
    [12, 76, 672, "go home"],
    [12, 60, 658, "2."],
    [12, 76, 658, "eat"],
  ];
  expect(markdown(texts)).toEqual([
    "To buy:\n\n- bread that is fresh\n   - rye\n- milk\n\nThen:\n\n1. go home\n2. eat",
  ]);
});

it("cells that stand below one another are a table, and a cell may have two lines", () => {
  const texts: Text[] = [
    [12, 50, 780, "Article"],
    [12, 250, 780, "Pieces"],
    [12, 400, 780, "Price"],
    [12, 50, 760, "Paper | white"],
    [12, 260, 760, "12"],
    [12, 395, 760, "36.00"],
    [12, 50, 740, "Ink"],
    [12, 265, 740, "2"],
    [12, 250, 726, "or three"],
    [12, 50, 690, "Thank you for your order."],
  ];
  expect(markdown(texts)).toEqual([
    [
      "| Article | Pieces | Price |",
      "| --- | --- | --- |",
      "| Paper \\| white | 12 | 36.00 |",
      "| Ink | 2 or three |  |",
      "",
      "Thank you for your order.",
    ].join("\n"),
  ]);
});

it("what Markdown would read as marks is text", () => {
  expect(markdown([[12, 50, 780, "# of *stars* in a_name and [links] <b>"]])).toEqual([
    "\\# of \\*stars\\* in a_name and \\[links\\] \\<b>",
  ]);
});

it("a page without text is empty, and hostile pages end", () => {
  expect(markdown([])).toEqual([""]);
  const cells: Text[] = Array.from({ length: 4_000 }, (_, at) => [
    8,
    (at % 80) * 30,
    800 - Math.floor(at / 80) * 10,
    "x",
  ]);
  expect(markdown(cells)[0]?.length).toBeGreaterThan(4_000);
});

it("the order on the first page of the site is as it says there", () => {
  const order: Text[] = [
    [24, 50, 780, "Order 42"],
    [12, 60, 750, "\x95"],
    [12, 72, 750, "Paper"],
    [12, 60, 735, "\x95"],
    [12, 72, 735, "Ink"],
    [12, 50, 700, "Article"],
    [12, 200, 700, "Price"],
    [12, 50, 680, "Paper"],
    [12, 200, 680, "36.00"],
    [12, 50, 660, "Ink"],
    [12, 205, 660, "4.50"],
  ];
  const said = JSON.stringify({ markdown: markdown(order)[0] })
    .slice(1, -1)
    .replace(":", ": ");
  const shown = /const answer = `([^`]*)`/.exec(landing)![1]!.replaceAll("\\\\", "\\").replace(/\n\s*/g, "");
  expect(shown).toBe(said);
});
