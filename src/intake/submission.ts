import { type BodyRules, declaredLength, tooLong } from "./body/body.ts";
import { readFormParts } from "./form/form-parts.ts";
import { readFormStream } from "./form/form-stream.ts";
import { multipartBoundary } from "./form/multipart.ts";
import { readUrlencoded } from "./form/urlencoded.ts";
import { IntakeProblem } from "./intake-problem.ts";
import { readJsonBody } from "./json/json.ts";
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
