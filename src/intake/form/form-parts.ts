import { base64InPlace } from "../base64/base64.ts";
import { readWhole, type WholeRules } from "../body/whole-body.ts";
import { IntakeProblem, tooLarge } from "../intake-problem.ts";
import type { InputFile, SubmissionRules } from "../submission-rules.ts";
import { FormFields } from "./form-fields.ts";
import { MultipartScanner, type Part } from "./multipart.ts";
import type { PartHead } from "./part-head.ts";

/** A multipart body: files are views of the one buffer that it was read into. */
export async function readFormParts(
  stream: ReadableStream | null,
  boundary: string,
  whole: WholeRules,
  rules: SubmissionRules,
): Promise<{ files: InputFile[]; fields: Map<string, unknown>; bytesIn: number }> {
  const { scanner, fields, read } = formParts(boundary, rules);
  const bytes = await readWhole(stream, { ...whole, onBytes: (soFar) => scanner.advance(soFar) });
  const files: InputFile[] = [];
  for (const part of scanner.finish(bytes)) {
    const { name } = part.head;
    if (rules.base64Fields.includes(name) && files.some(({ field }) => field === name)) {
      throw new IntakeProblem("malformed", `${name} was given twice.`, { field: name });
    }
    const file = read(part, bytes);
    if (file !== undefined) files.push(file);
  }
  return { files, fields: fields.values, bytesIn: bytes.length };
}

export type FormParts = ReturnType<typeof formParts>;

/** Reads the parts of a multipart body, which may be here as a whole or arrive one by one. */
export function formParts(boundary: string, rules: SubmissionRules) {
  const fields = new FormFields(rules);
  const scanner = new MultipartScanner(boundary, {
    maxParts: rules.maxParts,
    checkLength: (head, length) => checkLength(head, length, rules),
    fieldOf: (name) => listedFile(name, rules),
  });
  /** The file that a part is; undefined where it is one of the fields, or empty. Base64 is decoded where it is. */
  const read = ({ head, start, end }: Part, bytes: Uint8Array): InputFile | undefined => {
    const { name, fileName, type } = head;
    const content = contentOf(head, rules);
    const isBase64 = content === "base64" || head.transferEncoding === "base64";
    const plain = isBase64 ? base64InPlace(name, bytes, start, end) : { bytes: bytes.subarray(start, end), type };
    if (content === "text") {
      fields.add(name, plain.bytes);
      return undefined;
    }
    if (plain.bytes.length > rules.maxFile) throw tooLarge(`${name} is`, rules.maxFile, name);
    // An empty file input of a form is sent as a file without a name and without bytes. It means no file.
    if (content === "file" && fileName === "" && end === start) return undefined;
    const file = { field: name, name: fileName || undefined, bytes: plain.bytes };
    return { ...file, type: content === "base64" ? plain.type : type };
  };
  return { scanner, fields, read };
}

/** A text field may be sent as a blob, with a meaningless file name. A file may be sent without a name. */
export function contentOf({ name, fileName, type }: PartHead, rules: SubmissionRules): "file" | "base64" | "text" {
  if (rules.base64Fields.includes(name)) return "base64";
  if (rules.fileFields.includes(name)) return "file";
  const isText = type !== undefined && /^(text\/|application\/(json|xml)\b)/i.test(type);
  return fileName === undefined || isText ? "text" : "file";
}

/** `file[]` and `file[0]` are `file`: PHP, Rails and axios write several files so. */
function listedFile(name: string, { fileFields }: SubmissionRules): string {
  const list = /^(\w+)\[\d*\]$/.exec(name)?.[1];
  return list !== undefined && fileFields.includes(list) ? list : name;
}

function checkLength(head: PartHead, length: number, rules: SubmissionRules): void {
  const content = contentOf(head, rules);
  // A text that decodes to fewer bytes is judged when it is decoded. Until then the limit of the body bounds it.
  if (content === "file" && head.transferEncoding === "identity" && length > rules.maxFile) {
    throw tooLarge(`${head.name} is`, rules.maxFile, head.name);
  }
  if (content === "text" && length > rules.maxText) {
    throw tooLarge(`${head.name} is`, rules.maxText, head.name, rules.asFile);
  }
}
