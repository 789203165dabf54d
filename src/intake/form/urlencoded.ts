import { base64InPlace } from "../base64/base64.ts";
import { readWhole, type WholeRules } from "../body/whole-body.ts";
import { IntakeProblem, tooLarge } from "../intake-problem.ts";
import { bodyAdvice } from "../looks-like.ts";
import type { InputFile, SubmissionRules } from "../submission-rules.ts";
import { decodeField, FormFields } from "./form-fields.ts";

const AMPERSAND = 0x26; // '&'
const EQUALS = 0x3d; // '='
const PERCENT = 0x25; // '%'
const PLUS = 0x2b; // '+'
const SPACE = 0x20; // ' '

/** An application/x-www-form-urlencoded body (WHATWG URL §5.1), decoded in the buffer that it was read into. */
export async function readUrlencoded(
  stream: ReadableStream | null,
  whole: WholeRules,
  rules: SubmissionRules,
): Promise<{ files: InputFile[]; fields: Map<string, unknown>; bytesIn: number }> {
  const bytes = await readWhole(stream, whole);
  const advice = bodyAdvice(bytes, "form");
  if (advice !== undefined) throw new IntakeProblem("malformed", advice);
  const files: InputFile[] = [];
  const fields = new FormFields(rules);
  let pairs = 0;
  for (let start = 0; start < bytes.length; ) {
    if (bytes[start] === AMPERSAND) {
      start += 1;
      continue;
    }
    const ampersand = bytes.indexOf(AMPERSAND, start);
    const end = ampersand < 0 ? bytes.length : ampersand;
    const equals = bytes.subarray(start, end).indexOf(EQUALS);
    const nameEnd = equals < 0 ? end : start + equals;
    const valueStart = equals < 0 ? end : nameEnd + 1;
    pairs += 1;
    if (pairs > rules.maxParts) throw malformed(`there are more than ${rules.maxParts} fields`, start);
    const name = decodeField(bytes.subarray(start, percentDecode(bytes, start, nameEnd, SPACE)), "A field's name");
    if (rules.base64Fields.includes(name)) {
      if (files.some(({ field }) => field === name)) throw malformed(`${name} was given twice`, start, name);
      files.push(readBase64(bytes, valueStart, end, name, rules.maxFile));
    } else {
      const valueEnd = percentDecode(bytes, valueStart, end, SPACE);
      fields.add(name, bytes.subarray(valueStart, valueEnd));
    }
    start = end + 1;
  }
  return { files, fields: fields.values, bytesIn: bytes.length };
}

function readBase64(bytes: Uint8Array, start: number, end: number, field: string, maxFile: number): InputFile {
  // A "+" stays a plus here. Clients that forget to escape base64 mean a plus, and a space has no meaning in base64.
  const plainEnd = percentDecode(bytes, start, end, PLUS);
  const decoded = base64InPlace(field, bytes, start, plainEnd);
  if (decoded.bytes.length > maxFile) throw tooLarge(`${field} is`, maxFile, field);
  return { field, name: undefined, ...decoded };
}

/** Decodes in place and returns the new end. Refuses a "%" without two hex digits, which is a client's mistake. */
function percentDecode(bytes: Uint8Array, start: number, end: number, plus: number): number {
  let out = start;
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i]!;
    if (byte === PERCENT) {
      const high = hexDigit(bytes[i + 1], i + 1 < end);
      const low = hexDigit(bytes[i + 2], i + 2 < end);
      if (high < 0 || low < 0) throw malformed('"%" is not followed by two hex digits', i);
      bytes[out++] = (high << 4) | low;
      i += 2;
    } else bytes[out++] = byte === PLUS ? plus : byte;
  }
  return out;
}

function hexDigit(byte: number | undefined, inside: boolean): number {
  if (byte === undefined || !inside) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30; // '0' to '9'
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1; // 'a' to 'f'
}

function malformed(what: string, offset: number, field?: string): IntakeProblem {
  return new IntakeProblem("malformed", `The form body is broken: ${what} (byte ${offset}).`, { field });
}
