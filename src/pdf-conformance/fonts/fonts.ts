import { crossed, Holding, type Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { descendantFont } from "../../pdf-content/fonts/composite-font.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import { textOfGlyph } from "../../pdf-content/fonts/names/glyph-names.ts";
import { toUnicodeOf } from "../../pdf-content/fonts/names/unicode-text.ts";
import { Cff } from "../../pdf-content/fonts/programs/cff.ts";
import { TrueType } from "../../pdf-content/fonts/programs/truetype.ts";
import { Type1 } from "../../pdf-content/fonts/programs/type1.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { unlessDamaged } from "../../pdf-file/pdf-problem.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { type PdfDict, type PdfObject, PdfStream, PdfString } from "../../pdf-file/syntax/objects.ts";
import type { Findings } from "../findings.ts";
import { named } from "../objects.ts";
import { checkCMap, isKnownCollection } from "./cmaps.ts";

const KINDS = new Set(["Type1", "MMType1", "TrueType", "Type3", "Type0", "CIDFontType0", "CIDFontType2"]);
const PROGRAM_KINDS = new Set(["Type1C", "CIDFontType0C", "OpenType"]);
const PROGRAM_KEYS = ["FontFile", "FontFile2", "FontFile3"];
/** The 14 fonts that need no widths. */
const STANDARD =
  /^(?:Courier|Helvetica)(?:-Bold)?(?:-?Oblique)?$|^Times-(?:Roman|Bold|Italic|BoldItalic)$|^Symbol$|^ZapfDingbats$/;
const SYMBOLIC = 4;
/** TeX's names for one character in several sizes are not in the Adobe Glyph List. */
const TEX_SIZES = /^[a-zA-Z]+(?:display|text|[bB]igg?|wider?|widest)$/;
/** Text that is neither filled nor stroked nor made part of the clip. */
const INVISIBLE = 3;
/** The widest that a glyph's two widths may be apart, in thousandths; the rest is for rounding. */
const TOLERANCE = 1.001;
/** What a code that was looked at takes in memory. */
const SEEN_BYTES = 40;

const MAX_CIDS = 65_536;

/** A font whose glyphs are looked at. */
interface Known {
  readonly dict: PdfDict;
  readonly kind: PdfObject;
  /** Codes that were looked at, those of text that is not seen apart. */
  readonly shown: Set<number>;
  readonly hidden: Set<number>;
  readonly unicode: (code: number) => string | undefined;
  readonly encoding: PdfObject;
  wasShown: boolean;
}

/** Fonts with which text is shown, and their glyphs (ISO 19005-2, 6.2.11; ISO 14289-1, 7.21). */
export class FontChecks {
  readonly #document: PdfDocument;
  readonly #findings: Findings;
  /** Fonts that nothing else holds any more are let go: their programs may be large. */
  readonly #fonts = new WeakMap<Font, Known>();
  readonly #holding: Holding;

  constructor(document: PdfDocument, findings: Findings) {
    this.#document = document;
    this.#findings = findings;
    this.#holding = new Holding(document.work);
  }

  /** Text is shown in the font; `glyph` follows for each of its characters. */
  begin(font: Font, mode: number): void {
    let known = this.#fonts.get(font);
    if (!known) {
      known = this.#open(font);
      this.#fonts.set(font, known);
      this.#checkFont(known);
    }
    if (mode === INVISIBLE || known.wasShown) return;
    known.wasShown = true;
    if (known.kind !== "Type3") this.#demandProgram(this.#programFont(known));
  }

  #open(font: Font): Known {
    const document = this.#document;
    const dict = document.dict(font.source) ?? new Map<string, PdfObject>();
    const kind = document.resolve(dict.get("Subtype"));
    const toUnicode = toUnicodeOf(document, dict, this.#holding);
    const encoding = document.resolve(dict.get("Encoding"));
    const hasNames = encoding !== null || kind !== "TrueType";
    const isKnown =
      kind === "Type0" &&
      ((typeof encoding === "string" && !encoding.startsWith("Identity")) ||
        isKnownCollection(document, descendantFont(this.#document, dict)?.get("CIDSystemInfo")));
    const byName = (code: number): string | undefined => {
      const name = font.nameOf(code);
      return name === undefined || !hasNames || TEX_SIZES.test(name) ? undefined : textOfGlyph(name);
    };
    return {
      dict,
      kind,
      encoding,
      shown: new Set(),
      hidden: new Set(),
      unicode: (code) => toUnicode?.get(code) ?? (isKnown ? " " : kind === "Type0" ? undefined : byName(code)),
      wasShown: false,
    };
  }

  #programFont({ dict, kind }: Known): PdfDict {
    return (kind === "Type0" ? descendantFont(this.#document, dict) : undefined) ?? dict;
  }

  #program(dict: PdfDict): PdfStream | undefined {
    const document = this.#document;
    const descriptor = document.dict(dict.get("FontDescriptor"));
    const found = PROGRAM_KEYS.map((key) => document.resolve(descriptor?.get(key)));
    return found.find((value) => value instanceof PdfStream);
  }

  #demandProgram(dict: PdfDict): void {
    this.#findings.demand(this.#program(dict) !== undefined, "6.2.11.4.1-1", this.#nameOf(dict));
  }

  #nameOf(dict: PdfDict): string {
    return named(this.#document.resolve(dict.get("BaseFont")));
  }

  #checkFont(known: Known): void {
    const document = this.#document;
    const findings = this.#findings;
    const { dict, kind } = known;
    this.#checkDictionary(dict, kind);
    if (kind === "Type0") {
      const descendant = descendantFont(this.#document, dict);
      if (!descendant) return;
      const innerKind = document.resolve(descendant.get("Subtype"));
      this.#checkDictionary(descendant, innerKind);
      checkCMap(document, dict, descendant, findings);
      const map = document.resolve(descendant.get("CIDToGIDMap"));
      const hasMap = map === "Identity" || map instanceof PdfStream;
      const isBare = innerKind === "CIDFontType2" && !hasMap && this.#program(descendant) !== undefined;
      findings.demand(!isBare, "6.2.11.3.2-1", this.#nameOf(descendant));
    } else this.#checkWidths(dict, kind);
  }

  #checkDictionary(dict: PdfDict, kind: PdfObject): void {
    const document = this.#document;
    const findings = this.#findings;
    const name = document.resolve(dict.get("BaseFont"));
    findings.demand(document.resolve(dict.get("Type")) === "Font", "6.2.11.2-1", named(name));
    findings.demand(typeof kind === "string" && KINDS.has(kind), "6.2.11.2-2", named(kind));
    findings.demand(kind === "Type3" || typeof name === "string", "6.2.11.2-3");
    if (typeof name === "string") findings.demand(isUtf8(name, document.work), "6.1.8-1");
    const subtype = document.resolve(this.#program(dict)?.dict.get("Subtype"));
    findings.demand(subtype === null || PROGRAM_KINDS.has(String(subtype)), "6.2.11.2-7", named(subtype));
  }

  #checkWidths(dict: PdfDict, kind: PdfObject): void {
    const document = this.#document;
    const findings = this.#findings;
    const name = this.#nameOf(dict);
    if (kind === "Type1" && STANDARD.test(name) && !this.#program(dict)) return;
    const [first, last] = [document.number(dict.get("FirstChar")), document.number(dict.get("LastChar"))];
    findings.demand(first !== undefined, "6.2.11.2-4", name);
    findings.demand(last !== undefined, "6.2.11.2-5", name);
    const widths = document.array(dict.get("Widths"));
    findings.demand(widths?.length === (last ?? 0) - (first ?? 0) + 1, "6.2.11.2-6", name);
  }

  /** What needs the program: it is read with the font's first glyph. */
  #checkProgram(font: Font, known: Known): void {
    const document = this.#document;
    const findings = this.#findings;
    const dict = this.#programFont(known);
    const descriptor = document.dict(dict.get("FontDescriptor"));
    const name = this.#nameOf(dict);
    const program = font.embedded?.program;
    if (known.kind === "TrueType") this.#checkTrueType(known, program, descriptor, name);
    if (!/^[A-Z]{6}\+/.test(name) || !program) return;
    const listed = document.resolve(descriptor?.get("CharSet"));
    if (
      listed instanceof PdfString &&
      (known.kind === "Type1" || known.kind === "MMType1") &&
      !(program instanceof TrueType)
    ) {
      document.work.spend(listed.bytes.length * COST.sourceByte);
      const names = new TextDecoder("latin1")
        .decode(listed.bytes)
        .split("/")
        .map((part) => part.trim());
      findings.demand(isSameSet(withoutNotdef(names), withoutNotdef(namesOf(program))), "6.2.11.4.2-1", name);
    }
    const cids = document.resolve(descriptor?.get("CIDSet"));
    if (known.kind === "Type0" && cids instanceof PdfStream) {
      const bits = unlessDamaged(() => document.streamData(cids)) ?? new Uint8Array(0);
      findings.demand(this.#hasAllCids(font, bits), "6.2.11.4.2-2", name);
    }
  }

  /** Each glyph of the program has its bit, and each bit a glyph; that of .notdef may be either. */
  #hasAllCids(font: Font, bits: Uint8Array): boolean {
    const { program, of } = font.embedded!;
    const { work } = this.#document;
    const isKeyed = program instanceof Cff && program.isCidKeyed;
    const count = program instanceof TrueType ? program.glyphCount : program.glyphs.length;
    const end = Math.max(bits.length * 8, isKeyed ? MAX_CIDS : count);
    work.spend(end * COST.lookup);
    const cids = isKeyed ? new Set(program.sids()) : undefined;
    for (let cid = 1; cid < end; cid++) {
      const isSet = ((bits[cid >> 3]! << (cid & 7)) & 128) !== 0;
      const [glyph = 0] = cids || cid >= MAX_CIDS ? [] : of(cid);
      if (isSet !== (cids?.has(cid) ?? (glyph > 0 && glyph < count))) return false;
    }
    return true;
  }

  #checkTrueType(known: Known, program: unknown, descriptor: PdfDict | undefined, name: string): void {
    const document = this.#document;
    const findings = this.#findings;
    const isSymbolic = ((document.number(descriptor?.get("Flags")) ?? 0) & SYMBOLIC) !== 0;
    const { encoding } = known;
    if (program instanceof TrueType) {
      const { maps } = program;
      const isForSymbols = maps.has(3, 0);
      findings.demand(isSymbolic || maps.count > (isForSymbols ? 1 : 0), "6.2.11.6-1", name);
      findings.demand(!isSymbolic || maps.count === 1 || isForSymbols, "6.2.11.6-4", name);
    }
    findings.demand(!isSymbolic || encoding === null, "6.2.11.6-3", name);
    if (isSymbolic) return;
    const base = encoding instanceof Map ? document.resolve(encoding.get("BaseEncoding")) : encoding;
    const differences = encoding instanceof Map ? document.array(encoding.get("Differences")) : undefined;
    crossed(differences?.length ?? 0, 1, document.work, COST.text);
    const isUnicode =
      differences === undefined ||
      (program instanceof TrueType &&
        program.maps.has(3, 1) &&
        differences.every((item) => {
          const glyph = document.resolve(item);
          return typeof glyph !== "string" || textOfGlyph(glyph) !== undefined;
        }));
    findings.demand((base === "MacRomanEncoding" || base === "WinAnsiEncoding") && isUnicode, "6.2.11.6-2", name);
  }

  glyph(font: Font, glyph: number, code: number, mode: number): void {
    const known = this.#fonts.get(font);
    if (!known) return;
    const isHidden = mode === INVISIBLE;
    const seen = isHidden ? known.hidden : known.shown;
    if (seen.has(code)) return;
    if (known.shown.size + known.hidden.size === 0) this.#checkProgram(font, known);
    this.#holding.entries(1, SEEN_BYTES, COST.judgedResource);
    seen.add(code);
    const findings = this.#findings;
    const detail = `code ${code} of ${this.#nameOf(known.dict)}`;
    const text = known.unicode(code);
    findings.demand(text !== undefined && text !== "", "6.2.11.7.2-1", detail);
    findings.demand(text === undefined || !/[\0\ufffe\ufeff]/.test(text), "6.2.11.7.2-2", detail);
    const isThere = this.#isThere(font, known, glyph, code);
    const name = font.composite ? (isThere === false ? ".notdef" : undefined) : this.#glyphName(font, known, code);
    findings.demand(name !== ".notdef", "6.2.11.8-1", detail);
    if (isHidden) return;
    findings.demand(code === 0 || isThere !== false, "6.2.11.4.1-2", detail);
    if (isThere) findings.demand(this.#hasWidth(font, glyph), "6.2.11.5-1", detail);
  }

  #glyphName(font: Font, { kind, encoding }: Known, code: number): string | undefined {
    const name = font.nameOf(code);
    if (kind === "TrueType") {
      if (encoding === null) return code === 0 ? ".notdef" : undefined;
      return name ?? ".notdef";
    }
    return kind === "Type3" ? name : (name ?? ".notdef");
  }

  /** Whether the program, or the Type 3 font, has the glyph; undefined where that is not known. */
  #isThere(font: Font, { dict, kind }: Known, glyph: number, code: number): boolean | undefined {
    const name = font.nameOf(code);
    if (kind === "Type3") return name !== undefined && this.#document.dict(dict.get("CharProcs"))?.has(name) === true;
    if (!font.embedded || glyph < 0) return undefined;
    const { program, of } = font.embedded;
    if (!font.composite && !(program instanceof TrueType))
      return name !== undefined && program.named(name) !== undefined;
    const count = program instanceof TrueType ? program.glyphCount : program.glyphs.length;
    for (const found of of(glyph)) if (found > 0 && found < count) return true;
    return false;
  }

  #hasWidth(font: Font, glyph: number): boolean {
    if (!font.embedded) return true;
    const { program, of } = font.embedded;
    const width = font.composite ? font.composite.widths.width0(glyph) : font.widths[glyph]!;
    this.#document.work.spend(COST.measuredGlyph);
    let isKnown = false;
    for (const found of of(glyph)) {
      const advance = program.advance(found);
      if (advance === undefined) continue;
      isKnown = true;
      if (Math.abs(advance - width) * 1000 <= TOLERANCE) return true;
    }
    return !isKnown;
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const ASCII = /^[\0-\x7f]*$/;

/** A name's bytes, which are its characters here, as UTF-8. */
export function isUtf8(name: string, work: Work): boolean {
  if (ASCII.test(name)) return true;
  work.spend(COST.text + name.length * COST.sourceByte);
  try {
    UTF8.decode(latin1(name));
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function namesOf(program: Cff | Type1): string[] {
  if (program instanceof Type1) return [...program.names.keys()];
  return Array.from(program.sids(), (sid) => program.string(sid));
}

function withoutNotdef(names: readonly string[]): Set<string> {
  return new Set(names.filter((name) => name !== ".notdef" && name !== ""));
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((item) => other.has(item));
}
