import { describe } from "vitest";
import { depthSamples } from "../fixtures/samples/depths.ts";
import { lineEndSamples } from "../fixtures/samples/line-ends.ts";
import { areRemovedAsTold } from "../support/told/removed.ts";

describe("what a removal leaves at its limits is as told", () => {
  areRemovedAsTold({ depths: depthSamples, "line ends": lineEndSamples }, ["removed", "removed from all"]);
});
