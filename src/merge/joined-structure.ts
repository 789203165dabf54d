import { compare } from "#platform/bytes.ts";
import { type PdfDict, type PdfObject, type PdfRef, PdfString, pdfDict } from "../pdf-file/syntax/objects.ts";
import type { Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";
import { structureRoot } from "../pdf-pages/parent-tree.ts";
import { nameTreeEntries } from "../pdf-pages/trees.ts";
import { joined } from "../platform/bytes.ts";

export function isTagged({ document }: ObjectCopier): boolean {
  return document.dict(document.catalog.get("StructTreeRoot")) !== undefined;
}

/**
 * Things that must not clash between the structures of two documents: keys into the parent tree, and names of elements.
 */
export function withOwnKeys(dict: PdfDict, base: number, prefix: Uint8Array): PdfDict {
  const changes: [string, PdfObject][] = [];
  for (const name of ["StructParents", "StructParent"]) {
    const key = dict.get(name);
    if (typeof key === "number") changes.push([name, key + base]);
  }
  const id = dict.get("ID");
  if (id instanceof PdfString && dict.has("S") && dict.has("P")) changes.push(["ID", prefixed(id, prefix)]);
  const headers = dict.get("Headers");
  if (Array.isArray(headers) && dict.get("O") === "Table") changes.push(["Headers", headers.map(own)]);
  return changes.length === 0 ? dict : new Map([...dict, ...changes]);

  function own(item: PdfObject): PdfObject {
    return item instanceof PdfString ? prefixed(item, prefix) : item;
  }
}

/** A document without a structure tree must not contain references into one. */
export function withoutKeys(dict: PdfDict): PdfDict {
  if (!dict.has("StructParents") && !dict.has("StructParent")) return dict;
  return new Map([...dict].filter(([key]) => key !== "StructParents" && key !== "StructParent"));
}

export interface TaggedMember {
  member: ObjectCopier;
  base: number;
  prefix: Uint8Array;
}

/** One structure tree (ISO 32000-2 §14.7.2): the documents' own, one after the other. */
export function mergeStructures(assembly: Assembly, members: readonly TaggedMember[]): PdfRef {
  const root = assembly.newRef();
  // A structure has one element at its top. Each document's own top elements are put below it.
  const top = members.length > 1 ? assembly.newRef() : undefined;
  const kids: PdfObject[] = [];
  const nums: PdfObject[] = [];
  const names: [PdfString, PdfObject][] = [];
  const roles: PdfDict = new Map();
  const classes: PdfDict = new Map();
  let next = 0;
  for (const { member, base, prefix } of members) {
    const { document } = member;
    const old = structureRoot(document)!;
    const tree = old.dict;
    member.alias(old.ref, top ?? root);
    const k = tree.get("K") ?? null;
    for (const kid of document.array(k) ?? [k]) if (document.resolve(kid) !== null) kids.push(member.copy(kid));
    for (const [key, value] of old.parents) nums.push(key + base, member.copy(value));
    for (const { name, value } of nameTreeEntries(document, tree.get("IDTree") ?? null)) {
      names.push([prefixed(name, prefix), member.copy(value)]);
    }
    for (const [into, key] of [
      [roles, "RoleMap"],
      [classes, "ClassMap"],
    ] as const) {
      for (const [name, value] of document.entries(tree.get(key)))
        if (!into.has(name)) into.set(name, member.copy(value));
    }
    next = base + old.nextKey;
  }
  if (top) assembly.put(top, pdfDict({ Type: "StructElem", S: "Document", P: root, K: kids }));
  const dict = pdfDict({
    Type: "StructTreeRoot",
    K: top ?? kids,
    ParentTree: assembly.add(pdfDict({ Nums: nums })),
    ParentTreeNextKey: next,
  });
  if (names.length > 0) {
    names.sort(([a], [b]) => compare(a.bytes, b.bytes));
    dict.set("IDTree", assembly.add(pdfDict({ Names: names.flat() })));
  }
  if (roles.size > 0) dict.set("RoleMap", roles);
  if (classes.size > 0) dict.set("ClassMap", classes);
  assembly.put(root, dict);
  return root;
}

function prefixed({ bytes, hex }: PdfString, prefix: Uint8Array): PdfString {
  return new PdfString(joined([prefix, bytes]), hex);
}
