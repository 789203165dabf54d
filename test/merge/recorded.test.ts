import { describe } from "vitest";
import { documentChapters } from "../fixtures/samples/documents.ts";
import { boxSamples } from "../fixtures/samples/pages.ts";
import { comeOutAsRecorded, openOrAreRefused } from "../support/outcomes/outcomes.ts";

describe("what several documents become, joined or packed again", () => {
  const { outlines, forms, destinations, layers, ...others } = documentChapters;
  comeOutAsRecorded({ outlines, forms, destinations, layers }, ["merged"]);
  openOrAreRefused({ ...documentChapters, boxes: boxSamples }, ["repacked"]);
  openOrAreRefused(others, ["merged"]);
});
