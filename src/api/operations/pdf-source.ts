import { type ErrorCode, Refusal } from "../errors.ts";
import type { Call } from "../operation.ts";

/** A PDF that came with a request. */
export interface PdfSource {
  bytes: Uint8Array;
  name: string | undefined;
}

/** The one document of a request: exactly one of `file`, `fileBase64` and `url`. */
export async function readPdfSource(call: Call<{ url?: string | undefined }>, code: ErrorCode): Promise<PdfSource> {
  const { url } = call.fields;
  // A form whose file input was left empty still sends a part for it.
  const files = call.files.filter((file) => file.bytes.length > 0 || file.name !== undefined);
  const given = [...files.map(({ field }) => field), ...(url === undefined ? [] : ["url"])];
  if (given.length > 1) {
    const message = `Exactly one of file, fileBase64 and url is needed; ${given.join(" and ")} came.`;
    throw new Refusal(code, message, { field: given[1] });
  }
  if (url !== undefined) {
    const remote = await call.fetchRemote(url, "url");
    return { bytes: remote.bytes, name: remote.name };
  }
  const [file] = files;
  if (!file) throw new Refusal(code, "No PDF came: send it as file, fileBase64 or url.", { field: "file" });
  if (file.bytes.length === 0) throw new Refusal(code, `${file.field}: the file is empty.`, { field: file.field });
  return { bytes: file.bytes, name: file.name };
}
