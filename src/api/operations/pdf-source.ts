import { indexOf } from "#platform/bytes.ts";
import { PdfProblem } from "../../engine.ts";
import { type ErrorCode, Refusal, refuseField } from "../../errors/errors.ts";
import { looksLike, textAsFile } from "../../intake/looks-like.ts";
import type { Call } from "../operation.ts";

export interface PdfSource {
  bytes: Uint8Array;
  name: string | undefined;
}

/** The one document of a request: exactly one of `file`, `fileBase64` and `url`. */
export async function readPdfSource(call: Call<{ url?: string | undefined }>, code: ErrorCode): Promise<PdfSource> {
  const { url } = call.fields;
  const ways = call.isOfAgent ? "url" : "file, fileBase64 or url";
  // A form sends a part even for an empty file input.
  const files = call.files.filter((file) => file.bytes.length > 0 || file.name !== undefined);
  const given = [...files.map(({ field }) => field), ...(url === undefined ? [] : ["url"])];
  if (given.length > 1) {
    const message = `Exactly one of file, fileBase64 and url is needed; ${given.join(" and ")} were sent.`;
    throw new Refusal(code, message, { field: given[1] });
  }
  if (url !== undefined) {
    const remote = await call.fetchRemote(url, "url");
    refuseOtherFiles(remote.bytes, "url");
    return { bytes: remote.bytes, name: remote.name };
  }
  const [file] = files;
  if (!file) throw new Refusal(code, `No PDF was sent: send it as ${ways}.`, { field: "file" });
  if (file.bytes.length === 0) throw refuseField(code, file.field, "the file is empty.");
  refuseOtherFiles(file.bytes, file.field);
  return { bytes: file.bytes, name: file.name };
}

/**
 * A PDF may begin with junk. When the file is plainly of another kind, the refusal names that kind and the right route.
 */
export function refuseOtherFiles(bytes: Uint8Array, field: string): void {
  const like = looksLike(bytes);
  if (like === undefined || hasPdfHeader(bytes)) return;
  const text = textAsFile(bytes, "as fileBase64 in JSON");
  if (text) throw new PdfProblem("corrupt", `${field}: this is ${text.name}, not a PDF; ${text.advice}.`);
  const advice = isImage(bytes) ? "POST /v1/convert/image-to-pdf makes a PDF of it" : OTHER_ADVICE[like.kind]?.(field);
  const name = like.kind === "file" ? like.name : like.kind === "html" ? "an HTML page" : undefined;
  if (name === undefined) return;
  throw new PdfProblem("corrupt", `${field}: this is ${name}, not a PDF${advice ? `; ${advice}` : ""}.`);
}

/** Whether the file is an image, and no PDF. */
export function isImage(bytes: Uint8Array): boolean {
  const like = looksLike(bytes);
  return like?.kind === "file" && like.name.endsWith("image") && !hasPdfHeader(bytes);
}

const OTHER_ADVICE: Record<string, (field: string) => string> = {
  html: (field) =>
    field === "url" || field === "filePath"
      ? "the address leads to a page about the file, or to a sign-in, and not to the file itself"
      : "POST /v1/convert/html-to-pdf makes a PDF of it",
};

/** Readers look for the header in the first 1024 bytes. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  return indexOf(bytes.subarray(0, 1_029), "%PDF-", 0) >= 0;
}

/** Memory for a page's content, the fonts that are kept, the rows of an image, and a path. */
export const READING_BYTES = 24 << 20;

/**
 * Memory for the cross-reference in typed arrays, the changed pages, and a few decoded streams. An eighth of the file
 * is ample.
 */
export function workingBytes(bytes: { readonly length: number }): number {
  return (1 << 20) + (bytes.length >> 3);
}
