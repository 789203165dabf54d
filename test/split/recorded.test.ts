import { describe } from "vitest";
import { documentChapters } from "../fixtures/samples/documents.ts";
import { objectSamples } from "../fixtures/samples/objects.ts";
import { resourceSamples } from "../fixtures/samples/resources.ts";
import { damages, type Sample } from "../fixtures/samples/sample.ts";
import { type3Samples } from "../fixtures/samples/type3-fonts.ts";
import { comeOutAsRecorded, damagedComeOutAsRecorded } from "../support/recorded/recorded.ts";

const some = (samples: readonly Sample[]) => samples.slice(0, 4).flatMap((sample) => damages(sample, 10));

describe("documents are split as recorded", () => {
  const { outlines, ...chapters } = documentChapters;
  comeOutAsRecorded({ outlines }, ["each page", "last pages first", "bookmarks", "bookmarks inside", "by size"]);
  const contents = { objects: objectSamples, "type 3 fonts": type3Samples, resources: resourceSamples };
  comeOutAsRecorded({ ...chapters, ...contents }, ["each page", "last pages first", "by size"]);
  const few = Object.fromEntries(
    Object.entries(documentChapters).map(([chapter, samples]) => [chapter, some(samples)]),
  );
  damagedComeOutAsRecorded(few, ["each page", "last pages first", "bookmarks"]);
});
