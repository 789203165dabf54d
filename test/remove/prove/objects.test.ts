import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { MisfitProblem } from "../../../src/pdf-file/pdf-problem.ts";
import {
  type PdfDict,
  type PdfObject,
  PdfRef,
  type PdfStream,
  PdfString,
} from "../../../src/pdf-file/syntax/objects.ts";
import { NewFile } from "../../../src/remove/new-file.ts";
import { judgeObjects, References } from "../../../src/remove/prove/objects.ts";
import { WrittenDocument } from "../../../src/remove/prove/written-document.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";

const old = openPdf(tinyPdf(1));

/** Judges a file of a catalog, an object of its own for `entries`, and one object that may be left alone. */
function judge(entries: PdfObject, isAlone = false): void {
  const file = new NewFile(old);
  const other = file.add(["other"]);
  const root: PdfDict = new Map([["Kept", file.add(entries)]]);
  if (!isAlone) root.set("Other", other);
  const rope = file.finish(new Map([["Root", file.add(root)]]));
  judgeObjects(new WrittenDocument(rope, old.work, old.security), "none");
}

/** What the judge finds wrong. */
function refusal(judged: () => void): string | undefined {
  try {
    judged();
  } catch (error) {
    if (error instanceof MisfitProblem && error.misfit.kind === "unverified") return error.misfit.fault;
    throw error;
  }
  return undefined;
}

const text = (value: string, hex = false): PdfString => new PdfString(Buffer.from(value), hex);

describe("The objects of a finished file", () => {
  it("may have names and texts, and words in a text are no entries", () => {
    const said = text("/Thumb (1 0 R) /Prev");
    expect(() =>
      judge(
        new Map([
          ["BBox", [1, 2]],
          ["Role", "R"],
          ["T", said],
        ] as [string, PdfObject][]),
      ),
    ).not.toThrow();
  });

  it.each(["PieceInfo", "Thumb", "B", "JS", "AA", "Prev", "Metadata"])("may not have an entry /%s", (name) => {
    expect(() => judge(new Map<string, PdfObject>([[name, 1]]))).toThrow();
    expect(() =>
      judge([
        1,
        new Map<string, PdfObject>([
          ["T", text("(")],
          ["D", new Map([[name, "x"]])],
        ]),
      ]),
    ).toThrow();
  });

  it("are all there", () => {
    const missing = "object 1234 is missing";
    expect(refusal(() => judge([7, new PdfRef(1234, 0)]))).toBe(missing);
    expect(refusal(() => judge(["B", new PdfRef(1234, 0)]))).toBe(missing);
    expect(refusal(() => judge(new Map([["Length", new PdfRef(1234, 0)]])))).toBe(missing);
  });

  it("are named where nothing refers to them", () => {
    expect(refusal(() => judge([1], true))).toBe("object 1, which nothing refers to,");
  });

  it("may be items of an outline, which name the one before", () => {
    const item = (entries: [string, PdfObject][]) => () => judge(new Map([["Title", text("A")], ...entries]));
    expect(item([["Prev", 1]])).not.toThrow();
    expect(refusal(item([["Thumb", 1]]))).toBe("an entry /Thumb");
    expect(refusal(item([["A", new Map([["Prev", 1]])]]))).toBe("an entry /Prev");
  });

  it("may be streams, whose entries are looked at as well", () => {
    const withStream = (key: string) => () => {
      const file = new NewFile(old);
      const stream = file.addStream(new Map([[key, 1]]), [new Uint8Array(3)]);
      const rope = file.finish(new Map([["Root", file.add(new Map([["Kept", stream]]))]]));
      judgeObjects(new WrittenDocument(rope, old.work, old.security), "none");
    };
    expect(withStream("Kind")).not.toThrow();
    expect(refusal(withStream("PieceInfo"))).toBe("an entry /PieceInfo");
  });

  it.each([false, true])("are found when nothing but a text refers to them (hexadecimal: %s)", (hex) => {
    const said = text(" 1 0 R ", hex);
    expect(() => judge([said], true)).toThrow();
    expect(() => judge(["B", said], true)).toThrow();
    expect(() => judge([said])).not.toThrow();
  });
});

describe("A finished file", () => {
  const finished = () => {
    const file = new NewFile(old);
    const stream = file.addStream(new Map(), [new Uint8Array(3)]);
    const kept = file.add(new Map([["Stream", stream]]));
    return { rope: file.finish(new Map([["Root", file.add(new Map([["Kept", kept]]))]])), stream, kept };
  };

  it("is read by its own cross-reference, in the file and in object streams", () => {
    const { rope, stream, kept } = finished();
    const document = new WrittenDocument(rope, old.work, old.security);
    expect(document.dict(document.catalog.get("Kept"))?.get("Stream")).toEqual(stream);
    expect(document.rawStream(document.get(stream) as PdfStream)).toEqual(new Uint8Array(3));
    expect(document.get(kept)).toBeInstanceOf(Map);
  });

  it("is refused when its end is missing", () => {
    const { rope } = finished();
    rope.pieces.pop();
    expect(refusal(() => new WrittenDocument(rope, old.work, old.security))).toBe("the end of the file is missing");
  });
});

/** Objects by number, with what each refers to. */
function graph(objects: Record<number, number[]>): References {
  const references = new References();
  for (const [number, others] of Object.entries(objects)) {
    references.begin(Number(number));
    for (const other of others) references.add(other);
  }
  return references;
}

it("reaches what is referred to, directly or not, and nothing else", () => {
  const missing: number[] = [];
  const objects = { 1: [2, 3], 2: [1], 3: [9000], 4: [1], 9000: [] };
  const reached = graph(objects).reachedFrom(1, (number) => missing.push(number));
  expect([...reached.keys()].filter((number) => reached[number] === 1)).toEqual([1, 2, 3, 9000]);
  expect(missing).toEqual([]);
});

it("reports a reference to an object that is not there", () => {
  const missing: number[] = [];
  graph({ 1: [2, 5000], 2: [] }).reachedFrom(1, (number) => missing.push(number));
  expect([...new Set(missing)]).toEqual([5000]);
});
