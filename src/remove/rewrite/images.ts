import type { Turns } from "../../meter/turns.ts";
import type { ShownImage } from "../../pdf-content/interpreter/visitor.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";
import { writeObject } from "../../pdf-file/syntax/serialise.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import * as CHAR from "../../platform/char.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { sideOf, within } from "../areas.ts";
import { KNOWN_NAMES } from "../copy/schema.ts";
import { matrixText } from "../numbers.ts";
import { nameText } from "./output.ts";
import type { PageWork } from "./work.ts";

const UNIT: Box = [0, 0, 1, 1];

/** Entries of an inline image (table 91). */
const INLINE_KEYS = new Set(
  (
    "BPC CS D DP F H IM I W BitsPerComponent ColorSpace Decode DecodeParms Filter Height ImageMask Interpolate Width " +
    "L Length Intent Type Subtype"
  ).split(" "),
);

/** Paints images: whole ones as they are, others as the remaining part of their unit square. */
export function* paintImage(work: PageWork, image: ShownImage, state: GraphicsState): Turns<void> {
  const { area, output } = work;
  const { matrix, clip } = state;
  const { document } = work.all.reading;
  const file = image.stream && document.resolve(image.stream.dict.get("F"));
  if (area && file !== undefined && file !== null && typeof file !== "string") {
    work.all.findings.unremovable("an image whose data lies in another file");
    work.lose("images");
    return;
  }
  const visible = area && within(clip, area);
  const side = !area ? "inside" : visible ? sideOf(0, 0, 1, 1, matrix, visible) : "outside";
  if (area && side !== "inside" && (side === "outside" || sideOf(0, 0, 1, 1, matrix, area) === "outside")) {
    work.lose("images");
    return;
  }
  const holes = work.holes.reached(UNIT, matrix);
  if (holes.some((hole) => sideOf(...UNIT, matrix, hole) === "inside")) {
    work.lose("images");
    return;
  }
  if (!area || (holes.length === 0 && sideOf(0, 0, 1, 1, matrix, area) === "inside")) {
    work.tally?.image(matrix, clip);
    yield* paintWhole(work, image);
    return;
  }
  if (!work.write()) return;
  const part = yield* work.all.images.cut(image, matrix, visible!, holes);
  if (!part) {
    work.lose("images");
    return;
  }
  const [left, bottom, right, top] = part.box;
  const name = nameText(output.resources.name("XObject", undefined, part.ref));
  const own = matrixText([right - left, 0, 0, top - bottom, left, bottom], 12);
  output.paint(`q ${own} cm ${name} Do Q\n`);
  work.all.findings.notePainted();
  work.tally?.image(matrix, clip);
  work.cut("images");
  work.all.images.noteCut(image);
}

function* paintWhole(work: PageWork, image: ShownImage): Turns<void> {
  const { output } = work;
  if (image.stream) {
    const ref = yield* work.all.images.whole(image, image.stream);
    output.paint(`${nameText(output.resources.name("XObject", work.named, ref))} Do\n`);
  } else yield* paintInline(work, image);
  work.all.findings.notePainted();
}

function* paintInline(work: PageWork, image: ShownImage): Turns<void> {
  const { dict, data, resources } = image;
  const { output, area } = work;
  if (area && !(isPlain(dict) && (yield* work.all.images.isExact(image)))) {
    if (!work.write()) return;
    const ref = yield* work.all.images.coded(image, false);
    if (ref) {
      work.change();
      output.paint(`${nameText(output.resources.name("XObject", undefined, ref))} Do\n`);
      return;
    }
  }
  const kept: PdfDict = new Map();
  for (const [key, value] of work.all.reading.document.entries(dict)) {
    if (!INLINE_KEYS.has(key) && area) work.change();
    if (!INLINE_KEYS.has(key) || key === "L" || key === "Length") continue;
    const isSpace = (key === "CS" || key === "ColorSpace") && typeof value === "string";
    const entry = isSpace ? resources.find("ColorSpace", value) : undefined;
    if (entry === undefined) kept.set(key, value);
    else {
      const copy = output.resources.entry("ColorSpace", value as string) ?? work.all.copier.copy(entry, "colourSpace");
      kept.set(key, output.resources.name("ColorSpace", value as string, copy));
    }
  }
  const out = new ByteWriter(256);
  for (const [key, value] of kept) {
    out.text(`${nameText(key)} `);
    writeObject(out, value);
    out.byte(CHAR.LINE_FEED);
  }
  output.paint(`BI\n${latin1Text(out.view(), 0, out.length)}ID `);
  output.bytes(data ?? new Uint8Array(0));
  output.paint("\nEI\n");
}

/** Whether an inline image has known entries only, and in them numbers, names and lists of numbers. */
function isPlain(dict: PdfDict): boolean {
  const isNumber = (value: PdfObject): boolean => typeof value === "number" || typeof value === "boolean";
  return [...dict].every(
    ([key, value]) =>
      INLINE_KEYS.has(key) &&
      (isNumber(value) ||
        (Array.isArray(value) && value.every(isNumber)) ||
        (typeof value === "string" && (["CS", "F", "ColorSpace", "Filter"].includes(key) || KNOWN_NAMES.has(value)))),
  );
}
