import * as mupdf from "../../../test/fixtures/mupdf/mupdf.ts";
import type { Random } from "../../../test/fixtures/random.ts";

/** What divides two words, and how else a file may spell that. */
const DIVIDERS: readonly (readonly [meant: string, spelt: readonly string[]])[] = [
  [" ", [" ", "  ", "\u00a0", "\u2009", "\u3000", "\t", " \u200b ", "_"]],
  ["-", ["-", "\u2010", "\u2011", "\u2013", "\u2212", "\ufe63", "\uff0d"]],
  ["'", ["'", "\u2019", "\u2018", "\u02bc", "\u2032", "\uff07", "`"]],
];
const NO_WIDTH = ["\u200b", "\u200d", "\u2060", "\ufeff", "\u034f", "\u00ad"];

/** Other ways to write letters. */
const LETTERS: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text) => text.normalize("NFD"),
  (text) => text.toUpperCase(),
  (text) => text.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  (text) => text.replace(/fi/g, "\ufb01").replace(/fl/g, "\ufb02"),
  (text, random) => {
    const at = 1 + random.below(text.length - 1);
    return text.slice(0, at) + random.pick(NO_WIDTH) + text.slice(at);
  },
];

export interface Respelt {
  readonly file: Uint8Array;
  /** What a person reads there. */
  readonly meant: string;
}

interface Place {
  readonly document: mupdf.PDFDocument;
  readonly page: mupdf.PDFObject;
  readonly spelt: string;
  readonly random: Random;
}

/** Where a file may say it: on a page, in letters that are placed in several ways, and beside pages. */
const places: readonly ((place: Place) => void)[] = [
  (place) => show(place, (codes) => `<${codes.join("")}> Tj`),
  (place) => show(place, (codes) => `[${codes.map((code) => `<${code}>`).join("-40")}] TJ`),
  // Fake bold, a comb field, letters on an arc, and those that are mirrored.
  (place) => show(place, (codes) => `<${codes.join("")}> Tj 1 0 0 1 .3 0 Tm <${codes.join("")}> Tj`),
  (place) => show(place, (codes) => codes.map((code, at) => `1 0 0 1 ${14 * at} 0 Tm <${code}> Tj`).join(" ")),
  (place) => show(place, (codes) => codes.map((code, at) => `${arc(at)} Tm <${code}> Tj`).join(" ")),
  (place) => show(place, (codes) => codes.map((code, at) => `-1 0 0 1 ${-6 * at} 0 Tm <${code}> Tj`).join(" ")),
  ({ document, page, spelt }) => {
    const note = { Type: "Annot", Subtype: "Text", Rect: [9, 9, 19, 19], Contents: document.newString(spelt) };
    annotate(page, document.addObject(note));
  },
  ({ document, page, spelt }) => {
    const action = { S: "URI", URI: document.newString(`https://example.com/${encodeURIComponent(spelt)}`) };
    annotate(page, document.addObject({ Type: "Annot", Subtype: "Link", Rect: [9, 9, 19, 19], A: action }));
  },
  ({ document, spelt }) => document.setMetaData("info:Title", spelt),
  ({ document, spelt }) => {
    const said = spelt.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>' +
      `<rdf:li xml:lang="x-default">${said}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;
    document
      .getTrailer()
      .get("Root")
      .put("Metadata", document.addStream(xmp, { Type: "Metadata", Subtype: "XML" }));
  },
];

function arc(at: number): string {
  const turn = 0.1 * at;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [cos, sin, -sin, cos, 60 * sin, 60 * (1 - cos)].map((one) => one.toFixed(4)).join(" ");
}

function annotate(page: mupdf.PDFObject, annotation: mupdf.PDFObject): void {
  const own = page.get("Annots");
  if (own.isArray()) own.push(annotation);
  else page.put("Annots", [annotation]);
}

/** Writes a text onto the page, by a font that says any character. */
function show({ document, page, spelt, random }: Place, written: (codes: string[]) => string): void {
  const chars = [...new Set(spelt)];
  const hex = (code: number): string => code.toString(16).padStart(4, "0");
  const units = (char: string): string => Array.from(char.split(""), (unit) => hex(unit.charCodeAt(0))).join("");
  const map = chars.map((char, at) => `<${hex(at + 1)}> <${units(char)}>`).join("\n");
  const descriptor = { Type: "FontDescriptor", FontName: "Said", Flags: 4, FontBBox: [0, -200, 600, 800] };
  const descendant = {
    ...{ Type: "Font", Subtype: "CIDFontType2", BaseFont: "Said", DW: 600 },
    FontDescriptor: document.addObject({ ...descriptor, ItalicAngle: 0, Ascent: 800, Descent: -200, StemV: 80 }),
    CIDSystemInfo: { Registry: document.newString("Adobe"), Ordering: document.newString("Identity"), Supplement: 0 },
  };
  const font = {
    ...{ Type: "Font", Subtype: "Type0", BaseFont: "Said", Encoding: "Identity-H" },
    DescendantFonts: [document.addObject(descendant)],
    ToUnicode: document.addStream(
      "/CIDInit /ProcSet findresource begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <ffff> " +
        `endcodespacerange ${chars.length} beginbfchar\n${map}\nendbfchar endcmap end`,
      {},
    ),
  };
  const lines = spelt.split("\n").map((line) => [...line].map((char) => hex(chars.indexOf(char) + 1)));
  const shown = lines.map((codes, at) => `q 1 0 0 1 0 ${-12 * at} cm BT /Said 10 Tf ${written(codes)} ET Q`);
  const form = document.addStream(shown.join("\n"), {
    ...{ Type: "XObject", Subtype: "Form", BBox: [-3000, -3000, 3000, 3000] },
    Resources: { Font: { Said: document.addObject(font) } },
  });
  const resources = document.newDictionary();
  const own = page.getInheritable("Resources");
  if (own.isDictionary()) own.forEach((item, key) => void resources.put(key, item));
  const forms = document.newDictionary();
  const known = resources.get("XObject");
  if (known.isDictionary()) known.forEach((item, key) => void forms.put(key, item));
  forms.put("Respelt", form);
  resources.put("XObject", forms);
  page.put("Resources", resources);
  const contents = document.newArray();
  contents.push(
    document.addStream(`q 1 0 0 1 ${100 + random.below(100)} ${100 + random.below(500)} cm /Respelt Do Q\n`, {}),
  );
  const old = page.get("Contents");
  if (old.isArray()) old.forEach((item) => void contents.push(item));
  else if (old.isStream()) contents.push(old);
  page.put("Contents", contents);
}

function opened(file: Uint8Array): mupdf.PDFDocument {
  return mupdf.Document.openDocument(file.slice(), "application/pdf") as mupdf.PDFDocument;
}

/** A file that says two words of its own once more, in another spelling. Undefined when MuPDF cannot write it. */
export function respelt(file: Uint8Array, words: readonly string[], random: Random): Respelt | undefined {
  const one = random.pick(words);
  // MuPDF shows a word twice that is drawn and clips.
  const others = words.filter((word) => word !== one);
  if (others.length === 0) return undefined;
  const other = random.pick(others);
  const [divider, spellings] = random.pick(DIVIDERS);
  const place = random.pick(places);
  const isBroken = divider !== "'" && random.next() < 0.3;
  const between = isBroken ? `${divider.trim()}\n` : random.pick(spellings);
  const spelt = random.pick(LETTERS)(one, random) + between + random.pick(LETTERS)(other, random);
  try {
    const given = opened(file);
    if (given.needsPassword()) return undefined;
    // A damaged file that MuPDF mends only when it meets the fault forgets what was changed before.
    // And of a document whose metadata are not encrypted MuPDF encrypts those that it writes.
    const document = opened(given.saveToBuffer("decrypt").asUint8Array());
    given.destroy();
    const page = document.findPage(random.below(document.countPages()));
    place({ document, page, spelt, random });
    const made = document.saveToBuffer("").asUint8Array().slice();
    document.destroy();
    return { file: made, meant: one + divider + other };
  } catch {
    return undefined;
  }
}
