import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";
import { type ColourSpace, type ColourSpaces, GRAY } from "../colour/spaces.ts";
import type { Resources } from "../resources.ts";

/** What an image's dictionary says (table 87); the keys of inline images are abbreviated (table 91). */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly isStencil: boolean;
  /** Undefined where the data itself says it, as JPX does. */
  readonly space: ColourSpace | undefined;
  readonly decode: readonly number[] | undefined;
  readonly filters: readonly string[];
  /** The parameters of the last filter. */
  readonly parameters: PdfDict;
}

const LONG_NAMES: ReadonlyMap<string, string> = new Map([
  ["A85", "ASCII85Decode"],
  ["AHx", "ASCIIHexDecode"],
  ["CCF", "CCITTFaxDecode"],
  ["DCT", "DCTDecode"],
  ["Fl", "FlateDecode"],
  ["LZW", "LZWDecode"],
  ["RL", "RunLengthDecode"],
]);

export function imageFacts(
  document: PdfDocument,
  dict: PdfDict,
  colours: ColourSpaces,
  resources: Resources,
): ImageFacts | undefined {
  const get = (long: string, short: string): PdfObject => document.resolve(dict.get(long) ?? dict.get(short));
  const [width, height] = [get("Width", "W"), get("Height", "H")];
  if (typeof width !== "number" || typeof height !== "number" || width < 1 || height < 1) return undefined;
  const isStencil = get("ImageMask", "IM") === true;
  const bits = get("BitsPerComponent", "BPC");
  const decode = document
    .array(dict.get("Decode") ?? dict.get("D"))
    ?.map((item) => document.number(item) ?? Number.NaN);
  const filter = get("Filter", "F");
  const filters = (Array.isArray(filter) ? filter.map((item) => document.resolve(item)) : [filter])
    .filter((name) => typeof name === "string")
    .map((name) => LONG_NAMES.get(name) ?? name);
  const given = get("DecodeParms", "DP");
  const parameters = document.resolve(Array.isArray(given) ? given[filters.length - 1] : given);
  const named = dict.get("ColorSpace") ?? dict.get("CS");
  return {
    width: Math.trunc(width),
    height: Math.trunc(height),
    bits: isStencil || filters.at(-1) === "JBIG2Decode" ? 1 : typeof bits === "number" ? bits : 8,
    isStencil,
    space: isStencil ? GRAY : named === undefined ? undefined : colours.of(named, resources),
    decode: decode?.every(Number.isFinite) ? decode : undefined,
    filters,
    parameters: parameters instanceof Map ? parameters : new Map(),
  };
}

/** A number of a filter's parameters. */
export function numberOf(parameters: PdfDict, key: string, fallback: number): number {
  const value = parameters.get(key);
  return typeof value === "number" ? value : fallback;
}
