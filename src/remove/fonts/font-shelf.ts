import type { Font } from "../../pdf-content/fonts/font.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import { type PdfDict, type PdfObject, PdfRef, type PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { Copier } from "../copy/copier.ts";
import type { NewFile } from "../new-file.ts";
import type { Findings } from "../report.ts";
import { type CodeNumbers, codeNumbers, SAME_CODES } from "./code-numbers.ts";

/** A code that is still shown somewhere. */
export interface UsedCode {
  readonly code: number;
  /** The glyph by which its box is found: in a composite font, the CID. */
  readonly glyph: number;
  readonly length: number;
  /** The code in contents that are written with new codes, and the number of its bytes. */
  readonly number: number;
  readonly numberLength: number;
}

export function isMoved({ code, length, number, numberLength }: UsedCode): boolean {
  return code !== number || length !== numberLength;
}

/** The remaining part of a font. */
export class FontUse {
  readonly source: PdfObject;
  readonly dict: PdfDict;
  /** Whether it is a Type 3 font, whose glyphs are contents. */
  readonly isContent: boolean;
  readonly codes = new Map<number, UsedCode>();
  /** Whether it must be written even if it shows nothing. */
  isNamed = false;
  readonly numbers: CodeNumbers;
  readonly #file: NewFile;
  #ref: PdfRef | undefined;
  /** The codes of one byte among them, which are asked for with each character. */
  readonly #bytes: (UsedCode | undefined)[] = [];

  constructor(file: NewFile, source: PdfObject, dict: PdfDict, isContent: boolean, numbers: CodeNumbers) {
    this.#file = file;
    this.source = source;
    this.dict = dict;
    this.isContent = isContent;
    this.numbers = numbers;
  }

  /** The font in the new file. Fonts are numbered as the new contents name them. */
  get ref(): PdfRef {
    this.#ref ??= this.#file.newRef();
    return this.#ref;
  }

  get isLeft(): boolean {
    return this.isNamed || this.codes.size > 0;
  }

  add(code: number, glyph: number, length: number): UsedCode {
    if (length === 1) {
      const known = this.#bytes[code];
      if (known) return known;
    }
    // Codes of different lengths are different.
    const key = code * 8 + length;
    let used = this.codes.get(key);
    if (!used) {
      const { numbers } = this;
      used = { code, glyph, length, number: numbers.numberOf(code, glyph), numberLength: numbers.length ?? length };
      this.codes.set(key, used);
      if (length === 1) this.#bytes[code] = used;
    }
    return used;
  }
}

/** The fonts of the new file. Each is written at the end, when it is known what is left of it. */
export class FontShelf {
  readonly uses: FontUse[] = [];
  /** Whether anything is removed. Otherwise fonts stay as they are. */
  readonly isPruned: boolean;
  readonly #reading: Reading;
  readonly #file: NewFile;
  readonly #known = new Map<number | PdfDict, FontUse>();
  /**
   * Whether characters have new codes (`CodeNumbers`) in all contents: something went. Until that is known, contents
   * that are written have new ones, and pages that stay whole have their old ones.
   */
  #codes: "new" | "old" | "unknown" = "unknown";
  /** Whether a content stream was written with codes that are new. */
  #hasNew = false;

  constructor(reading: Reading, file: NewFile, isPruned: boolean) {
    this.#reading = reading;
    this.#file = file;
    this.isPruned = isPruned;
  }

  get isNumbered(): boolean {
    return this.#codes === "new";
  }

  /** Something went. */
  number(): void {
    if (this.isPruned) this.#codes = "new";
  }

  /** No page follows: old codes stay unless some are new. */
  endPages(): void {
    if (this.#hasNew) this.#codes = "new";
    else if (!this.isNumbered) this.#codes = "old";
  }

  /** Whether characters whose codes change get their new ones in a content stream. */
  isNumberedIn({ isChecked }: { readonly isChecked: boolean }): boolean {
    const isNew = this.isNumbered || (this.#codes === "unknown" && !isChecked);
    if (isNew) this.#hasNew = true;
    return isNew;
  }

  use({ source }: Font): FontUse {
    return this.useOf(source);
  }

  useOf(source: PdfObject): FontUse {
    const { document, fonts } = this.#reading;
    const dict = document.dict(source) ?? NOTHING;
    const key = source instanceof PdfRef ? source.number : dict;
    const known = this.#known.get(key);
    if (known) return known;
    const isContent = document.resolve(dict.get("Subtype")) === "Type3";
    const numbers = this.isPruned ? codeNumbers(document, dict, () => fonts.font(source)) : SAME_CODES;
    const use = new FontUse(this.#file, source, dict, isContent, numbers);
    this.#known.set(key, use);
    this.uses.push(use);
    return use;
  }
}

const NOTHING: PdfDict = new Map();

/** The parts of the new file that writing fonts needs. */
export interface FontPlace {
  readonly reading: Reading;
  readonly copier: Copier;
  readonly findings: Findings;
  /** The content of a glyph that stays whole. */
  wholeGlyph(procedure: PdfStream, font: PdfDict, resources: PdfDict): PdfRef;
}
