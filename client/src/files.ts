/** A file to send: its bytes, with a name where the name says something (as with images that are ordered by name). */
export type FileInput =
  | Blob
  | Uint8Array<ArrayBuffer>
  | ArrayBuffer
  | { name: string; data: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer };

/** A file that the service made. */
export interface QuireFile<Facts = unknown> {
  blob: Blob;
  fileName: string;
  /** What the JSON answer would say, without links and lists. */
  facts: Partial<Facts>;
  warnings: string[];
  requestId: string | undefined;
}

export function nameOf(file: FileInput): string {
  if (file instanceof Blob) return "name" in file && typeof file.name === "string" ? file.name : "file";
  return "name" in file && "data" in file ? file.name : "file";
}

export function dataOf(file: FileInput): Blob | Uint8Array<ArrayBuffer> | ArrayBuffer {
  return typeof file === "object" && "data" in file ? file.data : file;
}

export function isFile(value: unknown): value is FileInput {
  if (value instanceof Blob || value instanceof Uint8Array || value instanceof ArrayBuffer) return true;
  return typeof value === "object" && value !== null && "data" in value && "name" in value && isFile(value.data);
}

/** The answer of format=binary, or of a download. */
export async function fileOf<Facts>(response: Response): Promise<QuireFile<Facts>> {
  return {
    blob: await response.blob(),
    fileName: fileNameOf(response.headers.get("Content-Disposition")) ?? "document.pdf",
    facts: parsed<Partial<Facts>>(response.headers.get("Quire-Result")) ?? {},
    warnings: parsed<string[]>(response.headers.get("Quire-Warnings")) ?? [],
    requestId: response.headers.get("X-Request-Id") ?? undefined,
  };
}

/** `filename*` (RFC 8187) has the real name, `filename` the one for clients that know nothing else. */
function fileNameOf(disposition: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  return extended ? decodeURIComponent(extended) : /filename="([^"]*)"/i.exec(disposition ?? "")?.[1];
}

function parsed<T>(json: string | null): T | undefined {
  return json === null ? undefined : (JSON.parse(json) as T);
}

/** In a browser: offers a file to be saved under its name. */
export function saveFile(file: Pick<QuireFile, "blob" | "fileName">): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file.blob);
  link.download = file.fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
