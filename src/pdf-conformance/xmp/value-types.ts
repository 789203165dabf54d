import { mapKey } from "../../platform/map-key.ts";
import type { XmpNode } from "./packet.ts";

/** The fields of a structure: their namespace, and the type of each. */
export interface Structure {
  readonly namespace: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** Types are written as in the specification, in small letters: "bag propername", "lang alt". */
export type Structures = ReadonlyMap<string, Structure>;

const ARRAYS = ["bag", "seq", "alt"] as const;
const ANY = /^/;

/** Values without a structure. Some types are text in their form only. */
const SIMPLE: ReadonlyMap<string, RegExp> = new Map([
  ["boolean", /^(?:True|False)$/],
  ["integer", /^[+-]?\d+$/],
  ["real", /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/],
  ["mimetype", /^[-\w+.]+\/[-\w+.]+$/],
  ["gpscoordinate", /^\d{1,3},\d{1,2}(?:,\d{1,2}|\.\d+)[NSEW]$/],
  // ISO 8601 in the profile that XMP has.
  ["date", /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/],
  ...["propername", "text", "agentname", "rational", "renditionclass", "locale", "uri", "url", "xpath"].map(
    (name): [string, RegExp] => [name, ANY],
  ),
]);

/** A choice has the type of what is chosen, and an array without one holds text. */
function plainType(type: string): string {
  const plain = type
    .toLowerCase()
    .replace(/(?:open |closed )?choice(?: of)?/g, "")
    .replace(/\s+/g, " ")
    .trim();
  if (plain === "") return "text";
  return ARRAYS.some((array) => plain.endsWith(array)) && !plain.endsWith("lang alt") ? `${plain} text` : plain;
}

/** No type has a longer name. */
const MAX_NAME = 255;

export function isKnownType(type: string, structures: Structures): boolean {
  if (type.length > MAX_NAME) return false;
  const inner = plainType(type).replace(/^(?:(?:bag|seq|alt) )+/, "");
  return inner === "lang alt" || SIMPLE.has(inner) || structures.has(mapKey(inner));
}

export function hasType(node: XmpNode, type: string, structures: Structures): boolean {
  if (type.length > MAX_NAME) return false;
  const plain = plainType(type);
  if (plain === "any") return true;
  if (plain === "lang alt") {
    return node.kind === "alt" && (node.children.length === 0 || node.children.some(({ lang }) => lang !== undefined));
  }
  const array = ARRAYS.find((name) => plain.startsWith(`${name} `));
  if (array) return node.kind === array && node.children.every((child) => hasType(child, plain.slice(4), structures));
  const pattern = SIMPLE.get(plain);
  if (pattern) return node.kind === "simple" && pattern.test(node.value);
  const structure = structures.get(mapKey(plain));
  if (!structure || node.kind !== "struct") return false;
  return node.children.every((child) => {
    const field = structure.fields.get(child.name);
    return field !== undefined && child.namespace === structure.namespace && hasType(child, field, structures);
  });
}
