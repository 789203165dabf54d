import { Holding } from "../../meter/work.ts";
import { descendantFont } from "../../pdf-content/fonts/composite-font.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import { Cff } from "../../pdf-content/fonts/programs/cff.ts";
import { isSfnt, sfntTables } from "../../pdf-content/fonts/programs/sfnt.ts";
import { TrueType } from "../../pdf-content/fonts/programs/truetype.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfStream, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { hasNumber } from "./code-numbers.ts";
import { type FontPlace, type FontShelf, type FontUse, isMoved } from "./font-shelf.ts";
import { prunedCff } from "./pruned-cff.ts";
import { prunedTrueType } from "./pruned-truetype.ts";
import { prunedType1 } from "./pruned-type1.ts";
import { type Finds, WantedGlyphs } from "./wanted-glyphs.ts";

const PROGRAMS = ["FontFile", "FontFile2", "FontFile3"];

/** A program in the new file. */
interface Written {
  readonly program: PdfObject;
  /** The number in it of a glyph of the old program. */
  readonly places: ReadonlyMap<number, number>;
}

/** Embedded programs (9.9) without the glyphs that no longer occur. */
export class ProgramPruner {
  readonly #place: FontPlace;
  readonly #shelf: FontShelf;
  /** What fonts want of each program. Those that find different glyphs by the same number get programs of their own. */
  readonly #demands = new Map<number | PdfDict, WantedGlyphs[]>();
  readonly #demandOf = new Map<FontUse, WantedGlyphs>();
  readonly #written = new Map<number | PdfDict | WantedGlyphs, Written>();

  constructor(place: FontPlace, shelf: FontShelf) {
    this.#place = place;
    this.#shelf = shelf;
  }

  /** Notes what the font needs. Several fonts may share a program. */
  ask(use: FontUse): void {
    if (!this.#shelf.isPruned) return;
    const found = programOf(this.#place, this.#descriptorOf(use));
    if (!found) return;
    const wanted = this.#wantedBy(use);
    const key = keyOf(found.stream);
    const demands = this.#demands.get(key) ?? [];
    this.#demands.set(key, demands);
    const shared = demands.find((demand) => demand.takes(wanted));
    if (shared) shared.add(wanted);
    else demands.push(wanted);
    this.#demandOf.set(use, shared ?? wanted);
  }

  #descriptorOf({ dict }: FontUse): PdfDict | undefined {
    const { document } = this.#place.reading;
    return document.dict((descendantFont(document, dict) ?? dict).get("FontDescriptor"));
  }

  #wantedBy(use: FontUse): WantedGlyphs {
    const font = this.#place.reading.fonts.font(use.source);
    const { embedded, composite } = font;
    const program = embedded?.program;
    const finds = this.#finds(use, font);
    const wanted = new WantedGlyphs(
      finds,
      embedded !== undefined,
      !this.#shelf.isNumbered || use.numbers.length === undefined,
    );
    wanted.isUnknown = composite?.cmap.isUnknown === true;
    for (const used of use.codes.values()) {
      const glyphs = [...(embedded?.of(used.glyph) ?? [])];
      const number = this.#shelf.isNumbered && use.numbers.length !== undefined ? used.number : used.glyph;
      // A simple font's glyph in a CID-keyed program keeps its CID.
      const isNamed = finds === "cid" && !composite;
      for (const glyph of isNamed ? glyphs : []) wanted.want((program as Cff).sids()[glyph] ?? 0, [glyph]);
      if (!isNamed) wanted.want(number, finds === "code" ? glyphs.slice(0, 1) : glyphs);
      if (finds === "name" && !this.hasNewNames(use, font)) wanted.codes.add(used.code);
    }
    return wanted;
  }

  #finds(use: FontUse, font: Font): Finds {
    const program = font.embedded?.program;
    if (program instanceof Cff && (font.composite || program.isCidKeyed)) return "cid";
    if (font.composite) return "number";
    if (!(program instanceof TrueType)) return "name";
    return this.findsByCode(use, font) ? "code" : "map";
  }

  /** Whether a simple TrueType font finds its glyphs by codes that are new, in maps that are written for them. */
  findsByCode(use: FontUse, { embedded }: Font): boolean {
    return this.#shelf.isNumbered && embedded?.program instanceof TrueType && [...use.codes.values()].some(isMoved);
  }

  /** Whether a simple font names the glyphs of all its codes: some are new, or have names that may number them. */
  hasNewNames(use: FontUse, font: Font): boolean {
    if (!this.#shelf.isNumbered || use.numbers.length === undefined) return false;
    return [...use.codes.values()].some((one) => isMoved(one) || hasNumber(font.nameOf(one.code) ?? ""));
  }

  /** The font descriptor in the new file; `isSymbolic` when the font has no encoding but its program's. */
  descriptor(use: FontUse, tag: string, isSymbolic = false): PdfObject | undefined {
    const { copier } = this.#place;
    const dict = this.#descriptorOf(use);
    if (!dict) return undefined;
    const copy = copier.dict(dict, "fontDescriptor");
    const name = copy.get("FontName");
    if (this.#shelf.isPruned && typeof name === "string") copy.set("FontName", retagged(name, tag));
    if (isSymbolic) copy.set("Flags", (Number(copy.get("Flags") ?? 0) & ~NONSYMBOLIC) | SYMBOLIC);
    const found = programOf(this.#place, dict);
    const program = found ? this.#programOf(use, found.stream).program : null;
    if (found && program !== null) copy.set(found.entry, program);
    return copier.file.add(copy);
  }

  /** The number of a glyph in the font's program in the new file. */
  placeOf(use: FontUse, glyph: number): number {
    const found = programOf(this.#place, this.#descriptorOf(use));
    return (found && this.#programOf(use, found.stream).places.get(glyph)) ?? 0;
  }

  /** The name of a simple font's glyph in the new file: a name that may number it is replaced. */
  nameOf(use: FontUse, name: string, glyph: number): string {
    if (!this.#shelf.isNumbered || !hasNumber(name)) return name;
    const [place] = [...(this.#place.reading.fonts.font(use.source).embedded?.of(glyph) ?? [])];
    return place === undefined ? name : plainName(this.placeOf(use, place));
  }

  #programOf(use: FontUse, stream: PdfStream): Written {
    const demand = this.#demandOf.get(use);
    const key = demand ?? keyOf(stream);
    const known = this.#written.get(key);
    if (known !== undefined) return known;
    // Glyphs that are not known stay as long as nothing was removed that may have shown them.
    const isWhole = !this.#shelf.isPruned || (demand?.isUnknown === true && !this.#shelf.isNumbered);
    const made = isWhole ? this.#copied(stream) : this.#pruned(stream, demand);
    this.#written.set(key, made);
    return made;
  }

  #copied(stream: PdfStream): Written {
    const { copier } = this.#place;
    return { program: copier.addStream(stream, copier.dict(stream.dict, "fontFile")), places: new Map() };
  }

  #pruned(stream: PdfStream, demand: WantedGlyphs | undefined): Written {
    const { document } = this.#place.reading;
    const { copier } = this.#place;
    if (demand?.isUnknown) {
      this.#place.findings.unremovable("an embedded font whose codes are those of a predefined character map");
      return { program: null, places: new Map() };
    }
    try {
      const bytes = document.streamData(stream);
      if (demand?.isReadable) {
        const subtype = document.resolve(stream.dict.get("Subtype"));
        const holding = new Holding(document.work);
        const { dict, data, places } = prune(bytes, demand, subtype, this.#shelf.isNumbered, holding);
        holding.letGo();
        return { program: copier.file.addContent(dict, data), places };
      }
    } catch (error) {
      const isBroken = error instanceof RangeError || (error instanceof PdfProblem && error.kind === "corrupt");
      if (!isBroken) throw error;
    }
    this.#place.findings.unremovable("an embedded font that cannot be read");
    return { program: null, places: new Map() };
  }
}

/** /Flags of a font descriptor (table 121). */
const SYMBOLIC = 4;
const NONSYMBOLIC = 32;

function prune(bytes: Uint8Array, demand: WantedGlyphs, subtype: PdfObject, isNumbered: boolean, holding: Holding) {
  const tables = isSfnt(bytes) ? sfntTables(bytes) : undefined;
  const cff = tables?.get("CFF ");
  if (tables && !cff) {
    const { data, places } = prunedTrueType(bytes, tables, new TrueType(bytes, tables, holding), demand);
    const dict = pdfDict({ Length1: data.length });
    if (subtype === "OpenType") dict.set("Subtype", "OpenType");
    return { dict, data, places };
  }
  const nameAt = (name: string, place: number): string => (isNumbered && hasNumber(name) ? plainName(place) : name);
  if (cff || (bytes[0] === 1 && bytes[1] === 0)) {
    const program = cff ? bytes.subarray(cff.start, cff.start + cff.length) : bytes;
    const { data, places } = prunedCff(program, demand, nameAt, holding);
    return { dict: pdfDict({ Subtype: demand.finds === "cid" ? "CIDFontType0C" : "Type1C" }), data, places };
  }
  const { data, lengths, places } = prunedType1(bytes, demand, nameAt, holding);
  return { dict: new Map(lengths.map((length, i) => [`Length${i + 1}`, length])), data, places };
}

const LETTERS = "ghijklmnopqrstuv";

/** A name that is no character's, and that nobody reads as a number. */
export function plainName(place: number): string {
  const digits = place.toString(16);
  return `zz${Array.from(digits, (digit) => LETTERS[Number.parseInt(digit, 16)]).join("")}`;
}

/** The name of a font, with other letters before it when it is a subset (9.9.2): they may be made of its glyphs. */
export function retagged(name: string, tag: string): string {
  return name.replace(/^[A-Z]{6}\+/, `${tag}+`);
}

function programOf({ reading }: FontPlace, descriptor: PdfDict | undefined) {
  for (const entry of PROGRAMS) {
    const stream = reading.document.resolve(descriptor?.get(entry));
    if (stream instanceof PdfStream) return { entry, stream };
  }
  return undefined;
}

function keyOf(stream: PdfStream): number | PdfDict {
  return stream.home?.number ?? stream.dict;
}
