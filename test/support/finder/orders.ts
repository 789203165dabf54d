import * as mupdf from "../../fixtures/mupdf/mupdf.ts";

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
export function ordersTold(before: mupdf.PDFDocument, after: mupdf.PDFDocument): string[] {
  const uses = [...firstUses(before)];
  return sequencesOf(after).flatMap(({ font, by, characters }) => {
    const told = uses.some(
      ([name, order]) => withoutTag(name) === font && characters.length >= LEAST && isTold(characters, order),
    );
    return told ? [`${by} of ${font}: ${characters.join("")}`] : [];
  });
}

function isTold(characters: readonly string[], order: readonly string[]): boolean {
  const ranks = characters.map((character) => order.indexOf(character)).filter((rank) => rank >= 0);
  if (ranks.length < LEAST) return false;
  const isFirstUse = ranks.every((rank, at) => at === 0 || rank > ranks[at - 1]!);
  const unsorted = characters.filter((character, at) => at > 0 && character < characters[at - 1]!).length;
  return isFirstUse && unsorted >= LEAST_UNSORTED;
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
