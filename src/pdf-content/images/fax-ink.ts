import { FAX_COLUMNS } from "../../codecs/fax/fax-kernels.ts";
import { eachFaxRow } from "../../codecs/fax/fax-rows.ts";
import type { PdfDict } from "../../pdf-file/syntax/objects.ts";
import type { Marks } from "./marks.ts";

/**
 * Looks at the runs of CCITTFaxDecode data (7.4.6), without making bitmaps. `inkBit` is the sample value of ink. False
 * when the data ends early, is damaged, or is of a kind that is not read.
 */
export function markFax(data: Uint8Array, parameters: PdfDict, inkBit: number, marks: Marks): boolean {
  const k = numberOf(parameters, "K", 0);
  const columns = numberOf(parameters, "Columns", 1728);
  const isAligned = parameters.get("EncodedByteAlign") === true;
  if (columns !== marks.width || columns > FAX_COLUMNS || (isAligned && k !== 0)) return false;
  // Black is the sample 0, unless /BlackIs1 says otherwise.
  const isBlackInk = (parameters.get("BlackIs1") === true ? 1 : 0) === inkBit;
  const kind = k < 0 ? "group4" : isAligned ? "modifiedHuffman" : "group3";
  return eachFaxRow(data, { kind, columns, rows: marks.height, twoDimensional: k > 0 }, (changes, y) => {
    let first = -1;
    let last = -1;
    // Runs begin with white; each change begins a run of the other colour.
    for (let i = isBlackInk ? 0 : -1; ; i += 2) {
      const from = i < 0 ? 0 : changes[i]!;
      if (from >= columns) break;
      const to = Math.min(columns, changes[i + 1]!);
      if (to <= from) continue;
      if (first < 0) first = from;
      last = to - 1;
      if (marks.counts) for (let x = from; x < to; x++) marks.count(x, y);
    }
    if (first >= 0) marks.span(y, first, last);
  });
}

function numberOf(parameters: PdfDict, key: string, fallback: number): number {
  const value = parameters.get(key);
  return typeof value === "number" ? value : fallback;
}
