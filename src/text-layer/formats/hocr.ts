import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { elementsIn, type XmlElement } from "../../pdf-file/xmp/xml.ts";
import { type LayerLine, type LayerWord, type SeenBox, seenBox } from "../words.ts";
import { numbered, type SourcePage, WordsProblem } from "./source-page.ts";
import { attribute, elementsOf, languageOf, textIn } from "./xml-words.ts";

const LINES = new Set(["ocr_line", "ocrx_line", "ocr_header", "ocr_caption", "ocr_textfloat"]);
const WORDS = new Set(["ocrx_word", "ocr_word"]);

/** Reads hOCR (hOCR 1.2): pages, lines and words by their classes, wherever they are. */
export function readHocr(text: string, work: Work): Turns<SourcePage[]> {
  return elementsOf("hOCR", text, work, function* (root) {
    const pages: (SourcePage & { readonly number: number | undefined })[] = [];
    for (const [element, language] of ofClass(root, new Set(["ocr_page"]), undefined)) {
      const place = `page ${pages.length + 1} of the hOCR`;
      const title = titleOf(element);
      const box = boxIn(title);
      if (!box) throw new WordsProblem(place, "expected a bbox, the size of the picture.");
      const lines: LayerLine[] = [];
      for (const [line, own] of ofClass(element, LINES, language)) {
        work.spend(COST.piece);
        const read = lineOf(line, own, box);
        if (read) lines.push(read);
        if (work.isTurnOver) yield;
      }
      const size = { width: box[2] - box[0], height: box[3] - box[1] };
      const [number] = title.get("ppageno") ?? [];
      pages.push({ number: number === undefined ? undefined : number + 1, page: 0, place, size, lines });
    }
    if (pages.length === 0) throw new WordsProblem("", "HTML without an element of the class ocr_page is no hOCR.");
    return numbered(pages);
  });
}

function lineOf(element: XmlElement, language: string | undefined, page: SeenBox): LayerLine | undefined {
  const words: LayerWord[] = [];
  let direction = directionOf(element);
  for (const [word] of ofClass(element, WORDS, undefined)) {
    const title = titleOf(word);
    const box = boxIn(title);
    const text = textIn(word);
    if (!box || text.trim() === "") continue;
    direction ??= directionOf(word);
    const [left, top] = page;
    const moved: SeenBox = [box[0] - left, box[1] - top, box[2] - left, box[3] - top];
    words.push({ text, box: moved, confidence: title.get("x_wconf")?.[0] });
  }
  const title = titleOf(element);
  const [slope = 0] = title.get("baseline") ?? [];
  const angle = (title.get("textangle")?.[0] ?? 0) - (Math.atan(slope) * 180) / Math.PI;
  return words.length > 0 ? { words, angle, language, direction } : undefined;
}

/** The outermost elements of such a class, each with the language around it. */
function* ofClass(
  element: XmlElement,
  classes: ReadonlySet<string>,
  language: string | undefined,
): Generator<[XmlElement, string | undefined]> {
  for (const child of elementsIn(element)) {
    const own = languageOf(attribute(child, "lang")) ?? language;
    if ((attribute(child, "class") ?? "").split(/\s+/).some((name) => classes.has(name))) yield [child, own];
    else yield* ofClass(child, classes, own);
  }
}

function directionOf(element: XmlElement): "rtl" | "ltr" | undefined {
  const dir = attribute(element, "dir");
  return dir === "rtl" || dir === "ltr" ? dir : undefined;
}

/** The properties that are numbers: `bbox 1 2 3 4; x_wconf 90`. */
function titleOf(element: XmlElement): Map<string, number[]> {
  const properties = (attribute(element, "title") ?? "").split(";").map((one) => one.trim().split(/\s+/));
  return new Map(properties.map(([name = "", ...values]) => [name, values.map(Number)]));
}

function boxIn(title: ReadonlyMap<string, number[]>): SeenBox | undefined {
  return seenBox(title.get("bbox") ?? []);
}
