import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { compared } from "../../pdf-file/xmp/xml.ts";
import { mapKey } from "../../platform/map-key.ts";
import type { Findings } from "../findings.ts";
import type { RuleName } from "../rules.ts";
import type { XmpNode } from "./packet.ts";
import { PREDEFINED_STRUCTURES } from "./schemas.ts";
import { hasType, isKnownType, type Structure, type Structures } from "./value-types.ts";

export const EXTENSION = "http://www.aiim.org/pdfa/ns/extension/";

/** What extension schemas describe (ISO 19005-2, 6.6.2.3.3): the types of properties, by namespace and name. */
export type Described = ReadonlyMap<
  string,
  { readonly types: ReadonlyMap<string, string>; readonly structures: Structures }
>;

type Form = "text" | "list" | "type" | "category";

/** A structure of the schemas. Fields that are lists need not be there. */
interface Kind {
  readonly namespace: string;
  readonly prefix: string;
  readonly fields: readonly (readonly [name: string, what: readonly [rule: RuleName, form: Form]])[];
}

function kindOf(name: string, fields: Readonly<Record<string, readonly [rule: RuleName, form: Form]>>): Kind {
  return {
    namespace: `http://www.aiim.org/pdfa/ns/${name}#`,
    prefix: `pdfa${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    fields: Object.entries(fields),
  };
}

const SCHEMA = kindOf("schema", {
  schema: ["6.6.2.3.3-2", "text"],
  namespaceURI: ["6.6.2.3.3-3", "text"],
  prefix: ["6.6.2.3.3-4", "text"],
  property: ["6.6.2.3.3-5", "list"],
  valueType: ["6.6.2.3.3-6", "list"],
});
const PROPERTY = kindOf("property", {
  name: ["6.6.2.3.3-7", "text"],
  valueType: ["6.6.2.3.3-8", "type"],
  category: ["6.6.2.3.3-9", "category"],
  description: ["6.6.2.3.3-10", "text"],
});
const TYPE = kindOf("type", {
  type: ["6.6.2.3.3-11", "text"],
  namespaceURI: ["6.6.2.3.3-12", "text"],
  prefix: ["6.6.2.3.3-13", "text"],
  description: ["6.6.2.3.3-14", "text"],
  field: ["6.6.2.3.3-15", "list"],
});
const FIELD = kindOf("field", {
  name: ["6.6.2.3.3-16", "text"],
  valueType: ["6.6.2.3.3-17", "type"],
  description: ["6.6.2.3.3-18", "text"],
});

/**
 * Reads the extension schemas of a packet, and reports what is wrong with them. `main` is what the document describes.
 */
export function readExtensions(
  properties: readonly XmpNode[],
  findings: Findings,
  work: Work,
  main: Described = new Map(),
): Described {
  const described = new Map<string, { types: ReadonlyMap<string, string>; structures: Structures }>();
  const container = properties.find(({ namespace, name }) => namespace === EXTENSION && name === "schemas");
  if (!container) return described;
  findings.demand(container.kind === "bag" && container.prefix === "pdfaExtension", "6.6.2.3.3-1");
  for (const schema of container.children) {
    const valueTypes = list(schema, SCHEMA, "valueType");
    const namespace = namespaceOf(schema, SCHEMA);
    const known = main.get(mapKey(namespace ?? ""))?.structures ?? PREDEFINED_STRUCTURES;
    work.spend((known.size + valueTypes.length) * COST.entry);
    const structures: Structures = new Map([...known, ...valueTypes.map(structureOf)]);
    check(schema, SCHEMA, structures, findings);
    for (const type of valueTypes) {
      check(type, TYPE, structures, findings);
      for (const field of list(type, TYPE, "field")) check(field, FIELD, structures, findings);
    }
    const members = list(schema, SCHEMA, "property");
    for (const property of members) check(property, PROPERTY, structures, findings);
    if (namespace !== undefined) described.set(mapKey(namespace), { types: typesOf(members, PROPERTY), structures });
  }
  return described;
}

function check(node: XmpNode, kind: Kind, structures: Structures, findings: Findings): void {
  for (const child of node.children) {
    if (child.namespace !== kind.namespace || !kind.fields.some(([name]) => name === child.name)) {
      findings.found("6.6.2.3.2-1", `${child.prefix}:${child.name}`);
    }
  }
  for (const [name, [rule, form]] of kind.fields) {
    const field = find(node, kind, name);
    if (!field) findings.demand(form === "list", rule);
    else findings.demand(field.prefix === kind.prefix && isValid(field, form, structures), rule, field.value);
  }
}

function isValid(field: XmpNode, form: Form, structures: Structures): boolean {
  if (form === "list") return field.kind === "seq";
  if (!hasType(field, "text", structures)) return false;
  if (form === "category") return field.value === "internal" || field.value === "external";
  return form === "text" || isKnownType(field.value, structures);
}

function find(node: XmpNode, { namespace }: Kind, name: string): XmpNode | undefined {
  return node.children.find((child) => child.namespace === namespace && child.name === name);
}

function text(node: XmpNode, kind: Kind, name: string): string | undefined {
  const field = find(node, kind, name);
  return field?.kind === "simple" ? field.value : undefined;
}

function namespaceOf(node: XmpNode, kind: Kind): string | undefined {
  const address = text(node, kind, "namespaceURI");
  return address === undefined ? undefined : compared(address);
}

function list(node: XmpNode, kind: Kind, name: string): readonly XmpNode[] {
  const field = find(node, kind, name);
  return field && field.kind !== "simple" && field.kind !== "struct" ? field.children : [];
}

function typesOf(members: readonly XmpNode[], kind: Kind): Map<string, string> {
  const types = new Map<string, string>();
  for (const member of members) {
    const [name, type] = [text(member, kind, "name"), text(member, kind, "valueType")];
    if (name !== undefined && type !== undefined) types.set(mapKey(name), type);
  }
  return types;
}

/** A type without fields is text. */
function structureOf(type: XmpNode): [string, Structure] {
  const fields = typesOf(list(type, TYPE, "field"), FIELD);
  return [mapKey((text(type, TYPE, "type") ?? "").toLowerCase()), { namespace: namespaceOf(type, TYPE) ?? "", fields }];
}
