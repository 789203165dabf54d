import { escapeHtml } from "../../platform/escape-html.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import type { Gatherer, MainDocument } from "../resources/gatherer.ts";
import { isProgram } from "../resources/scripts.ts";
import { dataUrl, inlineCss } from "./css.ts";

/**
 * Placed first in the document, before anything that the author wrote, so that nothing is loaded from outside however a
 * browser reads the rest.
 */
const SEAL =
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src data:; media-src data:; style-src data: 'unsafe-inline'; form-action 'none'; frame-src 'none'">` +
  `<meta http-equiv="x-dns-prefetch-control" content="off">`;

/** Elements whose content is a document or a program of its own. */
const DEMANDING = new Set(["iframe", "frame", "frameset", "object", "embed", "applet", "portal"]);
/** Attributes that name something to show, by element. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ["img", "src"],
  ["image", "href"],
  ["video", "poster"],
  ["body", "background"],
  ["table", "background"],
  ["td", "background"],
  ["th", "background"],
]);

/**
 * The document with its resources embedded, for a browser that must load nothing; undefined when it needs more than
 * that.
 */
export async function selfContained(
  document: MainDocument,
  gatherer: Gatherer,
  options: { javascript: boolean; css?: string | undefined },
): Promise<string | undefined> {
  // HTMLRewriter is a tokenizer. Where a browser reads something differently it is left unchanged, and the policy still
  // holds.
  const rewritten = await inlined(document.html, document.base, gatherer, options.javascript);
  if (rewritten === undefined) return undefined;
  const added = options.css === undefined ? "" : styleElement(await inlineCss(options.css, document.base, gatherer));
  const [doctype, rest] = splitDoctype(rewritten);
  const sealed = `${doctype}${SEAL}${rest}${added}`;
  // A hint to connect is not a request, so rules for requests would not stop it. Such a document is not given to the
  // browser.
  if (/preconnect|dns-prefetch(?!-control" content="off">)/i.test(sealed)) return undefined;
  return sealed.length > HTML_LIMITS.documentBytes ? undefined : sealed;
}

/** A piece of HTML with its resources embedded; undefined when it needs more than such a browser can do. */
export async function inlined(
  html: string,
  base: URL,
  gatherer: Gatherer,
  scripts = false,
): Promise<string | undefined> {
  const inliner = new Inliner(base, gatherer, scripts);
  const problems: unknown[] = [];
  // An error thrown in a handler of the rewriter would be logged as uncaught.
  const kept =
    <T>(handle: (part: T) => Promise<void>) =>
    async (part: T) => {
      if (problems.length === 0) await handle(part).catch((problem) => problems.push(problem));
    };
  const rewritten = await new HTMLRewriter()
    .on("style", { text: kept((chunk: Text) => inliner.style(chunk)) })
    .on("*", { element: kept((element: Element) => inliner.element(element)) })
    .transform(new Response(html))
    .text();
  if (problems.length > 0) throw problems[0];
  return inliner.demanding ? undefined : rewritten;
}

/**
 * Space and comments before a document type are dropped. When something else comes first, there is no document type.
 */
function splitDoctype(html: string): [doctype: string, rest: string] {
  const space = /\s*/y;
  for (let at = 0; ; ) {
    space.lastIndex = at;
    space.exec(html);
    at = space.lastIndex;
    // "<!-->" and "<!--->" are comments that end at once (HTML §13.2.5.44): read differently by two parsers, they must
    // hide nothing.
    const isComment = html.startsWith("<!--", at) && !html.startsWith(">", at + 4) && !html.startsWith("->", at + 4);
    const isDoctype = !isComment && /^<!doctype$/i.test(html.slice(at, at + 9));
    const end = isComment ? html.indexOf("-->", at + 4) : isDoctype ? html.indexOf(">", at) : -1;
    if (end < 0) return ["", html];
    if (isDoctype) return [html.slice(at, end + 1), html.slice(end + 1)];
    at = end + 3;
  }
}

function styleElement(css: string, media?: string): string {
  const attribute = media ? ` media="${escapeHtml(media)}"` : "";
  return `<style${attribute}>${css.replaceAll(/<\/(?=style)/gi, "<\\/")}</style>`;
}

class Inliner {
  /** Whether the document needs more than such a browser can do. */
  demanding = false;
  #base: URL;
  #based = false;
  readonly #gatherer: Gatherer;
  readonly #scripts: boolean;
  #css = "";

  constructor(base: URL, gatherer: Gatherer, scripts: boolean) {
    this.#base = base;
    this.#gatherer = gatherer;
    this.#scripts = scripts;
  }

  async element(element: Element): Promise<void> {
    const name = element.tagName.toLowerCase();
    if (DEMANDING.has(name)) this.demanding = true;
    else if (name === "script") this.#script(element);
    else if (name === "noscript") {
      // With scripts, its content is not shown. Without scripts, the tokenizer does not look inside.
      if (this.#scripts) element.remove();
      else this.demanding = true;
    } else if (name === "meta") this.#meta(element);
    else if (name === "base") this.#setBase(element);
    else if (name === "link") await this.#link(element);
    else await this.#content(element, name);
    if (this.#scripts && [...element.attributes].some(([attribute = ""]) => attribute.startsWith("on"))) {
      this.demanding = true;
    }
  }

  /** Text of a style element comes in chunks. */
  async style(chunk: Text): Promise<void> {
    this.#css += chunk.text;
    if (!chunk.lastInTextNode) {
      chunk.remove();
      return;
    }
    const css = this.#css;
    this.#css = "";
    chunk.replace((await inlineCss(css, this.#base, this.#gatherer)).replaceAll(/<\/(?=style)/gi, "<\\/"), {
      html: true,
    });
  }

  #script(element: Element): void {
    if (isProgram(element.getAttribute("type")) && this.#scripts) this.demanding = true;
    element.remove();
  }

  #meta(element: Element): void {
    const name = (element.getAttribute("http-equiv") ?? "").toLowerCase();
    if (name === "refresh") this.demanding = true;
    // The document's own policy would refuse embedded resources.
    if (name === "content-security-policy" || name === "refresh") element.remove();
  }

  #setBase(element: Element): void {
    const href = reference(element, "href");
    if (!this.#based && href !== undefined && URL.canParse(href, this.#base.href)) {
      this.#base = new URL(href, this.#base);
      this.#based = true;
    }
    // With a base, links to places inside the document would lead out of it.
    element.remove();
  }

  async #link(element: Element): Promise<void> {
    const kinds = (element.getAttribute("rel") ?? "").toLowerCase().split(/\s+/);
    const href = reference(element, "href");
    if (!kinds.includes("stylesheet") || kinds.includes("alternate") || href === undefined) {
      element.remove();
      return;
    }
    const found = await this.#gatherer.resource(href, this.#base);
    if (!found) {
      element.remove();
      return;
    }
    await this.#gatherer.inline(found.bytes.length);
    const css = await inlineCss(new TextDecoder().decode(found.bytes), new URL(href, this.#base), this.#gatherer);
    element.replace(styleElement(css, reference(element, "media")), { html: true });
  }

  async #content(element: Element, name: string): Promise<void> {
    const style = reference(element, "style");
    const shown = SHOWN.get(name);
    if (style !== undefined && /url\(/i.test(style)) {
      element.setAttribute("style", escaped(await inlineCss(style, this.#base, this.#gatherer)));
    }
    if (name === "source" || name === "track") element.remove();
    else if (name === "a" || name === "area") this.#makeAbsolute(element);
    else if (name === "use") this.#refuseForeign(element);
    else if (name === "input" && /^image$/i.test(element.getAttribute("type") ?? "")) await this.#show(element, "src");
    else if (shown !== undefined) await this.#show(element, shown);
    if (name === "video" || name === "audio") element.removeAttribute("src");
  }

  async #show(element: Element, attribute: string): Promise<void> {
    element.removeAttribute("loading");
    const old = attribute === "href" && element.getAttribute("href") === null ? "xlink:href" : attribute;
    const candidates = reference(element, "srcset");
    element.removeAttribute("srcset");
    const named = reference(element, old) ?? candidates?.trim().split(/[\s,]/)[0];
    if (!named || named.startsWith("#") || /^data:/i.test(named)) return;
    const found = await this.#gatherer.resource(named, this.#base);
    if (!found) return;
    await this.#gatherer.inline(found.bytes.length);
    element.setAttribute(old, dataUrl(found));
  }

  #makeAbsolute(element: Element): void {
    const href = reference(element, "href");
    if (href === undefined || href.startsWith("#") || !URL.canParse(href, this.#base.href)) return;
    element.setAttribute("href", escaped(new URL(href, this.#base).href));
  }

  #refuseForeign(element: Element): void {
    const href = reference(element, "href") ?? reference(element, "xlink:href");
    if (href !== undefined && !href.startsWith("#")) this.demanding = true;
  }
}

/** An attribute's decoded value; the tokenizer gives its source text. */
function reference(element: Element, name: string): string | undefined {
  const value = element.getAttribute(name);
  return value === null ? undefined : decodeEntities(value).trim();
}

/** The tokenizer writes values in double quotes, and escapes only double quotes. */
function escaped(value: string): string {
  return value.replaceAll("&", "&amp;");
}

/** Names of U+00A0 to U+00FF in order (HTML §13.5), then the others that written text uses, each with its character. */
const LATIN1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
const OTHERS =
  "amp=& lt=< gt=> quot=\" apos=' euro=€ ndash=– mdash=— hellip=… lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” " +
  "bdquo=„ bull=• trade=™ permil=‰ prime=′ lsaquo=‹ rsaquo=› ensp=\u2002 emsp=\u2003 thinsp=\u2009 minus=− " +
  "larr=← uarr=↑ rarr=→ darr=↓ infin=∞ ne=≠ le=≤ ge=≥ asymp=≈ OElig=Œ oelig=œ Scaron=Š scaron=š";

const NAMED = new Map(OTHERS.split(" ").map((item) => item.split("=") as [string, string]));
LATIN1.split(" ").forEach((name, index) => {
  NAMED.set(name, String.fromCharCode(0xa0 + index));
});

/** Replaces character references by their text; anything else stays. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,30}));?/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED.get(name as string) ?? whole;
      const codePoint = Number.parseInt((decimal ?? hex) as string, decimal === undefined ? 16 : 10);
      const valid = codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
      return valid ? String.fromCodePoint(codePoint) : "\ufffd";
    },
  );
}
