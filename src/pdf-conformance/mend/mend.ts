import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { contentPieces } from "../../pdf-content/contents.ts";
import { Extent } from "../../pdf-content/extent.ts";
import { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { IDENTITY } from "../../pdf-content/matrix.ts";
import { Resources } from "../../pdf-content/resources.ts";
import { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { Edits } from "../../pdf-file/edits.ts";
import type { Page } from "../../pdf-file/structure/page-tree.ts";
import { PdfRef } from "../../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../../pdf-file/syntax/text-strings.ts";
import { wholeReading } from "../check.ts";
import { Findings } from "../findings.ts";
import { MarkedContent } from "../structure/marked-content.ts";
import { type Element, Structure } from "../structure/structure.ts";
import { MarkingContents } from "./contents.ts";
import { mendElements } from "./elements.ts";

/**
 * Changes a tagged document to what PDF/UA-1 asks, as far as the document itself says enough: types of PDF 2.0, bodies of
 * list items, frames that are no figures, descriptions of links, and artifacts. How pages look does not change.
 */
export function* mendInTurns(document: PdfDocument): Turns<void> {
  const { xref } = document;
  const structure = yield* Structure.of(document);
  if (!structure) return;
  const edits = new Edits(document);
  mendElements(structure, edits);
  const marked = new MarkedContent(document, structure, new Findings("pdfua-1"));
  const contents = new MarkingContents(edits, marked);
  const reading = wholeReading(document);
  const { pages } = document;
  for (let index = 0; index < pages.count; index++) {
    const page = pages.page(index);
    if (!page?.ref) continue;
    document.work.place = `page ${index + 1}`;
    document.work.spend(COST.page);
    marked.begin(page.dict);
    const resources = new Resources(document, page.attribute("Resources"));
    const on = new Interpreter(reading, contents, resources, new GraphicsState(IDENTITY, new Extent()));
    yield* on.reading(contentPieces(document, page.dict.get("Contents"), () => {}));
    const made = contents.taken();
    if (made) edits.put(page.ref.number, new Map(page.dict).set("Contents", edits.add(made)));
  }
  for (let index = 0; index < pages.count; index++) {
    const page = pages.page(index);
    if (page) describeLinks(page, structure, contents.texts, edits);
    yield;
  }
  // A document that had to be repaired meanwhile stays as it is.
  if (document.xref === xref) document.edit(edits.objects);
}

/** Links say where they lead: by their text, by the pictures in them, or by the address (ISO 14289-1, 7.18.5). */
function describeLinks(page: Page, structure: Structure, texts: ReadonlyMap<Element, string>, edits: Edits): void {
  const { document } = edits;
  for (const item of document.array(page.dict.get("Annots")) ?? []) {
    const dict = document.dict(item);
    if (!dict || !(item instanceof PdfRef) || dict.has("Contents")) continue;
    document.work.spend(COST.annotation);
    if (document.resolve(dict.get("Subtype")) !== "Link") continue;
    const element = structure.ofAnnotation(dict);
    const shown = element && (texts.get(element)?.replace(/\s+/g, " ").trim() || alternative(document, element));
    const text = shown || document.text(document.dict(dict.get("A"))?.get("URI"));
    if (text) edits.put(item.number, new Map(dict).set("Contents", encodeTextString(text)));
  }
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
