import { describe } from "vitest";
import { documentChapters } from "../fixtures/samples/documents.ts";
import { objectSamples } from "../fixtures/samples/objects.ts";
import { resourceSamples } from "../fixtures/samples/resources.ts";
import { damages, type Sample } from "../fixtures/samples/sample.ts";
import { type3Samples } from "../fixtures/samples/type3-fonts.ts";
import { comeOutAsRecorded, openOrAreRefused } from "../support/outcomes/outcomes.ts";

const some = (samples: readonly Sample[]) => samples.slice(0, 4).flatMap((sample) => damages(sample, 10));

describe("what parts have of a document, and what their pages paint", () => {
  const { outlines, annotations, ...chapters } = documentChapters;
  comeOutAsRecorded({ outlines }, ["bookmarks", "each page"]);
  comeOutAsRecorded(chapters, ["last pages first"]);
  const ofSomeKind = annotations.filter(({ name }) => name.startsWith("an annotation of kind"));
  const ofSomeFlags = annotations.filter(({ name }) => name.startsWith("annotations with flags"));
  const others = annotations.filter((sample) => ![...ofSomeKind, ...ofSomeFlags].includes(sample));
  comeOutAsRecorded({ annotations: [...ofSomeKind.slice(0, 2), ...ofSomeFlags.slice(-1), ...others] }, [
    "last pages first",
  ]);
  const contents = { objects: objectSamples, "type 3 fonts": type3Samples, resources: resourceSamples };
  openOrAreRefused({ ...chapters, annotations, ...contents }, ["each page"]);
  const few = Object.fromEntries(
    Object.entries(documentChapters).map(([chapter, samples]) => [chapter, some(samples)]),
  );
  openOrAreRefused(few, ["last pages first", "bookmarks"]);
});
