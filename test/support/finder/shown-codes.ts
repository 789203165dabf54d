import * as mupdf from "../../fixtures/mupdf/mupdf.ts";
import { bytesOfString } from "./tokens.ts";
import { WIDE, widen } from "./trace.ts";

/** A character that a page shows: its code as the content has it, and where it stands. */
export interface Shown {
  readonly page: number;
  /** The number of the font's object, and its entries. */
  readonly font: number;
  readonly dict: mupdf.PDFObject;
  readonly code: number;
  readonly glyph: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

const TOKEN =
  /\((?:[^()\\]|\\[\s\S]|\((?:[^()\\]|\\[\s\S])*\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|%[^\r\n]*|\/[^\s()<>[\]{}/%]*|[[\]]|[^\s()<>[\]{}/%]+/g;
const SHOWS = new Set(["Tj", "TJ", "'", '"']);
const MAX_DEPTH = 8;

/**
 * The characters of all pages with their codes. Codes are read from the contents by themselves, and places from mupdf;
 * a page on which these differ in number (patterns, hidden layers) is left out.
 */
export function shownCodes(document: mupdf.PDFDocument): Shown[] {
  const shown: Shown[] = [];
  for (let index = 0; index < document.countPages(); index++) {
    const page = widen(document, index);
    const object = page.getObject();
    const codes = [...codesOf(contentOf(object.get("Contents")), object.getInheritable("Resources"), 0)];
    const places = placesOf(page);
    if (codes.length !== places.length) continue;
    for (const [at, place] of places.entries()) shown.push({ page: index, ...codes[at]!, ...place });
  }
  return shown;
}

function contentOf(contents: mupdf.PDFObject): string {
  const parts: string[] = [];
  const add = (one: mupdf.PDFObject): void => {
    if (one.isStream()) parts.push(Buffer.from(one.readStream().asUint8Array()).toString("latin1"));
  };
  if (contents.isArray()) contents.forEach(add);
  else add(contents);
  return parts.join("\n");
}

function* codesOf(
  content: string,
  resources: mupdf.PDFObject,
  depth: number,
): Generator<{ font: number; dict: mupdf.PDFObject; code: number }> {
  let font: mupdf.PDFObject | undefined;
  const fonts: (mupdf.PDFObject | undefined)[] = [];
  let operands: string[] = [];
  const plain = content.replace(/\bBI\s[\s\S]*?\bID\s[\s\S]*?\sEI\b/g, " ");
  for (const [token] of plain.matchAll(TOKEN)) {
    if (/^[(<[\]/>+\-.\d]/.test(token)) {
      operands.push(token);
      continue;
    }
    const name = operands.find((one) => one.startsWith("/"))?.slice(1) ?? "";
    if (token === "q") fonts.push(font);
    else if (token === "Q") font = fonts.pop();
    else if (token === "Tf") font = resources.get("Font").get(unescaped(name));
    else if (token === "Do" && depth < MAX_DEPTH) {
      const form = resources.get("XObject").get(unescaped(name));
      if (form.isStream() && String(form.get("Subtype")) === "/Form") {
        const own = form.get("Resources");
        yield* codesOf(contentOf(form), own.isDictionary() ? own : resources, depth + 1);
      }
    } else if (SHOWS.has(token) && font?.isDictionary() === true) {
      const size = String(font.get("Subtype")) === "/Type0" ? 2 : 1;
      for (const string of operands.filter((one) => /^[(<][^<]?/.test(one) && one !== "<<")) {
        const bytes = bytesOfString(string);
        for (let at = 0; at + size <= bytes.length; at += size) {
          const first = bytes.charCodeAt(at);
          const code = size === 1 ? first : first * 256 + bytes.charCodeAt(at + 1);
          yield { font: font.isIndirect() ? font.asIndirect() : 0, dict: font.resolve(), code };
        }
      }
    }
    operands = [];
  }
}

function unescaped(name: string): string {
  return name.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function placesOf(page: mupdf.PDFPage): Pick<Shown, "glyph" | "text" | "x" | "y">[] {
  const places: Pick<Shown, "glyph" | "text" | "x" | "y">[] = [];
  const text = (run: mupdf.Text, [a, b, c, d, e, f]: mupdf.Matrix): void =>
    run.walk({
      showGlyph(_, [, , , , x, y], glyph, unicode) {
        // A code that means several characters is told once more for each, without a glyph.
        if (glyph < 0) return;
        places.push({
          glyph,
          text: unicode > 0x20 ? String.fromCodePoint(unicode) : "",
          x: a * x + c * y + e + WIDE[0],
          y: WIDE[3] - (b * x + d * y + f),
        });
      },
    });
  const device = new mupdf.Device({
    fillText: text,
    strokeText: (run, _, ctm) => text(run, ctm),
    clipText: text,
    clipStrokeText: (run, _, ctm) => text(run, ctm),
    ignoreText: text,
  });
  page.runPageContents(device, mupdf.Matrix.identity);
  device.close();
  return places;
}
