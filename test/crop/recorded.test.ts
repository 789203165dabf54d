import { describe } from "vitest";
import { boxSamples, treeSamples } from "../fixtures/samples/pages.ts";
import { comeOutAsRecorded } from "../support/outcomes/outcomes.ts";

describe("the boxes of a page, and what becomes of them", () => {
  comeOutAsRecorded({ boxes: boxSamples, "page trees": treeSamples }, [
    "seen",
    "cropped",
    "cropped in user space",
    "cropped to its content",
  ]);
});
