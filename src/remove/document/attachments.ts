import { compare } from "#platform/bytes.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { decodeTextString } from "../../pdf-file/syntax/text-strings.ts";
import { nameTreeEntries } from "../../pdf-pages/trees.ts";
import type { Copier } from "../copy/copier.ts";

/** The files of a document that stay in it, as they are (7.11.4). */
export interface KeptAttachments {
  /** What they are called, in the order of the document. */
  readonly names: readonly string[];
  /** /EmbeddedFiles of the new catalog. */
  readonly tree: PdfDict;
  /** /AF: those that belong to the document as a whole (14.13). */
  readonly associated: readonly PdfRef[];
  /** The objects with the files' data. */
  readonly streams: ReadonlySet<number>;
}

/** Keeps the files that have none of the request's texts in their names and descriptions; undefined when none stays. */
export function keptAttachments(copier: Copier): KeptAttachments | undefined {
  const { document, file, words } = copier;
  const { catalog } = document;
  const entries = nameTreeEntries(document, document.dict(catalog.get("Names"))?.get("EmbeddedFiles") ?? null);
  const streams = new Set<number>();
  const made = new Map<number | PdfDict, PdfRef>();
  const list: { name: Uint8Array; ref: PdfRef; label: string }[] = [];
  for (const { name, value } of entries) {
    const source = document.dict(value);
    const held = document.dict(source?.get("EF"));
    const stream = [...(held?.values() ?? [])]
      .map((one) => document.resolve(one))
      .find((one) => one instanceof PdfStream);
    if (!source || !stream) continue;
    const said = [name, ...["UF", "F", "Desc"].map((key) => document.resolve(source.get(key)))];
    const texts = said.filter((text) => text instanceof PdfString);
    if (words?.isInAny(texts, "attachments")) continue;
    const own = copier.dict(stream.dict, "embeddedFile").set("Type", "EmbeddedFile");
    const data = copier.addStream(stream, own);
    streams.add(data.number);
    const dict = copier.dict(source, "fileSpecification").set("Type", "Filespec");
    const keys = ["F", "UF"].filter((key) => dict.has(key));
    dict.set("EF", new Map((keys.length > 0 ? keys : ["F"]).map((key): [string, PdfObject] => [key, data])));
    const ref = file.add(dict);
    made.set(value instanceof PdfRef ? value.number : source, ref);
    list.push({ name: name.bytes, ref, label: decodeTextString((texts[1] ?? name).bytes) });
  }
  if (list.length === 0) return undefined;
  const sorted = [...list].sort((a, b) => compare(a.name, b.name));
  const associated = (document.array(catalog.get("AF")) ?? []).flatMap((item) => {
    const key = item instanceof PdfRef ? item.number : document.dict(item);
    return (key !== undefined && made.get(key)) || [];
  });
  return {
    names: list.map(({ label }) => label),
    tree: pdfDict({ Names: sorted.flatMap(({ name, ref }): PdfObject[] => [new PdfString(name), ref]) }),
    associated,
    streams,
  };
}
