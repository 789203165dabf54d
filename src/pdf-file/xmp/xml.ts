import type { Turns } from "../../meter/turns.ts";
import type { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { mapKey } from "../../platform/map-key.ts";

/** An element of XML with its namespace (XML 1.0, Namespaces in XML 1.0). */
export interface XmlElement extends XmlName {
  readonly attributes: readonly XmlAttribute[];
  readonly children: (XmlElement | string)[];
  readonly start: number;
  /** Where its end tag begins, or where it ends itself when it has none. */
  endTag: number;
  end: number;
}

export interface XmlName {
  readonly namespace: string;
  readonly prefix: string;
  /** Without its prefix. */
  readonly name: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
  /** Where it is, with the white space before it. */
  readonly start: number;
  readonly end: number;
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
/**
 * Addresses are compared by as many letters: each may be that of every element, and those of real schemas are short.
 */
const COMPARED = 1000;
const NAME = /[\p{L}_][\p{L}\p{N}\p{M}_.·-]*(?::[\p{L}_][\p{L}\p{N}\p{M}_.·-]*)?/uy;
const ATTRIBUTE = /\s+([\p{L}_][\p{L}\p{N}\p{M}_.:·-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy;
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }),
);

/** Reads a document. Entities other than XML's own five, and so all declarations of some, count as not well-formed. */
export function readXml(text: string, holding: Holding): Turns<XmlDocument> {
  return new XmlReader(text, holding).document();
}

/** What an element takes in memory, an attribute, text in it, and a namespace that is known there. */
const ELEMENT_BYTES = 200;
const ATTRIBUTE_BYTES = 100;
const TEXT_BYTES = 50;
const NAMESPACE_BYTES = 50;

type Given = Omit<XmlAttribute, keyof XmlName>;

interface Scope {
  readonly element: XmlElement;
  readonly raw: string;
  readonly namespaces: ReadonlyMap<string, string>;
  /** Memory that is held as long as the element is open. */
  readonly held: number;
}

class XmlReader {
  readonly #text: string;
  readonly #holding: Holding;
  #at = 0;
  readonly #instructions: string[] = [];
  readonly #open: Scope[] = [];
  #root: XmlElement | undefined;

  constructor(text: string, holding: Holding) {
    this.#text = text;
    this.#holding = holding;
  }

  *document(): Turns<XmlDocument> {
    try {
      yield* this.#read();
    } finally {
      for (const { held } of this.#open) this.#holding.work.letGo(held);
    }
    if (this.#open.length > 0) throw new XmlProblem(`<${this.#open.at(-1)!.raw}> is not closed`);
    if (!this.#root) throw new XmlProblem("there is no element");
    return { root: this.#root, instructions: this.#instructions };
  }

  *#read(): Turns<void> {
    const text = this.#text;
    const { work } = this.#holding;
    while (this.#at < text.length) {
      const from = this.#at;
      if (text[this.#at] !== "<") this.#characters();
      else if (text.startsWith("<!--", this.#at)) this.#until("-->", 4);
      else if (text.startsWith("<?", this.#at)) this.#instructions.push(this.#until("?>", 2));
      else if (text.startsWith("<![CDATA[", this.#at)) this.#add(this.#until("]]>", 9));
      else if (text.startsWith("</", this.#at)) this.#close();
      else this.#element();
      work.spend((this.#at - from) * COST.sourceByte);
      if (work.isTurnOver) yield;
    }
  }

  #charge(bytes: number): void {
    this.#holding.work.spend(COST.xmlNode);
    this.#holding.take(bytes);
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
    this.#charge(TEXT_BYTES);
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
    const start = this.#at;
    this.#at += 2;
    const raw = this.#match(NAME)?.[0];
    this.#space();
    const closed = this.#open.pop();
    this.#holding.work.letGo(closed?.held ?? 0);
    if (this.#text[this.#at++] !== ">" || !closed || closed.raw !== raw)
      throw new XmlProblem(`</${raw}> closes nothing`);
    Object.assign(closed.element, { endTag: start, end: this.#at });
  }

  #element(): void {
    const start = this.#at++;
    this.#charge(ELEMENT_BYTES);
    const raw = this.#match(NAME)?.[0];
    if (raw === undefined) throw new XmlProblem("a name is missing after <");
    if (this.#open.length === 0 && this.#root) throw new XmlProblem("there are two outermost elements");
    if (this.#open.length > MAX_DEPTH) throw new XmlProblem("elements are nested too deeply");
    const given = this.#attributes();
    const outer = this.#open.at(-1);
    const namespaces = this.#declared(given, outer?.namespaces ?? OUTERMOST);
    const attributes = [...given]
      .filter(([name]) => !DECLARATION.test(name))
      .map(([name, attribute]) => ({ ...named(name, namespaces, ""), ...attribute }));
    const name = named(raw, namespaces, namespaces.get("") ?? "");
    const element: XmlElement = { ...name, attributes, children: [], start, endTag: 0, end: 0 };
    if (outer) outer.element.children.push(element);
    else this.#root = element;
    this.#space();
    if (this.#text.startsWith("/>", this.#at)) {
      this.#at += 2;
      element.endTag = element.end = this.#at;
    } else if (this.#text[this.#at++] === ">") this.#enter(element, raw, namespaces);
    else throw new XmlProblem(`<${raw}> is not well-formed`);
  }

  #enter(element: XmlElement, raw: string, namespaces: ReadonlyMap<string, string>): void {
    const isOwn = namespaces !== this.#open.at(-1)?.namespaces;
    const held = isOwn ? namespaces.size * NAMESPACE_BYTES : 0;
    this.#open.push({ element, raw, namespaces, held });
    this.#holding.work.hold(held);
  }

  /** The namespaces of an element: those around it, and its own. */
  #declared(given: ReadonlyMap<string, Given>, outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const own = [...given].filter(([name]) => DECLARATION.test(name));
    if (own.length === 0) return outer;
    this.#holding.work.spend((outer.size + own.length) * COST.entry);
    return new Map([...outer, ...own.map(([name, { value }]) => [mapKey(name.slice(6)), compared(value)] as const)]);
  }

  #attributes(): Map<string, Given> {
    const attributes = new Map<string, Given>();
    for (let found = this.#match(ATTRIBUTE); found; found = this.#match(ATTRIBUTE)) {
      this.#charge(ATTRIBUTE_BYTES);
      const name = found[1]!;
      if (attributes.has(name)) throw new XmlProblem(`${name} is there twice`);
      attributes.set(name, { value: unescaped(found[2] ?? found[3] ?? ""), start: found.index, end: this.#at });
    }
    return attributes;
  }
}

export function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== "string");
}

/** The first of this name, which may be the element itself. */
export function findElement(element: XmlElement, namespace: string, name: string): XmlElement | undefined {
  if (element.namespace === namespace && element.name === name) return element;
  for (const child of elementsIn(element)) {
    const found = findElement(child, namespace, name);
    if (found) return found;
  }
  return undefined;
}

/** The part of a namespace's address by which it is told from others. */
export function compared(address: string): string {
  return address.length > COMPARED ? address.slice(0, COMPARED) : address;
}

function named(raw: string, namespaces: ReadonlyMap<string, string>, byDefault: string): XmlName {
  const colon = raw.indexOf(":");
  if (colon < 0) return { namespace: byDefault, prefix: "", name: raw };
  const prefix = raw.slice(0, colon);
  const namespace = namespaces.get(mapKey(prefix));
  if (namespace === undefined) throw new XmlProblem(`the prefix ${prefix} has no namespace`);
  return { namespace, prefix, name: raw.slice(colon + 1) };
}

function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;&]{0,32};?)/g, (all, name: string) => {
    const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}));$/i.exec(name);
    const known = code
      ? Number.parseInt(code[1] ?? code[2]!, code[1] === undefined ? 10 : 16)
      : ENTITIES.get(name.slice(0, -1));
    if (known === undefined || (typeof known === "number" && known > 0x10ffff)) {
      throw new XmlProblem(`${all} is no character`);
    }
    return typeof known === "number" ? String.fromCodePoint(known) : known;
  });
}
