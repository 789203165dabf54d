import { describe } from "vitest";
import { depthSamples } from "../fixtures/samples/depths.ts";
import { lineEndSamples } from "../fixtures/samples/line-ends.ts";
import { areRemovedAsRecorded } from "../support/outcomes/removed.ts";

describe("what a removal leaves at its limits is as recorded", () => {
  areRemovedAsRecorded({ depths: depthSamples, "line ends": lineEndSamples }, ["removed", "removed from all"]);
});
