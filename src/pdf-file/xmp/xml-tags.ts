import { mapKey } from "../../platform/map-key.ts";

export interface XmlTag {
  readonly kind: "open" | "close" | "empty";
  readonly start: number;
  readonly end: number;
  /** As it is written, with its prefix. */
  readonly name: string;
  /** The address that the prefix means, and the rest of the name. */
  readonly expanded: string;
  readonly attributes: readonly XmlAttribute[];
}

interface XmlAttribute {
  readonly expanded: string;
  readonly value: string;
  /** With the white space before it. */
  readonly start: number;
  readonly end: number;
}

/** The prefixes that one element declares, within those around it. */
interface Names {
  readonly own: ReadonlyMap<string, string>;
  readonly outer: Names | undefined;
}

/** No address that is looked for is as long; a longer one may be that of every element. */
const LONGEST_ADDRESS = 255;

/** Metadata nests a dozen deep. */
const MAX_DEPTH = 64;

const NAME = /[^\s=/<>"']+/y;
const ATTRIBUTE = /\s+([^\s=/<>"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const END = /\s*(\/?)>/y;

/** What is passed over, by how it begins. A document type could declare entities, which nothing here reads. */
const PASSED = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/** The tags of an XML text in their order, with their namespaces; "broken" where it is no XML. */
export function* xmlTags(text: string): Generator<XmlTag | "broken"> {
  const scopes: Names[] = [{ own: new Map(), outer: undefined }];
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const passed = PASSED.find(([begin]) => text.startsWith(begin, at));
    if (passed) {
      const end = text.indexOf(passed[1], at);
      if (end < 0) return yield "broken";
      at = end + passed[1].length;
      continue;
    }
    const tag = readTag(text, at, scopes.at(-1)!);
    if (tag === undefined || scopes.length > MAX_DEPTH) return yield "broken";
    if (tag.kind === "open") scopes.push(tag.names);
    else if (tag.kind === "close" && scopes.length > 1) scopes.pop();
    yield tag;
    at = tag.end;
  }
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readTag(text: string, start: number, outer: Names): (XmlTag & { names: Names }) | undefined {
  const isClose = text[start + 1] === "/";
  const name = matched(NAME, text, start + (isClose ? 2 : 1))?.[0];
  if (name === undefined || name.startsWith("!")) return undefined;
  let at = start + (isClose ? 2 : 1) + name.length;
  const written: { name: string; value: string; start: number; end: number }[] = [];
  for (let found = matched(ATTRIBUTE, text, at); found; found = matched(ATTRIBUTE, text, at)) {
    const end = at + found[0].length;
    written.push({ name: found[1]!, value: found[2] ?? found[3] ?? "", start: at, end });
    at = end;
  }
  const end = matched(END, text, at);
  if (!end || (isClose && written.length > 0)) return undefined;
  const names = withDeclared(outer, written);
  return {
    kind: isClose ? "close" : end[1] === "/" ? "empty" : "open",
    start,
    end: at + end[0].length,
    name,
    expanded: expandedName(name, names, ""),
    attributes: written.map((each) => ({ ...each, expanded: expandedName(each.name, names) })),
    names,
  };
}

function withDeclared(outer: Names, attributes: readonly { name: string; value: string }[]): Names {
  const declared = attributes.filter(({ name }) => name === "xmlns" || name.startsWith("xmlns:"));
  if (declared.length === 0) return outer;
  const own = declared.map(({ name, value }): [string, string] => {
    const prefix = name.slice(6);
    return [mapKey(prefix), value.length > LONGEST_ADDRESS ? `${prefix}:` : value];
  });
  return { own: new Map(own), outer };
}

function addressOf(prefix: string, names: Names | undefined): string | undefined {
  const key = mapKey(prefix);
  for (let scope = names; scope; scope = scope.outer) {
    const address = scope.own.get(key);
    if (address !== undefined) return address;
  }
  return undefined;
}

/** Attributes without a prefix are in no namespace. */
function expandedName(name: string, names: Names, otherwise?: string): string {
  const colon = name.indexOf(":");
  const prefix = colon < 0 ? otherwise : name.slice(0, colon);
  if (prefix === undefined) return name;
  return (addressOf(prefix, names) ?? `${prefix}:`) + name.slice(colon + 1);
}
