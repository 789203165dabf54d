import { descendantFont } from "../../pdf-content/fonts/composite-font.ts";
import { Cff } from "../../pdf-content/fonts/programs/cff.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import {
  dictWithout,
  type PdfDict,
  type PdfObject,
  PdfStream,
  PdfString,
  pdfDict,
} from "../../pdf-file/syntax/objects.ts";
import { cidData } from "./cmaps.ts";
import type { FontPlace, FontShelf, FontUse } from "./font-shelf.ts";
import { type ProgramPruner, retagged } from "./program-pruner.ts";

/** Writes Type 0 fonts (9.7) with the remaining widths, glyphs and codes. */
export class CompositeWriter {
  readonly #place: FontPlace;
  readonly #programs: ProgramPruner;
  readonly #shelf: FontShelf;

  constructor(place: FontPlace, programs: ProgramPruner, shelf: FontShelf) {
    this.#place = place;
    this.#programs = programs;
    this.#shelf = shelf;
  }

  /** Whether the font's codes are new: then they are its CIDs, too. */
  #hasNewCodes({ numbers }: FontUse): boolean {
    return this.#shelf.isNumbered && numbers.length !== undefined;
  }

  dictOf(use: FontUse, tag: string): PdfDict {
    const { document } = this.#place.reading;
    const { copier } = this.#place;
    const dict = copier.dict(use.dict, "font");
    const encoding = this.#encoding(use);
    if (encoding !== null) dict.set("Encoding", encoding);
    const descendant = descendantFont(document, use.dict);
    if (!descendant) return dict;
    const own = copier.dict(
      this.#hasNewCodes(use) ? dictWithout(descendant, ["CIDSystemInfo"]) : descendant,
      "cidFont",
    );
    const name = own.get("BaseFont");
    if (this.#shelf.isPruned && typeof name === "string") own.set("BaseFont", retagged(name, tag));
    if (this.#hasNewCodes(use)) own.set("CIDSystemInfo", NO_COLLECTION);
    const descriptor = this.#programs.descriptor(use, tag);
    if (descriptor) own.set("FontDescriptor", descriptor);
    if (this.#shelf.isPruned) this.#prune(own, descendant, use);
    else this.#copyAll(own, descendant);
    return dict.set("DescendantFonts", [copier.file.add(own)]);
  }

  #copyAll(own: PdfDict, descendant: PdfDict): void {
    const { copier } = this.#place;
    for (const key of ["W", "W2"]) {
      const value = copier.copy(descendant.get(key), "plain");
      if (value !== null) own.set(key, value);
    }
    const map = copier.copy(descendant.get("CIDToGIDMap"), "data");
    if (map !== null) own.set("CIDToGIDMap", map);
    else if (this.#place.reading.document.resolve(descendant.get("CIDToGIDMap")) === "Identity") {
      own.set("CIDToGIDMap", "Identity");
    }
  }

  #prune(own: PdfDict, descendant: PdfDict, use: FontUse): void {
    const { document, fonts } = this.#place.reading;
    const { composite, embedded } = fonts.font(use.source);
    const isNew = this.#hasNewCodes(use);
    /** The old CID of each new one. */
    const cids = new Map<number, number>();
    for (const { number, glyph } of use.codes.values()) cids.set(isNew ? number : glyph, glyph);
    const sorted = [...cids.keys()].sort((a, b) => a - b);
    const widths = composite?.widths;
    if (sorted.some((cid) => cid < 0)) {
      // The characters of a predefined CMap's codes are not known here, so the entries that name the CMap stay.
      this.#copyAll(own, descendant);
      return;
    }
    if (widths && descendant.has("W")) {
      own.set(
        "W",
        widthRuns(sorted, (cid) => [Math.round(widths.width0(cids.get(cid)!) * 1e6) / 1e3]),
      );
    }
    if (widths && (descendant.has("W2") || (isNew && composite.cmap.isVertical))) {
      const thousandths = (value: number): number => Math.round(value * 1e6) / 1e3;
      own.set(
        "W2",
        widthRuns(sorted, (cid) => {
          const old = cids.get(cid)!;
          return [widths.width1(old), ...widths.originOf(old)].map(thousandths);
        }),
      );
    }
    const map = document.resolve(descendant.get("CIDToGIDMap"));
    const isByNumber = document.resolve(descendant.get("Subtype")) === "CIDFontType2" || map instanceof PdfStream;
    const isWritten = embedded !== undefined && !(embedded.program instanceof Cff) && isByNumber;
    if (!isWritten && typeof map === "string") own.set("CIDToGIDMap", map);
    const old = !embedded && map instanceof PdfStream ? document.readableData(map) : undefined;
    if (!isWritten && !old) return;
    const size = ((sorted.at(-1) ?? 0) + 1) * 2;
    document.work.hold(size);
    const glyphs = new Uint8Array(size);
    for (const cid of sorted) {
      const [glyph = 0] = old ? [] : embedded!.of(cids.get(cid)!);
      const place = this.#programs.placeOf(use, glyph);
      glyphs.set(old ? old.subarray(cid * 2, cid * 2 + 2) : [place >> 8, place & 255], cid * 2);
    }
    own.set("CIDToGIDMap", this.#place.copier.file.addContent(new Map(), glyphs));
    document.work.letGo(size);
  }

  /** A predefined CMap by its name; an embedded one with the remaining codes. */
  #encoding(use: FontUse): PdfObject {
    const { document, fonts } = this.#place.reading;
    const { copier } = this.#place;
    const value = document.resolve(use.dict.get("Encoding"));
    const cmap = fonts.font(use.source).composite?.cmap;
    if (this.#hasNewCodes(use)) return cmap?.isVertical ? "Identity-V" : "Identity-H";
    if (typeof value === "string") return value;
    if (!(value instanceof PdfStream)) return "Identity-H";
    // A map of the remaining codes names each of them, and builds on no other.
    const entries = this.#shelf.isPruned ? dictWithout(value.dict, ["UseCMap"]) : value.dict;
    const dict = copier.dict(entries, "cmap").set("CMapName", "X");
    if (!this.#shelf.isPruned) {
      const base = document.resolve(value.dict.get("UseCMap"));
      if (typeof base === "string") dict.set("UseCMap", base);
      return copier.addStream(value, dict);
    }
    if (!cmap || cmap.isUnknown) {
      this.#place.findings.unremovable("a font whose character map builds on a predefined one");
      return "Identity-H";
    }
    if (cmap.spaces.length === 0) throw new PdfProblem("corrupt", "A character map has no code space.");
    return copier.file.addContent(dict, cidData(cmap.spaces, cmap.isVertical, [...use.codes.values()]));
  }
}

/** /CIDSystemInfo of CIDs that are numbers of one font (9.7.3). */
const NO_COLLECTION = pdfDict({
  Registry: new PdfString(latin1("Adobe")),
  Ordering: new PdfString(latin1("Identity")),
  Supplement: 0,
});

/** [first [numbers …] …] of ascending CIDs. */
function widthRuns(cids: readonly number[], numbersOf: (cid: number) => number[]): PdfObject[] {
  const runs: PdfObject[] = [];
  let last = -2;
  for (const cid of cids) {
    if (cid === last + 1) (runs.at(-1) as PdfObject[]).push(...numbersOf(cid));
    else runs.push(cid, numbersOf(cid));
    last = cid;
  }
  return runs;
}
