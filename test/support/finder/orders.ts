import * as mupdf from "../../fixtures/mupdf/mupdf.ts";
import { type Shown, shownCodes } from "./shown-codes.ts";

/** Characters of a font in the order of some of its numbers. */
interface Sequence {
  readonly font: string;
  readonly by: "codes" | "glyphs";
  readonly characters: readonly string[];
}

/** So few characters may stand in any order by chance. */
const LEAST = 6;
/** Pairs of neighbours that are in another order than that of characters. */
const LEAST_UNSORTED = 2;

/**
 * The fonts of a result whose codes or glyphs are in the order in which the original shows their characters first: that
 * order spells what was removed. Read by mupdf; nothing of the engine is used.
 */
export function ordersRevealed(before: mupdf.PDFDocument, after: mupdf.PDFDocument): string[] {
  const uses = [...firstUses(before)];
  const byText = sequencesOf(after).flatMap(({ font, by, characters }) => {
    const revealed = uses.some(
      ([name, order]) => withoutTag(name) === font && characters.length >= LEAST && isRevealed(characters, order),
    );
    return revealed ? [`${by} of ${font}: ${characters.join("")}`] : [];
  });
  return [...byText, ...placesRevealed(shownCodes(before), shownCodes(after))];
}

/** The fonts of a document whose codes are in the order in which it shows them first. */
export function ordersOf(document: mupdf.PDFDocument): string[] {
  const shown = shownCodes(document);
  const used = ranksOf(shown);
  return [...fontsOf(shown)].flatMap(([font, codes]) =>
    listsOf(codes).flatMap(({ by, list }) =>
      list.length >= LEAST && isRising(list.map(({ code }) => used.get(`${font} ${code}`)!))
        ? [`${by} of ${font}`]
        : [],
    ),
  );
}

/** How far a character may lie from where it was. */
const NEAR = 0.3;

/** Likewise where no text is known: a character is the one that stood at the same place. */
function placesRevealed(before: readonly Shown[], after: readonly Shown[]): string[] {
  const had = new Map<string, Shown[]>();
  for (const one of before) had.set(cellOf(one, 0, 0), [...(had.get(cellOf(one, 0, 0)) ?? []), one]);
  const twinOf = (one: Shown): Shown | undefined =>
    [-1, 0, 1]
      .flatMap((dx) => [-1, 0, 1].flatMap((dy) => had.get(cellOf(one, dx, dy)) ?? []))
      .find(({ x, y }) => Math.hypot(x - one.x, y - one.y) < NEAR);
  const [old, own] = [ranksOf(before), ranksOf(after)];
  return [...fontsOf(after)].flatMap(([font, codes]) =>
    listsOf(codes).flatMap(({ by, list }) => {
      const twins = list.flatMap((one) => twinOf(one) ?? []);
      if (list.length < LEAST || twins.length < list.length) return [];
      // Characters of several fonts have no order, and the order of what is left tells nothing else.
      if (new Set(twins.map((one) => one.font)).size > 1) return [];
      if (isRising(list.map(({ code }) => own.get(`${font} ${code}`)!))) return [];
      if (!isRising(twins.map((one) => old.get(`${one.font} ${one.code}`)!))) return [];
      const texts = list.map(({ text }) => text);
      const isSorted = saysTexts(codes[0]!.dict) && !texts.includes("") && unsortedIn(texts) < LEAST_UNSORTED;
      return isSorted ? [] : [`${by} of object ${font}: ${texts.join("")}`];
    }),
  );
}

/** Without these, viewers take codes for text. */
function saysTexts(dict: mupdf.PDFObject): boolean {
  return ["ToUnicode", "Encoding"].some((key) => !dict.get(key).isNull());
}

function cellOf({ page, x, y }: Shown, dx: number, dy: number): string {
  return `${page} ${Math.round(x) + dx} ${Math.round(y) + dy}`;
}

/** For each code of a font, when it is shown first. */
function ranksOf(shown: readonly Shown[]): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const { font, code } of shown) if (!ranks.has(`${font} ${code}`)) ranks.set(`${font} ${code}`, ranks.size);
  return ranks;
}

/** The first place of each code, by font. */
function fontsOf(shown: readonly Shown[]): Map<number, Shown[]> {
  const fonts = new Map<number, Map<number, Shown>>();
  for (const one of shown) {
    const codes = fonts.get(one.font) ?? new Map<number, Shown>();
    fonts.set(one.font, codes);
    if (!codes.has(one.code)) codes.set(one.code, one);
  }
  return new Map([...fonts].map(([font, codes]) => [font, [...codes.values()]]));
}

/** A font's characters in the order of their codes, of its glyphs, and of what the font lists of them. */
function listsOf(codes: readonly Shown[]): { by: string; list: Shown[] }[] {
  const by = (name: string, numberOf: (one: Shown) => number | undefined) => {
    const known = codes.flatMap((one) => {
      const number = numberOf(one);
      return number === undefined ? [] : [{ one, number }];
    });
    return { by: name, list: known.sort((a, b) => a.number - b.number).map(({ one }) => one) };
  };
  const { dict } = codes[0]!;
  const names = differencesOf(dict);
  const listed = [...names.keys()];
  const procedures = new Map<string, { at: number; object: number }>();
  const all = dict.get("CharProcs");
  if (all.isDictionary()) {
    all.forEach((value, name) => {
      procedures.set(String(name), { at: procedures.size, object: value.isIndirect() ? value.asIndirect() : 0 });
    });
  }
  return [
    by("codes", ({ code }) => code),
    by("glyphs", ({ glyph }) => glyph),
    by("places in /Differences", ({ code }) => (names.has(code) ? listed.indexOf(code) : undefined)),
    by("numbers of names", ({ code }) => {
      const digits = /\d+/.exec(names.get(code) ?? "");
      return digits ? Number(digits[0]) : undefined;
    }),
    by("places in /CharProcs", ({ code }) => procedures.get(names.get(code) ?? "")?.at),
    by("objects of /CharProcs", ({ code }) => procedures.get(names.get(code) ?? "")?.object),
  ];
}

/** The names that a font's encoding lists, by code. */
function differencesOf(dict: mupdf.PDFObject): Map<number, string> {
  const names = new Map<number, string>();
  const encoding = dict.get("Encoding");
  const list = encoding.isDictionary() ? encoding.get("Differences") : undefined;
  let code = 0;
  if (list?.isArray()) {
    list.forEach((item) => {
      if (item.isNumber()) code = item.asNumber();
      else names.set(code++, item.asName());
    });
  }
  return names;
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > numbers[at - 1]!);
}

function isRevealed(characters: readonly string[], order: readonly string[]): boolean {
  const ranks = characters.map((character) => order.indexOf(character)).filter((rank) => rank >= 0);
  if (ranks.length < LEAST) return false;
  return isRising(ranks) && unsortedIn(characters) >= LEAST_UNSORTED;
}

function unsortedIn(characters: readonly string[]): number {
  return characters.filter((character, at) => at > 0 && character < characters[at - 1]!).length;
}

/** For each font, the characters in the order in which the pages show them first. */
function firstUses(document: mupdf.PDFDocument): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  eachGlyph(document, (font, _, character) => {
    const order = uses.get(font) ?? [];
    uses.set(font, order);
    if (!order.includes(character)) order.push(character);
  });
  return uses;
}

function sequencesOf(document: mupdf.PDFDocument): Sequence[] {
  const glyphs = new Map<string, Map<number, string>>();
  eachGlyph(document, (font, glyph, character) => {
    const own = glyphs.get(font) ?? new Map<number, string>();
    glyphs.set(font, own.set(glyph, character));
  });
  const sequences: Sequence[] = [...glyphs].map(([font, own]) => ({
    font: withoutTag(font),
    by: "glyphs",
    characters: [...own].sort(([a], [b]) => a - b).map(([, character]) => character),
  }));
  for (let number = 1; number < document.countObjects(); number++) {
    const font = document.newIndirect(number).resolve();
    const map = font.isDictionary() ? font.get("ToUnicode") : undefined;
    if (map?.isStream() !== true) continue;
    const texts = [...textsByCode(Buffer.from(map.readStream().asUint8Array()).toString("latin1"))];
    sequences.push({
      font: withoutTag(String(font.get("BaseFont").isName() ? font.get("BaseFont").asName() : "")),
      by: "codes",
      characters: texts.sort(([a], [b]) => a - b).map(([, text]) => text),
    });
  }
  return sequences;
}

/** The text of each code in a character map (9.10.3). */
function textsByCode(map: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, body] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code, text] of body!.matchAll(/<([^>]*)>\s*<([^>]*)>/g)) {
      texts.set(Number.parseInt(code!, 16), utf16(text!));
    }
  }
  for (const [, body] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, low, high, text] of body!.matchAll(/<([^>]*)>\s*<([^>]*)>\s*<([^>]*)>/g)) {
      const first = utf16(text!).charCodeAt(0);
      const from = Number.parseInt(low!, 16);
      for (let code = from; code <= Number.parseInt(high!, 16) && code < from + 256; code++) {
        texts.set(code, String.fromCharCode(first + code - from));
      }
    }
  }
  return texts;
}

function utf16(digits: string): string {
  return Buffer.from(digits, "hex").swap16().toString("utf16le");
}

function eachGlyph(document: mupdf.PDFDocument, tell: (font: string, glyph: number, character: string) => void): void {
  const text = (run: mupdf.Text) =>
    run.walk({
      showGlyph(font, _, glyph, unicode) {
        if (unicode > 0x20) tell(font.getName(), glyph, String.fromCodePoint(unicode));
      },
    });
  for (let index = 0; index < document.countPages(); index++) {
    const device = new mupdf.Device({
      fillText: text,
      strokeText: text,
      clipText: text,
      clipStrokeText: text,
      ignoreText: text,
    });
    document.loadPage(index).run(device, mupdf.Matrix.identity);
    device.close();
  }
}

function withoutTag(name: string): string {
  return name.replace(/^[A-Z]{6}\+/, "");
}
