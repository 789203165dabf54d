import type { PdfDict } from "../../../pdf-objects/syntax/objects.ts";
import type { PdfDocument } from "../../document.ts";
import { decodeFilters } from "../../filters/decode.ts";
import { inflateSteps } from "../../filters/inflate-steps.ts";
import type { Meter } from "../meter.ts";
import { RowAssembler, type TakeRow } from "./decoded-rows.ts";
import type { ImageFacts } from "./image-facts.ts";

/** A stream may hold this much more than its rows: the end of the last block, and padding. */
const MOST_BEYOND = 1 << 16;

/** An image's data as the file has it. */
export interface ImageData {
  readonly raw: Uint8Array;
  readonly dict: PdfDict;
  readonly facts: ImageFacts;
}

/** Gives the first rows of samples, if possible while they are inflated; returns how many there were. */
export function imageRows(
  document: PdfDocument,
  meter: Meter,
  { raw, dict, facts: { filters, parameters, width, bits, space } }: ImageData,
  wanted: number,
  take: TakeRow,
): number {
  let count = 0;
  const counted: TakeRow = (row, y) => {
    count = y + 1;
    take(row, y);
  };
  const rowBytes = Math.ceil((width * bits * (space?.components ?? 1)) / 8);
  const own: PdfDict = new Map([...parameters].map(([key, value]) => [key, document.resolve(value)]));
  // Rows can be read while data is inflated only when the predictor's rows are those of the image.
  const isByRows = Number(own.get("Predictor") ?? 1) < 2 || predictedBytes(own) === rowBytes;
  if (filters.length === 1 && filters[0] === "FlateDecode" && own.get("Predictor") !== 2 && isByRows) {
    const rows = new RowAssembler(rowBytes, wanted, own, counted);
    inflateSteps(raw, (rowBytes + 1) * wanted + MOST_BEYOND, (chunk) => {
      rows.add(chunk);
      return rows.isWhole ? "enough" : "more";
    });
    return count;
  }
  const rows = new RowAssembler(rowBytes, wanted, new Map(), counted);
  rows.add(decodeFilters(raw, dict, (object) => document.resolve(object), meter.bytes));
  return count;
}

/** The data with all filters but the last undone. */
export function lastFiltered(
  document: PdfDocument,
  meter: Meter,
  { raw, dict, facts: { filters } }: ImageData,
): Uint8Array {
  if (filters.length < 2) return raw;
  const parms = document.resolve(dict.get("DecodeParms") ?? dict.get("DP"));
  const outer: PdfDict = new Map([["Filter", filters.slice(0, -1)]]);
  if (Array.isArray(parms)) outer.set("DecodeParms", parms.slice(0, -1));
  return decodeFilters(raw, outer, (object) => document.resolve(object), meter.bytes);
}

/** Bytes of a row of a PNG predictor (table 8). */
function predictedBytes(parameters: PdfDict): number {
  const number = (key: string, fallback: number): number => {
    const value = parameters.get(key);
    return typeof value === "number" ? value : fallback;
  };
  return Math.ceil((number("Colors", 1) * number("BitsPerComponent", 8) * number("Columns", 1)) / 8);
}
