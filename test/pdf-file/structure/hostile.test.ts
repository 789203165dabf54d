import { deflateSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { damaged, objectStream, pagesOf, pdf, stream, text } from "../../fixtures/pdf.ts";
import { cropPdf } from "../../support/at-once.ts";

// A bound that a busy machine keeps too: what grows with the square of the size exceeds it by far.
vi.setConfig({ testTimeout: 60_000 });

/** A megabyte of one thing. */
function repeated(unit: string, head = "%PDF-1.4\n"): Uint8Array {
  const bytes = Buffer.alloc(1 << 20, unit, "latin1");
  bytes.write(head, 0, "latin1");
  return new Uint8Array(bytes);
}

const refused = expect.objectContaining({
  name: expect.stringMatching(/^(PdfProblem|WorkProblem)$/),
  kind: expect.stringMatching(/^(corrupt|budget|steps)$/),
});

describe("a file made to take long or much is refused soon", () => {
  it.each([
    "1 0 obj%",
    "1 0 obj<</A(",
    "1 0 obj<</A[",
    "1 0 obj<<",
    "1 0 obj<<>>stream\n",
    "1 0 obj<</Length 5 0 R>>stream\n",
    "trailer<<",
    "trailer<</A(",
    "7 0 obj<</Type/Catalog>>",
    "7 0 obj<</Type/XRef>>",
    "startxref\n9\n",
    "obj",
    " ",
    "1",
  ])("full of %j", (unit) => {
    expect(() => openPdf(repeated(unit))).toThrowError(refused);
  });

  it("with object streams that expand without end", () => {
    const bodies = pagesOf(1);
    const bomb = text(deflateSync(Buffer.alloc(30 << 20)));
    for (let number = 10; number < 40; number++) {
      bodies[number] = stream(bomb, "/Type/ObjStm/N 9/First 9/Filter/FlateDecode");
    }
    const file = damaged(pdf(bodies), "startxref", "startxxxx");
    expect(() => openPdf(file)).toThrowError(expect.objectContaining({ kind: "memory" }));
  });

  it("with an array of millions", () => {
    const bodies = { ...pagesOf(1), 2: `<</Type/Pages/Count 1/Kids[${"3 0 R ".repeat(600_000)}]>>` };
    expect(() => openPdf(pdf(bodies))).toThrowError(expect.objectContaining({ kind: "budget" }));
  });
});

describe("a document that leads in circles is read all the same", () => {
  it("when references refer to themselves", () => {
    const document = openPdf(pdf({ ...pagesOf(1), 9: "10 0 R", 10: "9 0 R" }));
    expect(document.resolve(document.get(9))).toBeNull();
  });

  it("when object streams hold one another", () => {
    const { dict, data } = objectStream([[30, stream("")]]);
    const bodies = { ...pagesOf(1), 20: stream(data, dict) };
    const file = damaged(pdf(bodies), "startxref", "startxxxx");
    expect(openPdf(file).pageCount).toBe(1);
  });

  it("when a number is beyond any that a file could hold", () => {
    const file = damaged(pdf(pagesOf(1)), "trailer", "4294967290 1\n0000000009 00000 n \ntrailer");
    expect(openPdf(file).pageCount).toBe(1);
  });
});

describe("random damage", () => {
  it("ends in a result that opens again, or in a named refusal", () => {
    const seeds = [pdf(pagesOf(3)), pdf(pagesOf(3), { style: "stream", compressed: [1, 2, 3, 5, 7] })];
    let state = 20_260;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const outcomes = new Map<string, number>();
    for (let round = 0; round < 3000; round++) {
      let bytes = seeds[random(2)]!.slice();
      for (let change = random(5); change >= 0; change--) {
        const at = random(bytes.length);
        if (random(4) === 0) bytes = bytes.slice(0, at + 1);
        else if (random(2) === 0) bytes[at]! ^= 1 << random(8);
        else bytes.set(latin1(["<<", ">>", "[", "]", "9", "/A", "R"][random(7)]!).subarray(0, bytes.length - at), at);
      }
      const outcome = attempt(bytes);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect([...outcomes.keys()].sort()).toEqual(expect.arrayContaining(["corrupt", "cropped"]));
    expect([...outcomes.keys()].filter((outcome) => !KINDS.has(outcome))).toEqual([]);
  });
});

const KINDS = new Set(["cropped", "corrupt", "password", "budget", "unsupported", "request"]);

function attempt(bytes: Uint8Array): string {
  try {
    const request = { definitions: [{ page: 1, area: { x: 1, y: 1, width: 9, height: 9 } }] };
    const { rope } = cropPdf(openPdf(bytes), request);
    openPdf(rope.toBytes());
    return "cropped";
  } catch (error) {
    if (!(error instanceof Error)) return "not an error";
    return error.name === "PdfProblem" && "kind" in error ? String(error.kind) : String(error.stack);
  }
}
