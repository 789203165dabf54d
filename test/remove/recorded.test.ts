import { describe } from "vitest";
import { charstringSamples } from "../fixtures/samples/charstrings.ts";
import { colourSamples } from "../fixtures/samples/colours.ts";
import { compositeFontSamples } from "../fixtures/samples/composite-fonts.ts";
import { documentChapters } from "../fixtures/samples/documents.ts";
import { programSamples } from "../fixtures/samples/font-programs.ts";
import { filterSamples } from "../fixtures/samples/image-filters.ts";
import { imageSamples } from "../fixtures/samples/images.ts";
import { maskedImageSamples, wideImageSamples } from "../fixtures/samples/masked-images.ts";
import { objectSamples } from "../fixtures/samples/objects.ts";
import { pathSamples } from "../fixtures/samples/paths.ts";
import { pictureSamples } from "../fixtures/samples/pictures.ts";
import { resourceSamples } from "../fixtures/samples/resources.ts";
import { simpleFontSamples } from "../fixtures/samples/simple-fonts.ts";
import { lineSamples, textSamples } from "../fixtures/samples/texts.ts";
import { type3Samples } from "../fixtures/samples/type3-fonts.ts";
import { areRemovedAsRecorded } from "../support/outcomes/removed.ts";

describe("what a removal leaves is as recorded", () => {
  const crossing = { ...documentChapters, paths: pathSamples, lines: lineSamples };
  areRemovedAsRecorded(crossing, ["removed", "little removed", "removed from all"]);
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
    filters: filterSamples,
    images: imageSamples,
    pictures: pictureSamples,
    "masked images": [...maskedImageSamples, ...wideImageSamples],
  };
  areRemovedAsRecorded(chapters, ["removed", "what it cannot is dropped"]);
});

describe("what becomes of a document from which nothing is to be removed is as recorded", () => {
  const chapters = {
    "whole composite fonts": compositeFontSamples,
    "whole font programs": programSamples,
    "whole images": [...imageSamples, ...filterSamples],
    "whole structure trees": documentChapters["structure trees"],
    "whole forms": documentChapters.forms,
  };
  areRemovedAsRecorded(chapters, ["nothing removed"]);
});
