import { describe } from "vitest";
import { charstringSamples } from "../../fixtures/samples/charstrings.ts";
import { compositeFontSamples } from "../../fixtures/samples/composite-fonts.ts";
import { programSamples } from "../../fixtures/samples/font-programs.ts";
import { damages, inflated, type Sample } from "../../fixtures/samples/sample.ts";
import { simpleFontSamples } from "../../fixtures/samples/simple-fonts.ts";
import { type3Samples } from "../../fixtures/samples/type3-fonts.ts";
import { comeOutAsRecorded, openOrAreRefused } from "../../support/outcomes/outcomes.ts";

describe("the texts, widths and boxes of fonts", () => {
  const chapters = {
    charstrings: charstringSamples,
    "simple fonts": simpleFontSamples,
    "composite fonts": compositeFontSamples,
    "font programs": programSamples,
    "type 3 fonts": type3Samples,
  };
  comeOutAsRecorded(chapters, ["paints", "seen"]);
  const some = (samples: readonly Sample[], each: number) =>
    samples.map(inflated).flatMap((sample) => damages(sample, each));
  const damaged = {
    charstrings: some(charstringSamples, 10),
    "composite fonts": some(compositeFontSamples, 3),
    "font programs": some(programSamples, 5),
  };
  openOrAreRefused(damaged, ["paints", "seen"]);
});
