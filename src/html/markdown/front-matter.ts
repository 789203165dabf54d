import { mapKey } from "../../platform/map-key.ts";

/** Characters of one entry of the file's information. */
export const MAX_SAID = 2_000;

export interface FrontMatter {
  attributes: Map<string, string>;
  body: string;
}

/** A key with its value, an item of a list, what continues a line above, a comment: anything else is text. */
const YAML_LINE = /^(?:\s.*|-(?:\s.*)?|#.*|(?:"[^"]*"|'[^']*'|[^\s:#>[\]{}|*&!%@`"'-][^:]*):(?:\s.*)?)$/;
const TOML_LINE = /^(?:#|\[|[\w."'-]+\s*=|["'\]},])/;
/** The head of a table: the keys below it are the table's, and not the document's (TOML 1.0, "Table"). */
const TOML_TABLE = /^\[{1,2}[^[\],]+\]{1,2}\s*(?:#.*)?$/;

/**
 * What is before a text in YAML, between a line of three hyphens and another one or three dots, or in TOML between
 * lines of three plus signs. A text that begins with a rule has none: only lines that such a block can have make one,
 * with a key among them, and it begins right below the first line. Of YAML, plain and quoted texts, lists and blocks of
 * text are read.
 */
export function frontMatter(text: string): FrontMatter {
  const body = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const none = { attributes: new Map<string, string>(), body };
  const fence = /^(---|\+\+\+)[ \t]*\n(?![ \t]*\n)/.exec(body);
  if (!fence) return none;
  const toml = fence[1] === "+++";
  const end = toml ? /^\+\+\+[ \t]*$/ : /^(?:---|\.\.\.)[ \t]*$/;
  const entries: Entry[] = [];
  let isInTable = false;
  let isInList = false;
  let hasLines = false;
  for (let at = fence[0].length; at < body.length; ) {
    const next = body.indexOf("\n", at);
    const line = body.slice(at, next < 0 ? body.length : next);
    at = next < 0 ? body.length : next + 1;
    if (end.test(line)) {
      const isText = hasLines && entries.length === 0;
      return isText ? none : { attributes: attributesOf(entries), body: body.slice(at) };
    }
    const said = line.trim();
    hasLines ||= said !== "";
    if (said !== "" && !(toml ? TOML_LINE.test(said) : YAML_LINE.test(line))) return none;
    if (isInList) {
      entries.at(-1)?.below.push(line);
      isInList = !said.endsWith("]");
      continue;
    }
    isInTable ||= toml && TOML_TABLE.test(line);
    if (isInTable) continue;
    const sign = line.indexOf(toml ? "=" : ":");
    const key = unquoted(line.slice(0, sign).trimEnd()).toLowerCase();
    if (sign > 0 && /^[\p{L}\p{N}_-]+$/u.test(key)) {
      const value = line.slice(sign + 1).trim();
      entries.push({ key, value, below: [] });
      // A list of TOML may go on in further lines.
      isInList = toml && value.startsWith("[") && !value.endsWith("]");
    } else if (!toml && !line.startsWith("#")) entries.at(-1)?.below.push(line);
  }
  return none;
}

/** A key, what is beside it, and the lines below it. */
interface Entry {
  key: string;
  value: string;
  below: string[];
}

function attributesOf(entries: readonly Entry[]): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const { key, value, below } of entries) {
    const text = /^[>|][-+\d]*(?:\s+#.*)?$/.test(value) ? block(value.startsWith(">"), below) : flow(value, below);
    if (text !== "") attributes.set(mapKey(key), text);
  }
  return attributes;
}

/** A block of text (YAML 1.2 §8.1): with its line breaks, or with each of them as a space but for empty lines. */
function block(folded: boolean, lines: readonly string[]): string {
  const indent = /^\s*/.exec(lines.find((line) => line.trim() !== "") ?? "")?.[0].length ?? 0;
  const text = lines.map((line) => line.slice(indent).trimEnd()).join("\n");
  return (folded ? text.replaceAll(/(\S)\n(?=\S)/g, "$1 ").replaceAll("\n\n", "\n") : text).trim();
}

/** A text that may go on in further lines, or a list of texts, one below the other. */
function flow(value: string, below: readonly string[]): string {
  const lines = below.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  if (value === "" && lines[0]?.startsWith("-")) {
    return lines.map((line) => plain(line.replace(/^-\s*/, ""))).join(", ");
  }
  return plain([value, ...lines].join(" ").trim());
}

/** A quoted text without its quotes, and a list in one line as its items. */
function plain(value: string): string {
  const list = /^\[(.*)\]$/.exec(value)?.[1];
  const items = list === undefined ? [value] : list.replace(/,\s*$/, "").split(",");
  return items.map((item) => unquoted(item.trim())).join(", ");
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, "$2");
}
