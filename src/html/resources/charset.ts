import { isUtf8 } from "node:buffer";

/** How far to look for a meta element. Browsers read the whole head, however long its scripts are. */
const HEAD_BYTES = 16 * 1024;

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;

/**
 * The encoding of an HTML document (HTML §13.2.3): its byte order mark, else the charset that was sent with it, else
 * its meta element, else that of any text. Unknown labels are ignored.
 */
export function charsetOf(bytes: Uint8Array, said?: string | undefined): string {
  return byOrderMark(bytes) ?? known(said) ?? declared(bytes) ?? textCharset(bytes);
}

/**
 * The encoding of a text that says nothing of it, but by a byte order mark: as it was said to be, else UTF-8, and where
 * it is not, Latin-1, which browsers read as windows-1252.
 */
function textCharset(bytes: Uint8Array, said?: string | undefined): string {
  return byOrderMark(bytes) ?? known(said) ?? (isUtf8(bytes) ? "utf-8" : "windows-1252");
}

export function decodeHtml(bytes: Uint8Array, said?: string | undefined): string {
  return new TextDecoder(charsetOf(bytes, said)).decode(bytes);
}

/** A Content-Type with its charset. Without one, and a word in the text, browsers take UTF-8 for windows-1252. */
export function withCharset(type: string, bytes: Uint8Array): string {
  if (!/^text\/(html|plain)\b/i.test(type) || saidCharset(type) !== undefined) return type;
  const isSaid = /^text\/html/i.test(type) && declared(bytes) !== undefined;
  return isSaid || bytes.length === 0 || byOrderMark(bytes) !== undefined || !isUtf8(bytes)
    ? type
    : `${type}; charset=utf-8`;
}

export function saidCharset(type: string): string | undefined {
  return /charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1];
}

export function decodeText(bytes: Uint8Array, said?: string | undefined): string {
  return new TextDecoder(textCharset(bytes, said)).decode(bytes);
}

function byOrderMark([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return a === 0xff && b === 0xfe ? "utf-16le" : undefined;
}

function declared(bytes: Uint8Array): string | undefined {
  const head = withoutHidden(new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES)));
  for (const [, attributes = ""] of head.matchAll(/<meta[\s/]((?:"[^"]*"|'[^']*'|[^>"'])*)/gi)) {
    const charset = metaCharset(attributes);
    if (charset !== undefined) return charset;
  }
  const xml = known(/^<\?xml\b[^>]*\bencoding\s*=\s*["']([\w:.-]+)/.exec(head)?.[1]);
  return xml && readable(xml);
}

/** The markup without comments and elements whose content is text. One that never ends hides all that follows. */
function withoutHidden(html: string): string {
  let shown = "";
  for (let at = 0; ; ) {
    HIDING.lastIndex = at;
    const begin = HIDING.exec(html);
    shown += html.slice(at, begin?.index);
    if (begin === null) return shown;
    const end = HIDDEN_END[begin[1]?.toLowerCase() ?? "comment"] as RegExp;
    end.lastIndex = HIDING.lastIndex;
    if (end.exec(html) === null) return shown;
    at = end.lastIndex;
  }
}
const HIDING = /<!--|<(script|style|title)\b/gi;
const HIDDEN_END: Record<string, RegExp> = {
  comment: /-->/g,
  script: /<\/script\s*>/gi,
  style: /<\/style\s*>/gi,
  title: /<\/title\s*>/gi,
};

function metaCharset(attributes: string): string | undefined {
  const found = new Map<string, string>();
  for (const [, name = "", double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), double ?? single ?? bare ?? "");
  }
  const pragma = found.get("http-equiv")?.toLowerCase() === "content-type" ? found.get("content") : undefined;
  const charset = known(found.get("charset") ?? /charset\s*=\s*(?:["']\s*)?([^\s;"']+)/i.exec(pragma ?? "")?.[1]);
  return charset && readable(charset);
}

/** A declaration that can be read byte by byte is not in UTF-16, whatever it says (§13.2.3.2, "prescan"). */
function readable(charset: string): string {
  return charset.startsWith("utf-16") ? "utf-8" : charset;
}

function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // A RangeError is how the platform says that it does not know a label.
    return undefined;
  }
}
