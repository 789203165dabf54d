import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type Rewritten, rewritten } from "../../../src/pdf-file/rewritten.ts";
import { newEncryption, type Permissions } from "../../../src/pdf-file/security/new-encryption.ts";
import { awkwardPdf, lockedPdf } from "../../fixtures/documents.ts";
import { deflated, pagesOf, pdf, stream, withUpdate } from "../../fixtures/pdf.ts";
import { cropPdf, splitDocument } from "../../support/at-once.ts";

function joined(pieces: Iterable<Uint8Array>) {
  const copies: Uint8Array[] = [];
  // A piece is valid until the next is asked for.
  for (const piece of pieces) copies.push(Buffer.from(piece));
  return Buffer.concat(copies);
}

function encrypted(file: Uint8Array, permissions: Permissions = {}, password?: string): Rewritten {
  const document = openPdf(file, { password });
  const { rope } = cropPdf(document, { definitions: [] });
  const encryption = newEncryption({ userPassword: "user", ownerPassword: "owner", permissions });
  return atOnce(rewritten(rope.pieces, { work: document.work, security: document.security, encryption }));
}

function opened(file: Uint8Array, password: string | undefined): mupdf.PDFDocument {
  const document = mupdf.PDFDocument.openDocument(file, "application/pdf") as mupdf.PDFDocument;
  if (password !== undefined) expect(document.authenticatePassword(password)).toBeGreaterThan(0);
  return document;
}

/** Every pixel of every page. */
function pixels(document: mupdf.PDFDocument) {
  return Buffer.concat(
    Array.from({ length: document.countPages() }, (_, index) =>
      Buffer.from(
        document.loadPage(index).toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false).getPixels().slice(),
      ),
    ),
  );
}

const CONTENT = "1 0 0 rg 0 0 50 50 re f /P<</T(text)>>DP ";
const page = () => "/Contents 80 0 R/Annots[<</Type/Annot/Subtype/Text/Rect[1 1 9 9]/Contents(a note)>>]";
const FILES: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  "with a table": () => pdf({ ...pagesOf(2, page), 80: stream(CONTENT) }),
  "with object streams": () =>
    pdf({ ...pagesOf(2, page), 80: deflated(CONTENT) }, { style: "stream", compressed: [1, 2, 3] }),
  "with an update": () => withUpdate(pdf({ ...pagesOf(2, page), 80: stream("0 g") }), { 80: stream(CONTENT) }),
  "without a cross-reference": () =>
    Buffer.from(
      Buffer.from(pdf({ ...pagesOf(2, page), 80: stream(CONTENT) }))
        .toString("latin1")
        .replace(/xref[\s\S]*$/, ""),
      "latin1",
    ),
  "with lengths in other objects": () =>
    pdf({
      ...pagesOf(2, page),
      80: stream(CONTENT).replace(/\/Length \d+/, "/Length 81 0 R"),
      81: String(CONTENT.length),
    }),
  "with a stream without data": () => pdf({ ...pagesOf(2, page), 80: stream("") }),
  "with a stream of several portions": () =>
    pdf({ ...pagesOf(2, page), 80: stream(CONTENT + "% comment\n".repeat(60_000)) }),
  "with a stream that names its own encryption": () =>
    pdf({ ...pagesOf(2, page), 80: stream(CONTENT, "/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]") }),
  "of another writer": awkwardPdf,
};

describe.each(Object.entries(FILES))("a file %s, encrypted", (_, make) => {
  it("looks as it did, for the user and for the owner", async () => {
    const file = await make();
    const made = encrypted(file);
    const bytes = joined(made.pieces);
    expect(bytes.length).toBe(made.length);
    for (const password of ["user", "owner"]) {
      expect(Buffer.compare(pixels(opened(bytes, password)), pixels(opened(file, undefined)))).toBe(0);
    }
    expect(openPdf(bytes, { password: "user" }).rebuilt).toBe(false);
  });

  it("has the same bytes each time, and in parts", async () => {
    const made = encrypted(await make());
    const bytes = joined(made.pieces);
    const half = bytes.length >> 1;
    expect(Buffer.compare(joined(made.pieces), bytes)).toBe(0);
    const halves = [joined(made.between(0, half)), joined(made.between(half, made.length))];
    expect(Buffer.compare(joined(halves), bytes)).toBe(0);
    expect(joined(made.between(half, half + 5))).toEqual(bytes.subarray(half, half + 5));
  });
});

it("a file that was encrypted is encrypted again, or not at all", async () => {
  const file = new Uint8Array(await lockedPdf("old"));
  const before = pixels(opened(file, "old"));
  expect(Buffer.compare(pixels(opened(joined(encrypted(file, {}, "old").pieces), "user")), before)).toBe(0);
  const document = openPdf(file, { password: "old" });
  const [part] = splitDocument(document, { every: 1_000 }, { outputBytes: 1e9 }).parts;
  const { work, security } = document;
  const plain = joined(atOnce(rewritten(part!.pieces, { work, security, encryption: undefined })).pieces);
  expect(openPdf(plain).encrypted).toBe(false);
  expect(Buffer.compare(pixels(opened(plain, undefined)), before)).toBe(0);
});

it("a text is nowhere to be read, and the same text twice is encrypted differently", () => {
  const file = joined(encrypted(pdf({ ...pagesOf(2, page), 80: stream(CONTENT) })).pieces);
  const bytes = Buffer.from(file).toString("latin1");
  expect(bytes).not.toMatch(/a note|\(text\)/);
  const notes = [...bytes.matchAll(/\/Contents\(((?:[^\\)]|\\[\s\S])*)\)/g)].map(([, note]) => note);
  expect(notes).toHaveLength(2);
  expect(notes[0]).not.toBe(notes[1]);
});

describe("permissions", () => {
  it.each([
    ["all", {}, ["print", "edit", "copy", "annotate", "form", "accessibility", "assemble", "print-hq"]],
    ["printing coarsely", { print: "low" }, ["print", "edit", "copy", "annotate", "form", "accessibility", "assemble"]],
    ["no printing", { print: "none" }, ["edit", "copy", "annotate", "form", "accessibility", "assemble"]],
    ["no forms", { fillForms: false }, ["print", "edit", "copy", "accessibility", "assemble", "print-hq"]],
    [
      "nothing",
      { print: "none", copy: false, modify: false, annotate: false, fillForms: false, assemble: false },
      ["accessibility"],
    ],
  ] as [string, Permissions, mupdf.DocumentPermission[]][])("are as asked for: %s", (_, permissions, allowed) => {
    const document = opened(joined(encrypted(pdf(pagesOf(1)), permissions).pieces), "user");
    const all: mupdf.DocumentPermission[] = [
      "print",
      "edit",
      "copy",
      "annotate",
      "form",
      "accessibility",
      "assemble",
      "print-hq",
    ];
    expect(all.filter((name) => document.hasPermission(name))).toEqual(allowed);
  });
});
