import { describe } from "vitest";
import { colourSamples } from "../../../fixtures/samples/colours.ts";
import { comeOutAsRecorded } from "../../../support/recorded/recorded.ts";

describe("colours are as recorded", () => {
  comeOutAsRecorded({ colours: colourSamples }, ["painted", "inspect"]);
});
