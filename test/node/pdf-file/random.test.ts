import { describe } from "vitest";
import { randomDocuments } from "../../fixtures/samples/random-documents.ts";
import { openOrAreRefused } from "../../support/outcomes/outcomes.ts";

describe("documents with a little of everything", () => {
  openOrAreRefused({ documents: randomDocuments }, ["seen", "each page", "last pages first", "merged", "repacked"]);
});
