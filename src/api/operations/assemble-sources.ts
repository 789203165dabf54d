import * as engine from "../../engine.ts";
import { Refusal, refuseField } from "../../errors/errors.ts";
import { base64Bytes } from "../../intake/base64/base64.ts";
import { lastSegment } from "../../intake/filename.ts";
import { inOneTurn } from "../../meter/turns.ts";
import { normalised } from "../../platform/normalised.ts";
import { LIMITS } from "../limits.ts";
import type { Call } from "../operation.ts";
import { withActiveContent } from "./active-content.ts";
import { damageNotes } from "./damage-notes.ts";
import { isImage, refuseOtherFiles } from "./pdf-source.ts";

/** What a request says of one of its documents. */
export interface DocumentItem {
  readonly name?: string | undefined;
  readonly base64?: string | undefined;
  readonly url?: string | undefined;
  readonly pages?: string | undefined;
  readonly rotate?: 0 | 90 | 180 | 270 | undefined;
  readonly password?: string | undefined;
  readonly title?: string | undefined;
}

export interface SourceFields {
  readonly urls?: string[] | undefined;
  readonly documents?: DocumentItem[] | undefined;
  readonly password?: string | undefined;
  readonly activeContent: "keep" | "drop";
}

/** A document as it was sent, before it is opened. */
interface Sent {
  /** Where it is in the request. */
  readonly field: string;
  readonly name: string;
  readonly item: DocumentItem;
  readonly bytes: Uint8Array;
}

/** One of the documents, opened. */
export interface Source {
  readonly field: string;
  readonly name: string;
  readonly item: DocumentItem;
  readonly document: engine.PdfDocument;
  readonly notes: readonly string[];
}

/** Memory for a document's objects that are read, beside its cross-reference: an eighth of the file is ample. */
const OF_EACH = 32 << 10;

/** A document that was left out because it cannot be read. */
export interface Skipped {
  readonly name: string;
  readonly message: string;
}

type Asking = Call<SourceFields>;

/** The documents in the order of the request. With `skips` those that cannot be read are left out. */
export async function openDocuments(
  call: Asking,
  { skips, images }: { readonly skips: boolean; readonly images: Partial<engine.PageOptions> },
): Promise<{ sources: (Source | undefined)[]; skipped: Skipped[] }> {
  const sources: (Source | undefined)[] = [];
  const skipped: Skipped[] = [];
  for await (const sent of sentDocuments(call)) {
    try {
      sources.push(await opened(call, sent, images));
    } catch (error) {
      if (!(error instanceof engine.PdfProblem || error instanceof engine.ImageProblem)) throw error;
      if (!skips || (error instanceof engine.PdfProblem && error.kind === "password"))
        throw refusedDocument(sent, error);
      skipped.push({ name: sent.name, message: error.message });
      sources.push(undefined);
    }
  }
  return { sources, skipped };
}

/** The refusal names the document: a request has many. */
function refusedDocument({ field, name }: Sent, cause: engine.PdfProblem | engine.ImageProblem): Refusal {
  const isPassword = cause instanceof engine.PdfProblem && cause.kind === "password";
  const isDamage = cause instanceof engine.PdfProblem && cause.kind === "corrupt";
  const advice = isPassword ? " Send its password in documents." : "";
  return new Refusal(isDamage ? "CORRUPTED_FILE" : "INVALID_INPUT", `${name}: ${cause.message}${advice}`, {
    field: isPassword ? "password" : field,
    cause,
  });
}

/** A PDF or an image that is no document of the whole, but is laid on pages. */
export async function openStamp(call: Asking, field: string, item: DocumentItem): Promise<engine.PdfDocument> {
  const sent = { name: field, item, ...(await fetched(call, field, { item, url: undefined, sent: undefined })) };
  try {
    return (await opened(call, sent, {})).document;
  } catch (error) {
    if (!(error instanceof engine.PdfProblem || error instanceof engine.ImageProblem)) throw error;
    throw refusedDocument(sent, error);
  }
}

async function opened(call: Asking, sent: Sent, images: Partial<engine.PageOptions>): Promise<Source> {
  const { work, fields } = call;
  const { field, name, item } = sent;
  const password = item.password ?? fields.password;
  const bytes = (await imageAsPdf(call, sent, images)) ?? sent.bytes;
  refuseOtherFiles(bytes, field);
  await call.reservation.grow(OF_EACH + (bytes.length >> 3));
  const first = inOneTurn(work, () => engine.openPdf(bytes, { password, work }));
  const asked = { ...call, fields: { activeContent: fields.activeContent, password } };
  const { document, activeNotes } = await withActiveContent(asked, first);
  document.requirePages();
  const damage = damageNotes({ ...first.damage, missingObjects: 0 }, "its pages are those that were found");
  return { field, name, item, document, notes: [...activeNotes, ...damage].map((note) => `${name}: ${note}`) };
}

/** A page of the image; undefined for anything else. */
async function imageAsPdf(call: Asking, { bytes, name, field }: Sent, options: Partial<engine.PageOptions>) {
  const shown = engine.shownFormat(bytes);
  if (shown) {
    const advice = "Make a PDF of it by POST /v1/convert/image-to-pdf first.";
    throw refuseField("INVALID_INPUT", field, `${name} is ${shown.toUpperCase()}, which is not joined. ${advice}`);
  }
  if (!isImage(bytes)) return undefined;
  await call.reservation.grow(bytes.length);
  const { reservation } = call;
  const memory = {
    grow: (needed: number) => reservation.grow(needed),
    shrink: (needed: number) => reservation.shrink(needed),
  };
  const made = await engine.imagesToPdf([{ name, bytes }], { ...options, memory });
  const [failure] = made.failures;
  if (failure) throw new engine.ImageProblem(failure.code, failure.message);
  return made.file.bytes();
}

async function* sentDocuments(call: Asking): AsyncGenerator<Sent> {
  // A form sends a part even for an empty file input.
  const files = call.files.filter((file) => file.bytes.length > 0 || file.name !== undefined);
  const { urls = [], documents = [] } = call.fields;
  if (files.length + urls.length + documents.length === 0) {
    const ways = call.isOfAgent ? "urls or documents" : "file parts, urls or documents";
    throw new Refusal("INVALID_INPUT", `No document was sent: send ${ways}.`, { field: "file" });
  }
  if (urls.length > 0 && files.length + documents.length > 0) {
    const other = documents.length > 0 ? "documents" : "file";
    throw new Refusal("INVALID_INPUT", `Both urls and ${other} were given; send one of them.`, { field: "urls" });
  }
  const parts = files.filter(({ index }) => index === undefined);
  const count = Math.max(parts.length, urls.length, documents.length);
  if (count > LIMITS.assemble.documents) {
    const text = `expected at most ${LIMITS.assemble.documents} documents, got ${count}.`;
    throw refuseField("INVALID_INPUT", documents.length > 0 ? "documents" : "file", text);
  }
  if (parts.length > 0 && documents.length > parts.length) {
    const text = `it has ${documents.length} items for ${parts.length} files; each is about the file at its place.`;
    throw refuseField("INVALID_INPUT", "documents", text);
  }
  const inBody = new Map(files.map((file) => [file.index, file]));
  for (let at = 0; at < count; at++) {
    const item = documents[at] ?? {};
    const part = parts[at];
    const said = item.name ?? part?.name ?? inBody.get(at)?.name;
    const name = normalised(said ?? urlName(urls[at] ?? item.url) ?? `document-${at + 1}`, "NFC");
    if (part) {
      if (item.base64 !== undefined || item.url !== undefined) {
        throw refuseField("INVALID_INPUT", `documents[${at}]`, "the file at its place was sent as well.");
      }
      yield { field: `file[${at}]`, name, item, bytes: part.bytes };
    } else {
      const [url, sent] = [urls[at], inBody.get(at)?.bytes];
      const field = url === undefined ? `documents[${at}]` : `urls[${at}]`;
      yield { name, item, ...(await fetched(call, field, { item, url, sent })) };
    }
  }
}

async function fetched(
  call: Asking,
  field: string,
  {
    item,
    url,
    sent,
  }: { readonly item: DocumentItem; readonly url: string | undefined; readonly sent: Uint8Array | undefined },
): Promise<{ field: string; bytes: Uint8Array }> {
  const address = url ?? item.url;
  if (url === undefined && (item.base64 === undefined) === (item.url === undefined)) {
    const given = item.url === undefined ? "neither" : "both";
    throw refuseField("INVALID_INPUT", field, `expected base64 or url, got ${given}.`);
  }
  if (address !== undefined) {
    const at = url === undefined ? `${field}.url` : field;
    return { field: at, bytes: (await call.fetchRemote(address, at)).bytes };
  }
  if (sent) return { field, bytes: sent };
  // A form has the list as text.
  const text = item.base64 ?? "";
  if (text === "") throw refuseField("INVALID_INPUT", `${field}.base64`, "it is empty.");
  await call.reservation.grow(text.length);
  return { field, bytes: base64Bytes(`${field}.base64`, text).bytes };
}

function urlName(url: string | undefined): string | undefined {
  return url && /^https?:/i.test(url) && URL.canParse(url) ? lastSegment(new URL(url)) || undefined : undefined;
}
