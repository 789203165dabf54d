import { PdfProblem } from "../../../pdf-objects/pdf-problem.ts";
import { type PdfDict, type PdfObject, type PdfRef, PdfStream } from "../../../pdf-objects/syntax/objects.ts";
import { Cff } from "../../content/fonts/programs/cff.ts";
import { isSfnt, sfntTables } from "../../content/fonts/programs/sfnt.ts";
import { TrueType } from "../../content/fonts/programs/truetype.ts";
import type { FontPlace } from "./font-place.ts";
import type { FontUse } from "./font-shelf.ts";
import { prunedCff } from "./pruned-cff.ts";
import { prunedTrueType } from "./pruned-truetype.ts";
import { prunedType1 } from "./pruned-type1.ts";

/** What fonts need of one embedded program. */
interface Demand {
  readonly glyphs: Set<number>;
  /** Names by which simple fonts find glyphs, and codes of the program's own encoding. */
  readonly codes: Set<number>;
  /** Whether a composite font finds glyphs by number. */
  isByGlyph: boolean;
  isReadable: boolean;
}

const PROGRAMS = ["FontFile", "FontFile2", "FontFile3"];

/** Embedded programs (9.9) without the glyphs that no longer occur. */
export class ProgramPruner {
  readonly #place: FontPlace;
  readonly #isPruned: boolean;
  readonly #demands = new Map<number | PdfDict, Demand>();
  readonly #written = new Map<number | PdfDict, PdfObject>();

  constructor(place: FontPlace, isPruned: boolean) {
    this.#place = place;
    this.#isPruned = isPruned;
  }

  /** Notes what the font needs. Several fonts may share a program. */
  ask(use: FontUse): void {
    if (!this.#isPruned) return;
    const { document, fonts } = this.#place.reading;
    const descendant = document.dict(document.array(use.dict.get("DescendantFonts"))?.[0]);
    const descriptor = document.dict((descendant ?? use.dict).get("FontDescriptor"));
    const found = programOf(this.#place, descriptor);
    if (!found) return;
    const key = keyOf(found.stream);
    const demand = this.#demands.get(key) ?? {
      glyphs: new Set(),
      codes: new Set(),
      isByGlyph: false,
      isReadable: true,
    };
    this.#demands.set(key, demand);
    const { embedded } = fonts.font(use.source);
    if (!embedded) demand.isReadable = false;
    else {
      for (const { code, glyph } of use.codes.values()) {
        for (const one of embedded.of(glyph)) if (one >= 0) demand.glyphs.add(one);
        if (!descendant) demand.codes.add(code);
      }
    }
    if (descendant && !(embedded?.program instanceof Cff && embedded.program.isCidKeyed)) demand.isByGlyph = true;
  }

  /** The font descriptor in the new file. */
  descriptor(object: PdfObject | undefined): PdfObject | undefined {
    const { copier, reading } = this.#place;
    const dict = reading.document.dict(object);
    if (!dict) return undefined;
    const copy = copier.dict(dict, "fontDescriptor");
    const found = programOf(this.#place, dict);
    const program = found ? this.#program(found.stream) : null;
    if (found && program !== null) copy.set(found.entry, program);
    return copier.file.add(copy);
  }

  #program(stream: PdfStream): PdfObject {
    const key = keyOf(stream);
    const known = this.#written.get(key);
    if (known !== undefined) return known;
    const made = this.#isPruned ? this.#pruned(stream, this.#demands.get(key)) : this.#copied(stream);
    this.#written.set(key, made);
    return made;
  }

  #copied(stream: PdfStream): PdfRef {
    const { copier } = this.#place;
    return copier.addStream(stream, copier.dict(stream.dict, "fontFile"));
  }

  #pruned(stream: PdfStream, demand: Demand | undefined): PdfObject {
    const { document, meter } = this.#place.reading;
    const { copier } = this.#place;
    try {
      const bytes = document.streamData(stream, meter.bytes);
      if (demand?.isReadable) {
        const made = prune(bytes, demand, document.resolve(stream.dict.get("Subtype")));
        return copier.file.addContent(made.dict, made.data);
      }
    } catch (error) {
      const isBroken = error instanceof RangeError || (error instanceof PdfProblem && error.kind === "corrupt");
      if (!isBroken) throw error;
    }
    this.#place.findings.unremovable("an embedded font that cannot be read");
    return null;
  }
}

function prune(bytes: Uint8Array, demand: Demand, subtype: PdfObject): { dict: PdfDict; data: Uint8Array } {
  const isBare = !isSfnt(bytes);
  const tables = isBare ? undefined : sfntTables(bytes);
  const cff = tables?.get("CFF ");
  if (tables && !cff) {
    const data = prunedTrueType(bytes, tables, new TrueType(bytes, tables), demand.glyphs, demand.codes.size > 0);
    const dict: PdfDict = new Map([["Length1", data.length]]);
    if (subtype === "OpenType") dict.set("Subtype", "OpenType");
    return { dict, data };
  }
  if (cff || (bytes[0] === 1 && bytes[1] === 0)) {
    const program = cff ? bytes.subarray(cff.start, cff.start + cff.length) : bytes;
    const data = prunedCff(program, demand.glyphs, demand.codes, demand.isByGlyph);
    const isForCids = subtype === "CIDFontType0C" || (subtype === "OpenType" && demand.codes.size === 0);
    return { dict: new Map([["Subtype", isForCids ? "CIDFontType0C" : "Type1C"]]), data };
  }
  const { data, lengths } = prunedType1(bytes, demand.glyphs, demand.codes);
  return { dict: new Map(lengths.map((length, i) => [`Length${i + 1}`, length])), data };
}

function programOf(
  { reading }: FontPlace,
  descriptor: PdfDict | undefined,
): { entry: string; stream: PdfStream } | undefined {
  for (const entry of PROGRAMS) {
    const stream = reading.document.resolve(descriptor?.get(entry));
    if (stream instanceof PdfStream) return { entry, stream };
  }
  return undefined;
}

function keyOf(stream: PdfStream): number | PdfDict {
  return stream.home?.number ?? stream.dict;
}
