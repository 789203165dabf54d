import { unbrotli } from "#platform/brotli.ts";
import { Holding, Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { Extent } from "../../pdf-content/extent.ts";
import { sfntTables, type Table } from "../../pdf-content/fonts/programs/sfnt.ts";
import { HEAD, TrueType } from "../../pdf-content/fonts/programs/truetype.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { short } from "../../pdf-file/syntax/numbers.ts";
import { type PdfDict, type PdfObject, type PdfRef, PdfString, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { Assembly } from "../../pdf-file/write/assembly.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { fromBase64 } from "../../platform/bytes.ts";
import { toUnicodeData } from "../../remove/fonts/cmaps.ts";
import { prunedTrueType } from "../../remove/fonts/pruned-truetype.ts";
import { WantedGlyphs } from "../../remove/fonts/wanted-glyphs.ts";
import type { Size } from "./place.ts";

/** More than the font is when unpacked. */
const MOST_BYTES = 1 << 18;
const THOUSAND = 1000;
/** From one line to the next, in sizes of the font. */
const LEADING = 1.2;
/** FontDescriptor (9.8.2): the font is not symbolic. */
const NONSYMBOLIC = 32;

/** So few bytes are not worth compressing, which takes longer than all else of a page's number. */
const SHORT_DATA = 200;

/** What is written on a page. */
export interface MarkText {
  readonly text: string;
  /** The font's size in points. */
  readonly size: number;
  /** Red, green and blue, each 0 to 1. */
  readonly color: readonly [red: number, green: number, blue: number];
}

/** Where lines begin that are shorter than others: at the left, in the middle, at the right. */
type Side = 0 | 0.5 | 1;

/** The texts of one file. */
export type TextWriter = Pick<SansWriter, "draw" | "complete">;

/** The font of marks: Noto Sans, which scripts/sans.ts packs. */
export class Sans {
  readonly #bytes: Uint8Array;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #program: TrueType;

  constructor(packed: string) {
    const bytes = unbrotli(fromBase64(packed), MOST_BYTES);
    if (bytes === undefined || bytes === "too long") throw new Error("The font of marks cannot be unpacked.");
    this.#bytes = bytes;
    this.#tables = sfntTables(bytes);
    this.#program = this.programOf(new Work());
  }

  /** Begins the texts of one file. */
  writer(assembly: Assembly): SansWriter {
    return new SansWriter(this, assembly);
  }

  programOf(work: Work): TrueType {
    return new TrueType(this.#bytes, this.#tables, new Holding(work));
  }

  /** The characters of a text that the font does not have; line breaks are none. */
  missing(text: string): string[] {
    const characters = new Set(linesOf(text).join(""));
    return [...characters].filter((character) => this.#program.maps.unicode(character.codePointAt(0)!) === 0);
  }

  /** A font with these glyphs, in this order after the one for missing characters. */
  subset(program: TrueType, glyphs: Iterable<number>): Uint8Array {
    const wanted = new WantedGlyphs("number", true, false);
    for (const glyph of glyphs) wanted.want(wanted.glyphs.size + 1, [glyph]);
    return prunedTrueType(this.#bytes, this.#tables, program, wanted).data;
  }

  /** Ascent and descent, and the box around all glyphs, in thousandths. */
  get metrics(): { readonly ascent: number; readonly descent: number; readonly box: number[] } {
    const i16 = (name: string, at: number) => {
      const place = this.#tables.get(name)!.start + at;
      return (((this.#bytes[place]! << 8) | this.#bytes[place + 1]!) << 16) >> 16;
    };
    return {
      ascent: i16("hhea", 4),
      descent: i16("hhea", 6),
      box: [0, 2, 4, 6].map((at) => i16("head", HEAD.box + at)),
    };
  }
}

/** A form XObject, and how large it is in points. */
export interface Drawn extends Size {
  readonly form: PdfRef;
  /** What its letters may reach. */
  readonly box: Box;
}

/** Writes the texts of one file: a form for each, and one font for all, with the glyphs that they use. */
class SansWriter {
  readonly #sans: Sans;
  readonly #assembly: Assembly;
  readonly #program: TrueType;
  readonly #font: PdfRef;
  /** By glyph: the number that it gets, and the character that it shows. */
  readonly #glyphs = new Map<number, { readonly code: number; readonly character: string; readonly width: number }>();
  readonly #capHeight: number;
  readonly #drawn = new Map<string, Drawn>();

  constructor(sans: Sans, assembly: Assembly) {
    this.#sans = sans;
    this.#assembly = assembly;
    this.#program = sans.programOf(assembly.work);
    this.#font = assembly.newRef();
    const capital = new Extent();
    this.#program.addBox(this.#program.maps.unicode(0x48), capital);
    this.#capHeight = capital.top;
  }

  /** A text as a form that reaches from the last line's baseline to the top of the first line's capitals. */
  draw({ text, size, color }: MarkText, side: Side): Drawn {
    const key = `${size} ${color} ${side} ${text}`;
    const known = this.#drawn.get(key);
    if (known) return known;
    this.#assembly.work.spend(COST.form + text.length * COST.glyph);
    const lines = linesOf(text).map((line) => this.#encoded(line, size));
    const width = Math.max(...lines.map((line) => line.width));
    const height = (this.#capHeight + (lines.length - 1) * LEADING) * size;
    const shown = lines.map(
      (line, at) =>
        `1 0 0 1 ${short((width - line.width) * side)} ${short((lines.length - 1 - at) * LEADING * size)} Tm <${line.hex}> Tj`,
    );
    const { ascent, descent } = this.#sans.metrics;
    const box: Box = [-size, (descent / THOUSAND) * size, width + size, height + (ascent / THOUSAND) * size];
    const dict: PdfDict = pdfDict({
      Type: "XObject",
      Subtype: "Form",
      BBox: [...box],
      Resources: pdfDict({ Font: pdfDict({ F: this.#font }) }),
    });
    const data = latin1(`BT /F ${short(size)} Tf ${painted(color)} ${shown.join(" ")} ET`);
    const assembly = this.#assembly;
    const form = data.length > SHORT_DATA ? assembly.addData(dict, data) : assembly.addStream(dict, [data]);
    const drawn = { form, box, width, height };
    assembly.work.spend(COST.copiedObject);
    assembly.work.hold(key.length * 2);
    this.#drawn.set(key, drawn);
    return drawn;
  }

  #encoded(line: string, size: number): { hex: string; width: number } {
    let hex = "";
    let width = 0;
    for (const character of line) {
      const glyph = this.#program.maps.unicode(character.codePointAt(0)!);
      const known = this.#glyphs.get(glyph) ?? {
        code: glyph === 0 ? 0 : this.#glyphs.size + 1,
        character,
        width: Math.round((this.#program.advance(glyph) ?? 0) * THOUSAND),
      };
      if (glyph !== 0) this.#glyphs.set(glyph, known);
      hex += known.code.toString(16).padStart(4, "0");
      width += (known.width / THOUSAND) * size;
    }
    return { hex, width };
  }

  /** Writes the font, when all texts are drawn: a subset, as a composite font whose codes are its glyphs (9.7). */
  complete(): void {
    const assembly = this.#assembly;
    const data = this.#sans.subset(this.#program, this.#glyphs.keys());
    const glyphs = [...this.#glyphs.values()];
    const name = `${tagOf(this.#glyphs.keys())}+NotoSans`;
    const { ascent, descent, box } = this.#sans.metrics;
    const descriptor = pdfDict({
      Type: "FontDescriptor",
      FontName: name,
      Flags: NONSYMBOLIC,
      FontBBox: box,
      ItalicAngle: 0,
      Ascent: ascent,
      Descent: descent,
      CapHeight: Math.round(this.#capHeight * THOUSAND),
      StemV: 84,
      FontFile2: assembly.addData(pdfDict({ Length1: data.length }), data),
    });
    const descendant = pdfDict({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: name,
      CIDSystemInfo: pdfDict({ Registry: ascii("Adobe"), Ordering: ascii("Identity"), Supplement: 0 }),
      FontDescriptor: assembly.add(descriptor),
      W: [1, glyphs.map(({ width }) => width)] as PdfObject[],
      CIDToGIDMap: "Identity",
    });
    const texts = glyphs.map(({ code, character }) => ({ code, length: 2, text: character }));
    const font = pdfDict({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: name,
      Encoding: "Identity-H",
      DescendantFonts: [assembly.add(descendant)],
      ToUnicode: assembly.addData(new Map(), toUnicodeData(texts)),
    });
    assembly.put(this.#font, font);
  }
}

function linesOf(text: string): string[] {
  return text.normalize("NFC").split(/\r\n?|\n/);
}

/** Grey needs no colour of the output intent, whatever that is (ISO 19005-2, 6.2.4.3). */
function painted([red, green, blue]: MarkText["color"]): string {
  const isGrey = red === green && green === blue;
  return isGrey ? `${short(red)} g` : `${short(red)} ${short(green)} ${short(blue)} rg`;
}

/** Different subsets in one file have different tags (9.9.2). */
function tagOf(glyphs: Iterable<number>): string {
  let hash = 7;
  for (const glyph of glyphs) hash = (hash * 31 + glyph) % 26 ** 6;
  let tag = "";
  for (; tag.length < 6; hash = Math.floor(hash / 26)) tag += String.fromCharCode(65 + (hash % 26));
  return tag;
}

function ascii(text: string): PdfString {
  return new PdfString(latin1(text));
}
