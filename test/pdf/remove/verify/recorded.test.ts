import { describe } from "vitest";
import { charstringSamples } from "../../../fixtures/samples/charstrings.ts";
import { colourSamples, objectSamples, pathSamples, textSamples } from "../../../fixtures/samples/contents.ts";
import { documentChapters } from "../../../fixtures/samples/documents.ts";
import { compositeFontSamples, type3Samples } from "../../../fixtures/samples/fonts.ts";
import { sampleSamples } from "../../../fixtures/samples/images.ts";
import { comeOutAsRecorded } from "../../../support/recorded/recorded.ts";

describe("what the proof finds in documents from which nothing was removed is as recorded", () => {
  const chapters = {
    ...documentChapters,
    paths: pathSamples,
    texts: textSamples,
    objects: objectSamples,
    colours: colourSamples,
    charstrings: charstringSamples,
    "composite fonts": compositeFontSamples,
    "type 3 fonts": type3Samples,
    images: sampleSamples,
  };
  comeOutAsRecorded(chapters, ["judged", "verified"]);
});
