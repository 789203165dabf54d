import { describe } from "vitest";
import { detailedJpegSamples } from "../../fixtures/samples/detailed-jpegs.ts";
import { filterSamples } from "../../fixtures/samples/image-filters.ts";
import { imageSamples } from "../../fixtures/samples/images.ts";
import { pictureSamples } from "../../fixtures/samples/pictures.ts";
import { damages, inflated } from "../../fixtures/samples/sample.ts";
import { comeOutAsRecorded, damagedComeOutAsRecorded } from "../../support/recorded/recorded.ts";

describe("where images have ink is as recorded", () => {
  comeOutAsRecorded({ filters: filterSamples, images: imageSamples, pictures: pictureSamples }, [
    "painted",
    "inspect",
    "margins",
  ]);
  comeOutAsRecorded({ "detailed JPEGs": detailedJpegSamples }, ["inspect", "margins"]);
  const few = [...filterSamples, ...imageSamples].map(inflated).flatMap((sample) => damages(sample, 4));
  damagedComeOutAsRecorded({ images: few }, ["painted", "margins"]);
});
