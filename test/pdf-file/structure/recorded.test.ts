import { describe } from "vitest";
import { crossReferences } from "../../fixtures/samples/cross-references.ts";
import { boxSamples, treeSamples } from "../../fixtures/samples/pages.ts";
import { damages } from "../../fixtures/samples/sample.ts";
import { syntaxSamples } from "../../fixtures/samples/syntax.ts";
import { comeOutAsRecorded, openOrAreRefused } from "../../support/outcomes/outcomes.ts";

describe("what is read of files of every structure", () => {
  const chapters = { "cross references": crossReferences, syntax: syntaxSamples, "page trees": treeSamples };
  comeOutAsRecorded(chapters, ["seen", "paints"]);
  openOrAreRefused(chapters, ["cropped", "each page", "last pages first", "repacked"]);
  const few = {
    "cross references": crossReferences.slice(0, 12).flatMap((sample) => damages(sample, 20)),
    syntax: syntaxSamples.slice(0, 8).flatMap((sample) => damages(sample, 10)),
    "page trees": [...treeSamples.slice(0, 6), ...boxSamples.slice(0, 4)].flatMap((sample) => damages(sample, 10)),
  };
  openOrAreRefused(few, ["seen", "cropped", "each page"]);
});
