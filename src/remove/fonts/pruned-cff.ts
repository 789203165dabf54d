import type { Holding } from "../../meter/work.ts";
import { Extent } from "../../pdf-content/extent.ts";
import { STANDARD_ENCODING } from "../../pdf-content/fonts/names/encodings.ts";
import { Cff, OP } from "../../pdf-content/fonts/programs/cff.ts";
import { cffIndex, readCffDict } from "../../pdf-content/fonts/programs/cff-dict.ts";
import { Outline } from "../../pdf-content/fonts/programs/charstring.ts";
import { Type2 } from "../../pdf-content/fonts/programs/charstring-type2.ts";
import { DataReader } from "../../pdf-content/fonts/programs/data-reader.ts";
import { IDENTITY } from "../../pdf-content/matrix.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { CffDict, CffStrings, cffIndexOf, FontBytes, rawEntries, recording } from "./cff-parts.ts";
import type { WantedGlyphs } from "./wanted-glyphs.ts";

const ENDCHAR = Uint8Array.of(14);
const RETURN = Uint8Array.of(11);
const FONT_BBOX = 5;
const PAINT_TYPE = 1205;
const CHARSTRING_TYPE = 1206;
const STROKE_WIDTH = 1208;
const CID_COUNT = 1234;
/** Entries of the top dictionary that hold nothing about single glyphs. */
const COPIED = [FONT_BBOX, PAINT_TYPE, CHARSTRING_TYPE, OP.fontMatrix, STROKE_WIDTH];

/**
 * A CFF program (Adobe technical note 5176), written with the wanted glyphs and the subroutines that they call, in
 * the order of the glyphs' numbers. Fonts find glyphs by name, or by CID: then the program is CID-keyed.
 */
export function prunedCff(
  bytes: Uint8Array,
  wanted: WantedGlyphs,
  nameAt: (name: string, place: number) => string,
  holding: Holding,
): { data: Uint8Array; places: ReadonlyMap<number, number> } {
  const font = new Cff(bytes, holding);
  const calls = new Calls(font);
  const isByCid = wanted.finds === "cid";
  const { order, cids } = isByCid ? byCid(font, wanted) : { order: byName(font, wanted, calls), cids: [] };
  if (isByCid) for (const glyph of order) calls.follow(glyph);
  const strings = new CffStrings();
  const head = new CffDict();
  if (isByCid) {
    const kept = wanted.isCollection ? font.top.get(OP.ros) : undefined;
    const [registry, ordering] = kept?.slice(0, 2).map((id) => font.string(id)) ?? NO_COLLECTION;
    head.add(OP.ros, [strings.id(registry ?? ""), strings.id(ordering ?? ""), kept?.[2] ?? 0]);
    head.add(CID_COUNT, [cids.at(-1)! + 1]);
  }
  const top = rawEntries(topDict(bytes, holding));
  for (const operator of COPIED) if (top.has(operator)) head.raw(operator, top.get(operator)!);
  const sids = font.sids();
  const charset = order.map((glyph, place) =>
    place === 0 || isByCid ? (cids[place] ?? 0) : strings.id(nameAt(font.string(sids[glyph]!), place)),
  );
  const encoding = isByCid ? undefined : encodingOf(font, order, wanted.codes, strings);
  // Only the fonts of glyphs that stay.
  const fontsOfGlyphs = order.map((glyph) => (isByCid && font.isCidKeyed ? font.fontOf(glyph) : 0));
  const used = [...new Set(fontsOfGlyphs)].sort((a, b) => a - b);
  const dicts = fontDicts(bytes, font, holding);
  const data = writeCff(
    {
      head,
      strings: cffIndexOf(strings.items, holding),
      subroutines: cffIndexOf(calls.global(), holding),
      encoding,
      charset: charsetOf(charset),
      selection: isByCid ? Uint8Array.from([0, ...fontsOfGlyphs.map((at) => used.indexOf(at))]) : undefined,
      charstrings: cffIndexOf(
        order.map((glyph) => calls.code(glyph)),
        holding,
      ),
      fonts: used.map((at) => ({
        // A program that was not CID-keyed has its matrix in the top dictionary.
        matrix: font.isCidKeyed ? dicts[at]?.entries.get(OP.fontMatrix) : undefined,
        ...privateOf(dicts[at]?.priv ?? NOTHING, calls.localOf(at), holding),
      })),
    },
    holding,
  );
  return { data, places: new Map(order.map((glyph, place) => [glyph, place])) };
}

/** The parts of a program, before it is known where each will be. */
interface CffParts {
  /** The top dictionary without places. */
  readonly head: CffDict;
  readonly strings: Uint8Array;
  readonly subroutines: Uint8Array;
  /** A number is one of the standard encodings. */
  readonly encoding: Uint8Array | number | undefined;
  readonly charset: Uint8Array;
  /** Which font each glyph belongs to, in a CID-keyed program. */
  readonly selection: Uint8Array | undefined;
  readonly charstrings: Uint8Array;
  readonly fonts: readonly CffFont[];
}

/** A private dictionary of `size` bytes with its subroutines, and the matrix of its font. */
interface CffFont {
  readonly matrix: Uint8Array | undefined;
  readonly size: number;
  readonly data: Uint8Array;
}

/** Offsets have a fixed length: the first pass finds them, the second writes them. */
function writeCff(parts: CffParts, holding: Holding): Uint8Array {
  const none = { charset: 0, encoding: 0, charstrings: 0, selection: 0, fonts: 0, privates: parts.fonts.map(() => 0) };
  return pass(parts, pass(parts, none, holding).places, holding).data;
}

interface CffPlaces {
  readonly charset: number;
  readonly encoding: number;
  readonly charstrings: number;
  readonly selection: number;
  readonly fonts: number;
  readonly privates: readonly number[];
}

function pass(parts: CffParts, places: CffPlaces, holding: Holding): { data: Uint8Array; places: CffPlaces } {
  const { encoding, selection, fonts } = parts;
  const out = new FontBytes(1 << 14);
  const put = (bytes: Uint8Array | undefined): number => {
    const at = out.length;
    if (bytes) out.copy(bytes);
    return at;
  };
  for (const byte of [1, 0, 4, 4]) out.byte(byte);
  put(cffIndexOf([latin1("X")], holding));
  put(cffIndexOf([topOf(parts, places)], holding));
  put(parts.strings);
  put(parts.subroutines);
  const found = {
    encoding: put(encoding instanceof Uint8Array ? encoding : undefined),
    charset: put(parts.charset),
    selection: put(selection),
    charstrings: put(parts.charstrings),
    fonts: put(selection && fontsOf(fonts, places, holding)),
    privates: fonts.map(({ data }) => put(data)),
  };
  return { data: out.view(), places: found };
}

function topOf({ head, encoding, selection, fonts }: CffParts, places: CffPlaces): Uint8Array {
  const dict = head.copy();
  dict.place(OP.charset, places.charset);
  if (encoding instanceof Uint8Array) dict.place(OP.encoding, places.encoding);
  else if (encoding !== undefined && encoding > 0) dict.place(OP.encoding, encoding);
  dict.place(OP.charStrings, places.charstrings);
  if (selection) {
    dict.place(OP.fdArray, places.fonts);
    dict.place(OP.fdSelect, places.selection);
  } else if (fonts[0]) dict.places(OP.private, [fonts[0].size, places.privates[0]!]);
  return dict.bytes();
}

function fontsOf(fonts: readonly CffFont[], places: CffPlaces, holding: Holding): Uint8Array {
  const dicts = fonts.map(({ matrix, size }, at) => {
    const dict = new CffDict();
    if (matrix) dict.raw(OP.fontMatrix, matrix);
    dict.places(OP.private, [size, places.privates[at]!]);
    return dict.bytes();
  });
  return cffIndexOf(dicts, holding);
}

/** In format 0 (§13): a number for each glyph but the first. */
function charsetOf(numbers: readonly number[]): Uint8Array {
  const out = new FontBytes(numbers.length * 2 + 1);
  out.byte(0);
  for (const number of numbers.slice(1)) out.u16(number);
  return out.view();
}

/** The collection of CIDs that are numbers of one program. */
const NO_COLLECTION = ["Adobe", "Identity"];
const NOTHING = new Uint8Array(0);

/** The glyph of each CID, and the CIDs, in their order. A glyph may have several. */
function byCid(font: Cff, wanted: WantedGlyphs): { order: number[]; cids: number[] } {
  const pairs = [...wanted.glyphs]
    .filter(([cid, glyph]) => cid > 0 && glyph < font.glyphs.length)
    .sort(([a], [b]) => a - b);
  return { order: [0, ...pairs.map(([, glyph]) => glyph)], cids: [0, ...pairs.map(([cid]) => cid)] };
}

/** The wanted glyphs, and those of which accented ones are made. */
function byName(font: Cff, wanted: WantedGlyphs, calls: Calls): number[] {
  const order = new Set<number>([0]);
  for (const glyph of wanted.inOrder) if (glyph < font.glyphs.length) order.add(glyph);
  for (const glyph of order) {
    const seac = calls.follow(glyph);
    for (const code of seac ? [seac.base, seac.accent] : []) {
      const part = font.named(STANDARD_ENCODING[code] ?? "");
      if (part !== undefined) order.add(part);
    }
  }
  return [...order];
}

/** Which subroutines the glyphs call, and how far each charstring is read. */
class Calls {
  readonly #font: Cff;
  readonly #globals = new Set<number>();
  readonly #locals: Set<number>[];
  readonly #ends = new Map<Uint8Array, number>();
  /** A charstring that cannot be followed may call any subroutine. */
  #areAllUsed = false;

  constructor(font: Cff) {
    this.#font = font;
    this.#locals = font.fonts.map(() => new Set());
  }

  /** Follows a glyph's charstring. Returns the accented character that it makes, if it makes one. */
  follow(glyph: number): Type2["seac"] {
    const font = this.#font;
    const code = font.glyphs[glyph];
    const at = font.isCidKeyed ? font.fontOf(glyph) : 0;
    const own = font.fonts[at];
    if (!code || !own) return undefined;
    const type2 = new Type2(
      new Outline(new Extent(), IDENTITY),
      { global: recording(font.global, this.#globals), local: recording(own.subroutines, this.#locals[at]!) },
      font.holding.work,
      (read, end) => this.#ends.set(read, Math.max(end, this.#ends.get(read) ?? 0)),
    );
    if (!type2.run(code)) this.#areAllUsed = true;
    return type2.seac;
  }

  /** A glyph's charstring, without bytes behind its end. */
  code(glyph: number): Uint8Array {
    return this.#read(this.#font.glyphs[glyph] ?? ENDCHAR);
  }

  #read(code: Uint8Array): Uint8Array {
    return this.#areAllUsed ? code : code.subarray(0, this.#ends.get(code) ?? code.length);
  }

  global(): Uint8Array[] {
    return this.#font.global.map((code, at) => (this.#areAllUsed || this.#globals.has(at) ? this.#read(code) : RETURN));
  }

  localOf(at: number): Uint8Array[] {
    const used = this.#locals[at];
    return (this.#font.fonts[at]?.subroutines ?? []).map((code, i) =>
      this.#areAllUsed || used?.has(i) ? this.#read(code) : RETURN,
    );
  }
}

/** The program's own encoding, for the codes that are used; 0 or 1 when it is a standard one (§12). */
function encodingOf(font: Cff, order: readonly number[], codes: ReadonlySet<number>, strings: CffStrings) {
  const offset = font.top.get(OP.encoding)?.[0] ?? 0;
  if (offset <= 1) return offset;
  const first = new Map<number, number>();
  const more: [number, number][] = [];
  const places = new Map(order.map((glyph, at) => [glyph, at]));
  for (const code of codes) {
    const name = font.builtIn(code);
    const glyph = name === undefined ? undefined : font.named(name);
    const at = glyph === undefined ? undefined : places.get(glyph);
    if (at === undefined || name === undefined) continue;
    if (first.has(at)) more.push([code, strings.id(name)]);
    else first.set(at, code);
  }
  const count = Math.min(255, order.length - 1);
  const out = new FontBytes(300);
  out.byte(more.length > 0 ? 0x80 : 0);
  out.byte(count);
  for (let at = 1; at <= count; at++) out.byte(first.get(at) ?? 0);
  if (more.length > 0) {
    out.byte(Math.min(255, more.length));
    for (const [code, sid] of more.slice(0, 255)) {
      out.byte(code);
      out.u16(sid);
    }
  }
  return out.view();
}

function topDict(bytes: Uint8Array, holding: Holding): Uint8Array {
  const data = new DataReader(bytes);
  return cffIndex(data, cffIndex(data, data.u8(2), holding).end, holding).items[0] ?? new Uint8Array(0);
}

interface FontDictBytes {
  readonly entries: ReadonlyMap<number, Uint8Array>;
  readonly priv: Uint8Array;
}

function fontDicts(bytes: Uint8Array, font: Cff, holding: Holding): FontDictBytes[] {
  const data = new DataReader(bytes);
  const items = font.isCidKeyed
    ? cffIndex(data, font.top.get(OP.fdArray)?.[0] ?? 0, holding).items.slice(0, font.fonts.length)
    : [topDict(bytes, holding)];
  return items.map((item) => {
    const [size, offset] = readCffDict(item).get(OP.private) ?? [0, 0];
    return { entries: rawEntries(item), priv: bytes.subarray(offset ?? 0, (offset ?? 0) + (size ?? 0)) };
  });
}

/** A private dictionary, followed by its subroutines. */
function privateOf(bytes: Uint8Array, subroutines: readonly Uint8Array[], holding: Holding) {
  const dict = new CffDict();
  for (const [operator, operands] of rawEntries(bytes)) if (operator !== OP.subrs) dict.raw(operator, operands);
  const before = dict.bytes().length;
  if (subroutines.length > 0) dict.place(OP.subrs, before + 6);
  const own = dict.bytes();
  const out = new FontBytes(256);
  out.copy(own);
  if (subroutines.length > 0) out.copy(cffIndexOf(subroutines, holding));
  return { size: own.length, data: out.view() };
}
