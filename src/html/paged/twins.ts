/** Before the name of each property that stands for one that the browser does not keep. */
export const TWIN = "--quire-";

/** What of a value makes a property worth keeping: without any such value in any sheet the browser does it all. */
const NEEDED: Readonly<Record<string, RegExp>> = {
  content: /(?:target-(?:counters?|text)|leader)\(/i,
  "string-set": /./,
  position: /running\(/i,
  "bookmark-level": /./,
  "bookmark-label": /./,
};
/** What a declaration may be among, or what ends it (css-syntax-3 §4, §5). */
const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|url\([^"'()\s]*|\\[\s\S]|[{}();[\]]|(?<![-\w\\])(?:content|string-set|position|bookmark-(?:level|label))(?=\s*(?:\/\*|:))/gi;
/** In an old notation the type of an attribute, which browsers no longer know, stands behind its name. */
const TYPED_ATTRIBUTE =
  /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|\battr\(\s*([-\w]+)\s+(?:url|string|raw-string)\s*(?=[,)])/gi;

interface Declaration {
  property: string;
  value: string;
  /** Where it ends in the text. */
  end: number;
}

/** The properties that a sheet gives values to that only we can print. */
export function neededIn(css: string): Set<string> {
  const needed = new Set<string>();
  for (const { property, value } of declarations(css)) if (NEEDED[property]?.test(value)) needed.add(property);
  return needed;
}

/**
 * The sheet with a twin behind each declaration of these properties: a custom property, of which the browser keeps
 * whatever it is given. So the browser itself does the cascade, media queries, layers, nesting and `attr()`.
 */
export function withTwins(css: string, properties: ReadonlySet<string>): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { property, value, end } of declarations(css)) {
    if (!properties.has(property)) continue;
    const kept = value.replace(TYPED_ATTRIBUTE, (all: string, name?: string) => (name ? `attr(${name}` : all));
    pieces.push(css.slice(from, end), `;${TWIN}${property}:${kept}`);
    from = end;
  }
  return pieces.length === 0 ? css : pieces.join("") + css.slice(from);
}

/** The declarations of the properties that matter, in the order of the text. */
function* declarations(css: string): Generator<Declaration> {
  // Where a declaration may begin: behind a brace or a semicolon, with nothing but spaces and comments between.
  let begin = 0;
  let depth = 0;
  let open: { property: string; at: number } | undefined;
  const isBlank = (end: number) => /^\s*$/.test(css.slice(begin, end));
  for (const { 0: text, index } of css.matchAll(TOKEN)) {
    const end = index + text.length;
    if (text.startsWith("/*")) {
      if (!open && index - begin < 1_000 && isBlank(index)) begin = end;
    } else if (text === "(" || text === "[" || /^url\(/i.test(text)) depth++;
    else if (text === ")" || text === "]") depth = Math.max(0, depth - 1);
    else if (text === "{" || text === "}" || (text === ";" && depth === 0)) {
      if (open && text !== "{" && depth === 0) yield ended(css, open, index);
      open = undefined;
      depth = 0;
      begin = end;
    } else if (!open && depth === 0 && /^[a-z]/i.test(text) && index - begin < 1_000 && isBlank(index)) {
      const property = text.toLowerCase();
      if (property in NEEDED) open = { property, at: css.indexOf(":", end) + 1 };
    }
  }
  if (open && depth === 0) yield ended(css, open, css.length);
}

function ended(css: string, { property, at }: { property: string; at: number }, end: number): Declaration {
  return { property, value: css.slice(at, end), end };
}
