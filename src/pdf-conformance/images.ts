import { ImageProblem } from "../codecs/image-problem.ts";
import { boxes } from "../codecs/jpx/boxes.ts";
import { readSize } from "../codecs/jpx/size.ts";
import { COST } from "../meter/work-limits.ts";
import type { ShownImage } from "../pdf-content/interpreter/visitor.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfObject, PdfStream } from "../pdf-file/syntax/objects.ts";
import type { Findings } from "./findings.ts";
import { named } from "./objects.ts";

const INTENTS = new Set(["RelativeColorimetric", "AbsoluteColorimetric", "Perceptual", "Saturation"]);
const BITS = new Set([1, 2, 4, 8, 16]);
const INLINE_FILTERS = new Set(
  "ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode DCTDecode AHx A85 Fl RL CCF DCT".split(" "),
);

export function checkIntent(object: PdfObject, findings: Findings): void {
  if (typeof object === "string") findings.demand(INTENTS.has(object), "6.2.6-1", object);
}

/** An image, and the masks of it (ISO 19005-2, 6.1.10 and 6.2.8). */
export function checkImage(
  document: PdfDocument,
  { dict, stream }: Pick<ShownImage, "dict" | "stream">,
  findings: Findings,
  isMask = false,
): void {
  const value = (long: string, short: string): PdfObject => document.resolve(dict.get(long) ?? dict.get(short));
  findings.demand(!dict.has("Alternates"), "6.2.8-1");
  findings.demand(!dict.has("OPI"), "6.2.8-2");
  findings.demand(value("Interpolate", "I") !== true, "6.2.8-3");
  const bits = value("BitsPerComponent", "BPC");
  if (value("ImageMask", "IM") === true) findings.demand(bits === null || bits === 1, "6.2.8-5");
  else findings.demand(bits === null || BITS.has(Number(bits)), "6.2.8-4", String(bits));
  checkIntent(document.resolve(dict.get("Intent")), findings);
  const filters = value("Filter", "F");
  const names = (Array.isArray(filters) ? filters : filters === null ? [] : [filters]).map((name) =>
    document.resolve(name),
  );
  if (!stream) {
    for (const name of names) {
      findings.demand(typeof name === "string" && INLINE_FILTERS.has(name), "6.1.10-1", named(name));
    }
    return;
  }
  if (names.at(-1) === "JPXDecode") checkJpx(document, stream, findings);
  // A mask has no masks of its own (ISO 32000-1, tables 145 and 89).
  if (isMask) return;
  for (const key of ["SMask", "Mask"]) {
    const mask = document.resolve(dict.get(key));
    if (mask instanceof PdfStream) checkImage(document, { dict: mask.dict, stream: mask }, findings, true);
  }
}

/** JPEG 2000 (6.2.8.3). The image's /ColorSpace takes the place of what the data says of its colours. */
function checkJpx(document: PdfDocument, stream: PdfStream, findings: Findings): void {
  const filters = document.resolve(stream.dict.get("Filter"));
  // Data that is compressed twice is not looked at.
  if (Array.isArray(filters) && filters.length > 1) return;
  const data = document.rawStream(stream);
  document.work.spend(data.length * COST.scannedByte);
  const hasSpace = document.resolve(stream.dict.get("ColorSpace")) !== null;
  try {
    const header = data[0] === 0xff ? undefined : [...boxes(data)].find(({ type }) => type === "jp2h");
    const parts = header ? [...boxes(header.data)] : [];
    const part = (name: string): Uint8Array | undefined => parts.find(({ type }) => type === name)?.data;
    const size = part("ihdr");
    const channels = size ? size[8]! * 256 + size[9]! - opacities(part("cdef")) : readSize(data).components.length;
    findings.demand(channels === 1 || channels === 3 || channels === 4, "6.2.8.3-1", String(channels));
    const depth = size?.[10] === undefined ? undefined : (size[10] & 0x7f) + 1;
    findings.demand(!part("bpcc") && (depth === undefined || depth <= 38), "6.2.8.3-5");
    if (hasSpace) return;
    const colours = parts.filter(({ type }) => type === "colr").map((box) => box.data);
    const best = colours.filter((colour) => colour[2] === 1);
    findings.demand(colours.length <= 1 || best.length === 1, "6.2.8.3-2");
    const used = best[0] ?? colours[0];
    if (!used) return;
    findings.demand(used[0]! >= 1 && used[0]! <= 3, "6.2.8.3-3", String(used[0]));
    const isJab = used[0] === 1 && used[6] === 19 && used[3] === 0 && used[4] === 0 && used[5] === 0;
    findings.demand(!isJab, "6.2.8.3-4");
  } catch (error) {
    // The data is damaged: how many channels it has is not known.
    if (!(error instanceof ImageProblem)) throw error;
    findings.found("6.2.8.3-1");
  }
}

/** The channels that are no colours (ISO 15444-1, I.5.3.6). */
function opacities(definitions: Uint8Array | undefined): number {
  let count = 0;
  for (let at = 2; definitions && at + 5 < definitions.length; at += 6) {
    if (definitions[at + 2] !== 0 || definitions[at + 3] !== 0) count++;
  }
  return count;
}
