import type { Area } from "../pdf-pages/geometry.ts";

/**
 * The lines of pages as Markdown, a text for each page. Nothing but sizes and places of words is looked at: what is
 * larger than the body is a heading, what begins with a bullet or a number an item, and cells that stand below one
 * another are a table.
 */
export function markdownOf(pages: readonly (readonly Line[])[]): string[] {
  const body = bodySize(pages.flat());
  const sizes = headingSizes(pages.flat(), body);
  return pages.map((lines) => new PageText(body, sizes).of(lines));
}

/** How much larger than the body a heading is at least, and how many letters one has at most. */
const LARGER = 1.15;
const HEADING_CHARS = 200;
/** How far apart lines of one paragraph are at most, in parts of their size. */
const NEXT_LINE = 1.75;
const MAX_COLUMNS = 30;
const BULLET = /^[•◦▪▫‣⁃·●○■□–—*-]$/;
const NUMBER = /^(?:\d{1,3}|[a-zA-Z])[.)]$/;

type Word = Area & { readonly text: string };

/** A line with its place, and the places of its words. */
interface Line extends Area {
  readonly text: string;
  readonly fontSize: number;
  readonly words?: readonly Word[];
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

/** The size that most letters have. */
function bodySize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { fontSize, text } of lines) {
    letters.set(rounded(fontSize), (letters.get(rounded(fontSize)) ?? 0) + text.length);
  }
  return [...letters].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}

const isLarge = ({ fontSize, text }: Line, body: number): boolean =>
  rounded(fontSize) >= body * LARGER && text.length <= HEADING_CHARS && /\p{L}/u.test(text);

/** The sizes of headings, the largest first: six levels at most. */
function headingSizes(lines: readonly Line[], body: number): number[] {
  const sizes = new Set(lines.filter((line) => isLarge(line, body)).map(({ fontSize }) => rounded(fontSize)));
  return [...sizes].sort((one, other) => other - one).slice(0, 6);
}

interface Block {
  readonly kind: "text" | "heading" | "item" | "table";
  text: string;
  readonly size: number;
  readonly level: number;
  /** Where lines that go on begin, and where the mark of an item is. */
  readonly from: number;
  readonly mark: number;
  last: Line;
}

/** The text of one page, block by block. */
class PageText {
  readonly #body: number;
  readonly #sizes: readonly number[];
  readonly #blocks: Block[] = [];

  constructor(body: number, sizes: readonly number[]) {
    this.#body = body;
    this.#sizes = sizes;
  }

  of(lines: readonly Line[]): string {
    for (let at = 0; at < lines.length; ) {
      const rows = tableFrom(lines, at);
      if (rows) {
        const last = lines[at + rows.lines - 1]!;
        this.#blocks.push({ ...PLAIN, kind: "table", text: tableText(rows.cells), size: 0, from: 0, last });
        at += rows.lines;
      } else this.#addLine(lines[at++]!);
    }
    return this.#joined();
  }

  #addLine(line: Line): void {
    const { words = [] } = line;
    const size = rounded(line.fontSize);
    const previous = this.#blocks.at(-1);
    const level = isLarge(line, this.#body) ? Math.min(this.#sizes.indexOf(size) + 1, 6) || 6 : 0;
    const [first, second] = words as Word[];
    const isItem = first !== undefined && second !== undefined && (BULLET.test(first.text) || NUMBER.test(first.text));
    if (level === 0 && isItem) {
      const mark = NUMBER.test(first.text) && /^\d/.test(first.text) ? first.text.replace(")", ".") : "-";
      const text = `${mark} ${escaped(textOf(words.slice(1)))}`;
      this.#blocks.push({ kind: "item", text, size, level, from: second.x, mark: first.x, last: line });
      return;
    }
    if (previous && goesOn(previous, line, level)) {
      previous.text = continued(previous.text, escaped(line.text));
      previous.last = line;
      return;
    }
    const kind = level > 0 ? "heading" : "text";
    this.#blocks.push({ kind, text: escaped(line.text), size, level, from: line.x, mark: line.x, last: line });
  }

  #joined(): string {
    let said = "";
    const marks: number[] = [];
    for (const [at, block] of this.#blocks.entries()) {
      const isAfterItem = this.#blocks[at - 1]?.kind === "item";
      if (block.kind !== "item") {
        marks.length = 0;
        said += `${said ? "\n\n" : ""}${shown(block)}`;
        continue;
      }
      while (marks.length > 0 && marks.at(-1)! > block.mark + block.size / 2) marks.pop();
      if (marks.length === 0 || block.mark > marks.at(-1)! + block.size / 2) marks.push(block.mark);
      said += `${said ? (isAfterItem ? "\n" : "\n\n") : ""}${"   ".repeat(marks.length - 1)}${block.text}`;
    }
    return said;
  }
}

const PLAIN = { level: 0, mark: 0 };

function shown({ kind, level, text }: Block): string {
  if (kind === "heading") return `${"#".repeat(level)} ${text}`;
  // What would be read as a mark at the beginning of a paragraph.
  return kind === "table"
    ? text
    : text.replace(/^(?:[-+>#]|\d+(?=[.)]))/, (mark) => (/\d/.test(mark) ? mark : `\\${mark}`));
}

/** Whether a line continues a block: of one size, near below, and not further left than an item's text. */
function goesOn({ kind, size, level: before, from, last }: Block, line: Line, level: number): boolean {
  if (kind === "table" || level !== before || Math.abs(rounded(line.fontSize) - size) > 0.5) return false;
  const distance = last.y - line.y;
  if (distance > NEXT_LINE * size || distance < -NEXT_LINE * size) return false;
  if (kind === "heading") return distance > 0;
  return kind === "item" ? line.x > from - size / 2 : line.x < from + 4 * size;
}

/** A word that was divided at the end of a line is put together again. */
function continued(before: string, line: string): string {
  return /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(line) ? before.slice(0, -1) + line : `${before} ${line}`;
}

const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(" ");

function escaped(text: string): string {
  return text.replace(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&");
}

interface Cell {
  text: string;
  low: number;
  high: number;
}

/** The words of a line, divided where a gap is as wide as the line is high. */
function cellsOf({ words = [], fontSize }: Line): Cell[] {
  const cells: Cell[] = [];
  for (const { text, x, width } of words) {
    const last = cells.at(-1);
    if (last && x - last.high < fontSize && x >= last.low) {
      last.text += ` ${text}`;
      last.high = x + width;
    } else cells.push({ text, low: x, high: x + width });
  }
  return cells;
}

/** The table that begins with this line: two lines or more whose cells stand below one another. */
function tableFrom(lines: readonly Line[], at: number): { cells: string[][]; lines: number } | undefined {
  const columns = cellsOf(lines[at]!);
  if (columns.length < 2 || columns.length > MAX_COLUMNS) return undefined;
  const rows = [columns.map(({ text }) => text)];
  let whole = 1;
  let end = at + 1;
  for (; end < lines.length; end++) {
    const [line, above] = [lines[end]!, lines[end - 1]!];
    const distance = above.y - line.y;
    if (distance <= 0 || distance > 3.5 * Math.max(line.fontSize, above.fontSize)) break;
    const row = inColumns(cellsOf(line), columns);
    if (!row) break;
    const isRest = row[0] === "" && distance < NEXT_LINE * line.fontSize;
    if (!isRest && row.filter((text) => text !== "").length < 2) break;
    if (isRest) for (const [column, text] of row.entries()) if (text) rows.at(-1)![column] += ` ${text}`;
    if (!isRest) whole = rows.push(row);
  }
  return whole > 1 ? { cells: rows, lines: end - at } : undefined;
}

/** The cells by the columns that they stand in, which become wider; undefined where one is in none, or in two. */
function inColumns(cells: readonly Cell[], columns: Cell[]): string[] | undefined {
  const row = columns.map(() => "");
  for (const { text, low, high } of cells) {
    const under = columns.flatMap((column, index) => (column.low < high && low < column.high ? index : []));
    const [index] = under;
    if (index === undefined || under.length > 1 || row[index] !== "") return undefined;
    row[index] = text;
    columns[index]!.low = Math.min(columns[index]!.low, low);
    columns[index]!.high = Math.max(columns[index]!.high, high);
  }
  return row;
}

function tableText(rows: readonly string[][]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => escaped(text).replaceAll("|", "\\|")).join(" | ")} |`;
  const [head, ...rest] = rows as [string[], ...string[][]];
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rest.map(line)].join("\n");
}
