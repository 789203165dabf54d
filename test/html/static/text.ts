import type { PdfDocument } from "../../../src/pdf/document.ts";
import { PdfStream } from "../../../src/pdf/syntax/objects.ts";

/** The text of a page that was set with Identity-H fonts, read back through their ToUnicode maps; a line for each Tj. */
export function textOfPage(document: PdfDocument, index: number): string {
  const { dict } = document.page(index);
  const fonts = document.dict(document.dict(dict.get("Resources"))?.get("Font")) ?? new Map();
  const maps = new Map(
    [...fonts].map(([name, font]) => [name, unicodeMap(document, document.dict(font)?.get("ToUnicode") ?? null)]),
  );
  const contents = document.resolve(dict.get("Contents"));
  const streams = Array.isArray(contents) ? contents.map((stream) => document.resolve(stream)) : [contents];
  let text = "";
  let map = new Map<string, string>();
  for (const stream of streams) {
    if (!(stream instanceof PdfStream)) continue;
    const operators = new TextDecoder("latin1").decode(document.streamData(stream));
    for (const [, font, glyphs] of operators.matchAll(/\/(\S+) [\d.]+ Tf|<([0-9a-f]*)> Tj/gi)) {
      if (font !== undefined) map = maps.get(font) ?? new Map();
      else text += (glyphs?.match(/.{4}/g) ?? []).map((glyph) => map.get(glyph.toLowerCase()) ?? "?").join("") + "\n";
    }
  }
  return text;
}

function unicodeMap(document: PdfDocument, reference: Parameters<PdfDocument["resolve"]>[0]): Map<string, string> {
  const stream = document.resolve(reference ?? null);
  if (!(stream instanceof PdfStream)) return new Map();
  const source = new TextDecoder("latin1").decode(document.streamData(stream));
  return new Map(
    [...source.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]{4})>$/gim)].map(([, glyph, code]) => [
      (glyph as string).toLowerCase(),
      String.fromCharCode(Number.parseInt(code as string, 16)),
    ]),
  );
}
