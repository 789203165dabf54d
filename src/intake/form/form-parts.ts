import { base64InPlace } from "../base64/base64.ts";
import { readWhole, type WholeRules } from "../body/whole-body.ts";
import { IntakeProblem, tooLarge } from "../intake-problem.ts";
import type { InputFile, SubmissionRules } from "../submission-rules.ts";
import { appendField, decodeField } from "./form-fields.ts";
import { MultipartScanner, type Part } from "./multipart.ts";
import type { PartHead } from "./part-head.ts";

export type Content = "file" | "base64" | "text";

/** A multipart body: files are views of the one buffer that it was read into. */
export async function readFormParts(
  stream: ReadableStream | null,
  boundary: string,
  whole: WholeRules,
  rules: SubmissionRules,
): Promise<{ files: InputFile[]; fields: Map<string, unknown>; bytesIn: number }> {
  const scanner = new MultipartScanner(boundary, {
    maxParts: rules.maxParts,
    checkLength: (head, length) => checkLength(head, length, rules),
  });
  const bytes = await readWhole(stream, { ...whole, onBytes: (soFar) => scanner.advance(soFar) });
  const files: InputFile[] = [];
  const fields = new Map<string, unknown>();
  let text = 0;
  for (const part of scanner.finish(bytes)) {
    const { name, fileName, type } = part.head;
    const content = contentOf(part.head, rules);
    if (content === "text") {
      const value = plainBytes(part, bytes);
      text += value.length;
      if (text > rules.maxText) throw tooLarge("The text fields together are", rules.maxText, name, rules.asFile);
      appendField(fields, name, decodeField(value, name));
    } else if (content === "base64") {
      if (files.some(({ field }) => field === name))
        throw new IntakeProblem("malformed", `${name} was given twice.`, { field: name });
      files.push(decodeBase64(part, bytes));
    } else if (fileName !== "" || part.end > part.start) {
      // An empty file input of a form is sent as a file without a name and without bytes. It means no file.
      files.push({ field: name, name: fileName || undefined, type, bytes: plainBytes(part, bytes) });
    }
  }
  for (const file of files) {
    if (file.bytes.length > rules.maxFile) throw tooLarge(`${file.field} is`, rules.maxFile, file.field);
  }
  return { files, fields, bytesIn: bytes.length };
}

/** A text field may be sent as a blob, with a meaningless file name. A file may be sent without a name. */
export function contentOf({ name, fileName, type }: PartHead, rules: SubmissionRules): Content {
  if (rules.base64Fields.includes(name)) return "base64";
  if (rules.fileFields?.includes(name)) return "file";
  const isText = type !== undefined && /^(text\/|application\/(json|xml)\b)/i.test(type);
  return fileName === undefined || isText ? "text" : "file";
}

export function checkLength(head: PartHead, length: number, rules: SubmissionRules): void {
  const content = contentOf(head, rules);
  // A text that decodes to fewer bytes is judged when it is decoded. Until then the limit of the body bounds it.
  if (content === "file" && head.transferEncoding === "identity" && length > rules.maxFile) {
    throw tooLarge(`${head.name} is`, rules.maxFile, head.name);
  }
  if (content === "text" && length > rules.maxText) {
    throw tooLarge(`${head.name} is`, rules.maxText, head.name, rules.asFile);
  }
}

/** The content, after undoing a base64 transfer encoding in place. */
export function plainBytes(part: Part, bytes: Uint8Array): Uint8Array {
  return part.head.transferEncoding === "base64"
    ? decodeBase64(part, bytes).bytes
    : bytes.subarray(part.start, part.end);
}

function decodeBase64({ head, start, end }: Part, bytes: Uint8Array): InputFile {
  return { field: head.name, name: head.fileName || undefined, ...base64InPlace(head.name, bytes, start, end) };
}
