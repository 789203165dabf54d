import { describe } from "vitest";
import { crossReferences } from "../../fixtures/samples/cross-references.ts";
import { boxSamples, treeSamples } from "../../fixtures/samples/pages.ts";
import { damages } from "../../fixtures/samples/sample.ts";
import { syntaxSamples } from "../../fixtures/samples/syntax.ts";
import { comeOutAsRecorded, damagedComeOutAsRecorded } from "../../support/recorded/recorded.ts";

describe("files of every structure come out as recorded", () => {
  const chapters = { "cross references": crossReferences, syntax: syntaxSamples, "page trees": treeSamples };
  comeOutAsRecorded(chapters, ["read", "inspect", "crop", "each page", "last pages first", "merge alone", "repack"]);
  const few = {
    "cross references": crossReferences.slice(0, 12).flatMap((sample) => damages(sample, 20)),
    syntax: syntaxSamples.slice(0, 8).flatMap((sample) => damages(sample, 10)),
    "page trees": [...treeSamples.slice(0, 6), ...boxSamples.slice(0, 4)].flatMap((sample) => damages(sample, 10)),
  };
  damagedComeOutAsRecorded(few, ["read", "inspect", "crop", "each page"]);
});
