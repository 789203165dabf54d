import { atOnce } from "../meter/turns.ts";
import type { PdfDocument } from "./document.ts";
import { Edits } from "./edits.ts";
import {
  type Described,
  type DocumentInformation,
  described,
  describedCatalog,
  type Extras,
  newIdentifiers,
  updateInformation,
} from "./information.ts";
import { Rope } from "./rope.ts";
import { dictWithout, type PdfDict, type PdfObject, PdfRef, PdfStream, pdfDict } from "./syntax/objects.ts";
import { Update } from "./update.ts";
import { Assembly, ObjectCopier } from "./write/assembly.ts";

export interface FinishedPdf {
  rope: Rope;
  repacked: boolean;
}

/** Repacking must be worth it: a file that does not become at least 3 % smaller is not changed. */
export const WORTHWHILE = 0.97;
/** Larger files consist mostly of images, which repacking does not change. */
const LARGEST = 24 * 1024 * 1024;

/** Entries of the catalog that make a document tagged (14.7.1, 14.8). */
const TAGS = ["StructTreeRoot", "MarkInfo"];

/**
 * Prepares a printed PDF for delivery: repacked if that pays, with the information that the request gave, and without
 * its structure if the tags were needed only for making it. With `extras`, and where the print was changed or had to be
 * repaired, it is a new file in any case.
 */
export function finishPdf(
  document: PdfDocument,
  information: DocumentInformation | undefined,
  { tagged = true, extras }: { tagged?: boolean; extras?: Extras | undefined } = {},
): FinishedPdf {
  const { bytes } = document;
  const made = described(document, information, extras);
  const untag = !tagged && TAGS.some((name) => document.catalog.has(name));
  const isRewritable = document.trailer.get("Root") instanceof PdfRef && !document.encrypted;
  const isNew = untag || extras !== undefined || document.rebuilt || document.edits.size > 0;
  if (isRewritable && (bytes.length <= LARGEST || isNew)) {
    const catalog = untag ? dictWithout(document.catalog, TAGS) : document.catalog;
    const rope = repacked(document, made, catalog, extras);
    const worthwhile = rope.length <= bytes.length * WORTHWHILE;
    if (worthwhile || isNew) return { rope, repacked: worthwhile };
  }
  return { rope: made ? update(document, made) : Rope.of(bytes), repacked: false };
}

/** The title that the document information gives. */
export function documentTitle(document: PdfDocument): string | undefined {
  return document.text(document.dict(document.trailer.get("Info"))?.get("Title"))?.trim();
}

/** Takes away the language of the document, and of the elements at the top of its structure. */
export function forgetLanguage(document: PdfDocument): void {
  const edits = new Edits(document);
  const top = document.dict(document.catalog.get("StructTreeRoot"))?.get("K");
  for (const item of [document.trailer.get("Root"), top, ...(document.array(top) ?? [])]) {
    const dict = document.dict(item);
    if (item instanceof PdfRef && dict) edits.put(item.number, dictWithout(dict, ["Lang"]));
  }
  document.edit(edits.objects);
}

function update(document: PdfDocument, made: Described): Rope {
  const update = new Update(document);
  return update.finish(updateInformation(document, update, made));
}

/** Writes everything that the trailer reaches again, as small as possible. */
function repacked(document: PdfDocument, made: Described | undefined, catalog: PdfDict, extras: Extras | undefined) {
  const { trailer } = document;
  const file = new Assembly(document.work);
  const copier = new ObjectCopier(document, file);
  const root = file.newRef();
  copier.alias(trailer.get("Root"), root);
  const add = (object: PdfObject): PdfRef =>
    copier.keep(object instanceof PdfStream ? file.addData(object.dict, object.raw) : file.add(copier.copy(object)));
  // The catalog is copied last: what is replaced in it must not come along.
  let own = made ? describedCatalog(catalog, made, add(made.xmp)) : catalog;
  if (extras) {
    const names = document.dict(catalog.get("Names"));
    own = extras.extended(names ? new Map(own).set("Names", names) : own, add);
  }
  file.put(root, copier.copyDict(own));
  const ends = pdfDict({ Root: root });
  const info = made?.info ?? document.dict(trailer.get("Info"));
  if (info) ends.set("Info", file.add(copier.copyDict(info)));
  const id = document.array(trailer.get("ID")) ?? (extras && newIdentifiers());
  return atOnce(file.complete(id ? ends.set("ID", id) : ends));
}
