import { dataOf, type FileInput, isFile, nameOf } from "./files.ts";

/**
 * A multipart body as one Blob of its parts: the files are not copied, and its size is known, which upload progress
 * needs. Arrays and objects go as JSON text, as the service wants them in forms.
 */
export function multipart(fields: Record<string, unknown>): Blob {
  const boundary = `quire-${crypto.randomUUID()}`;
  const parts: (string | ReturnType<typeof dataOf>)[] = [];
  const file = (name: string, value: FileInput) => {
    parts.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${escaped(nameOf(value))}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      dataOf(value),
      "\r\n",
    );
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const filesOf = (value: unknown): FileInput[] => {
    if (isFile(value)) return [value];
    return Array.isArray(value) && value.length > 0 && value.every(isFile) ? value : [];
  };
  // The service works on files as they arrive, by the fields that were sent before them.
  for (const [name, value] of given) {
    if (filesOf(value).length > 0) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`);
  }
  for (const [name, value] of given) for (const item of filesOf(value)) file(name, item);
  parts.push(`--${boundary}--\r\n`);
  const body = new Blob(parts, { type: `multipart/form-data; boundary=${boundary}` });
  // Bun does: what it would send is an empty file.
  if (body.size < parts.reduce((sum, part) => sum + sizeOf(part), 0)) {
    throw new TypeError(
      "This runtime loses the bytes of a Blob that a file backs: read the file, and pass a Uint8Array.",
    );
  }
  return body;
}

function sizeOf(part: string | ReturnType<typeof dataOf>): number {
  if (typeof part === "string") return part.length;
  return part instanceof Blob ? part.size : part.byteLength;
}

/** As browsers escape file names in forms. */
function escaped(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
