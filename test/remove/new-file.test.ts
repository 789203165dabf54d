import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { latin1 } from "../../src/pdf-file/rope.ts";
import { type PdfObject, PdfStream } from "../../src/pdf-file/syntax/objects.ts";
import { NewFile } from "../../src/remove/new-file.ts";
import { tinyPdf } from "../fixtures/pdf.ts";

const old = openPdf(tinyPdf(1));
/** A content stream that becomes smaller with each level of compression. */
const CONTENT = latin1(Array.from({ length: 4000 }, (_, i) => `${(i * 7919) % 1000} ${(i * i) % 331} l\n`).join(""));
const [QUICK, MIDDLE, DENSE] = [{ level: 2, memLevel: 9 }, { level: 4 }, { level: 5 }].map(
  (options) => deflateSync(CONTENT, options).length,
) as [number, number, number];

/** The finished file, of no pages. */
function finished(file: NewFile) {
  const pages = file.add(new Map<string, PdfObject>([["Kids", []]]));
  return openPdf(file.finish(new Map([["Root", file.add(new Map([["Pages", pages]]))]])).toBytes());
}

/** How long contents become of which each replaces so many bytes. */
function lengths(...replaced: (number | undefined)[]): number[] {
  const file = new NewFile(old);
  const refs = replaced.map((instead) => file.addContent(new Map(), CONTENT, instead));
  const made = finished(file);
  return refs.map((ref) => {
    const stream = made.resolve(ref);
    return stream instanceof PdfStream ? stream.raw.length : -1;
  });
}

it("contents are compressed fast until they are larger than what they replace, then more densely", () => {
  expect(QUICK).toBeGreaterThan(MIDDLE);
  expect(MIDDLE).toBeGreaterThan(DENSE);
  expect(lengths(undefined, undefined)).toEqual([MIDDLE, MIDDLE]);
  expect(lengths(QUICK, QUICK, QUICK)).toEqual([QUICK, QUICK, QUICK]);
  expect(lengths(QUICK - 1000, MIDDLE, MIDDLE)).toEqual([QUICK, MIDDLE, MIDDLE]);
  expect(lengths(QUICK - 1000, MIDDLE + 2000, QUICK)).toEqual([QUICK, MIDDLE, QUICK]);
  expect(lengths(QUICK - (1 << 14) - 1000, DENSE, DENSE)).toEqual([QUICK, DENSE, DENSE]);
  expect(lengths(QUICK - (1 << 14) + 100, MIDDLE)).toEqual([QUICK, MIDDLE]);
});

it("data is stored as it is where that is no longer than what compression makes of it", () => {
  const stored = (data: Uint8Array) => {
    const file = new NewFile(old);
    const ref = file.addContent(new Map(), data);
    const made = finished(file).resolve(ref);
    return made instanceof PdfStream ? [made.dict.get("Filter"), made.raw.length] : undefined;
  };
  const mixed = Uint8Array.from({ length: 256 }, (_, i) => (i * 167) & 255);
  expect(stored(new Uint8Array(127))).toEqual([undefined, 127]);
  expect(stored(new Uint8Array(128))?.[0]).toBe("FlateDecode");
  expect(stored(mixed)).toEqual([undefined, 256]);
});
