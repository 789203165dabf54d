import type { Gatherer, Resource } from "../resources/gatherer.ts";

/** The beginning of anything that may hold or hide an address. */
const BEGINNING = /\/\*|@import(?=[\s"'])|url\(|["']/gi;
/** For each quote: what ends the string, or escapes the next character. */
const STRING_STOP: Record<string, RegExp> = { '"': /["\\\n]/g, "'": /['\\\n]/g };
const BARE = /[^\s"'();]+/y;
const SPACE = /\s+/y;
const URL_BEGINNING = /url\(/iy;
const CONDITIONS = /[^;{}]+/y;
const DEEPEST_IMPORT = 5;
/** The least that an import counts for. Sheets that import each other multiply, however small they are. */
const LEAST_IMPORT_BYTES = 100_000;

/**
 * A style sheet with everything it refers to embedded. What cannot be fetched stays an address, which nothing will
 * load.
 */
export async function inlineCss(css: string, base: URL, gatherer: Gatherer, depth = 0): Promise<string> {
  const pieces: (string | Promise<string>)[] = [];
  for (let at = 0; ; ) {
    BEGINNING.lastIndex = at;
    const begin = BEGINNING.exec(css);
    pieces.push(css.slice(at, begin?.index));
    if (begin === null) break;
    const reader = new Reader(css, begin.index);
    if (reader.skip("/*")) {
      reader.skipPast("*/");
      pieces.push(reader.read);
    } else if (reader.skip("@import")) {
      const { reference, conditions } = reader.importRule();
      if (conditions !== undefined) pieces.push(inlineImport(reference, conditions, base, gatherer, depth));
      else pieces.push(reader.read);
    } else if (reader.take(URL_BEGINNING) !== "") {
      const reference = reader.address();
      pieces.push(reference === undefined ? reader.read : inlineAddress(reader.read, reference, base, gatherer));
    } else {
      reader.takeString();
      pieces.push(reader.read);
    }
    at = reader.at;
  }
  return (await Promise.all(pieces)).join("");
}

async function inlineImport(reference: string, conditions: string, base: URL, gatherer: Gatherer, depth: number) {
  const found = depth < DEEPEST_IMPORT ? await gatherer.resource(reference, base) : undefined;
  if (!found) return "";
  await gatherer.inline(Math.max(found.bytes.length, LEAST_IMPORT_BYTES));
  const css = await inlineCss(new TextDecoder().decode(found.bytes), new URL(reference, base), gatherer, depth + 1);
  const [, layer, rest = ""] = /^(layer(?:\([^)]*\))?)?\s*([\s\S]*)$/i.exec(conditions) ?? [];
  const sheet = layer ? `@layer ${layer.slice("layer(".length, -1)} {${css}}` : css;
  // A condition with an open parenthesis would swallow the rest of the sheet, so such a rule imports nothing.
  const supportsEnd = /^supports\(/i.test(rest) ? closingParenthesis(rest) : 0;
  const media = rest.slice(supportsEnd).trim();
  if (supportsEnd < 0 || !isBalanced(media)) return "";
  const supported = supportsEnd > 0 ? `@supports ${rest.slice("supports".length, supportsEnd)} {${sheet}}` : sheet;
  return media === "" ? supported : `@media ${media} {${supported}}`;
}

/** The place after the parenthesis that closes the first one; -1 when none does. */
function closingParenthesis(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return -1;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    else if (character === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

async function inlineAddress(whole: string, reference: string, base: URL, gatherer: Gatherer): Promise<string> {
  if (reference === "" || reference.startsWith("#") || /^data:/i.test(reference)) return whole;
  const found = await gatherer.resource(reference, base);
  if (!found) return whole;
  await gatherer.inline(found.bytes.length);
  return `url("${dataUrl(found)}")`;
}

/** Reads a sheet from its beginning to its end. */
class Reader {
  at: number;
  readonly #css: string;
  readonly #start: number;

  constructor(css: string, start: number) {
    this.#css = css;
    this.#start = start;
    this.at = start;
  }

  /** The text up to here. */
  get read(): string {
    return this.#css.slice(this.#start, this.at);
  }

  skip(word: string): boolean {
    const is = this.#css.slice(this.at, this.at + word.length).toLowerCase() === word;
    if (is) this.at += word.length;
    return is;
  }

  skipPast(end: string): void {
    const found = this.#css.indexOf(end, this.at);
    this.at = found < 0 ? this.#css.length : found + end.length;
  }

  take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#css)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  /** A string ends at its quote, at a line break, or with the sheet (css-syntax §4.3.5): nothing is read twice. */
  takeString(): string {
    const stop = STRING_STOP[this.#css[this.at] ?? ""];
    if (!stop) return "";
    const start = this.at;
    stop.lastIndex = start + 1;
    let match = stop.exec(this.#css);
    for (; match?.[0] === "\\"; match = stop.exec(this.#css)) stop.lastIndex = match.index + 2;
    this.at = match === null ? this.#css.length : match.index + (match[0] === "\n" ? 0 : 1);
    return this.#css.slice(start, this.at);
  }

  #reference(): string {
    this.take(SPACE);
    const reference = unquoted(this.takeString() || this.take(BARE));
    this.take(SPACE);
    return reference;
  }

  /** Reads what follows "url("; undefined when it is never closed. */
  address(): string | undefined {
    const reference = this.#reference();
    return this.skip(")") ? reference : undefined;
  }

  /** Reads what follows "@import"; undefined when it is no complete rule. */
  importRule(): { reference: string; conditions: string | undefined } {
    this.take(SPACE);
    const isUrl = this.take(URL_BEGINNING) !== "";
    const reference = this.#reference();
    if (isUrl) this.skip(")");
    const conditions = this.take(CONDITIONS).trim();
    const ends = this.skip(";") || this.at === this.#css.length;
    return { reference, conditions: ends && reference !== "" ? conditions : undefined };
  }
}

export function unquoted(text: string): string {
  const inner = /^["']/.test(text)
    ? text.slice(1, text.length > 1 && text.endsWith(text[0] as string) ? -1 : undefined)
    : text;
  return inner.replace(/\\([0-9a-f]{1,6})\s?|\\([\s\S])/gi, (_, hex: string | undefined, plain: string | undefined) =>
    hex === undefined ? (plain ?? "") : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );
}

export function dataUrl({ type, bytes }: Resource): string {
  // The type comes from another server: only characters that a type may have go into markup.
  const safe = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
  return `data:${safe};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")}`;
}
