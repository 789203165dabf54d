import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** An entry of an object, as a row of the model has it. Lists are by type, in the order of `types`. */
export interface Entry {
  readonly key: string;
  readonly types: readonly string[];
  readonly required: string;
  /** By type, or one for all. */
  readonly indirect: readonly string[];
  readonly inheritable: boolean;
  readonly values: readonly (readonly string[])[];
  readonly links: readonly (readonly string[])[];
}

/** The tables of the model by name. */
export type Model = ReadonlyMap<string, readonly Entry[]>;

/** Reads the tables of a copy of github.com/pdf-association/arlington-pdf-model. */
export function readModel(folder: string): Model {
  const tables = join(folder, "tsv", "latest");
  const names = readdirSync(tables).filter((name) => name.endsWith(".tsv"));
  return new Map(
    names.map((name) => [name.replace(/\.tsv$/, ""), tableOf(readFileSync(join(tables, name), "utf8"))] as const),
  );
}

function tableOf(text: string): Entry[] {
  const rows = text.split(/\r?\n/).filter((line) => line !== "");
  return rows.slice(1).map((row) => {
    const [key = "", types = "", , , required = "", indirect = "", inheritable = "", , values = "", , links = ""] =
      row.split("\t");
    return {
      key,
      types: cells(types).map(bare),
      required,
      indirect: cells(indirect).map((cell) => (cell.startsWith("[") ? cell.slice(1, -1) : cell)),
      inheritable: inheritable === "TRUE",
      values: cells(values).map(listed),
      links: cells(links).map((cell) => listed(cell).map(bare)),
    };
  });
}

const listed = (cell: string): string[] => (cell === "" ? [] : parted(cell.slice(1, -1), ","));
const cells = (cell: string): string[] => parted(cell, ";");

/** The type or table that a predicate is about: `fn:SinceVersion(1.5,stream)` is about streams. */
function bare(text: string): string {
  const inner = /^fn:\w+\([^,()]*(?:\([^()]*\))?,(.+)\)$/.exec(text)?.[1];
  return inner === undefined ? text : bare(inner);
}

/** The parts between separators that are in no brackets. */
export function parted(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if ("([".includes(sign)) depth++;
    else if (")]".includes(sign)) depth--;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at).trim());
      from = at + separator.length;
    }
  }
  const last = text.slice(from).trim();
  return parts.length === 0 && last === "" ? [] : [...parts, last];
}
