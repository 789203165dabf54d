import { FAX_COLUMNS, type FaxParameters } from "../../codecs/fax/fax-kernels.ts";
import { eachFaxRow, faxSource } from "../../codecs/fax/fax-rows.ts";
import type { Portions, Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfDict } from "../../pdf-file/syntax/objects.ts";
import type { TakeRow } from "./decoded-rows.ts";
import { type ImageFacts, numberOf } from "./image-facts.ts";
import type { Marks } from "./marks.ts";

/**
 * Looks at the runs of CCITTFaxDecode data (7.4.6), without making bitmaps. `inkBit` is the sample value of ink. False
 * when the data ends early, is damaged, or is of a kind that is not read. Each portion has the columns of a row.
 */
export function* markFax(data: Uint8Array, parameters: PdfDict, inkBit: number, marks: Marks): Portions<boolean> {
  const k = numberOf(parameters, "K", 0);
  const columns = numberOf(parameters, "Columns", 1728);
  const isAligned = parameters.get("EncodedByteAlign") === true;
  if (columns !== marks.width || columns > FAX_COLUMNS || (isAligned && k !== 0)) return false;
  // Black is the sample 0, unless /BlackIs1 says otherwise.
  const isBlackInk = (parameters.get("BlackIs1") === true ? 1 : 0) === inkBit;
  const kind = k < 0 ? "group4" : isAligned ? "modifiedHuffman" : "group3";
  return yield* eachFaxRow(data, { kind, columns, rows: marks.height, twoDimensional: k > 0 }, (changes, y) => {
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
      if (marks.counts) marks.run(y, from, to - 1);
    }
    if (first >= 0) marks.span(y, first, last);
  });
}

export function faxSteps({ width, height }: ImageFacts, data: Uint8Array): number {
  return COST.sample + (data.length * COST.codedByte) / (width * height);
}

/** How an image's CCITTFaxDecode data is coded (7.4.6); undefined for kinds that are not read. */
export function faxCoding(
  document: PdfDocument,
  { parameters, width }: ImageFacts,
): Omit<FaxParameters, "rows"> | undefined {
  const k = document.number(parameters.get("K")) ?? 0;
  const columns = document.number(parameters.get("Columns")) ?? 1728;
  const isAligned = document.resolve(parameters.get("EncodedByteAlign")) === true;
  if (columns !== width || width > FAX_COLUMNS || (isAligned && k !== 0)) return undefined;
  return { kind: k < 0 ? "group4" : isAligned ? "modifiedHuffman" : "group3", columns, twoDimensional: k > 0 };
}

/** The samples: 0 where it is black, unless the parameters say otherwise. Rows that are missing are white. */
export function* faxRows(
  document: PdfDocument,
  data: Uint8Array,
  facts: ImageFacts,
  coding: Omit<FaxParameters, "rows">,
  wanted: number,
  take: TakeRow,
): Turns<void> {
  const { work } = document;
  const steps = (data.length + wanted * facts.width) * COST.sample;
  work.spend(steps, true);
  const isPlain = document.resolve(facts.parameters.get("BlackIs1")) === true;
  const source = faxSource(data, { ...coding, rows: wanted }, () => {});
  const rowBytes = (facts.width + 7) >> 3;
  work.hold(rowBytes);
  const row = new Uint8Array(rowBytes);
  for (let y = 0; y < wanted; y++) {
    row.fill(0);
    source.read(row);
    if (!isPlain) for (let i = 0; i < row.length; i++) row[i]! ^= 0xff;
    take(row, y);
    work.done(steps / wanted);
    if (work.isTurnOver) yield;
  }
  work.letGo(rowBytes);
}
