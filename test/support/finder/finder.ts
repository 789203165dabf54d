import { constants, inflateRawSync, inflateSync } from "node:zlib";
import * as mupdf from "../../fixtures/mupdf/mupdf.ts";
import type { Kept, Kind, Secret } from "../../fixtures/removal/secret.ts";
import { glyphPictures, hasColour, isNear, paint, picturesOf, pixelsOf } from "./pictures.ts";
import { Spellings } from "./spellings.ts";
import { meaningsOf, tokensOf } from "./tokens.ts";
import { nearestCopy, type Place, traceOf, WIDE, widen } from "./trace.ts";

export interface Finding {
  readonly kind: Kind;
  readonly where: string;
}

export interface Sought {
  readonly secret: Secret;
  readonly kept: readonly Kept[];
  readonly password?: string | undefined;
  /** Bytes that spell the word in a font with an encoding of its own. */
  readonly codes?: string | undefined;
  /** Pictures of glyphs that must not be in any font. */
  readonly pictures?: readonly string[];
  /** How far a point may lie from what is kept. */
  readonly margin?: number | undefined;
  /** What a document may have by chance is not asked for; all kinds where nothing is said. */
  readonly kinds?: readonly Kind[];
}

/** What a glyph or a border block on the edge reaches out. */
const MARGIN = 45;

/** Looks for a secret in a finished file, by means that share nothing with the engine: mupdf, zlib and plain search. */
export class Finder {
  readonly #sought: Sought;
  readonly #spellings: Spellings;
  readonly #found = new Map<string, Finding>();

  private constructor(sought: Sought) {
    this.#sought = sought;
    this.#spellings = new Spellings(sought.secret.word, sought.codes);
  }

  static search(file: Uint8Array, sought: Sought): Finding[] {
    const finder = new Finder(sought);
    finder.#bytes(file);
    const document = openWithMupdf(file, sought.password);
    for (let number = 1; number < document.countObjects(); number++) finder.#object(document, number);
    finder.#value(document.getTrailer(), "the trailer", "", 0);
    for (let index = 0; index < document.countPages(); index++) finder.#page(document, index);
    document.destroy();
    return [...finder.#found.values()];
  }

  #tell(kind: Kind, where: string): void {
    const { kinds } = this.#sought;
    const key = `${kind} ${where}`;
    if (kinds !== undefined && !kinds.includes(kind)) return;
    if (!this.#found.has(key)) this.#found.set(key, { kind, where });
  }

  /** The bytes as they are, and all that can be inflated in them, referenced or not. */
  #bytes(file: Uint8Array): void {
    const text = Buffer.from(file.buffer, file.byteOffset, file.length).toString("latin1");
    this.#text(text, "the bytes of the file");
    for (const { index } of text.matchAll(/stream\r?\n/g)) {
      const start = text.indexOf("\n", index) + 1;
      const inflated = inflatedAt(file, start);
      if (inflated !== undefined) this.#data(inflated, `what is deflated at byte ${start}`);
    }
  }

  #text(text: string, where: string): void {
    const piece = this.#spellings.in(text);
    if (piece !== undefined) this.#tell("word", where);
  }

  #data(data: string, where: string): void {
    this.#text(data, where);
    const { strings, numbers } = tokensOf(data);
    this.#text(strings, `strings in ${where}`);
    for (const number of numbers) this.#number(number, where);
    if (/beginbf(char|range)/.test(data)) this.#letters(meaningsOf(data), `the character map in ${where}`);
  }

  #number(number: number, where: string): void {
    if (this.#sought.secret.points.some((point) => Math.abs(Math.abs(number) - point) < 0.0006)) {
      this.#tell("number", where);
    }
  }

  #letters(text: string, where: string): void {
    if (Array.from(this.#sought.secret.word).some((letter) => text.includes(letter))) this.#tell("letter", where);
  }

  #object(document: mupdf.PDFDocument, number: number): void {
    const object = document.newIndirect(number);
    const where = `object ${number}`;
    this.#value(object.resolve(), where, "", 0);
    if (!object.isStream()) return;
    if (String(object.get("Subtype")) === "/Image") {
      this.#image(() => document.loadImage(object), where);
    }
    const isProgram =
      object.get("Length1").isNumber() || /Type1C|CIDFontType0C|OpenType/.test(String(object.get("Subtype")));
    for (const read of [() => object.readRawStream(), () => object.readStream()]) {
      const data = streamData(read);
      if (data === undefined) continue;
      if (isProgram) this.#program(data, where);
      this.#data(Buffer.from(data).toString("latin1"), where);
    }
  }

  #value(value: mupdf.PDFObject, where: string, key: string, depth: number): void {
    if (depth > 40 || (depth > 0 && value.isIndirect())) return;
    if (value.isString()) this.#text(Buffer.from(value.asByteString()).toString("latin1"), `${where}, /${key}`);
    else if (value.isName()) this.#name(value.asName(), where, key);
    else if (value.isNumber()) this.#number(value.asNumber(), `${where}, /${key}`);
    else if (value.isArray() || value.isDictionary()) {
      value.forEach((item, name) => {
        if (typeof name === "string") this.#text(name, `a key of ${where}`);
        this.#value(item, where, typeof name === "string" ? name : key, depth + 1);
      });
    }
  }

  #name(name: string, where: string, key: string): void {
    this.#text(name, `${where}, /${key}`);
    if (key === "Differences" && name.length === 1) this.#letters(name, `${where}, /Differences`);
  }

  #program(data: Uint8Array, where: string): void {
    const { pictures } = this.#sought;
    if (pictures === undefined || pictures.length === 0) return;
    if (glyphPictures(data).some((picture) => pictures.includes(picture))) this.#tell("glyph", `the font in ${where}`);
  }

  #image(load: () => mupdf.Image, where: string): void {
    try {
      const image = load();
      const samples = image.toPixmap().getPixels();
      for (const text of [samples, everyThird(samples)]) {
        this.#text(Buffer.from(text).toString("latin1"), `samples of ${where}`);
      }
      if (hasColour(pixelsOf(image), this.#sought.secret.rgb)) this.#tell("colour", `samples of ${where}`);
    } catch {
      // An image that mupdf does not read is searched as bytes only.
    }
  }

  #page(document: mupdf.PDFDocument, index: number): void {
    const kept = this.#sought.kept.find(({ page }) => page === index + 1);
    const page = widen(document, index);
    const { kinds, margin, secret } = this.#sought;
    const { rgb } = secret;
    // Painted first: the fonts that it loads are at hand when the page is traced.
    const paintsColour = kinds?.includes("colour") !== false && this.#paints(page, rgb);
    const { points, glyphs, images, colours } = traceOf(page);
    const where = `page ${index + 1}`;
    if (kept !== undefined) {
      const [left, bottom, right, top] = kept.box;
      const isFar = (place: Place, reach: number) => {
        const [x, y] = nearestCopy(place, [(left + right) / 2, (bottom + top) / 2]);
        return x < left - reach || y < bottom - reach || x > right + reach || y > top + reach;
      };
      const far = points.find((point) => isFar(point, (margin ?? MARGIN) + point.reach));
      if (far !== undefined) this.#tell("far", `a path of ${where}`);
      if (glyphs.some((glyph) => isFar(glyph, (margin ?? 20) + glyph.size * 1.2)))
        this.#tell("far", `a glyph of ${where}`);
    }
    const shown = glyphs.map(({ text }) => text).join("");
    this.#text(shown, `the text of ${where}`);
    this.#letters(shown, `the text of ${where}`);
    if (colours.some(([r, g, b]) => isNear(r!, g!, b!, rgb))) this.#tell("colour", `paint of ${where}`);
    images.forEach((image, at) => void this.#image(() => image, `${where}, painted ${at + 1}`));
    if (paintsColour) this.#tell("colour", `the picture of ${where}`);
  }

  #paints(page: mupdf.PDFPage, colour: Secret["rgb"]): boolean {
    const size: [number, number, number, number] = [0, 0, (WIDE[2] - WIDE[0]) / 2, (WIDE[3] - WIDE[1]) / 2];
    const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceRGB, size, false);
    paint(page, pixmap, mupdf.Matrix.scale(0.5, 0.5));
    const paints = hasColour(pixmap, colour);
    pixmap.destroy();
    return paints;
  }
}

export function openWithMupdf(file: Uint8Array, password: string | undefined): mupdf.PDFDocument {
  const document = mupdf.Document.openDocument(file.slice(), "application/pdf") as mupdf.PDFDocument;
  if (document.needsPassword()) document.authenticatePassword(password ?? "");
  return document;
}

/** The made fonts have five letters of the inside, and then those of the secret. */
const SECRET_GLYPHS = [6, 7, 8, 9, 10, 11, 12, 13];

/** The pictures that the input's fonts have of the secret's letters. */
export function secretPictures(file: Uint8Array, password: string | undefined): string[] {
  const document = openWithMupdf(file, password);
  const pictures: string[] = [];
  for (let number = 1; number < document.countObjects(); number++) {
    const object = document.newIndirect(number).resolve();
    for (const key of ["FontFile", "FontFile2", "FontFile3"]) {
      const program = object.isDictionary() ? object.get(key) : undefined;
      const data = program?.isStream() ? streamData(() => program.readStream()) : undefined;
      if (data !== undefined) pictures.push(...picturesOf(data, SECRET_GLYPHS));
    }
  }
  document.destroy();
  return pictures;
}

function streamData(read: () => mupdf.Buffer): Uint8Array | undefined {
  try {
    return Uint8Array.from(read().asUint8Array());
  } catch {
    return undefined;
  }
}

function inflatedAt(file: Uint8Array, start: number): string | undefined {
  const data = file.subarray(start);
  for (const inflate of [inflateSync, inflateRawSync]) {
    try {
      return Buffer.from(inflate(data, { finishFlush: constants.Z_SYNC_FLUSH })).toString("latin1");
    } catch {
      // It is not deflated in this way.
    }
  }
  return undefined;
}

/** One component of samples in RGB. */
function everyThird(samples: Uint8ClampedArray): Uint8ClampedArray {
  const third = new Uint8ClampedArray(Math.ceil(samples.length / 3));
  for (let at = 0; at < third.length; at++) third[at] = samples[at * 3]!;
  return third;
}
