import { describe } from "vitest";
import { documentChapters } from "../../fixtures/samples/documents.ts";
import { comeOutAsRecorded } from "../../support/recorded/recorded.ts";

describe("what a removal leaves of documents is as recorded", () => {
  comeOutAsRecorded(documentChapters, ["remove", "remove all"]);
});
