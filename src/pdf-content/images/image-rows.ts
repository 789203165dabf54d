import { ImageProblem } from "../../codecs/image-problem.ts";
import { inflating } from "../../codecs/inflate.ts";
import { portioned, type Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { decodeFilters } from "../../pdf-file/filters/decode.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { type PdfDict, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { ColourSpaces } from "../colour/spaces.ts";
import { partOf } from "../parts.ts";
import { Resources } from "../resources.ts";
import { RowAssembler, type TakeRow } from "./decoded-rows.ts";
import { faxCoding, faxRows } from "./fax.ts";
import { type ImageFacts, numberOf } from "./image-facts.ts";

/** A stream may hold this much more than its rows: the end of the last block, and padding. */
const MAX_BEYOND = 1 << 16;
/** Of decoded data, what is read between two turns. */
const PIECE = 1 << 16;

/** An image's data as the file has it. */
export interface ImageData {
  readonly raw: Uint8Array;
  readonly dict: PdfDict;
  readonly facts: ImageFacts;
}

/** Charges for rows that are read, and then judged or written again. */
export function spendRows({ work }: PdfDocument, { width, bits, space }: ImageFacts, rows: number): void {
  work.spend(rows * (COST.imageRow + ((width * bits * (space?.components ?? 1)) / 8) * COST.searchedByte), true);
}

export function spendJpeg({ work }: PdfDocument, { width, height, space }: ImageFacts, data: Uint8Array): void {
  const components = space?.components ?? 1;
  const blocks = (width * height * components) / 64;
  const rows = (height * components) / 8;
  work.spend(COST.jpegScan + data.length * COST.codedByte + rows * COST.segment + blocks * COST.codedByte);
}

/**
 * Gives the first rows of samples, if possible while they are inflated; returns for how many of them there was data, by
 * the length of what the filters gave.
 */
export function* imageRows(
  document: PdfDocument,
  { raw, dict, facts }: ImageData,
  wanted: number,
  take: TakeRow,
): Turns<number> {
  const { work } = document;
  const { filters, parameters, width, bits, space } = facts;
  const rowBytes = Math.ceil((width * bits * (space?.components ?? 1)) / 8);
  const own: PdfDict = new Map([...parameters].map(([key, value]) => [key, document.resolve(value)]));
  // Rows can be read while data is inflated only when the predictor's rows are those of the image.
  const isByRows = Number(own.get("Predictor") ?? 1) < 2 || predictedBytes(own) === rowBytes;
  if (filters.length === 1 && filters[0] === "FlateDecode" && own.get("Predictor") !== 2 && isByRows) {
    const rows = new RowAssembler(rowBytes, wanted, own, take, work);
    const stride = rowBytes + (Number(own.get("Predictor") ?? 1) < 10 ? 0 : 1);
    let given = 0;
    const portions = inflating([raw], (rowBytes + 1) * wanted + MAX_BEYOND, (chunk) => {
      rows.add(chunk);
      given += chunk.length;
      return rows.isWhole ? "enough" : "more";
    });
    yield* portioned(portions, work, COST.decodedByte);
    // Damaged data, or data with a wrong header: what viewers still read of it.
    if (!rows.isWhole) {
      const data = decodeFilters(raw, new Map([["Filter", "FlateDecode"]]), (object) => object, document.work);
      rows.add(data.subarray(given));
      given = Math.max(given, data.length);
    }
    return Math.min(wanted, Math.floor(given / stride));
  }
  if (filters.at(-1) === "JBIG2Decode") {
    yield* jbig2Rows(document, { raw, dict, facts }, wanted, take);
    return wanted;
  }
  if (filters.at(-1) === "JPXDecode") {
    yield* rowsOfJpx(document, { raw, dict, facts }, wanted, take);
    return wanted;
  }
  const coding = filters.at(-1) === "CCITTFaxDecode" ? faxCoding(document, facts) : undefined;
  if (coding) {
    yield* faxRows(document, lastFiltered(document, { raw, dict, facts }), facts, coding, wanted, take);
    return wanted;
  }
  const rows = new RowAssembler(rowBytes, wanted, new Map(), take, work);
  const data = decodeFilters(raw, dict, (object) => document.resolve(object), work);
  for (let at = 0; at < data.length && !rows.isWhole; at += PIECE) {
    rows.add(data.subarray(at, at + PIECE));
    work.done(PIECE * COST.decodedByte);
    if (work.isTurnOver) yield;
  }
  return Math.min(wanted, Math.floor(data.length / rowBytes));
}

/** The samples of JBIG2 are 0 where it is black (7.4.7). */
function* jbig2Rows(document: PdfDocument, image: ImageData, wanted: number, take: TakeRow): Turns<void> {
  const { work } = document;
  const { width, height, parameters } = image.facts;
  const globals = document.resolve(parameters.get("JBIG2Globals"));
  const shared = globals instanceof PdfStream ? document.streamData(globals) : undefined;
  work.hold(shared?.length ?? 0);
  const decode = partOf("jbig2");
  const stride = (width + 7) >> 3;
  const bits = yield* decoded(decode(lastFiltered(document, image), shared, width, height, work));
  for (let i = 0; i < bits.length; i++) bits[i]! ^= 0xff;
  for (let y = 0; y < wanted; y++) {
    take(bits.subarray(y * stride, (y + 1) * stride), y);
    work.done(width * COST.sample);
    if (work.isTurnOver) yield;
  }
}

/** The facts must be those that `jpxFacts` gives. */
function* rowsOfJpx(document: PdfDocument, image: ImageData, wanted: number, take: TakeRow): Turns<void> {
  const { jpxRows } = partOf("jpx");
  const { components: colours, isIndexed } = image.facts.space!;
  yield* decoded(jpxRows(lastFiltered(document, image), { colours, isIndexed }, wanted, document.work, take));
}

/** What a decoder gives; its problems are those of the PDF. */
function* decoded<Result>(turns: Turns<Result>): Turns<Result> {
  try {
    return yield* turns;
  } catch (error) {
    throw ofPdf(error);
  }
}

function decodedAtOnce<Result>(decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    throw ofPdf(error);
  }
}

function ofPdf(error: unknown): unknown {
  return error instanceof ImageProblem ? new PdfProblem("corrupt", error.message) : error;
}

/**
 * The facts of a JPX image as its samples are decoded, and the profile of its colours. The data says them, except for
 * the colour space, which the dictionary may replace (7.4.9). Undefined when it has another size than the PDF says, or
 * opacity besides colours.
 */
export function jpxFacts(
  { document, colours }: { readonly document: PdfDocument; readonly colours: ColourSpaces },
  image: ImageData,
): { facts: ImageFacts; name: string; profile: Uint8Array | undefined } | undefined {
  const { dict, facts } = image;
  if ((document.number(dict.get("SMaskInData")) ?? 0) !== 0) return undefined;
  const { readJpx } = partOf("jpx");
  const own = decodedAtOnce(() => readJpx(lastFiltered(document, image), document.work));
  const isKnown = facts.space !== undefined || own.space !== undefined;
  if (own.width !== facts.width || own.height !== facts.height || facts.isStencil || !isKnown) return undefined;
  const name = { gray: "DeviceGray", rgb: "DeviceRGB", cmyk: "DeviceCMYK" }[own.space ?? "gray"];
  const space = facts.space ?? colours.of(name, new Resources(document, undefined));
  return { facts: { ...facts, space, bits: own.bits, decode: undefined }, name, profile: own.profile };
}

/** The data with all filters but the last undone. */
export function lastFiltered(document: PdfDocument, { raw, dict, facts: { filters } }: ImageData): Uint8Array {
  if (filters.length < 2) return raw;
  const parms = document.resolve(dict.get("DecodeParms") ?? dict.get("DP"));
  const outer: PdfDict = new Map([["Filter", filters.slice(0, -1)]]);
  if (Array.isArray(parms)) outer.set("DecodeParms", parms.slice(0, -1));
  return decodeFilters(raw, outer, (object) => document.resolve(object), document.work);
}

/** Bytes of a row of a PNG predictor (table 8). */
function predictedBytes(parameters: PdfDict): number {
  const bits = numberOf(parameters, "Colors", 1) * numberOf(parameters, "BitsPerComponent", 8);
  return Math.ceil((bits * numberOf(parameters, "Columns", 1)) / 8);
}
