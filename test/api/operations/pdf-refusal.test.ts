import { describe, expect, it } from "vitest";
import { pdfRefusal } from "../../../src/api/operations/pdf-refusal.ts";
import { type Misfit, MisfitProblem, PdfProblem } from "../../../src/pdf-file/pdf-problem.ts";

describe("what the engine cannot do is refused by the field at fault", () => {
  it.each<[Misfit, string | undefined, string]>([
    [
      { kind: "area outside page", item: 2, page: 7, extent: { width: 200.5, height: 100 } },
      "cropData[2].cropArea",
      "cropData[2].cropArea: The crop area lies outside page 7: it is 200.5 by 100 points as displayed.",
    ],
    [
      { kind: "area outside page", item: 0, page: 1, extent: [0, 0, 10, 20] },
      "cropData[0].cropArea",
      "cropData[0].cropArea: The crop area lies outside page 1: its visible box is [0 0 10 20].",
    ],
    [
      { kind: "no such page", item: 3, page: 9, pageCount: 8 },
      "cropData[3].pageNumber",
      "cropData[3].pageNumber: The document has 8 pages; there is no page 9.",
    ],
    [
      { kind: "no such page", item: undefined, page: 2, pageCount: 1 },
      undefined,
      "The document has 1 page; there is no page 2.",
    ],
    [
      { kind: "unremovable", page: 4, thing: "the picture" },
      "removeOutside",
      'removeOutside: page 4: the picture cannot be cut or examined. Send onUnremovable "drop" to leave it out.',
    ],
    [
      { kind: "unremovable", page: undefined, thing: "the attachment" },
      "removeOutside",
      'removeOutside: the document: the attachment cannot be cut or examined. Send onUnremovable "drop" to leave it out.',
    ],
  ] as [Misfit, string | undefined, string][])("%j", (misfit, field, message) => {
    const refusal = pdfRefusal(new MisfitProblem(misfit));
    expect([refusal?.code, refusal?.details.field, refusal?.message]).toEqual(["INVALID_INPUT", field, message]);
  });
});

it.each([
  ["corrupt", "CORRUPTED_FILE", undefined],
  ["password", "INVALID_INPUT", "password"],
  ["budget", "INVALID_INPUT", undefined],
] as const)("a document that is refused as %s has the code %s", (kind, code, field) => {
  const refusal = pdfRefusal(new PdfProblem(kind, "Why."));
  expect([refusal?.code, refusal?.details.field, refusal?.message]).toEqual([code, field, "Why."]);
});

it("any other error is none of the document's, nor is a result that proves wrong", () => {
  expect(pdfRefusal(new Error("a bug"))).toBeUndefined();
  const unverified = new MisfitProblem({ kind: "unverified", fault: "a word is left" });
  expect(pdfRefusal(unverified)).toBeUndefined();
  expect(unverified.message).toBe("The result is not as it should be: a word is left.");
});
