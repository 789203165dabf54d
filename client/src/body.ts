import { dataOf, type FileInput, isFile, nameOf } from "./files.ts";

/**
 * A multipart body as one Blob of its parts: the files are not copied, and its size is known, which upload progress needs.
 * Arrays and objects go as JSON text, as the service wants them in forms.
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
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (isFile(value)) file(name, value);
    else if (Array.isArray(value) && value.length > 0 && value.every(isFile))
      for (const item of value) file(name, item);
    else {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`);
    }
  }
  parts.push(`--${boundary}--\r\n`);
  return new Blob(parts, { type: `multipart/form-data; boundary=${boundary}` });
}

/** As browsers escape file names in forms. */
function escaped(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
