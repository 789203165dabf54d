import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { elementsIn, type XmlElement } from "../../pdf-file/xmp/xml.ts";
import type { LayerLine, LayerWord } from "../words.ts";
import { numbered, type SourcePage, WordsProblem } from "./source-page.ts";
import { attribute, elementsOf, languageOf, named, numberIn, textIn } from "./xml-words.ts";

/** Points for a unit of measurement that has a size. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ["mm10", 72 / 254],
  ["inch1200", 72 / 1200],
]);

/** Reads ALTO, versions 2 to 4. */
export function readAlto(text: string, work: Work): Turns<SourcePage[]> {
  return elementsOf("ALTO", text, work, function* (root) {
    const [measure] = named(root, "MeasurementUnit");
    const unit = UNITS.get(measure ? textIn(measure).trim() : "");
    const pages: (SourcePage & { readonly number: number | undefined })[] = [];
    for (const element of named(root, "Page")) {
      const place = `page ${pages.length + 1} of the ALTO`;
      const [width, height] = [numberIn(element, "WIDTH"), numberIn(element, "HEIGHT")];
      const size = width && height ? { width, height } : undefined;
      if (!size && unit === undefined) {
        throw new WordsProblem(place, "expected WIDTH and HEIGHT, since its words are measured in pixels.");
      }
      const lines: LayerLine[] = [];
      for (const block of named(element, "TextBlock")) {
        const shared = languageOf(attribute(block, "LANG") ?? attribute(block, "language"));
        const angle = -(numberIn(block, "ROTATION") ?? 0);
        for (const line of named(block, "TextLine")) {
          work.spend(COST.piece);
          const words = wordsOf(line, size ? 1 : unit!);
          const language = languageOf(attribute(line, "LANG")) ?? shared;
          if (words.length > 0) lines.push({ words, angle, language });
          if (work.isTurnOver) yield;
        }
      }
      pages.push({ number: numberIn(element, "PHYSICAL_IMG_NR"), page: 0, place, size, lines });
    }
    if (pages.length === 0) throw new WordsProblem("", "ALTO without a Page has no words.");
    return numbered(pages);
  });
}

function wordsOf(line: XmlElement, unit: number): LayerWord[] {
  const words: LayerWord[] = [];
  for (const element of elementsIn(line)) {
    const content = attribute(element, "CONTENT") ?? "";
    const side = (name: string) => (numberIn(element, name) ?? Number.NaN) * unit;
    if (element.name === "String" && content.trim() !== "") {
      const [left, top] = [side("HPOS"), side("VPOS")];
      const sure = numberIn(element, "WC");
      const box = [left, top, left + side("WIDTH"), top + side("HEIGHT")] as const;
      words.push({ text: content, box, confidence: sure === undefined ? undefined : sure * 100 });
    } else if (element.name === "HYP" && words.length > 0) {
      // The hyphen is of the word that it divides.
      const last = words.pop()!;
      const [left, top, right, bottom] = last.box;
      const end = side("HPOS") + side("WIDTH");
      words.push({ ...last, text: last.text + content, box: [left, top, end > right ? end : right, bottom] });
    }
  }
  return words;
}
