import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { contentPieces } from "../../pdf-content/contents.ts";
import { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { Resources } from "../../pdf-content/resources.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { Edits } from "../../pdf-file/edits.ts";
import type { Page } from "../../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfRef, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../../pdf-file/syntax/text-strings.ts";
import { extendTree } from "../../pdf-pages/parent-tree.ts";
import { wholeReading } from "../check.ts";
import { Findings } from "../findings.ts";
import { MarkedContent } from "../structure/marked-content.ts";
import { type Element, GROUPING, Structure, significantKids } from "../structure/structure.ts";
import { MarkingContents } from "./contents.ts";
import { UnmarkedForms } from "./unmarked.ts";

/**
 * Changes a tagged document to what PDF/UA-1 asks, as far as the document itself says enough: types of PDF 2.0, bodies
 * of list items, frames that are no figures, descriptions of links, and artifacts. How pages look does not change.
 */
export function* mendInTurns(document: PdfDocument): Turns<void> {
  const { xref } = document;
  const structure = yield* Structure.of(document);
  if (!structure) return;
  const edits = new Edits(document);
  const links = mendElements(structure, edits);
  const marked = new MarkedContent(document, structure, new Findings("pdfua-1"));
  const reading = wholeReading(document);
  const unmarked = new UnmarkedForms(edits, reading);
  const contents = new MarkingContents(edits, marked, links, unmarked);
  const { pages } = document;
  for (let index = 0; index < pages.count; index++) {
    const page = pages.page(index);
    if (!page?.ref) continue;
    document.work.place = `page ${index + 1}`;
    document.work.spend(COST.page);
    marked.begin(page.dict);
    const resources = new Resources(document, page.attribute("Resources"));
    const on = new Interpreter(reading, contents, resources);
    yield* on.reading(contentPieces(document, page.dict.get("Contents"), () => {}));
    const made = contents.taken(page.attribute("Resources"));
    if (!made) continue;
    const changed = new Map(page.dict).set("Contents", edits.add(made.stream));
    edits.put(page.ref.number, made.resources ? changed.set("Resources", made.resources) : changed);
  }
  forgetMasks(structure, edits, (number) => unmarked.copies.has(number) && !contents.isDrawn(number));
  const loose: LooseLink[] = [];
  for (let index = 0; index < pages.count; index++) {
    const page = pages.page(index);
    if (page) describeLinks(page, structure, contents.texts, { edits, loose });
    yield;
  }
  if (loose.length > 0) placeLinks(loose, structure, edits);
  // A document that had to be repaired meanwhile stays as it is.
  if (document.xref === xref) document.edit(edits.objects);
}

/** Elements hold nothing of forms that only masks were made of. */
function forgetMasks(structure: Structure, edits: Edits, isMask: (number: number) => boolean): void {
  const { document } = edits;
  for (const { ref, contents } of structure.elements()) {
    document.work.spend(contents.length * COST.item);
    const isGone = (kid: PdfObject): boolean => {
      const stream = document.dict(kid)?.get("Stm");
      return stream instanceof PdfRef && isMask(stream.number);
    };
    if (!ref || !contents.some(isGone)) continue;
    const kept = kidsOf(edits, ref).filter((kid) => !isGone(kid));
    edits.put(ref.number, new Map(edits.dict(ref)).set("K", kept));
  }
}

/** A link in no element, and its page. */
interface LooseLink {
  readonly annotation: PdfRef;
  readonly page: PdfRef;
}

/** Links say where they lead: by their text, by the pictures in them, or by the address (ISO 14289-1, 7.18.5). */
function describeLinks(
  page: Page,
  structure: Structure,
  texts: ReadonlyMap<Element, string>,
  { edits, loose }: { edits: Edits; loose: LooseLink[] },
): void {
  const { document } = edits;
  for (const item of document.array(page.dict.get("Annots")) ?? []) {
    const dict = document.dict(item);
    if (!dict || !(item instanceof PdfRef)) continue;
    document.work.spend(COST.annotation);
    if (document.resolve(dict.get("Subtype")) !== "Link") continue;
    const element = structure.ofAnnotation(dict);
    if (!element && page.ref) loose.push({ annotation: item, page: page.ref });
    if (dict.has("Contents")) continue;
    const shown = element && (texts.get(element)?.replace(/\s+/g, " ").trim() || alternative(document, element));
    const text = shown || document.text(document.dict(dict.get("A"))?.get("URI"));
    if (text) edits.put(item.number, new Map(dict).set("Contents", encodeTextString(text)));
  }
}

/**
 * Links that no element holds, since they are in a header or hidden from readers, get elements at the document's end: a
 * link that can be followed must be one for readers too (ISO 14289-1, 7.18.5).
 */
function placeLinks(loose: readonly LooseLink[], structure: Structure, edits: Edits): void {
  const { root } = structure;
  const parent = structure.roots.at(-1)?.ref;
  const around = edits.dict(parent);
  if (!parent || !around) return;
  const added = loose.map(({ annotation, page }, index) => {
    const reference = pdfDict({ Type: "OBJR", Obj: annotation, Pg: page });
    edits.put(annotation.number, new Map(edits.dict(annotation)).set("StructParent", root.nextKey + index));
    return edits.add(pdfDict({ Type: "StructElem", S: "Link", P: parent, Pg: page, K: reference }));
  });
  edits.put(parent.number, new Map(around).set("K", [...kidsOf(edits, parent), ...added]));
  extendTree(edits, { ...root, dict: edits.dict(root.ref) ?? root.dict }, added);
}

function alternative(document: PdfDocument, element: Element): string {
  const own = document.text(element.dict.get("Alt"));
  if (own !== undefined) return own;
  document.work.spend(element.kids.length * COST.item);
  return element.kids
    .map((kid) => alternative(document, kid))
    .filter(Boolean)
    .join(" ");
}

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
function mendElements(structure: Structure, edits: Edits): Set<Element> {
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

function kidsOf(edits: Edits, element: PdfRef | undefined): readonly PdfObject[] {
  const kids = edits.dict(element)?.get("K") ?? [];
  const value = edits.document.resolve(kids);
  return Array.isArray(value) ? value : [kids];
}
