import { describe } from "vitest";
import { documentChapters } from "../fixtures/samples/documents.ts";
import { boxSamples } from "../fixtures/samples/pages.ts";
import { comeOutAsRecorded } from "../support/recorded/recorded.ts";

describe("documents are joined and packed anew as recorded", () => {
  const chapters = { ...documentChapters, boxes: boxSamples };
  comeOutAsRecorded(chapters, ["merge", "merge alone", "repack"]);
});
