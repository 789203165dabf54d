import { describe } from "vitest";
import { charstringSamples } from "../../../fixtures/samples/charstrings.ts";
import {
  compositeFontSamples,
  programSamples,
  simpleFontSamples,
  type3Samples,
} from "../../../fixtures/samples/fonts.ts";
import { comeOutAsRecorded } from "../../../support/recorded/recorded.ts";

describe("the codes, widths, texts and boxes of fonts are as recorded", () => {
  const chapters = {
    charstrings: charstringSamples,
    "simple fonts": simpleFontSamples,
    "composite fonts": compositeFontSamples,
    "font programs": programSamples,
    "type 3 fonts": type3Samples,
  };
  comeOutAsRecorded(chapters, ["painted", "inspect"]);
});
