import type { Gatherer } from "../gather.ts";
import { dataUrl } from "./data-url.ts";

/** Comments and strings are passed over; the groups are an import with its conditions, and an address. */
const TOKENS =
  /\/\*[\s\S]*?(?:\*\/|$)|@import\s+(?:url\(\s*)?("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[^\s"');]+)\s*\)?\s*([^;{}]*)(?:;|$)|url\(\s*("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[^"')\s]*)\s*\)|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/gi;
const DEEPEST_IMPORT = 5;

/** A style sheet with all that it refers to inside. What cannot be had is left as an address, which nothing will load. */
export async function inlineCss(css: string, base: URL, gatherer: Gatherer, depth = 0): Promise<string> {
  const pieces: (string | Promise<string>)[] = [];
  let at = 0;
  for (const match of css.matchAll(TOKENS)) {
    const [whole, imported, conditions = "", address] = match;
    pieces.push(css.slice(at, match.index));
    at = match.index + whole.length;
    if (imported !== undefined) pieces.push(inlineImport(unquoted(imported), conditions.trim(), base, gatherer, depth));
    else if (address !== undefined) pieces.push(inlineAddress(whole, unquoted(address), base, gatherer));
    else pieces.push(whole);
  }
  pieces.push(css.slice(at));
  return (await Promise.all(pieces)).join("");
}

async function inlineImport(
  reference: string,
  conditions: string,
  base: URL,
  gatherer: Gatherer,
  depth: number,
): Promise<string> {
  const found = depth < DEEPEST_IMPORT ? await gatherer.resource(reference, base) : undefined;
  if (!found) return "";
  const css = await inlineCss(new TextDecoder().decode(found.bytes), new URL(reference, base), gatherer, depth + 1);
  const [, layer, rest = ""] = /^(layer(?:\([^)]*\))?)?\s*([\s\S]*)$/i.exec(conditions) ?? [];
  const sheet = layer ? `@layer ${/\(([^)]*)\)/.exec(layer)?.[1] ?? ""} {${css}}` : css;
  const [, supports, media = ""] = /^(supports\([\s\S]*?\))?\s*([^()]*(?:\([^()]*\)[^()]*)*)$/i.exec(rest) ?? [];
  const supported = supports ? `@supports ${supports.slice("supports".length)} {${sheet}}` : sheet;
  return media.trim() === "" ? supported : `@media ${media} {${supported}}`;
}

async function inlineAddress(whole: string, reference: string, base: URL, gatherer: Gatherer): Promise<string> {
  if (reference === "" || reference.startsWith("#") || /^data:/i.test(reference)) return whole;
  const found = await gatherer.resource(reference, base);
  return found ? `url("${dataUrl(found)}")` : whole;
}

function unquoted(text: string): string {
  const inner = /^["']/.test(text) ? text.slice(1, -1) : text;
  return inner.replace(/\\([0-9a-f]{1,6})\s?|\\([\s\S])/gi, (_, hex: string | undefined, plain: string | undefined) =>
    hex === undefined ? (plain ?? "") : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );
}
