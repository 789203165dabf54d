import type { Holding } from "../../../meter/work.ts";
import type { PdfDocument } from "../../../pdf-file/document.ts";
import { unlessDamaged } from "../../../pdf-file/pdf-problem.ts";
import { type PdfDict, PdfStream } from "../../../pdf-file/syntax/objects.ts";
import { readToUnicode } from "../../cmaps/to-unicode.ts";

/**
 * A font's /ToUnicode, read when it is first needed. Some writers name an identity CMap instead: codes are UTF-16 then.
 */
export function toUnicodeOf(
  document: PdfDocument,
  dict: PdfDict,
  holding: Holding,
): { get(code: number): string | undefined } | undefined {
  const stream = document.resolve(dict.get("ToUnicode"));
  if (typeof stream === "string" && stream.startsWith("Identity")) return { get: (code) => String.fromCharCode(code) };
  if (!(stream instanceof PdfStream)) return undefined;
  let texts: ReadonlyMap<number, string> | undefined;
  return {
    get(code) {
      texts ??= unlessDamaged(() => readToUnicode(document.streamData(stream), holding)) ?? new Map();
      return texts.get(code);
    },
  };
}
