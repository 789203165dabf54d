import { base64InPlace } from "./base64/base64.ts";
import { type BodyRules, declaredLength, tooLong } from "./body/body.ts";
import { readWhole, type WholeRules } from "./body/whole-body.ts";
import { decodeField, FormFields } from "./form/form-fields.ts";
import { readFormParts } from "./form/form-parts.ts";
import { readFormStream } from "./form/form-stream.ts";
import { multipartBoundary } from "./form/multipart.ts";
import { IntakeProblem, tooLarge } from "./intake-problem.ts";
import { readJsonBody } from "./json/json.ts";
import { bodyAdvice } from "./looks-like.ts";
import type { InputFile, SubmissionRules } from "./submission-rules.ts";

export interface Submission {
  encoding: "multipart" | "json" | "urlencoded";
  /** In the order of the request, without files that were taken early. Base64 fields are files without a name. */
  files: InputFile[];
  /** Multipart and urlencoded: string, or string[] for a repeated name. JSON: native values. */
  fields: Map<string, unknown>;
  bytesIn: number;
}

/**
 * Base64 adds a third. Its line breaks, which JSON escapes to four characters for each line of 76, add a twentieth of
 * that.
 */
const BASE64_GROWTH = 1.42;
const PERCENT_GROWTH = 3;

const ACCEPTED = "multipart/form-data, application/json or application/x-www-form-urlencoded";

function refuseCoding(coding: string): void {
  if (coding === "" || coding === "identity") return;
  throw new IntakeProblem("media-type", `Content-Encoding ${quoted(coding)} is not accepted; send the body as it is.`);
}

/** Reads the files and fields of a request. Each byte of a file is held once. */
export async function readSubmission(request: Request, rules: SubmissionRules): Promise<Submission> {
  const contentType = request.headers.get("content-type") ?? "";
  refuseCoding(request.headers.get("content-encoding")?.trim().toLowerCase() ?? "");
  const declared = declaredLength(request.headers);
  const { reservation } = rules;
  const hasBase64 = rules.base64Fields.length > 0;
  const base64Body = Math.ceil(rules.maxBody * BASE64_GROWTH) + rules.maxText;
  const body = (maxBytes: number, asFile?: number): BodyRules => ({
    maxBytes,
    asFile,
    idleMs: rules.idleMs,
    signal: rules.signal,
    subject: "The request body",
    leavesRest: true,
  });
  const stream = request.body;
  switch (contentType.split(";", 1)[0]?.trim().toLowerCase()) {
    case "multipart/form-data": {
      const boundary = multipartBoundary(contentType);
      if (boundary === undefined) {
        throw new IntakeProblem(
          "malformed",
          "The Content-Type multipart/form-data has no usable boundary. Do not set it yourself: your HTTP library does.",
        );
      }
      const whole = { ...body(hasBase64 ? base64Body : rules.maxBody), reservation, declared };
      if (declared !== undefined && declared > whole.maxBytes) throw tooLong(whole);
      if (
        rules.early &&
        !hasBase64 &&
        stream !== null &&
        (declared === undefined || declared > rules.early.holdBytes)
      ) {
        return { encoding: "multipart", ...(await readFormStream(stream, boundary, whole, rules, rules.early)) };
      }
      return { encoding: "multipart", ...(await readFormParts(stream, boundary, whole, rules)) };
    }
    case "application/json": {
      if (stream === null) throw new IntakeProblem("missing", "The request has no body.");
      const holdsFiles = hasBase64 || rules.base64List !== undefined;
      const limits = body(holdsFiles ? base64Body : rules.maxText, rules.asFile);
      const { base64Fields, base64List, early, maxFile, maxText, maxParts } = rules;
      const json = { ...limits, reservation, declared, base64Fields, base64List, early, maxFile, maxText, maxParts };
      const read = await readJsonBody(stream, json);
      return { encoding: "json", ...read };
    }
    case "application/x-www-form-urlencoded": {
      const limits = hasBase64 ? body(base64Body) : body(rules.maxText * PERCENT_GROWTH, rules.asFile);
      const whole = { ...limits, reservation, declared };
      return { encoding: "urlencoded", ...(await readUrlencoded(stream, whole, rules)) };
    }
    default:
      throw new IntakeProblem("media-type", typeRefusal(contentType));
  }
}

function typeRefusal(contentType: string): string {
  const asJson = "For a JSON body write Content-Type: application/json.";
  if (contentType === "") return `The request has no Content-Type; accepted are ${ACCEPTED}. ${asJson}`;
  const refusal = `Content-Type ${quoted(contentType)} is not accepted; accepted are ${ACCEPTED}.`;
  if (/^text\/plain\b/i.test(contentType)) return `${refusal} ${asJson}`;
  return /^(application\/(pdf|octet-stream|zip)|image\/|text\/html)/i.test(contentType)
    ? `${refusal} Send the file as the part "file" of multipart/form-data (with curl: -F file=@NAME).`
    : refusal;
}

/** A value from the client, short and printable. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

const AMPERSAND = 0x26; // '&'
const EQUALS = 0x3d; // '='
const PERCENT = 0x25; // '%'
const PLUS = 0x2b; // '+'
const SPACE = 0x20; // ' '

/** An application/x-www-form-urlencoded body (WHATWG URL §5.1), decoded in the buffer that it was read into. */
async function readUrlencoded(stream: ReadableStream | null, whole: WholeRules, rules: SubmissionRules) {
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
