import type { Turns } from "../../meter/turns.ts";
import { Holding } from "../../meter/work.ts";
import { readToUnicode } from "../../pdf-content/cmaps/to-unicode.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import { textOfType3Glyph } from "../../pdf-content/fonts/names/glyph-names.ts";
import { addDifferences, type GlyphName } from "../../pdf-content/fonts/simple-font.ts";
import { type3Glyph } from "../../pdf-content/fonts/type3-font.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfStream, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { Copier } from "../copy/copier.ts";
import { type CodeText, toUnicodeData } from "./cmaps.ts";
import { hasNumber } from "./code-numbers.ts";
import { CompositeWriter } from "./composite-writer.ts";
import { type FontPlace, type FontShelf, type FontUse, isMoved, type UsedCode } from "./font-shelf.ts";
import { ProgramPruner, plainName, retagged } from "./program-pruner.ts";

/** Writes the fonts of the new file. When something was removed, they keep nothing of glyphs that no longer occur. */
export class FontWriter {
  readonly #place: FontPlace;
  readonly #reading: Reading;
  readonly #copier: Copier;
  readonly #shelf: FontShelf;
  readonly #programs: ProgramPruner;
  readonly #composites: CompositeWriter;
  #tags = 0;

  constructor(place: FontPlace, shelf: FontShelf) {
    this.#place = place;
    this.#reading = place.reading;
    this.#copier = place.copier;
    this.#shelf = shelf;
    this.#programs = new ProgramPruner(place, shelf);
    this.#composites = new CompositeWriter(place, this.#programs, shelf);
  }

  *write(): Turns<void> {
    const { uses } = this.#shelf;
    // The contents of Type 3 glyphs may show text in further fonts, which are added meanwhile.
    for (let at = 0; at < uses.length; at++) {
      const use = uses[at]!;
      if (use.isContent && use.isLeft) this.#writeContents(use);
    }
    const left = uses.filter((use) => !use.isContent && use.isLeft);
    const [forFields = [], others = []] = [true, false].map((is) =>
      left.filter((use) => this.#drawsFields(use) === is),
    );
    for (const use of forFields) this.#writeForFields(use);
    for (const use of others) this.#programs.ask(use);
    for (const use of others) {
      yield;
      this.#copier.file.put(use.ref, use.dict.size > 0 ? this.#dictOf(use) : null);
    }
  }

  /** Whether viewers draw fields by it (12.7.4.3), and no content shows it. Widths of all of ASCII tell nothing. */
  #drawsFields({ isNamed, codes, dict }: FontUse): boolean {
    if (!this.#shelf.isPruned || !isNamed || codes.size > 0) return false;
    const { document } = this.#reading;
    const widths = document.array(dict.get("Widths")) ?? [];
    const first = document.number(dict.get("FirstChar")) ?? 0;
    const ascii = Array.from({ length: 95 }, (_, at) => document.number(widths[32 + at - first]) ?? 0);
    return typeof document.resolve(dict.get("Encoding")) === "string" && ascii.every((width) => width > 0);
  }

  /** Without its program, of which nothing would be left: viewers have one of that name, or like it. */
  #writeForFields(use: FontUse): void {
    const dict = this.#copier.dict(use.dict, "font");
    dict.set("Encoding", this.#reading.document.resolve(use.dict.get("Encoding")));
    const descriptor = this.#reading.document.dict(use.dict.get("FontDescriptor"));
    if (descriptor) dict.set("FontDescriptor", this.#copier.file.add(this.#copier.dict(descriptor, "fontDescriptor")));
    this.#copier.file.put(use.ref, dict);
  }

  #dictOf(use: FontUse): PdfDict {
    const { document } = this.#reading;
    const isComposite = document.resolve(use.dict.get("Subtype")) === "Type0";
    const tag = subsetTag(this.#tags++);
    const dict = isComposite ? this.#composites.dictOf(use, tag) : this.#simple(use, tag);
    const name = dict.get("BaseFont");
    if (this.#shelf.isPruned && typeof name === "string") dict.set("BaseFont", retagged(name, tag));
    const text = this.#toUnicode(use);
    if (text) dict.set("ToUnicode", text);
    return dict;
  }

  /** A character's code in the new file. */
  #codeOf({ code, number }: UsedCode): number {
    return this.#shelf.isNumbered ? number : code;
  }

  #simple(use: FontUse, tag: string): PdfDict {
    const { document, fonts } = this.#reading;
    const dict = this.#copier.dict(use.dict, "font");
    this.#narrowWidths(dict, use);
    const font = fonts.font(use.source);
    const findsByCode = this.#programs.findsByCode(use, font);
    const descriptor = this.#programs.descriptor(use, tag, findsByCode);
    if (descriptor) dict.set("FontDescriptor", descriptor);
    if (findsByCode) return dict;
    const encoding = document.resolve(use.dict.get("Encoding"));
    const named = this.#programs.hasNewNames(use, font)
      ? this.#newEncoding(use, font)
      : encoding instanceof Map
        ? this.#encoding(encoding, use)
        : this.#copier.copy(encoding, "name");
    if (named !== null) dict.set("Encoding", named);
    return dict;
  }

  #narrowWidths(dict: PdfDict, use: FontUse): void {
    const list = dict.get("Widths");
    if (!this.#shelf.isPruned || !Array.isArray(list)) return;
    const used = new Map([...use.codes.values()].map((one) => [this.#codeOf(one), one.code]));
    const codes = [...used.keys()];
    const old = this.#reading.document.number(dict.get("FirstChar")) ?? 0;
    const first = codes.length > 0 ? Math.min(...codes) : 0;
    const last = codes.length > 0 ? Math.max(...codes) : 0;
    const widths: PdfObject[] = [];
    // Codes that a simple font does not list have the descriptor's width.
    const known = use.isContent ? undefined : this.#reading.fonts.font(use.source).widths;
    const widthOf = (code: number): PdfObject => list[code - old] ?? (known ? Math.round(known[code]! * 1e6) / 1e3 : 0);
    for (let code = first; code <= last; code++) {
      const from = used.get(code);
      widths.push(from === undefined ? 0 : widthOf(from));
    }
    dict.set("FirstChar", first).set("LastChar", last).set("Widths", widths);
  }

  #newEncoding(use: FontUse, font: Font): PdfDict {
    const names: GlyphName[] = [];
    for (const one of use.codes.values()) {
      const name = font.nameOf(one.code);
      names[one.number] = name === undefined ? ".notdef" : this.#programs.nameOf(use, name, one.code);
    }
    return encodingOf(names);
  }

  #encoding(encoding: PdfDict, use: FontUse): PdfDict {
    const { document } = this.#reading;
    const base = this.#copier.copy(encoding.get("BaseEncoding"), "name");
    const names: GlyphName[] = [];
    addDifferences(document, encoding.get("Differences"), names);
    const used = new Set([...use.codes.values()].map(({ code }) => code));
    if (this.#shelf.isPruned) for (const code of names.keys()) if (!used.has(code)) delete names[code];
    const copy = encodingOf(names);
    return base === null ? copy : copy.set("BaseEncoding", base);
  }

  /** /ToUnicode of the remaining codes. */
  #toUnicode(use: FontUse): PdfObject | undefined {
    const { document, fonts } = this.#reading;
    const stream = document.resolve(use.dict.get("ToUnicode"));
    const isChanged = this.#shelf.isNumbered && [...use.codes.values()].some(isMoved);
    if (!this.#shelf.isPruned && stream instanceof PdfStream)
      return this.#copier.copy(use.dict.get("ToUnicode"), "data");
    if (!(stream instanceof PdfStream) && !isChanged) return this.#copier.copy(stream, "name");
    let texts: ReadonlyMap<number, string> | undefined;
    const holding = new Holding(document.work);
    try {
      if (stream instanceof PdfStream) texts = readToUnicode(document.streamData(stream), holding);
    } catch (error) {
      if (!(error instanceof PdfProblem) || error.kind === "budget") throw error;
      if (!isChanged) return undefined;
    }
    const font = fonts.font(use.source);
    // What the old codes or the names of glyphs have said, new codes and names do not say.
    const isSaid = isChanged && (typeof stream === "string" || !font.composite);
    const left: CodeText[] = [];
    for (const one of use.codes.values()) {
      const text = texts?.get(one.code) ?? (isSaid ? inLetters(font.textOf(one.code)) : undefined);
      const length = this.#shelf.isNumbered ? one.numberLength : one.length;
      if (text !== undefined) left.push({ code: this.#codeOf(one), length, text });
    }
    holding.letGo();
    return left.length > 0 ? this.#copier.file.addContent(new Map(), toUnicodeData(left)) : undefined;
  }

  /** A Type 3 font, with the contents of glyphs that stay whole. */
  #writeContents(use: FontUse): void {
    const { document } = this.#reading;
    const copier = this.#copier;
    const dict = copier.dict(use.dict, "type3");
    this.#narrowWidths(dict, use);
    const procedures: PdfDict = new Map();
    const names: GlyphName[] = [];
    const resources: PdfDict = new Map();
    const written = new Map<string, string>();
    const used = [...use.codes.values()].sort((a, b) => this.#codeOf(a) - this.#codeOf(b));
    for (const one of used) {
      const glyph = type3Glyph(document, use.dict, one.code);
      if (!glyph) continue;
      const isPlain = this.#shelf.isNumbered && hasNumber(glyph.name, textOfType3Glyph);
      const name = written.get(glyph.name) ?? (isPlain ? plainName(written.size) : glyph.name);
      names[this.#codeOf(one)] = name;
      if (written.has(glyph.name)) continue;
      written.set(glyph.name, name);
      procedures.set(name, this.#place.wholeGlyph(glyph.procedure, use.dict, resources));
    }
    dict.set("Type", "Font").set("Subtype", "Type3").set("CharProcs", procedures).set("Resources", resources);
    dict.set("Encoding", encodingOf(names));
    const text = this.#toUnicode(use);
    if (text) dict.set("ToUnicode", text);
    copier.file.put(use.ref, dict);
  }
}

/** A glyph that is named for a ligature is read as its letters, but one with the text of a ligature is not. */
function inLetters(text: string | undefined): string | undefined {
  return text?.replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize("NFKC"));
}

/** An encoding with these names and no base (table 112). */
function encodingOf(names: readonly GlyphName[]): PdfDict {
  const differences: PdfObject[] = [];
  names.forEach((name, code) => {
    if (name === undefined) return;
    if (names[code - 1] === undefined) differences.push(code);
    differences.push(name);
  });
  const encoding = pdfDict({ Type: "Encoding" });
  return differences.length > 0 ? encoding.set("Differences", differences) : encoding;
}

/** Six letters, others for each font. */
function subsetTag(index: number): string {
  let tag = "";
  for (let rest = index; tag.length < 6; rest = Math.floor(rest / 26))
    tag = String.fromCharCode(65 + (rest % 26)) + tag;
  return tag;
}
