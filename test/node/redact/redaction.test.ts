import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import type { Work } from "../../../src/meter/work.ts";
import "../../support/parts.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { MisfitProblem } from "../../../src/pdf-file/pdf-problem.ts";
import { redactInTurns } from "../../../src/redact/redact.ts";
import type { RedactionRequest } from "../../../src/redact/request.ts";
import { onePage } from "../../fixtures/hostile/page.ts";
import { type Construct, MIDDLE } from "../../fixtures/removal/construct.ts";
import { constructs } from "../../fixtures/removal/constructs/index.ts";
import { SECRET } from "../../fixtures/removal/secret.ts";
import { Finder } from "../../support/finder/finder.ts";
import { unseen } from "../../support/score.ts";
import { sought } from "../remove/judge.ts";

/** The finished file, or the thing that a refusal names. */
function redacted(file: Uint8Array, { password }: Construct, request: RedactionRequest): Uint8Array | string {
  try {
    return atOnce(redactInTurns(openPdf(file, { password }), request)).rope.toBytes();
  } catch (error) {
    if (!(error instanceof MisfitProblem)) throw error;
    const { misfit } = error;
    if (misfit.kind === "unremovable") return misfit.thing;
    if (misfit.kind === "unsearched") return "patterns and glyphs that are not searched";
    throw error;
  }
}

/** What samples and names have is not searched, and letters below one another are no word. */
const NOT_WORDS =
  /^(inline )?image|^JPEG|^paint:|^pages: one image|telling|the kind of an element|classes|output intents|without an e|T\*/;
const withWord = constructs.filter(({ holds, name }) => holds.includes("word") && !NOT_WORDS.test(name));
const REFUSED = /patterns and glyphs|pattern that shows too many/;

describe("a word that is cut is nowhere in the file, or the refusal says what is not searched", () => {
  it.each(withWord)("$name", async (construct) => {
    const file = await construct.make(SECRET);
    const mark = { colour: [0, 0, 0], label: "CUT" } as const;
    const result = redacted(file, construct, { rules: [{ contains: SECRET.word }], mark });
    if (typeof result === "string") expect(result).toMatch(REFUSED);
    else expect(Finder.search(result, { ...sought(construct, file), kinds: ["word"] })).toEqual([]);
  });
});

/** What the usual page has around its middle. */
const AROUND = [
  { x: 0, y: 0, width: 400, height: 100 },
  { x: 0, y: 300, width: 400, height: 100 },
  { x: 0, y: 100, width: 100, height: 200 },
  { x: 300, y: 100, width: 100, height: 200 },
];
/** Areas say nothing of what the document says elsewhere, of gradients' colours, and of what lies beside the page. */
const NOT_AREAS =
  /^(document|encryption|shading)|beside|beyond the page|larger than the page|pushes out|two places, of|a name/;
const usual = constructs.filter(({ areas, holds, name }) => !areas && !holds.includes("far") && !NOT_AREAS.test(name));

describe("nothing is left in areas that are cut", () => {
  it.each(usual)("$name", async (construct) => {
    const file = await construct.make(SECRET);
    const areas = AROUND.map((area) => ({ page: MIDDLE.page, area }));
    const result = redacted(file, construct, { areas });
    // A turned image shows its nearest sample beside the page.
    const kinds = /turned|skewed|one bit|stencil|a fax/.test(construct.name) ? [] : (["colour"] as const);
    if (typeof result === "string") expect(result).toMatch(/image|pattern/);
    else
      expect(
        Finder.search(result, { ...sought(construct, file), kinds: ["word", "letter", "glyph", ...kinds] }),
      ).toEqual([]);
  });
});

it("reads a long line in proportion to its words", async () => {
  const font = "/Font<</F<</Subtype/Type1/BaseFont/Helvetica>>>>";
  const file = onePage(`BT /F 9 Tf (${"ab ".repeat(8000)}) Tj`, { resources: font });
  const run = (work: Work) => atOnce(redactInTurns(openPdf(file, { work }), { rules: [{ digits: 10 }] }));
  expect(await unseen({ size: file.length, run })).toBe("");
});
