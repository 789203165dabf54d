import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import { appearancesOf } from "../pdf-content/annotations.ts";
import { contentPieces } from "../pdf-content/contents.ts";
import { drawForm } from "../pdf-content/interpreter/forms.ts";
import { Interpreter, type Reading } from "../pdf-content/interpreter/interpreter.ts";
import { AllLayers } from "../pdf-content/layers.ts";
import { startReading } from "../pdf-content/read-page.ts";
import { Resources } from "../pdf-content/resources.ts";
import { GraphicsState } from "../pdf-content/state/graphics-state.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { openPdf } from "../pdf-file/open.ts";
import { unlessDamaged } from "../pdf-file/pdf-problem.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { PdfStream } from "../pdf-file/syntax/objects.ts";
import { checkPage } from "./annotations.ts";
import { checkCatalog } from "./catalog.ts";
import { ContentCheck, ContentChecks } from "./content.ts";
import { checkFrame, checkObjects } from "./file-bytes.ts";
import { type Conformance, Findings } from "./findings.ts";
import type { Level } from "./levels.ts";
import { checkFurtherMetadata, checkMetadata } from "./metadata.ts";
import { ObjectChecks } from "./objects.ts";
import { checkStructure } from "./structure/elements.ts";
import { MarkedContent } from "./structure/marked-content.ts";
import { Structure } from "./structure/structure.ts";

/** Embedded files are checked as the file is, and those in them no more. */
const MAX_EMBEDDED = 20;

export function wholeReading(document: PdfDocument): Reading {
  return { ...startReading(document, () => {}), layers: new AllLayers(document) };
}

/** Checks a file against a level. `file` is the whole file, of which the document is read. */
export function checkInTurns(document: PdfDocument, file: Uint8Array, level: Level): Turns<Conformance> {
  return check(document, file, new Findings(level), true);
}

function* check(document: PdfDocument, file: Uint8Array, findings: Findings, isOutermost: boolean): Turns<Conformance> {
  checkFrame(file, document, findings);
  const objects = new ObjectChecks(document, findings);
  yield* checkObjects(document, findings, (object, number) => objects.see(object, number));
  objects.finish();
  yield* checkCatalog(document, findings);
  const described = yield* checkMetadata(document, findings);
  for (const stream of objects.metadata) yield* checkFurtherMetadata(document, stream, described, findings);
  const tree = yield* Structure.of(document);
  const structure = findings.isPdfA ? undefined : tree;
  if (!findings.isPdfA || tree) yield* checkStructure(document, tree, findings);
  yield;
  const marked = findings.isPdfA ? undefined : new MarkedContent(document, structure, findings);
  const reading = wholeReading(document);
  const checks = new ContentChecks(document, findings, reading, marked);
  yield* document.ofPages(function* (pages) {
    for (let index = 0; index < pages.count; index++) {
      findings.page = index + 1;
      const page = pages.page(index);
      if (page) yield* checkContents(checks, reading, page, structure);
    }
  });
  findings.page = null;
  findings.demand(!document.rebuilt, "6.1.4-2", "the cross-reference had to be rebuilt");
  if (isOutermost)
    for (const file of objects.embedded.slice(0, MAX_EMBEDDED)) yield* checkEmbedded(document, file, findings);
  return findings.result();
}

function* checkContents(checks: ContentChecks, reading: Reading, page: Page, structure: Structure | undefined) {
  const { document, findings, colours, marked } = checks;
  document.work.place = `page ${page.index + 1}`;
  document.work.spend(COST.page);
  yield* checkPage(document, page, structure, findings);
  const resources = new Resources(document, page.attribute("Resources"));
  const group = document.dict(page.dict.get("Group"));
  if (group?.has("CS")) colours.use(group.get("CS"), resources);
  checks.isTransparent = false;
  checks.resources = resources;
  marked?.begin(page.dict);
  const visitor = new ContentCheck(checks, document.dict(page.dict.get("Resources")));
  const on = new Interpreter(reading, visitor, resources);
  yield* on.reading(contentPieces(document, page.dict.get("Contents"), () => visitor.lost()));
  if (marked) marked.isAnnotation = true;
  for (const annotation of document.array(page.dict.get("Annots")) ?? []) {
    if (document.work.isTurnOver) yield;
    for (const appearance of appearancesOf(document, document.dict(annotation))) {
      yield;
      on.state = new GraphicsState();
      on.resources = resources;
      yield* drawForm(on, appearance);
    }
  }
  if (marked) marked.isAnnotation = false;
  const isBlended = !checks.isTransparent || group?.has("CS") === true || colours.output !== undefined;
  findings.demand(isBlended, "6.2.10-2");
}

/** An embedded file must itself be PDF/A-2, or be PDF/A-1, which is not checked further (ISO 19005-2, 6.8). */
function* checkEmbedded(document: PdfDocument, stream: PdfStream, findings: Findings): Turns<void> {
  if (findings.level !== "pdfa-2b" && findings.level !== "pdfa-2u") return;
  const bytes = unlessDamaged(() => document.streamData(stream));
  const inner = bytes && opened(bytes, document);
  if (!bytes || !inner) return findings.found("6.8-5");
  const found = yield* check(inner, bytes, new Findings("pdfa-2b"), false);
  const isPartOne = /pdfaid:part(?:>|=["'])\s*1/.test(metadataText(inner));
  findings.demand(found.met || isPartOne, "6.8-5", found.violations[0]?.what.slice(0, -1));
}

function opened(bytes: Uint8Array, { work }: PdfDocument): PdfDocument | undefined {
  return unlessDamaged(() => {
    const inner = openPdf(bytes, { work });
    return inner.pageCount > 0 ? inner : undefined;
  });
}

function metadataText(document: PdfDocument): string {
  const stream = document.resolve(document.catalog.get("Metadata"));
  return stream instanceof PdfStream ? new TextDecoder().decode(document.readableData(stream)) : "";
}
