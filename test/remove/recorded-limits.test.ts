import { describe } from "vitest";
import { depthSamples } from "../fixtures/samples/depths.ts";
import { lineEndSamples } from "../fixtures/samples/line-ends.ts";
import { comeOutAsRecorded } from "../support/recorded/recorded.ts";

describe("what a removal leaves at its limits is as recorded", () => {
  comeOutAsRecorded({ depths: depthSamples, "line ends": lineEndSamples }, ["remove", "remove all", "judged"]);
});
