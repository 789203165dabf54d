import { describe } from "vitest";
import { charstringSamples } from "../../fixtures/samples/charstrings.ts";
import {
  colourSamples,
  lineSamples,
  objectSamples,
  pathSamples,
  textSamples,
} from "../../fixtures/samples/contents.ts";
import { documentChapters } from "../../fixtures/samples/documents.ts";
import { compositeFontSamples, programSamples, simpleFontSamples, type3Samples } from "../../fixtures/samples/fonts.ts";
import { imageSamples, pictureSamples, sampleSamples } from "../../fixtures/samples/images.ts";
import { resourceSamples } from "../../fixtures/samples/resources.ts";
import { comeOutAsRecorded } from "../../support/recorded/recorded.ts";

describe("what a removal leaves is as recorded", () => {
  const crossing = { ...documentChapters, paths: pathSamples, lines: lineSamples };
  comeOutAsRecorded(crossing, ["remove", "remove little", "remove all"]);
  const chapters = {
    texts: textSamples,
    objects: objectSamples,
    colours: colourSamples,
    charstrings: charstringSamples,
    "simple fonts": simpleFontSamples,
    "composite fonts": compositeFontSamples,
    "font programs": programSamples,
    "type 3 fonts": type3Samples,
    resources: resourceSamples,
    filters: imageSamples,
    images: sampleSamples,
    pictures: pictureSamples,
  };
  comeOutAsRecorded(chapters, ["remove", "remove all"]);
});
