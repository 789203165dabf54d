import { describe } from "vitest";
import { imageSamples, pictureSamples, sampleSamples } from "../../../fixtures/samples/images.ts";
import { comeOutAsRecorded } from "../../../support/recorded/recorded.ts";

describe("where images have ink is as recorded", () => {
  comeOutAsRecorded({ filters: imageSamples, images: sampleSamples, pictures: pictureSamples }, [
    "painted",
    "inspect",
    "margins",
  ]);
});
