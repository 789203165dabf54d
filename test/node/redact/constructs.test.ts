import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { MisfitProblem } from "../../../src/pdf-file/pdf-problem.ts";
import { redactInTurns } from "../../../src/redact/redact.ts";
import { drawings, places, saying, spellings } from "../../fixtures/redaction.ts";
import { leftIn } from "../../support/left-in.ts";

/** What no file has whose secret is cut. */
const SECRETS = /quv[eé]|zyxo|123456789|2026-11-?28/i;

/** What is wrong once a text is cut: it is left, or nothing was found. Undefined where all is well. */
function faultOf(parts: Parameters<typeof saying>[0], contains: string): string | undefined {
  const request = { rules: [{ contains }], attachments: "keep", mark: { colour: [0, 0, 0] } } as const;
  try {
    const { findings, elsewhere, redaction, rope } = atOnce(redactInTurns(openPdf(saying(parts)), request));
    const left = leftIn(rope.toBytes(), SECRETS);
    if (left.length > 0) return left.join("; ");
    if (!redaction.verified) return "not proved";
    return findings.length + elsewhere.length > 0 ? undefined : "found nowhere";
  } catch (error) {
    if (error instanceof MisfitProblem && error.misfit.kind === "unsearched") return "told as not searched";
    throw error;
  }
}

/** What no viewer knows goes from there, whatever it says. */
const GONE = /collection of a font/;

describe("a text is cut however the file spells it", () => {
  it.each(Object.keys(places))("in %s", (place) => {
    const wrong = spellings
      .filter(({ only }) => !only || only.test(place))
      .flatMap(({ name, written, rule }) => {
        const fault = faultOf(places[place]!(written), rule);
        return fault && !(fault === "found nowhere" && GONE.test(place)) ? [`${name}: ${fault}`] : [];
      });
    expect(wrong).toEqual([]);
  });
});

/** What goes in any case, and what is told instead. */
const TOLD = /in a pattern|says one word|far away/;

describe("a text is cut however a page shows it", () => {
  it.each(drawings)("$name", (drawing) => {
    const expected = TOLD.test(drawing.name)
      ? "told as not searched"
      : drawing.name.includes("no size")
        ? "found nowhere"
        : undefined;
    expect(faultOf(drawing, drawing.rule)).toBe(expected);
  });
});
