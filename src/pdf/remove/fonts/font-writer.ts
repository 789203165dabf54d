import { PdfProblem } from "../../../pdf-objects/pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfStream } from "../../../pdf-objects/syntax/objects.ts";
import { readToUnicode } from "../../content/cmaps/to-unicode.ts";
import { addDifferences, type GlyphName } from "../../content/fonts/simple-font.ts";
import type { Reading } from "../../content/interpreter/interpreter.ts";
import type { Copier } from "../copy/copier.ts";
import { CompositeWriter } from "./composite-writer.ts";
import type { FontPlace } from "./font-place.ts";
import type { FontShelf, FontUse } from "./font-shelf.ts";
import { type CodeText, toUnicodeData } from "./new-to-unicode.ts";
import { ProgramPruner } from "./program-pruner.ts";
import { type3Glyph } from "./type3.ts";

/** Writes the fonts of the new file. When something was removed, they keep nothing of glyphs that no longer occur. */
export class FontWriter {
  readonly #place: FontPlace;
  readonly #reading: Reading;
  readonly #copier: Copier;
  readonly #isPruned: boolean;
  readonly #programs: ProgramPruner;
  readonly #composites: CompositeWriter;

  constructor(place: FontPlace, isPruned: boolean) {
    this.#place = place;
    this.#reading = place.reading;
    this.#copier = place.copier;
    this.#isPruned = isPruned;
    this.#programs = new ProgramPruner(place, isPruned);
    this.#composites = new CompositeWriter(place, this.#programs, isPruned);
  }

  write({ uses }: FontShelf): void {
    // The contents of Type 3 glyphs may show text in further fonts, which are added meanwhile.
    for (let at = 0; at < uses.length; at++) {
      const use = uses[at]!;
      if (use.isContent && use.isLeft) this.#writeContents(use);
    }
    const others = uses.filter((use) => !use.isContent && use.isLeft);
    for (const use of others) this.#programs.ask(use);
    for (const use of others) this.#writeFont(use);
  }

  #writeFont(use: FontUse): void {
    const { document } = this.#reading;
    const isComposite = document.resolve(use.dict.get("Subtype")) === "Type0";
    const dict = isComposite ? this.#composites.dictOf(use) : this.#simple(use);
    const text = this.#toUnicode(use);
    if (text) dict.set("ToUnicode", text);
    this.#copier.file.put(use.ref, dict);
  }

  #simple(use: FontUse): PdfDict {
    const { document } = this.#reading;
    const dict = this.#copier.dict(use.dict, "font");
    this.#narrowWidths(dict, use);
    const encoding = document.resolve(use.dict.get("Encoding"));
    const named = encoding instanceof Map ? this.#encoding(encoding, use) : this.#copier.copy(encoding, "name");
    if (named !== null) dict.set("Encoding", named);
    const descriptor = this.#programs.descriptor(use.dict.get("FontDescriptor"));
    if (descriptor) dict.set("FontDescriptor", descriptor);
    return dict;
  }

  #narrowWidths(dict: PdfDict, use: FontUse): void {
    const list = dict.get("Widths");
    if (!this.#isPruned || !Array.isArray(list)) return;
    const codes = [...use.codes.values()].map(({ code }) => code);
    const old = this.#reading.document.number(dict.get("FirstChar")) ?? 0;
    const first = codes.length > 0 ? Math.min(...codes) : 0;
    const last = codes.length > 0 ? Math.max(...codes) : 0;
    const used = new Set(codes);
    const widths: PdfObject[] = [];
    // Codes that a simple font does not list have the descriptor's width.
    const known = use.isContent ? undefined : this.#reading.fonts.font(use.source).widths;
    const widthOf = (code: number): PdfObject => list[code - old] ?? (known ? Math.round(known[code]! * 1e6) / 1e3 : 0);
    for (let code = first; code <= last; code++) widths.push(used.has(code) ? widthOf(code) : 0);
    dict.set("FirstChar", first).set("LastChar", last).set("Widths", widths);
  }

  #encoding(encoding: PdfDict, use: FontUse): PdfDict {
    const { document } = this.#reading;
    const copy: PdfDict = new Map([["Type", "Encoding"]]);
    const base = this.#copier.copy(encoding.get("BaseEncoding"), "name");
    if (base !== null) copy.set("BaseEncoding", base);
    const names: GlyphName[] = [];
    addDifferences(document, encoding.get("Differences"), names);
    const used = new Set([...use.codes.values()].map(({ code }) => code));
    const differences: PdfObject[] = [];
    names.forEach((name, code) => {
      if (name === undefined || (this.#isPruned && !used.has(code))) return;
      if (names[code - 1] === undefined || (this.#isPruned && !used.has(code - 1))) differences.push(code);
      differences.push(name);
    });
    if (differences.length > 0) copy.set("Differences", differences);
    return copy;
  }

  /** /ToUnicode of the remaining codes. */
  #toUnicode(use: FontUse): PdfObject | undefined {
    const { document, meter } = this.#reading;
    const stream = document.resolve(use.dict.get("ToUnicode"));
    if (!(stream instanceof PdfStream)) return this.#copier.copy(stream, "name");
    if (!this.#isPruned) return this.#copier.copy(use.dict.get("ToUnicode"), "data");
    let texts: ReadonlyMap<number, string>;
    try {
      texts = readToUnicode(document.streamData(stream, meter.bytes));
    } catch (error) {
      if (error instanceof PdfProblem && error.kind !== "budget") return undefined;
      throw error;
    }
    const left: CodeText[] = [];
    for (const { code, length } of use.codes.values()) {
      const text = texts.get(code);
      if (text !== undefined) left.push({ code, length, text });
    }
    return left.length > 0 ? this.#copier.file.addContent(new Map(), toUnicodeData(left)) : undefined;
  }

  /** A Type 3 font, with the contents of glyphs that stay whole. */
  #writeContents(use: FontUse): void {
    const { document } = this.#reading;
    const copier = this.#copier;
    const dict = copier.dict(use.dict, "type3");
    this.#narrowWidths(dict, use);
    const procedures: PdfDict = new Map();
    const differences: PdfObject[] = [];
    const resources: PdfDict = new Map();
    for (const { code } of [...use.codes.values()].sort((a, b) => a.code - b.code)) {
      const glyph = type3Glyph(document, use.dict, code);
      if (!glyph) continue;
      differences.push(code, glyph.name);
      if (procedures.has(glyph.name)) continue;
      procedures.set(glyph.name, this.#place.wholeGlyph(glyph.procedure, use.dict, resources));
    }
    dict.set("Type", "Font").set("Subtype", "Type3").set("CharProcs", procedures).set("Resources", resources);
    dict.set(
      "Encoding",
      new Map<string, PdfObject>([
        ["Type", "Encoding"],
        ["Differences", differences],
      ]),
    );
    const text = this.#toUnicode(use);
    if (text) dict.set("ToUnicode", text);
    copier.file.put(use.ref, dict);
  }
}
