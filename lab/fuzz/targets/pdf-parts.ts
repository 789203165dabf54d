import { readFileSync, statSync } from "node:fs";
import { contentPieces } from "../../../src/pdf-content/contents.ts";
import { descendantFont } from "../../../src/pdf-content/fonts/composite-font.ts";
import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { listFiles } from "../../corpus/files.ts";
import { refusalCode } from "../../corpus/refusal.ts";

/** Larger files and parts take too long for what they show. */
const MAX_FILE = 1 << 20;
const MAX_PART = 100_000;

export type PdfPart = "content" | "program";

/** What the first page of each PDF of a folder shows: its content streams as one, or its first embedded font. */
export function partsIn(folder: string, part: PdfPart): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  for (const file of listFiles(folder, "crop")) {
    if (statSync(file).size > MAX_FILE) continue;
    try {
      const document = openPdf(new Uint8Array(readFileSync(file)));
      const bytes = part === "content" ? contentOf(document) : programOf(document);
      if (bytes && bytes.length > 0 && bytes.length <= MAX_PART)
        found.set(Buffer.from(bytes).toString("latin1"), bytes);
    } catch (error) {
      if (refusalCode(error) === undefined) throw error;
    }
  }
  if (found.size === 0)
    throw new Error(`No PDF of at most ${MAX_FILE >> 20} MB with what is asked for is in ${folder}.`);
  return [...found.values()];
}

function contentOf(document: PdfDocument): Uint8Array {
  const pieces = contentPieces(document, document.page(0).dict.get("Contents"), () => {});
  return new Uint8Array(Buffer.concat(Array.from(pieces, (piece) => Buffer.concat([piece, Buffer.from("\n")]))));
}

function programOf(document: PdfDocument): Uint8Array | undefined {
  const fonts = document.dict(document.dict(document.page(0).attribute("Resources"))?.get("Font"));
  for (const value of fonts?.values() ?? []) {
    const font = document.dict(value);
    const descriptor = font && document.dict((descendantFont(document, font) ?? font).get("FontDescriptor"));
    for (const key of ["FontFile", "FontFile2", "FontFile3"]) {
      const stream = document.resolve(descriptor?.get(key));
      if (stream instanceof PdfStream) return document.streamData(stream).slice();
    }
  }
  return undefined;
}
