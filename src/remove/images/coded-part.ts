import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { FAX_COLUMNS } from "../../codecs/fax/fax-kernels.ts";
import { faxPart, faxWriter } from "../../codecs/fax/fax-writer.ts";
import { portioned, type Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { faxCoding, faxSteps } from "../../pdf-content/images/fax.ts";
import {
  type ImageData,
  imageRows,
  jpxFacts,
  lastFiltered,
  spendJpeg,
  spendRows,
} from "../../pdf-content/images/image-rows.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import { Resources } from "../../pdf-content/resources.ts";
import { type PdfDict, type PdfObject, PdfStream, PdfString, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { RowCounts } from "../tally.ts";
import { cutJpeg } from "./cut-jpeg.ts";
import { PartRows, rowsInData, type SampleRect, type Visible } from "./part-rows.ts";
import { RowCutter } from "./row-cutter.ts";

/** A part of an image, coded for a stream. */
export interface CodedPart {
  readonly rect: SampleRect;
  readonly data: readonly Uint8Array[];
  readonly filter: string;
  /** The rows of the old data and of the new; undefined where they are not counted. */
  readonly rows?: RowCounts;
  readonly parameters: PdfDict | undefined;
  /** The colour space, without colours that no sample has any more. */
  readonly palette?: PdfObject | undefined;
  /** Entries of the image, where the data said them, and the profile of its colours. */
  readonly entries?: PdfDict | undefined;
  readonly profile?: Uint8Array | undefined;
}

/** The most bytes of samples that an image may say it has. */
const MAX_BYTES = 256 << 20;
const SMALL_BYTES = 4 << 20;

/** What is cut of an image: the samples of a rectangle, and what is visible of them. */
interface ImageCut {
  readonly reading: Reading;
  readonly image: ImageData;
  readonly rect: SampleRect;
  readonly visible: Visible;
}

/** The samples of the rectangle, with invisible ones flattened; undefined when we do not decode the filter. */
export function* codedPart(cut: ImageCut): Turns<CodedPart | undefined> {
  const { image, rect, visible } = cut;
  const { document } = cut.reading;
  const { facts } = image;
  // Some rows are kept at a time: as they are read, cut and written.
  document.work.spend(COST.codedPart + 3 * facts.width * (facts.space?.components ?? 1) * COST.clearedByte);
  if (facts.filters.at(-1) !== "DCTDecode") {
    const { width, height, bits, space } = facts;
    if (Math.ceil((width * bits * (space?.components ?? 1)) / 8) * height > MAX_BYTES) return undefined;
    spendRows(document, facts, rect.bottom);
  }
  switch (facts.filters.at(-1)) {
    case "DCTDecode": {
      const data = lastFiltered(document, image);
      spendJpeg(document, facts, data);
      const portions = cutJpeg(data, facts.width, facts.height, rect, visible);
      const made = yield* portioned(portions, document.work, COST.decodedByte);
      return made && { ...made, filter: "DCTDecode", parameters: transform(facts.parameters) };
    }
    case "CCITTFaxDecode":
      if (visible.isOne) return yield* cutFax(cut);
      return faxCoding(document, facts) && (yield* cutBits(cut));
    case "JBIG2Decode":
      return yield* cutBits(cut);
    case "JPXDecode":
      return yield* cutJpx(cut);
    default:
      return yield* cutRows(cut);
  }
}

/** The colour transform of a JPEG (table 13) stays. */
function transform(parameters: PdfDict): PdfDict | undefined {
  const value = parameters.get("ColorTransform");
  return typeof value === "number" ? pdfDict({ ColorTransform: value }) : undefined;
}

function* cutRows({ reading, image, rect, visible }: ImageCut): Turns<CodedPart | undefined> {
  const { facts } = image;
  const { bits, space } = facts;
  if (!space || ![1, 2, 4, 8, 16].includes(bits)) return undefined;
  const sampleBits = bits * space.components;
  const count = rect.right - rect.left;
  const cutBytes = Math.ceil((count * sampleBits) / 8);
  const isPlain = sampleBits < 8;
  const level = cutBytes * (rect.bottom - rect.top) <= SMALL_BYTES ? 6 : 1;
  const encoder = new RowEncoder(cutBytes, isPlain ? "none" : "up", level);
  const cutter = new RowCutter(sampleBits, facts, rect, visible);
  const rows = new PartRows(facts, rect, visible, encoder);
  const take = (row: Uint8Array, y: number): void => {
    if (y < rect.top || y >= rect.bottom) return;
    rows.read(row, y);
    rows.write(cutter.cut(row, y));
    reading.document.work.done(count * COST.decodedByte + cutBytes * COST.deflatedByte);
  };
  // Where the data ends early, that of the part does too: viewers then show what they showed before.
  const given = yield* imageRows(reading.document, image, rect.bottom, take);
  const wanted = rowsInData(reading.document, image, rect, given);
  const parameters: PdfDict | undefined = isPlain
    ? undefined
    : pdfDict({ Predictor: 15, Colors: space.components, BitsPerComponent: bits, Columns: rect.right - rect.left });
  const palette = space.isIndexed ? paletteOf(reading, image.dict, cutter.used()) : undefined;
  const data = encoder.end();
  return { rect, rows: rows.counts(wanted), data, filter: "FlateDecode", parameters, palette };
}

/** The Indexed space, in which colours that no sample has become black. */
function paletteOf({ document, colours }: Reading, dict: PdfDict, used: Uint8Array): PdfObject | undefined {
  const space = document.array(dict.get("ColorSpace"));
  if (!space || space.length < 4) return undefined;
  const table = document.resolve(space[3]);
  const old =
    table instanceof PdfString ? table.bytes : table instanceof PdfStream ? document.readableData(table) : undefined;
  if (!old) return undefined;
  const { components } = colours.of(space[1], new Resources(document, undefined));
  const kept = new Uint8Array(old.length);
  const last = Math.min(255, Math.max(0, document.number(space[2]) ?? 255));
  for (let index = 0; index < 256; index++) {
    if (used[index] !== 1) continue;
    // A sample beyond the last colour has the last one (8.6.6.3). The table may end before it.
    const at = Math.min(index, last) * components;
    kept.set(old.subarray(at, at + components), Math.min(at, kept.length));
  }
  return [space[0]!, space[1]!, space[2]!, new PdfString(kept, true)];
}

function* cutFax({ reading, image, rect, visible }: ImageCut): Turns<CodedPart | undefined> {
  const { document } = reading;
  const { facts } = image;
  const coding = faxCoding(document, facts);
  if (!coding) return undefined;
  const { left, top, right, bottom } = rect;
  const part = { left, top, right, visible: (y: number) => visible.columns(y, facts.width, facts.height) };
  const old = lastFiltered(document, image);
  document.work.spend(old.length * COST.codedByte, true);
  const portions = faxPart(old, { ...coding, rows: bottom }, part);
  const data = yield* portioned(portions, document.work, faxSteps(facts, old));
  const parameters = pdfDict({ K: -1, Columns: right - left, Rows: bottom - top });
  if (document.resolve(facts.parameters.get("BlackIs1")) === true) parameters.set("BlackIs1", true);
  return { rect, data, filter: "CCITTFaxDecode", parameters };
}

/** JBIG2, or fax with holes, written as Group 4: a sample of 0 is black there, too. */
function* cutBits({ reading, image, rect, visible }: ImageCut): Turns<CodedPart | undefined> {
  const { dict, facts } = image;
  const columns = rect.right - rect.left;
  if (facts.space?.components !== 1 || columns > FAX_COLUMNS) return undefined;
  const cutter = new RowCutter(1, facts, rect, visible);
  const writer = faxWriter(columns, 0);
  yield* imageRows(reading.document, image, rect.bottom, (row, y) => {
    if (y >= rect.top) writer.row(cutter.cut(row, y), 0);
    reading.document.work.done(columns * COST.decodedByte);
  });
  const parameters = pdfDict({ K: -1, Columns: columns, Rows: rect.bottom - rect.top });
  const palette = facts.space.isIndexed ? paletteOf(reading, dict, cutter.used()) : undefined;
  return { rect, data: writer.end(), filter: "CCITTFaxDecode", parameters, palette };
}

/** JPEG 2000, written as rows: what its data says of the samples is then in the dictionary. */
function* cutJpx(cut: ImageCut): Turns<CodedPart | undefined> {
  const { reading, image } = cut;
  const { dict } = image;
  const own = jpxFacts(reading, image);
  // Colours that are masked out are given in the data's own bits.
  const isMasked = Array.isArray(reading.document.resolve(dict.get("Mask")));
  const made = own && !isMasked ? yield* cutRows({ ...cut, image: { ...image, facts: own.facts } }) : undefined;
  if (!own || !made) return undefined;
  const entries = pdfDict({ BitsPerComponent: own.facts.bits });
  if (dict.has("ColorSpace")) return { ...made, entries };
  entries.set("ColorSpace", own.name);
  return { ...made, entries, profile: own.profile };
}
