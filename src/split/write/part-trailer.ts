import { digest } from "#platform/crypto.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { Described } from "../../pdf-file/information.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { type PdfObject, PdfRef, PdfString } from "../../pdf-file/syntax/objects.ts";
import type { Draft } from "./draft.ts";

/** What a part's trailer says (ISO 32000-2 §7.5.5). */
export interface Trailer {
  readonly root: PdfRef;
  readonly info: PdfRef | undefined;
  readonly encrypt: PdfObject;
  readonly id: readonly [Uint8Array, Uint8Array];
}

/** The trailer of the part with these pages; what it names comes into the part. */
export function partTrailer(
  document: PdfDocument,
  draft: Draft,
  pages: string,
  root: PdfRef,
  described: Described | undefined,
): Trailer {
  const encrypt = document.encrypted ? (document.trailer.get("Encrypt") ?? null) : null;
  const info = informationOf(document, draft, described);
  if (encrypt instanceof PdfRef) draft.reach(encrypt.number);
  const first = document.resolve(document.items(document.trailer.get("ID"), 1)?.[0] ?? null);
  const old = first instanceof PdfString ? first.bytes : new Uint8Array(0);
  const size = String(document.bytes.length);
  const own = digest("md5", old, latin1(size), latin1(pages));
  // The key of an encrypted document is made with the first half: there it stays.
  return { root, info, encrypt, id: [document.encrypted ? old : own, own] };
}

/** The document information dictionary (§14.3.3), as an object of the part. */
function informationOf(document: PdfDocument, draft: Draft, described: Described | undefined): PdfRef | undefined {
  const info = described?.info ?? document.trailer.get("Info") ?? null;
  const isObject = info instanceof PdfRef && info.number > 0 && document.dict(info);
  const ref = isObject ? draft.ref(info.number) : info instanceof Map ? draft.add(info) : undefined;
  if (ref) draft.reach(ref.number);
  return ref;
}
