export interface FrontMatter {
  attributes: Map<string, string>;
  body: string;
}

/** A key with its value, an item of a list, what continues a line above, a comment: anything else is text. */
const YAML_LINE = /^(?:\s.*|-(?:\s.*)?|#.*|(?:"[^"]*"|'[^']*'|[^\s:#>[\]{}|*&!%@`"'-][^:]*):(?:\s.*)?)$/;
const TOML_LINE = /^(?:#|\[|[\w."'-]+\s*=|["'\]},])/;

/**
 * What stands before a text in YAML, between a line of three hyphens and another one or three dots, or in TOML between
 * lines of three plus signs. A text that begins with a rule has none: only lines that such a block can have make one,
 * and it begins right below the first line. Only plain entries are read.
 */
export function frontMatter(text: string): FrontMatter {
  const body = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const none = { attributes: new Map<string, string>(), body };
  const fence = /^(---|\+\+\+)[ \t]*\n(?![ \t]*\n)/.exec(body);
  if (!fence) return none;
  const toml = fence[1] === "+++";
  const end = toml ? /^\+\+\+[ \t]*$/ : /^(?:---|\.\.\.)[ \t]*$/;
  const attributes = new Map<string, string>();
  for (let at = fence[0].length; at < body.length; ) {
    const next = body.indexOf("\n", at);
    const line = body.slice(at, next < 0 ? body.length : next);
    at = next < 0 ? body.length : next + 1;
    if (end.test(line)) return { attributes, body: body.slice(at) };
    const said = line.trim();
    if (said !== "" && !(toml ? TOML_LINE.test(said) : YAML_LINE.test(line))) return none;
    const sign = line.indexOf(toml ? "=" : ":");
    const [key, value] = [line.slice(0, sign).trimEnd().toLowerCase(), line.slice(sign + 1).trim()];
    if (sign > 0 && value !== "" && /^[\w-]+$/.test(key)) attributes.set(key, plain(value));
  }
  return none;
}

/** A quoted text without its quotes, and a list in one line as its items. */
function plain(value: string): string {
  const list = /^\[(.*)\]$/.exec(value)?.[1];
  const items = list === undefined ? [value] : list.split(",");
  return items.map((item) => item.trim().replace(/^(["'])(.*)\1$/, "$2")).join(", ");
}
