import { describe } from "vitest";
import { colourSamples } from "../../fixtures/samples/colours.ts";
import { damages, inflated } from "../../fixtures/samples/sample.ts";
import { comeOutAsRecorded, openOrAreRefused } from "../../support/outcomes/outcomes.ts";

describe("colours, and which of them show", () => {
  comeOutAsRecorded({ colours: colourSamples }, ["paints", "seen"]);
  openOrAreRefused({ colours: colourSamples.map(inflated).flatMap((sample) => damages(sample, 4)) }, [
    "paints",
    "seen",
  ]);
});
