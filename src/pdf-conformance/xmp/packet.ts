import type { Turns } from "../../meter/turns.ts";
import type { Holding, Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { RDF } from "../../pdf-file/xmp/packet.ts";
import {
  elementsIn,
  findElement,
  readXml,
  XML_NAMESPACE,
  type XmlElement,
  type XmlName,
  XmlProblem,
} from "../../pdf-file/xmp/xml.ts";
import { mapKey } from "../../platform/map-key.ts";

/** A property of XMP, a field of a structure, or an item of an array (XMP Specification, part 1). */
export interface XmpNode extends XmlName {
  kind: "simple" | "struct" | "bag" | "seq" | "alt";
  value: string;
  readonly children: XmpNode[];
  lang: string | undefined;
}

export interface Packet {
  readonly properties: readonly XmpNode[];
  /** What the `xpacket` instruction says at the start. */
  readonly header: string;
}

const ARRAYS: ReadonlyMap<string, XmpNode["kind"]> = new Map([
  ["Bag", "bag"],
  ["Seq", "seq"],
  ["Alt", "alt"],
]);

/** Reads a packet of XMP. Throws XmlProblem where its XML or its RDF is not valid. */
export function* readPacket(text: string, holding: Holding): Turns<Packet> {
  const { root, instructions } = yield* readXml(text, holding);
  const rdf = findElement(root, RDF, "RDF");
  if (!rdf) throw new XmlProblem("there is no rdf:RDF");
  const fields = new Fields([], holding);
  for (const description of elementsIn(rdf)) yield* addFields(description, fields);
  return { properties: fields.nodes, header: instructions.find((text) => text.startsWith("xpacket")) ?? "" };
}

function node({ namespace, prefix, name }: XmlName): XmpNode {
  return { namespace, prefix, name, kind: "simple", value: "", children: [], lang: undefined };
}

/** What a field takes in memory. */
const FIELD_BYTES = 200;

/** Fields beside one another, each of which has a name of its own. */
class Fields {
  readonly nodes: XmpNode[];
  readonly #holding: Holding;
  /** By their namespaces. Both in one text would be a copy of a long address for each field. */
  readonly #names = new Map<string, Set<string>>();

  constructor(nodes: XmpNode[], holding: Holding) {
    this.nodes = nodes;
    this.#holding = holding;
  }

  get work(): Work {
    return this.#holding.work;
  }

  of({ children }: XmpNode): Fields {
    return new Fields(children, this.#holding);
  }

  add(field: XmpNode): void {
    this.work.spend(COST.xmlNode);
    this.#holding.take(FIELD_BYTES);
    const namespace = mapKey(field.namespace);
    const names = this.#names.get(namespace) ?? new Set();
    const isItem = field.namespace === RDF && field.name === "li";
    if (!isItem && names.has(field.name)) throw new XmlProblem(`${field.prefix}:${field.name} is there twice`);
    this.#names.set(namespace, names.add(field.name));
    this.nodes.push(field);
  }
}

/** The properties of a description or a structure: its attributes, and the elements in it. */
function* addFields(description: XmlElement, into: Fields): Turns<void> {
  if (description.namespace === RDF && description.name !== "Description") {
    throw new XmlProblem(`rdf:${description.name} is where a description is expected`);
  }
  addAttributes(description, into);
  for (const child of elementsIn(description)) {
    into.add(yield* property(child, into));
    if (into.work.isTurnOver) yield;
  }
}

function addAttributes(element: XmlElement, into: Fields): void {
  for (const attribute of element.attributes) {
    if (attribute.namespace === RDF || attribute.namespace === XML_NAMESPACE || attribute.namespace === "") continue;
    into.add({ ...node(attribute), value: attribute.value });
  }
}

function* property(element: XmlElement, beside: Fields): Turns<XmpNode> {
  if (element.namespace === "") throw new XmlProblem(`${element.name} has no namespace`);
  const made = node(element);
  const fields = beside.of(made);
  const rdf = (name: string): string | undefined =>
    element.attributes.find((attribute) => attribute.namespace === RDF && attribute.name === name)?.value;
  made.lang = element.attributes.find(({ namespace, name }) => namespace === XML_NAMESPACE && name === "lang")?.value;
  const inner = elementsIn(element);
  const type = rdf("parseType");
  if (type !== undefined && type !== "Resource") throw new XmlProblem(`rdf:parseType is ${type}`);
  if (type === "Resource") {
    made.kind = "struct";
    for (const child of inner) fields.add(yield* property(child, fields));
  } else if (inner.length === 0) {
    addAttributes(element, fields);
    if (made.children.length > 0) made.kind = "struct";
    made.value = rdf("resource") ?? element.children.filter((child) => typeof child === "string").join("");
  } else {
    if (inner.length > 1) throw new XmlProblem(`${element.prefix}:${element.name} has several values`);
    if (element.children.some((child) => typeof child === "string" && child.trim() !== "")) {
      throw new XmlProblem(`${element.prefix}:${element.name} has text beside its value`);
    }
    yield* takeValue(made, fields, inner[0]!);
  }
  return valued(made);
}

function* takeValue(made: XmpNode, fields: Fields, value: XmlElement): Turns<void> {
  const array = value.namespace === RDF ? ARRAYS.get(value.name) : undefined;
  if (array === undefined) {
    made.kind = "struct";
    yield* addFields(value, fields);
    return;
  }
  made.kind = array;
  for (const item of elementsIn(value)) {
    if (item.namespace !== RDF || item.name !== "li") throw new XmlProblem(`an item of an array is no rdf:li`);
    fields.add(yield* property(item, fields));
    if (fields.work.isTurnOver) yield;
  }
}

/** A structure with rdf:value is that value, with qualifiers beside it. */
function valued(made: XmpNode): XmpNode {
  const value = made.children.find(({ namespace, name }) => namespace === RDF && name === "value");
  if (made.kind !== "struct" || !value) return made;
  return { ...made, kind: value.kind, value: value.value, children: value.children };
}
