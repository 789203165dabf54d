import { PATTERN_NAMES, type RedactionRequest } from "../../engine.ts";
import { type Refusal, refuseField } from "../../errors/errors.ts";
import { COLOR } from "../../fields/schema-parts.ts";
import { LIMITS } from "../limits.ts";

export type MarkStyle = NonNullable<RedactionRequest["mark"]>;

/** What may be said of single bars, and how the log names them. */
export interface Marked {
  readonly label?: string | undefined;
  readonly color?: string | undefined;
  readonly code?: string | undefined;
}

export const SEARCHES = ["contains", "equals", "words", "regex", "pattern"] as const;
const COLUMNS = ["text", "search", "code", "label", "color", "pages"] as const;
type Column = (typeof COLUMNS)[number];

/** A text of a list, with what the columns of its line say. */
export interface Listed extends Marked {
  readonly search: (typeof SEARCHES)[number];
  readonly text: string;
  readonly pages: string | undefined;
  /** What it is called in answers and refusals. */
  readonly field: string;
}

/** A first line that has the name of that column. */
const TABLE = /^(?:[^\n]*[,;])?[^\S\n]*"?text"?[^\S\n]*(?:[,;\n]|$)/i;

/** The texts of a list: those of plain lines, or of CSV whose first line names its columns. */
export function listed(list: string): Listed[] {
  const table = list.trimStart();
  const isTable = TABLE.test(table);
  const rows = isTable ? rowsOf(table) : list.split("\n").map((line) => [line]);
  const columns = isTable ? rows[0]!.map(columnOf) : (["text"] as const);
  return rows.flatMap((row, at) => {
    const line = at + 1;
    if (isTable && at === 0) return [];
    if (row.slice(columns.length).join("").trim()) {
      throw refused(line, `expected ${columns.length} cells, got ${row.length}: quote texts with a comma.`);
    }
    const cells = new Map(columns.map((column, place) => [column, row[place]?.trim() || undefined]));
    const search = SEARCHES.find((one) => one === (cells.get("search") ?? "words"));
    if (!search) throw refused(line, `expected ${SEARCHES.join(", ")} as search.`);
    const [label, color, code] = [cells.get("label"), cells.get("color"), cells.get("code")];
    checkMark({ label, color, code }, line);
    const variants = search === "regex" ? [cells.get("text") ?? ""] : (cells.get("text") ?? "").split("|");
    return variants.flatMap((variant) => {
      const text = variant.trim();
      const most = search === "regex" ? LIMITS.split.regexChars : LIMITS.split.textChars;
      if (text.length > most) throw refused(line, `expected up to ${most} characters, got ${text.length}.`);
      return text === ""
        ? []
        : [{ search, text, pages: cells.get("pages"), label, color, code, field: `list[${line}]` }];
    });
  });
}

function columnOf(cell: string): Column {
  const column = COLUMNS.find((one) => one === cell.trim().toLowerCase());
  if (!column) throw refused(1, `the columns are ${COLUMNS.join(", ")}, not "${cell}".`);
  return column;
}

const MOST_LABEL = 40;
/** What bars cannot show: all but the letters of Helvetica, in the encoding of Windows for Latin letters. */
const NOT_SHOWN = /[^ -~\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

/** What is wrong with a label; undefined if nothing is. */
export function labelFault(text: string): string | undefined {
  if (text === "" || text.length > MOST_LABEL) return `expected 1 to ${MOST_LABEL} letters`;
  const [first, ...others] = new Set(text.match(NOT_SHOWN));
  if (first === undefined) return undefined;
  return `bars are written in Helvetica, which lacks ${[first, ...others].slice(0, 5).join(" ")}`;
}

function checkMark({ label, color, code }: Marked, line: number): void {
  for (const text of [label, code]) {
    const fault = text === undefined ? undefined : labelFault(text);
    if (fault) throw refused(line, `${fault}.`);
  }
  if (color !== undefined && !COLOR.test(color)) throw refused(line, `expected a color as #RRGGBB, got "${color}".`);
}

function refused(line: number, why: string): Refusal {
  return refuseField("INVALID_INPUT", "list", `line ${line}: ${why}`);
}

/** Rows of CSV (RFC 4180), with commas or semicolons. */
function rowsOf(text: string): string[][] {
  const divider = /^[^\n,]*;/.test(text) ? ";" : ",";
  const rows: string[][] = [[""]];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const row = rows.at(-1)!;
    const char = text[at]!;
    if (char === '"') {
      if (isQuoted && text[at + 1] === '"') row[row.length - 1] += text[++at]!;
      else isQuoted = !isQuoted;
    } else if (isQuoted || (char !== divider && char !== "\n")) row[row.length - 1] += char;
    else if (char === divider) row.push("");
    else if (char === "\n") rows.push([""]);
  }
  if (isQuoted) throw refused(rows.length, "a quotation mark is not closed.");
  return rows;
}

export function patternRule(name: string): { pattern: (typeof PATTERN_NAMES)[number] } | { digits: number } {
  const known = PATTERN_NAMES.find((one) => one === name);
  return known ? { pattern: known } : { digits: Number(name.slice("number:".length)) };
}

export const PATTERN = new RegExp(`^(${PATTERN_NAMES.join("|")}|number:([1-9]|[1-3][0-9]|40))$`);

/** How bars are drawn, where anything is said of it; `all` is what is said of all bars, undefined for none. */
export function markOf({ label, color, code }: Marked, all: MarkStyle | undefined): MarkStyle | undefined {
  if ((label ?? color ?? (all && code)) === undefined) return undefined;
  return { colour: color ? colourOf(color) : (all?.colour ?? [0, 0, 0]), label: label ?? code ?? all?.label };
}

export function colourOf(hex: string): [number, number, number] {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}
