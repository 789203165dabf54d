import { deflate } from "#platform/zlib.ts";
import { type PdfObject, PdfStream, pdfDict } from "../syntax/objects.ts";

/** An element of XMP, with the addresses of its prefixes. */
export function description(prefixes: Readonly<Record<string, string>>, body: string): string {
  const declared = Object.entries(prefixes).map(([prefix, address]) => ` xmlns:${prefix}="${address}"`);
  return `<rdf:Description rdf:about=""${declared.join("")}>${body}</rdf:Description>`;
}

/** Larger data is compressed quickly rather than well: others wait for the thread. */
const MAX_WELL = 1 << 20;

export function flateStream(entries: Readonly<Record<string, PdfObject>>, bytes: Uint8Array): PdfStream {
  return new PdfStream(
    pdfDict({ ...entries, Filter: "FlateDecode" }),
    deflate(bytes, { level: bytes.length > MAX_WELL ? 1 : 6 }),
  );
}
