import { describe } from "vitest";
import { boxSamples, treeSamples } from "../fixtures/samples/pages.ts";
import { comeOutAsRecorded } from "../support/recorded/recorded.ts";

describe("pages are cropped as recorded", () => {
  comeOutAsRecorded({ boxes: boxSamples, "page trees": treeSamples }, [
    "inspect",
    "crop",
    "own space",
    "margins",
    "remove",
  ]);
});
