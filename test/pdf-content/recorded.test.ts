import { describe } from "vitest";
import { annotationSamples } from "../fixtures/samples/annotations.ts";
import { layerSamples } from "../fixtures/samples/layers.ts";
import { objectSamples } from "../fixtures/samples/objects.ts";
import { pathSamples } from "../fixtures/samples/paths.ts";
import { randomPages } from "../fixtures/samples/random-pages.ts";
import { damages } from "../fixtures/samples/sample.ts";
import { lineSamples, textSamples } from "../fixtures/samples/texts.ts";
import { comeOutAsRecorded, openOrAreRefused } from "../support/outcomes/outcomes.ts";

describe("what contents paint, and where a page has content", () => {
  const chapters = { paths: pathSamples, texts: textSamples, lines: lineSamples, objects: objectSamples };
  comeOutAsRecorded(chapters, ["paints", "seen"]);
  comeOutAsRecorded({ layers: layerSamples, annotations: annotationSamples }, ["paints", "seen"]);
  const few = [...pathSamples.slice(0, 6), ...textSamples.slice(0, 6), ...objectSamples.slice(0, 4)];
  const contents = [...randomPages, ...few.flatMap((sample) => damages(sample, 10))];
  openOrAreRefused({ contents }, ["paints", "seen", "cropped to its content"]);
});
