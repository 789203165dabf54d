import { describe } from "vitest";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { text } from "../../fixtures/pdf.ts";
import { charstringSamples } from "../../fixtures/samples/charstrings.ts";
import { colourSamples } from "../../fixtures/samples/colours.ts";
import { compositeFontSamples } from "../../fixtures/samples/composite-fonts.ts";
import { documentChapters } from "../../fixtures/samples/documents.ts";
import { imageSamples } from "../../fixtures/samples/images.ts";
import { objectSamples } from "../../fixtures/samples/objects.ts";
import { pathSamples } from "../../fixtures/samples/paths.ts";
import { pictureSamples } from "../../fixtures/samples/pictures.ts";
import type { Sample } from "../../fixtures/samples/sample.ts";
import { lineSamples, textSamples } from "../../fixtures/samples/texts.ts";
import { type3Samples } from "../../fixtures/samples/type3-fonts.ts";
import { areJudgedAsRecorded } from "../../support/outcomes/judged.ts";

/** The same documents, whose pages have no content: what else they have is looked at. */
const blank = (samples: readonly Sample[]) =>
  samples.map((sample) => ({ ...sample, file: latin1(text(sample.file).replaceAll("/Contents ", "/Contnts ")) }));

describe("what the proof finds in documents from which nothing was removed is as recorded", () => {
  const chapters = {
    ...documentChapters,
    paths: pathSamples,
    texts: textSamples,
    lines: lineSamples,
    objects: objectSamples,
    colours: colourSamples,
    charstrings: charstringSamples,
    "composite fonts": compositeFontSamples,
    "type 3 fonts": type3Samples,
    images: imageSamples,
    pictures: pictureSamples,
  };
  areJudgedAsRecorded(chapters, ["outside of areas", "as a result"]);
  const { annotations, forms, layers, catalogs } = documentChapters;
  const blankChapters = {
    "annotations alone": blank(annotations),
    "forms alone": blank(forms),
    "layers alone": blank(layers),
    "catalogs alone": blank(catalogs),
  };
  areJudgedAsRecorded(blankChapters, ["as a result"]);
});
