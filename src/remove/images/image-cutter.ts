import { compare } from "#platform/bytes.ts";
import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { type ImageFacts, imageFacts } from "../../pdf-content/images/image-facts.ts";
import type { ImageData } from "../../pdf-content/images/image-rows.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../../pdf-content/interpreter/visitor.ts";
import { boxAround, IDENTITY, inverse, type Matrix } from "../../pdf-content/matrix.ts";
import type { Resources } from "../../pdf-content/resources.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import {
  dictWithout,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  PdfStream,
  pdfDict,
} from "../../pdf-file/syntax/objects.ts";
import { writeDict } from "../../pdf-file/syntax/serialise.ts";
import { type Box, intersect } from "../../pdf-pages/geometry.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { Copier } from "../copy/copier.ts";
import type { Findings, UsedElsewhere } from "../report.ts";
import type { PartSize } from "../tally.ts";
import { codedPart } from "./coded-part.ts";
import { type SampleRect, Visible, VisibleAround } from "./part-rows.ts";
import { endsWithSamples } from "./whole-data.ts";

/** Pixels that are read to cut images once more, at other places than the first. */
const MAX_PIXELS_AGAIN = 1 << 28;
const UNIT: Box = [0, 0, 1, 1];

/** A part of an image, and its place in the unit square. */
export interface ImagePart {
  readonly ref: PdfRef;
  readonly box: Box;
}

/** The images of the new file: whole ones, and parts of those that the edge cuts. */
export class ImageCutter {
  readonly #reading: Reading;
  readonly #copier: Copier;
  readonly #findings: Findings;
  #pageNumber = 0;
  /** For each image, by number, the pages on which it is cut and those on which it is whole. */
  readonly #cutOn = new Map<number, Set<number>>();
  readonly #wholeOn = new Map<number, Set<number>>();
  readonly #parts = new Map<string, ImagePart>();
  /** Images that were cut, and the pixels that were read to cut them again. */
  readonly #cut = new Set<number>();
  #pixelsAgain = 0;
  readonly #wholes = new Map<number, PdfObject>();
  readonly #equals = new EqualStreams();
  readonly #sizes: Map<number, PartSize>;

  /** `sizes` takes what each part must have, by the number of its object. */
  constructor(reading: Reading, copier: Copier, findings: Findings, sizes: Map<number, PartSize>) {
    this.#reading = reading;
    this.#copier = copier;
    this.#findings = findings;
    this.#sizes = sizes;
  }

  beginPage(pageNumber: number): void {
    this.#pageNumber = pageNumber;
  }

  *whole(image: ShownImage, stream: PdfStream): Turns<PdfObject> {
    const { home } = stream;
    if (!home) return (yield* this.coded(image)) ?? this.#copier.copy(stream, "image");
    addTo(this.#wholeOn, home.number, this.#pageNumber);
    const known = this.#wholes.get(home.number);
    if (known !== undefined) return known;
    const ref = (yield* this.coded(image)) ?? this.#copier.copy(home, "image");
    this.#wholes.set(home.number, ref);
    return ref;
  }

  /** Whether the data of an image and its masks ends with their last samples. */
  *isExact(image: ShownImage): Turns<boolean> {
    const { resources } = image;
    const masks = [...this.#masks(image.dict).values()];
    for (const one of [image, ...masks.map((stream) => ({ dict: stream.dict, stream, data: undefined, resources }))]) {
      if (!(yield* endsWithSamples(this.#reading, one))) return false;
    }
    return true;
  }

  /** The whole image, coded again; undefined when its data is exact, or of a kind that is only copied. */
  *coded(image: ShownImage, known?: boolean): Turns<PdfRef | undefined> {
    const { document, colours } = this.#reading;
    const isExact = known ?? (yield* this.isExact(image));
    const facts = isExact ? undefined : imageFacts(document, image.dict, colours, image.resources);
    if (!facts) return undefined;
    const all = new Visible(IDENTITY, UNIT, document.work);
    return (yield* this.#part(image, facts, UNIT, all, this.#masks(image.dict)))?.ref;
  }

  noteCut({ stream }: ShownImage): void {
    const number = stream?.home?.number;
    if (number !== undefined) addTo(this.#cutOn, number, this.#pageNumber);
  }

  /** Images that are cut on one page and whole on another. */
  usedElsewhere(): UsedElsewhere[] {
    return [...this.#cutOn].flatMap(([number, pages]) => {
      const whole = this.#wholeOn.get(number);
      if (!whole) return [];
      return [...pages].map((pageNumber) => ({ pageNumber, kind: "image" as const, pages: [...whole] }));
    });
  }

  /** The part of the image that is visible in the page's box, without the holes; undefined when it cannot be cut. */
  *cut(image: ShownImage, matrix: Matrix, seen: Box, holes: readonly Box[]): Turns<ImagePart | undefined> {
    const { document } = this.#reading;
    const facts = imageFacts(document, image.dict, this.#reading.colours, image.resources);
    const back = inverse(matrix);
    const unit = back && intersect(boxAround(seen, back), UNIT);
    if (!facts || !unit) return undefined;
    const key = this.#keyOf(image, matrix, [seen, ...holes]);
    const known = key === undefined ? undefined : this.#parts.get(key);
    if (known) return known;
    if (this.#isCutTooOften(image, facts)) {
      this.#findings.unremovable("an image at too many places");
      return undefined;
    }
    const masks = this.#masks(image.dict);
    const [across, down] = this.#grid(facts, [...masks.values()], image.resources);
    // The part begins and ends between samples both of the image and of its masks.
    const box: Box = [floorTo(unit[0], across), floorTo(unit[1], down), ceilTo(unit[2], across), ceilTo(unit[3], down)];
    const { work } = document;
    const visible = holes.length > 0 ? new VisibleAround(matrix, seen, holes, work) : new Visible(matrix, seen, work);
    const made = yield* this.#part(image, facts, box, visible, masks);
    if (!made) {
      this.#findings.unremovable(`an image compressed by ${facts.filters.at(-1) ?? "no filter"}`);
      return undefined;
    }
    if (key !== undefined) this.#parts.set(key, made);
    return made;
  }

  #isCutTooOften({ stream }: ShownImage, { width, height }: ImageFacts): boolean {
    const number = stream?.home?.number;
    if (number === undefined) return false;
    if (this.#cut.has(number)) this.#pixelsAgain += width * height;
    this.#cut.add(number);
    return this.#pixelsAgain > MAX_PIXELS_AGAIN;
  }

  /** What the part depends on; undefined for an inline image. */
  #keyOf({ stream }: ShownImage, matrix: Matrix, boxes: readonly Box[]): string | undefined {
    const number = stream?.home?.number;
    if (!stream || number === undefined) return undefined;
    this.#reading.document.work.spend(boxes.length * COST.sortedBox);
    const places = [...matrix, ...boxes.flat()].map((place) => Math.round(place * 1e6));
    return `${this.#equals.first(number, stream)} ${places.join(" ")}`;
  }

  /** /SMask and /Mask, when they are images. */
  #masks(dict: PdfDict): Map<string, PdfStream> {
    const masks = new Map<string, PdfStream>();
    for (const key of ["SMask", "Mask"]) {
      const mask = this.#reading.document.resolve(dict.get(key));
      if (mask instanceof PdfStream) masks.set(key, mask);
    }
    return masks;
  }

  /** How finely the unit square may be cut in both directions. */
  #grid(facts: ImageFacts, masks: readonly PdfStream[], resources: Resources): [number, number] {
    let [across, down] = [facts.width, facts.height];
    const isJpeg = facts.filters.at(-1) === "DCTDecode";
    for (const mask of masks) {
      const own = imageFacts(this.#reading.document, mask.dict, this.#reading.colours, resources);
      if (!own) continue;
      const isMaskJpeg = own.filters.at(-1) === "DCTDecode";
      // A JPEG is cut between its units. A mask must then have the same size, or both stay whole.
      const isBound = isMaskJpeg && !isJpeg;
      across = isBound || (isJpeg && own.width !== facts.width) ? 1 : greatestCommon(across, own.width);
      down = isBound || (isJpeg && own.height !== facts.height) ? 1 : greatestCommon(down, own.height);
    }
    return [across, down];
  }

  *#part(
    { dict, stream, data, resources }: ShownImage,
    facts: ImageFacts,
    box: Box,
    visible: Visible,
    masks: ReadonlyMap<string, PdfStream>,
  ): Turns<ImagePart | undefined> {
    const { document } = this.#reading;
    const raw = stream ? document.rawStream(stream) : data!;
    const coded = yield* this.#coded({ raw, dict, facts }, box, visible);
    if (!coded) return undefined;
    // Masks are cut like the image: they must not stay whole.
    const unmasked: PdfDict = new Map([...dict].filter(([key]) => !masks.has(key)));
    if (coded.palette) unmasked.set("ColorSpace", coded.palette);
    const copy = stream || coded.palette ? this.#copier.dict(unmasked, "image") : this.#expanded(dict, resources);
    for (const [key, mask] of masks) {
      const own = imageFacts(document, mask.dict, this.#reading.colours, resources);
      this.#copier.masked = facts.space?.components ?? 0;
      const shown: ShownImage = { dict: mask.dict, stream: mask, data: undefined, resources };
      const made = own && (yield* this.#part(shown, own, coded.box, visible, this.#masks(mask.dict)));
      if (!made) return undefined;
      if (made.box.some((side, i) => Math.abs(side - coded.box[i]!) > 1e-9)) return undefined;
      copy.set(key, made.ref);
    }
    copy.set("Type", "XObject").set("Subtype", "Image");
    const [width, height] = [coded.rect.right - coded.rect.left, coded.rect.bottom - coded.rect.top];
    copy.set("Width", width).set("Height", height);
    copy.set("Filter", coded.filter);
    if (coded.entries) this.#describe(copy, coded.entries, coded.profile);
    if (coded.parameters) copy.set("DecodeParms", coded.parameters);
    const ref = this.#copier.file.addStream(copy, coded.data);
    this.#sizes.set(ref.number, { width, height, rows: coded.rows });
    return { ref, box: coded.box };
  }

  /** Writes what the data of a JPX image said, which then had no need of these entries (7.4.9). */
  #describe(copy: PdfDict, entries: PdfDict, profile: Uint8Array | undefined): void {
    for (const key of ["Decode", "SMaskInData"]) copy.delete(key);
    for (const [key, value] of entries) copy.set(key, value);
    const name = entries.get("ColorSpace");
    if (!profile || typeof name !== "string") return;
    const components = name === "DeviceGray" ? 1 : name === "DeviceRGB" ? 3 : 4;
    const ref = this.#copier.file.addStream(pdfDict({ N: components }), [profile]);
    copy.set("ColorSpace", ["ICCBased", ref]);
  }

  *#coded(image: ImageData, box: Box, visible: Visible) {
    const { width, height } = image.facts;
    const rect: SampleRect = {
      left: Math.max(0, Math.round(box[0] * width)),
      top: Math.max(0, Math.round((1 - box[3]) * height)),
      right: Math.min(width, Math.round(box[2] * width)),
      bottom: Math.min(height, Math.round((1 - box[1]) * height)),
    };
    if (rect.right <= rect.left || rect.bottom <= rect.top) return undefined;
    try {
      const made = yield* codedPart({ reading: this.#reading, image, rect, visible });
      if (!made) return undefined;
      const { left, top, right, bottom } = made.rect;
      const own: Box = [left / width, 1 - bottom / height, right / width, 1 - top / height];
      return { ...made, box: own };
    } catch (error) {
      if (error instanceof PdfProblem && error.kind !== "budget") return undefined;
      throw error;
    }
  }

  /** An inline image's entries under their long names (table 91). */
  #expanded(dict: PdfDict, resources: Resources): PdfDict {
    const long: PdfDict = new Map();
    for (const [key, value] of this.#reading.document.entries(dict)) {
      const name = LONG_KEYS.get(key) ?? key;
      if (name !== "ColorSpace") long.set(name, value);
      else if (typeof value !== "string") long.set(name, longSpace(value));
      else long.set(name, resources.find("ColorSpace", value) ?? LONG_SPACES.get(value) ?? value);
    }
    return this.#copier.dict(long, "image");
  }
}

const LONG_KEYS = new Map([
  ["BPC", "BitsPerComponent"],
  ["CS", "ColorSpace"],
  ["D", "Decode"],
  ["H", "Height"],
  ["IM", "ImageMask"],
  ["I", "Interpolate"],
  ["W", "Width"],
]);
const LONG_SPACES = new Map([
  ["G", "DeviceGray"],
  ["RGB", "DeviceRGB"],
  ["CMYK", "DeviceCMYK"],
]);

/** [/I /RGB 255 <…>] (table 92). */
function longSpace(value: PdfObject): PdfObject {
  if (!Array.isArray(value)) return value;
  return value.map((item, index) => {
    if (index === 0 && item === "I") return "Indexed";
    return index === 1 && typeof item === "string" ? (LONG_SPACES.get(item) ?? item) : item;
  });
}

function floorTo(value: number, parts: number): number {
  return Math.max(0, Math.floor(value * parts + 1e-6) / parts);
}

function ceilTo(value: number, parts: number): number {
  return Math.min(1, Math.ceil(value * parts - 1e-6) / parts);
}

function greatestCommon(one: number, other: number): number {
  return other === 0 ? one : greatestCommon(other, one % other);
}

function addTo(pages: Map<number, Set<number>>, number: number, page: number): void {
  const known = pages.get(number);
  if (known) known.add(page);
  else pages.set(number, new Set([page]));
}

/** How many streams of one length are compared. Without this limit a malicious document could make it slow. */
const MAX_COMPARED = 4;

/** Finds streams that are equal: many writers store the same picture again for each page. */
export class EqualStreams {
  readonly #byLength = new Map<
    number,
    { readonly number: number; readonly raw: Uint8Array; readonly entries: string }[]
  >();

  /** The number of the first stream that has the same bytes and entries; its own when there was none. */
  first(number: number, { raw, dict }: PdfStream): number {
    const out = new ByteWriter(256);
    writeDict(out, dictWithout(dict, ["Length"]));
    const entries = latin1Text(out.view(), 0, out.length);
    const known = this.#byLength.get(raw.length) ?? [];
    const equal = known.find((one) => one.entries === entries && compare(one.raw, raw) === 0);
    if (equal) return equal.number;
    if (known.length < MAX_COMPARED) this.#byLength.set(raw.length, [...known, { number, raw, entries }]);
    return number;
  }
}
