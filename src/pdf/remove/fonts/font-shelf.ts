import { type PdfDict, type PdfObject, PdfRef } from "../../../pdf-objects/syntax/objects.ts";
import type { Font } from "../../content/fonts/font.ts";
import type { Reading } from "../../content/interpreter/interpreter.ts";
import type { NewFile } from "../new-file.ts";

/** A code that is still shown somewhere. */
export interface UsedCode {
  readonly code: number;
  /** The glyph by which its box is found: in a composite font, the CID. */
  readonly glyph: number;
  readonly length: number;
}

/** The remaining part of a font. */
export class FontUse {
  readonly ref: PdfRef;
  readonly source: PdfObject;
  readonly dict: PdfDict;
  /** Whether it is a Type 3 font, whose glyphs are contents. */
  readonly isContent: boolean;
  readonly codes = new Map<number, UsedCode>();
  /** The codes of one byte among them, which are asked for with each character. */
  readonly #bytes = new Uint8Array(256);
  /** Whether it must be written even if it shows nothing. */
  isNamed = false;

  constructor(ref: PdfRef, source: PdfObject, dict: PdfDict, isContent: boolean) {
    this.ref = ref;
    this.source = source;
    this.dict = dict;
    this.isContent = isContent;
  }

  get isLeft(): boolean {
    return this.isNamed || this.codes.size > 0;
  }

  add(code: number, glyph: number, length: number): void {
    if (length === 1 && this.#bytes[code] === 1) return;
    if (length === 1) this.#bytes[code] = 1;
    // Codes of different lengths are different.
    const key = code * 8 + length;
    if (!this.codes.has(key)) this.codes.set(key, { code, glyph, length });
  }
}

/** The fonts of the new file. Each is written at the end, when it is known what is left of it. */
export class FontShelf {
  readonly uses: FontUse[] = [];
  readonly #reading: Reading;
  readonly #file: NewFile;
  readonly #known = new Map<number | PdfDict, FontUse>();

  constructor(reading: Reading, file: NewFile) {
    this.#reading = reading;
    this.#file = file;
  }

  use({ source }: Font): FontUse {
    return this.useOf(source);
  }

  useOf(source: PdfObject): FontUse {
    const { document } = this.#reading;
    const dict = document.dict(source) ?? NOTHING;
    const key = source instanceof PdfRef ? source.number : dict;
    const known = this.#known.get(key);
    if (known) return known;
    const isContent = document.resolve(dict.get("Subtype")) === "Type3";
    const use = new FontUse(this.#file.newRef(), source, dict, isContent);
    this.#known.set(key, use);
    this.uses.push(use);
    return use;
  }
}

const NOTHING: PdfDict = new Map();
