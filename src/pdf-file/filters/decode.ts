import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { PDF_LIMITS } from "../pdf-limits.ts";
import { PdfProblem } from "../pdf-problem.ts";
import type { PdfDict, PdfObject } from "../syntax/objects.ts";
import { ascii85, asciiHex } from "./ascii.ts";
import { inflate, unbrotli, unlzw, unpackRuns } from "./compressed.ts";
import { undoPredictor } from "./predictor.ts";

type Resolve = (object: PdfObject) => PdfObject;

/**
 * The names in /Filter. Abbreviations of inline images are accepted everywhere, since some writers use them (8.9.7).
 */
function filterNames(dict: PdfDict, resolve: Resolve): string[] {
  const filter = resolve(dict.get("Filter") ?? dict.get("F") ?? null);
  if (typeof filter === "string") return [filter];
  if (!Array.isArray(filter)) return [];
  return filter.map(resolve).filter((name) => typeof name === "string");
}

/** Whether the stream is compressed by deflate and nothing else. */
export function isPlainFlate(dict: PdfDict, resolve: Resolve): boolean {
  const [name, ...others] = filterNames(dict, resolve);
  return (
    (name === "FlateDecode" || name === "Fl") && others.length === 0 && !dict.has("DecodeParms") && !dict.has("DP")
  );
}

/**
 * Decodes `data` (already decrypted) through the stream's filters. Image codecs are "unsupported", since they give
 * pixels.
 */
export function decodeFilters(data: Uint8Array, dict: PdfDict, resolve: Resolve, work: Work): Uint8Array {
  const names = filterNames(dict, resolve);
  if (names.length > PDF_LIMITS.filters) throw new PdfProblem("budget", "A stream names too many filters.");
  const parms = resolve(dict.get("DecodeParms") ?? dict.get("DP") ?? null);
  let bytes = data;
  names.forEach((name, index) => {
    const own = resolve((Array.isArray(parms) ? parms[index] : parms) ?? null);
    const given = bytes.length;
    work.spend(COST.filter + given * costOf(name));
    try {
      bytes = applyFilter(name, bytes, own instanceof Map ? own : new Map(), resolve, work);
    } catch (error) {
      // What expands too far has cost as much as the most that may come out; what Brotli refuses may have.
      if (name === "BrotliDecode" || (error instanceof PdfProblem && error.kind === "budget"))
        work.spend(PDF_LIMITS.streamBytes * costOf(name));
      throw error;
    }
    // It is in memory already, whether or not the caller keeps it.
    work.hold(bytes.length);
    work.spend(Math.max(0, bytes.length - given) * costOf(name));
    work.letGo(bytes.length);
  });
  return bytes;
}

function costOf(filter: string): number {
  if (filter === "FlateDecode" || filter === "Fl") return COST.inflatedByte;
  return filter === "ASCII85Decode" || filter === "A85" ? COST.ascii85Byte : COST.decodedByte;
}

function applyFilter(name: string, data: Uint8Array, parms: PdfDict, resolve: Resolve, work: Work): Uint8Array {
  const number = (key: string, fallback: number): number => {
    const value = resolve(parms.get(key) ?? null);
    return typeof value === "number" ? Math.trunc(value) : fallback;
  };
  const predicted = (bytes: Uint8Array): Uint8Array =>
    undoPredictor(
      bytes,
      {
        predictor: number("Predictor", 1),
        colors: number("Colors", 1),
        bits: number("BitsPerComponent", 8),
        columns: number("Columns", 1),
      },
      work,
    );
  const most = PDF_LIMITS.streamBytes;
  switch (name) {
    case "FlateDecode":
    case "Fl":
      return predicted(inflate(data, most));
    case "BrotliDecode":
      return predicted(unbrotli(data, most));
    case "LZWDecode":
    case "LZW":
      return predicted(unlzw(data, number("EarlyChange", 1) !== 0, most));
    case "ASCII85Decode":
    case "A85":
      return ascii85(data, most);
    case "ASCIIHexDecode":
    case "AHx":
      return asciiHex(data);
    case "RunLengthDecode":
    case "RL":
      return unpackRuns(data, most);
    case "Crypt":
      // Named crypt filters are undone together with the encryption, before the other filters.
      return data;
    default:
      throw new PdfProblem("unsupported", `A stream uses the filter ${name.slice(0, 40)}, which gives no plain data.`);
  }
}
