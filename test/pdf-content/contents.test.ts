import { expect, it } from "vitest";
import { FreshPieces } from "../../src/pdf-content/contents.ts";
import { PdfStream } from "../../src/pdf-file/syntax/objects.ts";

const source = new PdfStream(new Map(), new Uint8Array(0));

it("frees a piece when two more have come, and the rest at the end", () => {
  const fresh = new FreshPieces();
  const pieces = [1, 2, 3].map((length) => new Uint8Array(length));
  for (const piece of pieces) fresh.add(source, piece);
  expect(pieces.map(({ length }) => length)).toEqual([0, 2, 3]);
  fresh.end();
  expect(pieces.map(({ length }) => length)).toEqual([0, 0, 0]);
});

it("the reader of contents keeps all pieces of a content stream that is read a second time", () => {
  const fresh = new FreshPieces();
  fresh.isKept = true;
  const pieces = [1, 2, 3].map((length) => new Uint8Array(length));
  for (const piece of pieces) fresh.add(source, piece);
  expect(pieces.map(({ length }) => length)).toEqual([1, 2, 3]);
  expect(fresh.held).toEqual(pieces.map((piece) => [source, piece]));
});
