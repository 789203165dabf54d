import { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import { compositeFont } from "./composite-font.ts";
import type { Font } from "./font.ts";
import { simpleFont } from "./simple-font.ts";
import type { MeasureProcedure } from "./type3-font.ts";
import { type3Font } from "./type3-font.ts";

/** Bytes that all kept fonts together may hold. */
const MAX_BYTES = 12 << 20;
const MAX_FONTS = 256;
/** What each takes at least: widths, names, functions. */
const FONT_BYTES = 12 << 10;

/**
 * The fonts of a document, read when they are first used. When they become too large, the least recently used ones are
 * dropped.
 */
export class FontCache {
  readonly #document: PdfDocument;
  readonly #fonts = new Map<PdfDict | number, Font>();
  readonly #measureProcedure: MeasureProcedure;

  constructor(document: PdfDocument, measureProcedure: MeasureProcedure) {
    this.#document = document;
    this.#measureProcedure = measureProcedure;
  }

  /** The font that `object` is or refers to; when it is missing, viewers use a font of theirs. */
  font(object: PdfObject): Font {
    const dict = this.#document.dict(this.#document.needed(object)) ?? NOTHING;
    const key = object instanceof PdfRef ? object.number : dict;
    const known = this.#fonts.get(key);
    if (known) {
      this.#fonts.delete(key);
      this.#fonts.set(key, known);
      return known;
    }
    const holding = new Holding(this.#document.work);
    holding.work.spend(COST.font);
    holding.take(FONT_BYTES);
    const font = this.#read(dict, holding);
    font.source = object;
    this.#makeRoom(holding.bytes);
    this.#fonts.set(key, font);
    return font;
  }

  /** They are read again where they are asked for again. */
  letGo(): void {
    for (const { holding } of this.#fonts.values()) holding.letGo();
    this.#fonts.clear();
  }

  #makeRoom(bytes: number): void {
    let all = bytes;
    for (const { holding } of this.#fonts.values()) all += holding.bytes;
    for (const [oldest, { holding }] of this.#fonts) {
      if (all <= MAX_BYTES && this.#fonts.size < MAX_FONTS) break;
      this.#fonts.delete(oldest);
      all -= holding.bytes;
      holding.letGo();
    }
  }

  #read(dict: PdfDict, holding: Holding): Font {
    const document = this.#document;
    switch (document.resolve(dict.get("Subtype"))) {
      case "Type0":
        return compositeFont(document, dict, holding);
      case "Type3":
        return type3Font(document, dict, this.#measureProcedure, holding);
      default:
        return simpleFont(document, dict, holding);
    }
  }
}

const NOTHING: PdfDict = new Map();
