import { describe } from "vitest";
import { filterSamples } from "../../../fixtures/samples/image-filters.ts";
import { imageSamples } from "../../../fixtures/samples/images.ts";
import { pictureSamples } from "../../../fixtures/samples/pictures.ts";
import { comeOutAsRecorded } from "../../../support/recorded/recorded.ts";

describe("where images have ink is as recorded", () => {
  comeOutAsRecorded({ filters: filterSamples, images: imageSamples, pictures: pictureSamples }, [
    "painted",
    "inspect",
    "margins",
  ]);
});
