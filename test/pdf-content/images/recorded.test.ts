import { describe } from "vitest";
import { detailedJpegSamples } from "../../fixtures/samples/detailed-jpegs.ts";
import { filterSamples } from "../../fixtures/samples/image-filters.ts";
import { imageSamples } from "../../fixtures/samples/images.ts";
import { pictureSamples } from "../../fixtures/samples/pictures.ts";
import { damages, inflated } from "../../fixtures/samples/sample.ts";
import { comeOutAsRecorded, openOrAreRefused } from "../../support/outcomes/outcomes.ts";

describe("where images have ink", () => {
  const chapters = { filters: filterSamples, images: imageSamples, pictures: pictureSamples };
  comeOutAsRecorded({ ...chapters, "detailed JPEGs": detailedJpegSamples }, ["paints", "seen"]);
  const images = [...filterSamples, ...imageSamples].map(inflated).flatMap((sample) => damages(sample, 4));
  openOrAreRefused({ images }, ["paints", "seen"]);
});
