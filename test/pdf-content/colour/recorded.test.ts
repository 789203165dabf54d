import { describe } from "vitest";
import { colourSamples } from "../../fixtures/samples/colours.ts";
import { damages, inflated } from "../../fixtures/samples/sample.ts";
import { comeOutAsRecorded, damagedComeOutAsRecorded } from "../../support/recorded/recorded.ts";

describe("colours are as recorded", () => {
  comeOutAsRecorded({ colours: colourSamples }, ["painted", "inspect"]);
  const few = colourSamples.map(inflated).flatMap((sample) => damages(sample, 4));
  damagedComeOutAsRecorded({ colours: few }, ["painted"]);
});
