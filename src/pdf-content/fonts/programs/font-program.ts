import type { Holding } from "../../../meter/work.ts";
import type { PdfDocument } from "../../../pdf-file/document.ts";
import { PdfProblem } from "../../../pdf-file/pdf-problem.ts";
import { type PdfDict, PdfStream } from "../../../pdf-file/syntax/objects.ts";
import { Cff } from "./cff.ts";
import { isSfnt, sfntTables } from "./sfnt.ts";
import { TrueType } from "./truetype.ts";
import { Type1 } from "./type1.ts";

export type FontProgram = TrueType | Cff | Type1;

/** The program that a font descriptor embeds, recognised by its bytes; undefined when none can be read. */
export function fontProgram(
  document: PdfDocument,
  descriptor: PdfDict | undefined,
  holding: Holding,
): { program: FontProgram; bytes: number } | undefined {
  for (const key of ["FontFile", "FontFile2", "FontFile3"]) {
    const stream = document.resolve(descriptor?.get(key));
    if (!(stream instanceof PdfStream)) continue;
    try {
      const bytes = document.streamData(stream);
      holding.take(bytes.length);
      return { program: parse(bytes, holding), bytes: bytes.length };
    } catch (error) {
      const isBroken = error instanceof RangeError || (error instanceof PdfProblem && error.kind !== "budget");
      if (!isBroken) throw error;
    }
  }
  return undefined;
}

function parse(bytes: Uint8Array, holding: Holding): FontProgram {
  if (isSfnt(bytes)) {
    const tables = sfntTables(bytes);
    const cff = tables.get("CFF ");
    if (cff) return new Cff(bytes.subarray(cff.start, cff.start + cff.length), holding);
    if (!tables.has("glyf")) throw new RangeError("a TrueType program without glyphs");
    return new TrueType(bytes, tables, holding);
  }
  // CFF begins with its version, Type 1 with a comment or the header of a segment.
  return bytes[0] === 1 && bytes[1] === 0 ? new Cff(bytes, holding) : new Type1(bytes, holding);
}
