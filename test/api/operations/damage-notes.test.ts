import { beforeAll, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { crop } from "../../../src/api/operations/crop.ts";
import { inspect } from "../../../src/api/operations/inspect.ts";
import { split } from "../../../src/api/operations/split.ts";
import { damaged, pagesOf, pdf } from "../../fixtures/pdf.ts";
import { form, type TestApi, testApi } from "../../support/api.ts";

const WHOLE = pdf(pagesOf(3));
/** Cut off before the third page. */
const CUT = WHOLE.subarray(0, Buffer.from(WHOLE).indexOf("7 0 obj"));
const WITHOUT_TABLE = damaged(WHOLE, "startxref", "startxxxx");

let api: TestApi;
beforeAll(async () => {
  api = await testApi([crop, inspect, split] as unknown as DescribedOperation[]);
});

const cropData = JSON.stringify([{ pageNumber: 1, cropArea: { x: 1, y: 1, width: 9, height: 9 } }]);
const OPERATIONS: [name: string, path: string, fields: Record<string, string>][] = [
  ["a crop", "/v1/pdf/crop", { cropData }],
  ["a crop that removes", "/v1/pdf/crop", { cropData, removeOutside: "true" }],
  ["an automatic crop", "/v1/pdf/crop", { auto: "true" }],
  ["a split", "/v1/pdf/split", { splitMode: "ranges", every: "1" }],
  ["an inspection", "/v1/pdf/inspect", {}],
];

it.each(OPERATIONS)(
  "%s says how many pages could not be found, and that the file is damaged",
  async (_, path, fields) => {
    const notes = async (file: Uint8Array) => {
      const body = form({ file: ["a.pdf", file], ...fields });
      const answer = (await (await api.request(path, { method: "POST", body })).json()) as { notes: string[] };
      return answer.notes.filter((note) => /damaged|could not be found/.test(note));
    };
    expect(await notes(WHOLE)).toEqual([]);
    expect(await notes(WITHOUT_TABLE)).toEqual([expect.stringContaining("damaged")]);
    expect(await notes(CUT)).toEqual([
      expect.stringContaining("damaged"),
      "1 page that the document counts could not be found in it.",
    ]);
    expect(await notes(CUT.subarray(0, 240))).toContain("2 pages that the document counts could not be found in it.");
  },
);
