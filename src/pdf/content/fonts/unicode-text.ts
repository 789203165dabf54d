import type { PdfDocument } from "../../document.ts";
import { PdfProblem } from "../../problem.ts";
import { type PdfDict, PdfStream } from "../../syntax/objects.ts";
import { readToUnicode } from "../cmaps/to-unicode.ts";
import type { Meter } from "../meter.ts";

/** A font's /ToUnicode, read when it is first asked. */
export function toUnicodeOf(
  document: PdfDocument,
  dict: PdfDict,
  meter: Meter,
): { get(code: number): string | undefined } | undefined {
  const stream = document.resolve(dict.get("ToUnicode"));
  if (!(stream instanceof PdfStream)) return undefined;
  let texts: ReadonlyMap<number, string> | undefined;
  return {
    get(code) {
      texts ??= read(document, stream, meter);
      return texts.get(code);
    },
  };
}

function read(document: PdfDocument, stream: PdfStream, meter: Meter): ReadonlyMap<number, string> {
  try {
    return readToUnicode(document.streamData(stream, meter.bytes));
  } catch (error) {
    if (error instanceof PdfProblem && error.kind !== "budget") return new Map();
    throw error;
  }
}
