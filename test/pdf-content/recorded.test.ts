import { describe } from "vitest";
import { annotationSamples } from "../fixtures/samples/annotations.ts";
import { layerSamples } from "../fixtures/samples/layers.ts";
import { objectSamples } from "../fixtures/samples/objects.ts";
import { pathSamples } from "../fixtures/samples/paths.ts";
import { randomContents } from "../fixtures/samples/random-contents.ts";
import { damages } from "../fixtures/samples/sample.ts";
import { lineSamples, textSamples } from "../fixtures/samples/texts.ts";
import { comeOutAsRecorded, damagedComeOutAsRecorded } from "../support/recorded/recorded.ts";

describe("what contents paint is as recorded", () => {
  const chapters = { paths: pathSamples, texts: textSamples, lines: lineSamples, objects: objectSamples };
  comeOutAsRecorded(chapters, ["painted", "inspect", "margins"]);
  comeOutAsRecorded({ "random contents": randomContents }, ["stroked", "inspect", "margins"]);
  comeOutAsRecorded({ layers: layerSamples, annotations: annotationSamples }, ["painted", "margins"]);
  const few = [...pathSamples.slice(0, 6), ...textSamples.slice(0, 6), ...objectSamples.slice(0, 4)];
  damagedComeOutAsRecorded({ contents: few.flatMap((sample) => damages(sample, 10)) }, ["painted", "inspect"]);
});
