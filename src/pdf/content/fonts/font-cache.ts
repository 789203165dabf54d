import { type PdfDict, type PdfObject, PdfRef } from "../../../pdf-objects/syntax/objects.ts";
import type { PdfDocument } from "../../document.ts";
import type { Meter } from "../meter.ts";
import { compositeFont } from "./composite-font.ts";
import type { Font } from "./font.ts";
import { simpleFont } from "./simple-font.ts";
import type { MeasureProcedure } from "./type3-font.ts";
import { type3Font } from "./type3-font.ts";

/** Bytes that all kept fonts together may hold. */
const MOST_BYTES = 12 << 20;
const MOST_FONTS = 256;

/**
 * The fonts of a document, read when they are first used. When they become too large, the least recently used ones are
 * dropped.
 */
export class FontCache {
  readonly #document: PdfDocument;
  readonly #meter: Meter;
  readonly #fonts = new Map<PdfDict | number, Font>();
  #weight = 0;
  readonly #measureProcedure: MeasureProcedure;

  constructor(document: PdfDocument, meter: Meter, measureProcedure: MeasureProcedure) {
    this.#document = document;
    this.#meter = meter;
    this.#measureProcedure = measureProcedure;
  }

  /** The font that `object` is or refers to; when it is missing, viewers use a font of theirs. */
  font(object: PdfObject): Font {
    const dict = this.#document.dict(object) ?? NOTHING;
    const key = object instanceof PdfRef ? object.number : dict;
    const known = this.#fonts.get(key);
    if (known) {
      this.#fonts.delete(key);
      this.#fonts.set(key, known);
      return known;
    }
    const font = this.#read(dict);
    font.source = object;
    this.#weight += font.weight;
    this.#fonts.set(key, font);
    for (const [oldest, { weight }] of this.#fonts) {
      if ((this.#weight <= MOST_BYTES && this.#fonts.size <= MOST_FONTS) || oldest === key) break;
      this.#fonts.delete(oldest);
      this.#weight -= weight;
    }
    return font;
  }

  #read(dict: PdfDict): Font {
    const document = this.#document;
    const meter = this.#meter;
    switch (document.resolve(dict.get("Subtype"))) {
      case "Type0":
        return compositeFont(document, dict, meter);
      case "Type3":
        return type3Font(document, dict, meter, this.#measureProcedure);
      default:
        return simpleFont(document, dict, meter);
    }
  }
}

const NOTHING: PdfDict = new Map();
