import { COST } from "../../meter/work-limits.ts";
import type { Edits } from "../../pdf-file/edits.ts";
import { type PdfDict, type PdfObject, PdfRef, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { type Element, GROUPING, type Structure, significantKids } from "../structure/structure.ts";

/** Types of PDF 2.0 (ISO 32000-2, 14.8.4), and those that replace them in PDF 1.7. */
const ROLES: Record<string, string> = { Em: "Span", Strong: "Span", Sub: "Span", Title: "P", Aside: "Div" };
/** What a figure holds that is a picture, and no frame around other things. */
const IN_PICTURES = new Set<string | undefined>(["Span", "Link", undefined]);
const IN_ITEMS = new Set<string | undefined>(["Lbl", "LBody"]);

/** Types that a browser gives to links with a role, of a button for instance. */
const LINKS = new Set<string | undefined>(["Form", "NonStruct", "Span", "P", "Div"]);

/**
 * Gives elements the types and the places that PDF 1.7 has for them, where the elements themselves say enough. Returns
 * those that became links.
 */
export function mendElements(structure: Structure, edits: Edits): Set<Element> {
  const links = new Set<Element>();
  const { document } = edits;
  const roles: PdfDict = new Map();
  for (const element of structure.elements()) {
    const { name, type, dict } = element;
    if (type === undefined && Object.hasOwn(ROLES, name)) roles.set(name, ROLES[name]!);
    if (type === "LI") mendItem(element, edits);
    if (LINKS.has(type) && holdsLink(element, edits)) {
      // What a form field's attributes say (§14.8.5.6) is not said of a link.
      change(edits, element.ref, { S: "Link", ...(type === "Form" && { A: null }) });
      links.add(element);
    }
    if (type !== "Figure" || dict.has("Alt") || dict.has("ActualText")) continue;
    const isFrame = significantKids(element, document.work).some((kid) => !IN_PICTURES.has(kid.type));
    if (isFrame) change(edits, element.ref, { S: "Div" });
  }
  const root = document.catalog.get("StructTreeRoot");
  if (roles.size === 0 || !(root instanceof PdfRef)) return links;
  for (const [name, role] of structure.roleMap) roles.set(name, role);
  document.work.spend(roles.size * COST.item);
  edits.put(root.number, new Map(document.dict(root)).set("RoleMap", roles));
  return links;
}

function holdsLink({ contents }: Element, { document }: Edits): boolean {
  document.work.spend(contents.length * COST.item);
  return contents.some((content) => {
    const target = document.dict(document.dict(content)?.get("Obj"));
    return target !== undefined && document.resolve(target.get("Subtype")) === "Link";
  });
}

function change(edits: Edits, ref: PdfRef | undefined, entries: Readonly<Record<string, PdfObject>>): void {
  const old = edits.dict(ref);
  if (ref && old) edits.put(ref.number, new Map([...old, ...Object.entries(entries)]));
}

/** What is beside the label of a list's item is in its body: lists in it, for instance. */
function mendItem(item: Element, edits: Edits): void {
  const { work } = edits.document;
  const others = item.kids.filter((kid) => {
    const inner = GROUPING.has(kid.type ?? "") ? significantKids(kid, work) : [kid];
    return !inner.some(({ type }) => IN_ITEMS.has(type));
  });
  if (others.length === 0 || !item.ref || others.some(({ ref }) => !ref)) return;
  const body = item.kids.find(({ type }) => type === "LBody")?.ref;
  const ref = body ?? edits.add(pdfDict({ Type: "StructElem", S: "LBody", P: item.ref }));
  const moved = new Set(others.map((other) => other.ref?.number));
  const isMoved = (kid: PdfObject): boolean => kid instanceof PdfRef && moved.has(kid.number);
  const kids = kidsOf(edits, item.ref);
  const left = kids.filter((kid) => !isMoved(kid));
  change(edits, item.ref, { K: body ? left : [...left, ref] });
  change(edits, ref, { K: [...kidsOf(edits, body), ...kids.filter(isMoved)] });
  for (const other of others) change(edits, other.ref, { P: ref });
}

export function kidsOf(edits: Edits, element: PdfRef | undefined): readonly PdfObject[] {
  const kids = edits.dict(element)?.get("K") ?? [];
  const value = edits.document.resolve(kids);
  return Array.isArray(value) ? value : [kids];
}
