import { deflateSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { contentPieces } from "../../../src/pdf-content/contents.ts";
import { Interpreter } from "../../../src/pdf-content/interpreter/interpreter.ts";
import { IDENTITY } from "../../../src/pdf-content/matrix.ts";
import { Resources } from "../../../src/pdf-content/resources.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { Judge } from "../../../src/remove/prove/judge.ts";
import { Witness } from "../../../src/remove/prove/witness.ts";
import { freshState, openReading } from "../../../src/remove/reading.ts";
import { removeOutside } from "../../support/at-once.ts";
import { build, stream } from "../files.ts";

const INSIDE = "BT /F1 12 Tf 150 200 Td (KEEPME) Tj ET 120 120 m 200 200 l S";
const OUTSIDE = `${INSIDE} BT /F1 12 Tf 10 20 Td (SECRET) Tj ET`;

function file(content: string, level = 6, rest: { resources?: string; more?: Record<number, string> } = {}) {
  const data = Buffer.from(deflateSync(content, { level })).toString("latin1");
  const { resources = "", more = {} } = rest;
  return openPdf(build({ content: "", resources, more: { 4: stream("/Filter/FlateDecode", data), ...more } }));
}

type Document = ReturnType<typeof file>;
const contentsOf = (document: Document) => document.page(0).dict.get("Contents");

/** Whether the witness of one file knows the content of another. */
function isKnown(seen: Document, other: Document): boolean {
  const reading = openReading(seen);
  const witness = new Witness(reading);
  witness.beginPage([100, 100, 300, 300]);
  const resources = new Resources(seen, seen.page(0).attribute("Resources"));
  const on = new Interpreter(reading, witness, resources, freshState(IDENTITY));
  on.read(contentPieces(seen, contentsOf(seen), () => witness.lost()));
  witness.keep(0, contentsOf(seen));
  return witness.hasSeen(0, other, contentsOf(other));
}

describe("a witness", () => {
  it("knows a content stream with nothing outside when not a byte of it differs", () => {
    expect(isKnown(file(INSIDE), file(INSIDE))).toBe(true);
    expect(isKnown(file(INSIDE), file(INSIDE, 1))).toBe(false);
    expect(isKnown(file(INSIDE), file(INSIDE.replace("KEEPME", "KEPTME")))).toBe(false);
  });

  it("does not vouch for a content stream with anything outside", () => {
    expect(isKnown(file(OUTSIDE), file(OUTSIDE))).toBe(false);
    const path = `${INSIDE} 10 10 m 20 20 l S`;
    expect(isKnown(file(path), file(path))).toBe(false);
  });

  it("does not vouch for a content stream that draws another, which the new file has in another form", () => {
    const rest = {
      resources: "/XObject<</X0 6 0 R>>",
      more: { 6: stream("/Type/XObject/Subtype/Form/BBox[0 0 400 400]", "150 150 9 9 re f") },
    };
    expect(isKnown(file(`${INSIDE} /X0 Do`, 6, rest), file(`${INSIDE} /X0 Do`, 6, rest))).toBe(false);
  });
});

describe("the proof of a finished file", () => {
  afterEach(() => void vi.restoreAllMocks());

  /** How many contents of pages the proof reads in the new file. */
  function readAgain(document: Document): number {
    const content = vi.spyOn(Judge.prototype, "content");
    const definitions = [{ page: 1, area: { x: 100, y: 100, width: 200, height: 200 } }];
    expect(removeOutside(document, { definitions }).removal.verified).toBe(true);
    return content.mock.calls.length;
  }

  it("does not read a page again that stays as it is", () => {
    expect(readAgain(file(INSIDE))).toBe(0);
  });

  it("reads a page that was written again", () => {
    expect(readAgain(file(OUTSIDE))).toBe(1);
  });
});
