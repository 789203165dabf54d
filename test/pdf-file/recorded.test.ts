import { describe } from "vitest";
import { randomDocuments } from "../fixtures/samples/random-documents.ts";
import { comeOutAsRecorded } from "../support/recorded/recorded.ts";

describe("documents with a little of everything come out as recorded", () => {
  comeOutAsRecorded({ "random documents": randomDocuments }, [
    "read",
    "each page",
    "last pages first",
    "bookmarks",
    "merge",
    "repack",
  ]);
});
