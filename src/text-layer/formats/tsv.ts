import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { LayerLine, LayerWord } from "../words.ts";
import { type SourcePage, WordsProblem } from "./source-page.ts";

const COLUMNS = ["level", "page_num", "block_num", "par_num", "line_num", "word_num", "left", "top", "width", "height"];
export const TSV_HEADER = `${COLUMNS.join("\t")}\tconf\ttext`;
const [PAGE, WORD] = [1, 5];

/** Reads what Tesseract writes as TSV: a row for each page, block, paragraph, line and word. */
export function* readTsv(text: string, work: Work): Turns<SourcePage[]> {
  const pages = new Map<number, { size: SourcePage["size"]; readonly lines: Map<string, LayerWord[]> }>();
  for (const [at, row] of text.split(/\r?\n/).entries()) {
    if (at === 0 || row === "") continue;
    work.spend(COST.piece + row.length * COST.sourceByte);
    if (work.isTurnOver) yield;
    const cells = row.split("\t");
    const numbers = cells.slice(0, 11).map(Number);
    const [level, page, block, paragraph, line, , left, top, width, height, conf] = numbers as [
      ...[number, number, number, number, number, number, number, number, number, number, number],
    ];
    if (numbers.length < 11 || !numbers.every(Number.isFinite)) {
      throw new WordsProblem(
        "",
        `row ${at + 1} of the TSV: expected ${COLUMNS.length + 2} columns, all but text numbers.`,
      );
    }
    const own = pages.get(page) ?? { size: undefined, lines: new Map<string, LayerWord[]>() };
    pages.set(page, own);
    if (level === PAGE) own.size = { width, height };
    const said = cells.slice(11).join(" ");
    if (level !== WORD || said.trim() === "") continue;
    const key = `${block} ${paragraph} ${line}`;
    const words = own.lines.get(key) ?? [];
    own.lines.set(key, words);
    words.push({ text: said, box: [left, top, left + width, top + height], confidence: conf < 0 ? undefined : conf });
  }
  return [...pages].map(([page, { size, lines }]): SourcePage => {
    const place = `page ${page} of the TSV`;
    if (!size) throw new WordsProblem(place, "expected a row of level 1, with the size of the picture.");
    return { page, place, size, lines: [...lines.values()].map((words): LayerLine => ({ words })) };
  });
}
