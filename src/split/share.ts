import type { PdfDocument } from "../pdf-file/document.ts";
import { type DocumentInformation, described } from "../pdf-file/information.ts";
import { IN_STREAM } from "../pdf-file/structure/xref.ts";
import { stringKey } from "../pdf-file/syntax/names.ts";
import { PageIndex } from "../pdf-pages/page-index.ts";
import { PageLabels } from "../pdf-pages/page-labels.ts";
import { nameTreeEntries } from "../pdf-pages/trees.ts";
import { latin1Text } from "../platform/latin1.ts";
import { DocumentEntries } from "./document/document-entries.ts";
import { Form } from "./document/form.ts";
import { Notes } from "./document/notes.ts";
import { Destinations } from "./document/part-destinations.ts";
import { Outline } from "./document/part-outline.ts";
import type { Shared } from "./part.ts";
import { ContentReader } from "./resources/content-reader.ts";
import { ResourcePruner } from "./resources/used-resources.ts";
import { RawObjects } from "./scan/raw-objects.ts";
import { StructElements } from "./tags/struct-elements.ts";
import { StructureTree } from "./tags/structure-tree.ts";
import { Checksums } from "./write/crc.ts";
import type { Owners } from "./write/draft.ts";
import { type FileStyle, newBuffers } from "./write/write-part.ts";

/** What parts of one document have in common. */
export function share(
  document: PdfDocument,
  information?: DocumentInformation,
  hasFiles: Shared["hasFiles"] = () => false,
): Shared {
  const raw = new RawObjects(document);
  const pages = new PageIndex(document);
  const destinations = new Destinations(document, pages);
  const files = nameTreeEntries(document, document.dict(document.catalog.get("Names"))?.get("EmbeddedFiles") ?? null);
  const notes = new Notes();
  const reader = new ContentReader(document);
  const outline = new Outline(document, destinations);
  const form = new Form(document);
  const structure = StructureTree.of(document, raw, () => notes.add("tags"));
  const elements = structure?.elements ?? new StructElements(raw, -1);
  const pruner = new ResourcePruner(reader, () => notes.add("resources"));
  const owners: Owners = {
    isInPageTree: (number) => pages.has(number),
    isField: (number) => form.isField(number),
    isOutlineItem: (number) => outline.isItem(number),
    isStructElement: (number) => elements.isElement(number),
    pruned: (number) => pruner.pruned(number),
  };
  document.work.hold(document.size * Uint32Array.BYTES_PER_ELEMENT * (structure === undefined ? 1 : 2));
  return {
    document,
    raw,
    owners,
    destinations,
    outline,
    labels: new PageLabels(document),
    documentEntries: new DocumentEntries(document, reader),
    form,
    structure,
    hasFiles,
    attachments: new Map(files.map((file) => [stringKey(file.name), file])),
    pruner,
    style: fileStyle(document),
    checksums: new Checksums(document.source),
    buffers: newBuffers(),
    stamps: {
      members: new Uint32Array(document.size),
      elements: new Uint32Array(structure === undefined ? 0 : document.size),
      part: 0,
    },
    notes,
    described: described(document, information),
  };
}

/**
 * The input's version, and its way of writing. A cross-reference stream can list numbers with gaps. Files before
 * version 1.5 have none, and get a table with a section for each run of numbers.
 */
function fileStyle(document: PdfDocument): FileStyle {
  const header = /%PDF-(\d\.\d)/.exec(latin1Text(document.bytes, 0, 1024))?.[1] ?? "1.4";
  const declared = document.resolve(document.catalog.get("Version"));
  const version = typeof declared === "string" && /^\d\.\d$/.test(declared) && declared > header ? declared : header;
  const objectStreams = document.newestSection?.style === "stream" || usesObjectStreams(document);
  if (objectStreams) return { version: version < "1.5" ? "1.5" : version, xref: "stream", objectStreams };
  return { version, xref: version < "1.5" ? "table" : "stream", objectStreams };
}

function usesObjectStreams(document: PdfDocument): boolean {
  for (let number = 0; number < document.size; number++) if (document.xref.kindOf(number) === IN_STREAM) return true;
  return false;
}
