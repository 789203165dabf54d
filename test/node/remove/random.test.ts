import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { MisfitProblem } from "../../../src/pdf-file/pdf-problem.ts";
import { randomDocuments } from "../../fixtures/samples/random-documents.ts";
import { randomPages } from "../../fixtures/samples/random-pages.ts";
import type { Sample } from "../../fixtures/samples/sample.ts";
import { remove } from "../../support/outcomes/removed.ts";

const MIDDLE = { page: 1, area: { x: 40, y: 30, width: 90, height: 50 } };

/** Why it is refused, if it is. The result must open and have all pages. */
function refusal(sample: Sample, request: Parameters<typeof remove>[1]): string | undefined {
  const open = (file: Uint8Array) => openPdf(new Uint8Array(file), { password: sample.password });
  try {
    const { bytes, removal } = remove(sample, request);
    expect(removal.verified).toBe(true);
    expect(open(bytes).pageCount).toBe(open(sample.file).pageCount);
    return undefined;
  } catch (error) {
    if (error instanceof MisfitProblem) return `${sample.name}: ${Object.values(error.misfit).join(", ")}`;
    throw error;
  }
}

describe.each([
  ["pages", randomPages],
  ["documents", randomDocuments],
])("%s made at random", (_, samples) => {
  it("can be proved to hold nothing outside, of one page", () => {
    const request = { definitions: [MIDDLE], document: "keep", onUnremovable: "drop" } as const;
    expect(samples.map((sample) => refusal(sample, request)).filter(Boolean)).toEqual([]);
  });

  it("can be proved to hold nothing outside, of all pages, with what crosses the edge", () => {
    const request = {
      definitions: [MIDDLE],
      all: true,
      edge: "remove",
      onUnremovable: "drop",
      document: "clear",
    } as const;
    expect(samples.map((sample) => refusal(sample, request)).filter(Boolean)).toEqual([]);
  });
});
