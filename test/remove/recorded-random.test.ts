import { describe } from "vitest";
import { randomDocuments } from "../fixtures/samples/random-documents.ts";
import { randomPages } from "../fixtures/samples/random-pages.ts";
import { comeOutAsRecorded } from "../support/recorded/recorded.ts";

describe("what a removal leaves of documents made at random is as recorded", () => {
  comeOutAsRecorded({ "random pages": randomPages }, ["remove", "remove all", "judged"]);
  comeOutAsRecorded({ "random documents": randomDocuments }, ["remove", "remove all", "verified"]);
});
