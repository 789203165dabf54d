import { digest } from "#platform/crypto.ts";
import type { AddObject } from "../information.ts";
import { type PdfDict, type PdfObject, type PdfRef, PdfString, pdfDict } from "../syntax/objects.ts";
import { encodeTextString } from "../syntax/text-strings.ts";
import { flateStream } from "./parts.ts";

export interface Attachment {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Its media type. */
  readonly type?: string | undefined;
  /** What it is to the document (ISO 19005-3, 6.8; ISO 32000-2 table 43). */
  readonly relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified" | undefined;
  readonly description?: string | undefined;
}

/** The catalog with files that belong to the document (ISO 32000-2 §7.11.4 and §14.13). Names differ. */
export function withAttachments(catalog: PdfDict, attachments: readonly Attachment[], add: AddObject): PdfDict {
  const files = attachments.map((attachment) => ({
    name: encodeTextString(attachment.name),
    file: fileSpecification(attachment, add),
  }));
  const names = files
    .sort((a, b) => inOrder(a.name.bytes, b.name.bytes))
    .flatMap(({ name, file }): PdfObject[] => [name, file]);
  const old = catalog.get("Names");
  const all: PdfDict = new Map(old instanceof Map ? old : []);
  return new Map(catalog).set("Names", all.set("EmbeddedFiles", add(pdfDict({ Names: names })))).set(
    "AF",
    files.map(({ file }) => file),
  );
}

function fileSpecification({ name, bytes, type, relationship, description }: Attachment, add: AddObject): PdfRef {
  const params = pdfDict({
    Size: bytes.length,
    ModDate: dateOf(new Date()),
    CheckSum: new PdfString(digest("md5", bytes), true),
  });
  const entries = { Type: "EmbeddedFile", Subtype: type ?? "application/octet-stream", Params: params };
  const stream = add(flateStream(entries, bytes));
  const specification = pdfDict({
    Type: "Filespec",
    F: encodeTextString(name),
    UF: encodeTextString(name),
    EF: pdfDict({ F: stream, UF: stream }),
    AFRelationship: relationship ?? "Unspecified",
  });
  if (description) specification.set("Desc", encodeTextString(description));
  return add(specification);
}

/** ISO 32000-2 §7.9.4. */
function dateOf(date: Date): PdfString {
  const digits = date.toISOString().replace(/\D/g, "").slice(0, 14);
  return encodeTextString(`D:${digits}Z`);
}

/** Names in a tree are in the order of their bytes (§7.9.6). */
function inOrder(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? a.length - b.length : a[at]! - (b[at] ?? -1);
}
