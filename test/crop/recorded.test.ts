import { describe } from "vitest";
import { boxSamples, treeSamples } from "../fixtures/samples/pages.ts";
import { comeOutAsTold } from "../support/told/told.ts";

describe("the boxes of a page, and what becomes of them", () => {
  comeOutAsTold({ boxes: boxSamples, "page trees": treeSamples }, [
    "seen",
    "cropped",
    "cropped in user space",
    "cropped to its content",
  ]);
});
