import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";

/** An element of XML with its namespace (XML 1.0, Namespaces in XML 1.0). */
export interface XmlElement extends XmlName {
  readonly attributes: readonly XmlAttribute[];
  readonly children: (XmlElement | string)[];
}

export interface XmlName {
  readonly namespace: string;
  readonly prefix: string;
  /** Without its prefix. */
  readonly name: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

export interface XmlDocument {
  readonly root: XmlElement;
  /** Processing instructions, as they are between `<?` and `?>`. */
  readonly instructions: readonly string[];
}

/** The text is not well-formed. */
export class XmlProblem extends Error {}

export const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
const OUTERMOST: ReadonlyMap<string, string> = new Map([["xml", XML_NAMESPACE]]);
const DECLARATION = /^xmlns(?:$|:)/;
const MAX_DEPTH = 100;
const NAME = /[\p{L}_][\p{L}\p{N}\p{M}_.·-]*(?::[\p{L}_][\p{L}\p{N}\p{M}_.·-]*)?/uy;
const ATTRIBUTE = /\s+([\p{L}_][\p{L}\p{N}\p{M}_.:·-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Reads a document. Entities other than XML's own five, and so all declarations of some, count as not well-formed. */
export function readXml(text: string, work: Work): Turns<XmlDocument> {
  return new XmlReader(text, work).document();
}

interface Scope {
  readonly element: XmlElement;
  readonly raw: string;
  readonly namespaces: ReadonlyMap<string, string>;
}

class XmlReader {
  readonly #text: string;
  readonly #work: Work;
  #at = 0;
  readonly #instructions: string[] = [];
  readonly #open: Scope[] = [];
  #root: XmlElement | undefined;

  constructor(text: string, work: Work) {
    this.#text = text;
    this.#work = work;
  }

  *document(): Turns<XmlDocument> {
    const text = this.#text;
    while (this.#at < text.length) {
      const from = this.#at;
      if (text[this.#at] !== "<") this.#characters();
      else if (text.startsWith("<!--", this.#at)) this.#until("-->", 4);
      else if (text.startsWith("<?", this.#at)) this.#instructions.push(this.#until("?>", 2));
      else if (text.startsWith("<![CDATA[", this.#at)) this.#add(this.#until("]]>", 9));
      else if (text.startsWith("</", this.#at)) this.#close();
      else this.#element();
      this.#work.spend((this.#at - from) * COST.sourceByte);
      if (this.#work.isTurnOver) yield;
    }
    if (this.#open.length > 0) throw new XmlProblem(`<${this.#open.at(-1)!.raw}> is not closed`);
    if (!this.#root) throw new XmlProblem("there is no element");
    return { root: this.#root, instructions: this.#instructions };
  }

  /** What is before `mark`, which is passed. */
  #until(mark: string, skipped: number): string {
    const from = this.#at + skipped;
    const end = this.#text.indexOf(mark, from);
    if (end < 0) throw new XmlProblem(`"${mark}" is missing`);
    this.#at = end + mark.length;
    return this.#text.slice(from, end);
  }

  #characters(): void {
    const end = this.#text.indexOf("<", this.#at);
    const raw = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at += raw.length;
    if (this.#open.length === 0) {
      if (/[^\s\ufeff\0]/.test(raw)) throw new XmlProblem("there is text outside of the elements");
    } else this.#add(unescaped(raw));
  }

  #add(text: string): void {
    this.#open.at(-1)?.element.children.push(text);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? "x")) this.#at++;
  }

  #close(): void {
    this.#at += 2;
    const raw = this.#match(NAME)?.[0];
    this.#space();
    if (this.#text[this.#at++] !== ">" || this.#open.pop()?.raw !== raw)
      throw new XmlProblem(`</${raw}> closes nothing`);
  }

  #element(): void {
    this.#at++;
    this.#work.spend(COST.xmlElement);
    const raw = this.#match(NAME)?.[0];
    if (raw === undefined) throw new XmlProblem("a name is missing after <");
    if (this.#open.length === 0 && this.#root) throw new XmlProblem("there are two outermost elements");
    if (this.#open.length > MAX_DEPTH) throw new XmlProblem("elements are nested too deeply");
    const given = this.#attributes();
    const namespaces = this.#declared(given);
    const attributes = [...given]
      .filter(([name]) => !DECLARATION.test(name))
      .map(([name, value]) => ({ ...named(name, namespaces, ""), value }));
    const element: XmlElement = { ...named(raw, namespaces, namespaces.get("") ?? ""), attributes, children: [] };
    const outer = this.#open.at(-1)?.element;
    if (outer) outer.children.push(element);
    else this.#root = element;
    this.#space();
    if (this.#text.startsWith("/>", this.#at)) this.#at += 2;
    else if (this.#text[this.#at++] === ">") this.#open.push({ element, raw, namespaces });
    else throw new XmlProblem(`<${raw}> is not well-formed`);
  }

  /** The namespaces of an element: those around it, and its own. */
  #declared(given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const outer = this.#open.at(-1)?.namespaces ?? OUTERMOST;
    const own = [...given].filter(([name]) => DECLARATION.test(name));
    if (own.length === 0) return outer;
    this.#work.spend((outer.size + own.length) * COST.entry);
    return new Map([...outer, ...own.map(([name, value]) => [name.slice(6), value] as const)]);
  }

  #attributes(): Map<string, string> {
    const attributes = new Map<string, string>();
    for (let found = this.#match(ATTRIBUTE); found; found = this.#match(ATTRIBUTE)) {
      const name = found[1]!;
      if (attributes.has(name)) throw new XmlProblem(`${name} is there twice`);
      attributes.set(name, unescaped(found[2] ?? found[3] ?? ""));
    }
    return attributes;
  }
}

function named(raw: string, namespaces: ReadonlyMap<string, string>, byDefault: string): XmlName {
  const colon = raw.indexOf(":");
  if (colon < 0) return { namespace: byDefault, prefix: "", name: raw };
  const prefix = raw.slice(0, colon);
  const namespace = namespaces.get(prefix);
  if (namespace === undefined) throw new XmlProblem(`the prefix ${prefix} has no namespace`);
  return { namespace, prefix, name: raw.slice(colon + 1) };
}

function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;&]{0,32};?)/g, (all, name: string) => {
    const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}));$/i.exec(name);
    const known = code
      ? Number.parseInt(code[1] ?? code[2]!, code[1] === undefined ? 10 : 16)
      : ENTITIES[name.slice(0, -1)];
    if (known === undefined || (typeof known === "number" && known > 0x10ffff)) {
      throw new XmlProblem(`${all} is no character`);
    }
    return typeof known === "number" ? String.fromCodePoint(known) : known;
  });
}
