import type { Turns } from "../../meter/turns.ts";
import { Holding, type Work } from "../../meter/work.ts";
import { elementsIn, readXml, type XmlElement, XmlProblem } from "../../pdf-file/xmp/xml.ts";
import { WordsProblem } from "./source-page.ts";

/** What HTML closes by itself, and characters that XML has no name for. */
const VOID = /<(meta|link|br|hr|img)\b([^<>]*?)\/?>/gi;
const NAMED: Readonly<Record<string, string>> = { nbsp: "\u00a0", shy: "\u00ad", mdash: "—", ndash: "–", hellip: "…" };
const DECLARED = /<!DOCTYPE[^>[\]]{0,300}>/i;

/** The elements of the text in their order, each with those around it; memory is given back when they are read. */
export function* elementsOf<T>(name: string, text: string, work: Work, read: (root: XmlElement) => Turns<T>): Turns<T> {
  const holding = new Holding(work);
  const plain = text
    .replace(DECLARED, "")
    .replace(VOID, "<$1$2/>")
    .replace(/&([a-z]{3,6});/g, (all, entity: string) => (Object.hasOwn(NAMED, entity) ? NAMED[entity]! : all));
  holding.take(plain.length);
  try {
    const { root } = yield* readXml(plain, holding);
    return yield* read(root);
  } catch (error) {
    if (error instanceof XmlProblem) throw new WordsProblem("", `${name} that is not well-formed: ${error.message}.`);
    throw error;
  } finally {
    holding.letGo();
  }
}

export function attribute({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find((one) => one.name === name)?.value;
}

/** Of an element that must be a number where it is there. */
export function numberIn(element: XmlElement, name: string): number | undefined {
  const value = attribute(element, name);
  return value === undefined || value.trim() === "" ? undefined : Number(value);
}

export function textIn(element: XmlElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : textIn(child))).join("");
}

/** The elements of this name in it, however deep. */
export function* named(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of elementsIn(element)) {
    if (child.name === name) yield child;
    else yield* named(child, name);
  }
}

/** The tag of a language as PDF wants it; programs that read pictures have names of three letters. */
export function languageOf(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : Intl.getCanonicalLocales(name)[0];
  } catch {
    return undefined;
  }
}
