import type { ShownImage } from "../../pdf-content/interpreter/visitor.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";
import { writeObject } from "../../pdf-file/syntax/serialise.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { sideOf, within } from "../areas.ts";
import { KNOWN_NAMES } from "../copy/schema.ts";
import { matrixText } from "../numbers.ts";
import type { Cleaning } from "./cleaning.ts";
import { nameText } from "./output.ts";

/** Entries of an inline image (table 91). */
const INLINE_KEYS = new Set(
  (
    "BPC CS D DP F H IM I W BitsPerComponent ColorSpace Decode DecodeParms Filter Height ImageMask Interpolate Width " +
    "L Length Intent Type Subtype"
  ).split(" "),
);

/** Paints images: whole ones as they are, others as the remaining part of their unit square. */
export class ImagePlacer {
  readonly #cleaner: Cleaning;

  constructor(cleaner: Cleaning) {
    this.#cleaner = cleaner;
  }

  place(image: ShownImage, state: GraphicsState): void {
    const cleaner = this.#cleaner;
    const { area, output } = cleaner.context;
    const { matrix, clip } = state;
    const { document } = cleaner.reading;
    const file = image.stream && document.resolve(image.stream.dict.get("F"));
    if (area && file !== undefined && file !== null && typeof file !== "string") {
      cleaner.findings.unremovable("an image whose data lies in another file");
      cleaner.lose("images");
      return;
    }
    const visible = area && within(clip, area);
    const side = !area ? "inside" : visible ? sideOf(0, 0, 1, 1, matrix, visible) : "outside";
    if (area && side !== "inside" && (side === "outside" || sideOf(0, 0, 1, 1, matrix, area) === "outside")) {
      cleaner.lose("images");
      return;
    }
    if (!area || sideOf(0, 0, 1, 1, matrix, area) === "inside") {
      cleaner.counted?.image(matrix, clip);
      this.#whole(image);
      return;
    }
    cleaner.write();
    const part = cleaner.images.cut(image, matrix, visible!);
    if (!part) {
      cleaner.lose("images");
      return;
    }
    const [left, bottom, right, top] = part.box;
    const name = nameText(output.resources.name("XObject", undefined, part.ref));
    const own = matrixText([right - left, 0, 0, top - bottom, left, bottom], 12);
    output.paint(`q ${own} cm ${name} Do Q\n`);
    cleaner.paints++;
    cleaner.counted?.image(matrix, clip);
    cleaner.cutOne("images");
    cleaner.images.noteCut(image);
  }

  #whole(image: ShownImage): void {
    const cleaner = this.#cleaner;
    const { output } = cleaner.context;
    if (image.stream) {
      const ref = cleaner.images.whole(image, image.stream);
      output.paint(`${nameText(output.resources.name("XObject", cleaner.named, ref))} Do\n`);
    } else this.#inline(image);
    cleaner.paints++;
  }

  #inline(image: ShownImage): void {
    const { dict, data, resources } = image;
    const cleaner = this.#cleaner;
    const { output, area } = cleaner.context;
    if (area && !(isPlain(dict) && cleaner.images.isExact(image))) {
      cleaner.write();
      const ref = cleaner.images.coded(image, false);
      if (ref) {
        cleaner.change();
        output.paint(`${nameText(output.resources.name("XObject", undefined, ref))} Do\n`);
        return;
      }
    }
    const kept: PdfDict = new Map();
    for (const [key, value] of cleaner.reading.document.entries(dict)) {
      if (!INLINE_KEYS.has(key) && area) cleaner.change();
      if (!INLINE_KEYS.has(key) || key === "L" || key === "Length") continue;
      const isSpace = (key === "CS" || key === "ColorSpace") && typeof value === "string";
      const entry = isSpace ? resources.find("ColorSpace", value) : undefined;
      if (entry === undefined) kept.set(key, value);
      else {
        const copy = output.resources.entry("ColorSpace", value as string) ?? cleaner.copier.copy(entry, "colourSpace");
        kept.set(key, output.resources.name("ColorSpace", value as string, copy));
      }
    }
    const out = new ByteWriter(256);
    for (const [key, value] of kept) {
      out.text(`${nameText(key)} `);
      writeObject(out, value);
      out.byte(0x0a);
    }
    output.paint(`BI\n${latin1Text(out.view(), 0, out.length)}ID `);
    output.bytes(data ?? new Uint8Array(0));
    output.paint("\nEI\n");
  }
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
