import { latin1Text } from "../../platform/latin1.ts";
import type { IntakeProblem } from "../intake-problem.ts";
import { pattern } from "./search.ts";

/** The headers of a form part (RFC 7578 §4). */
export interface PartHead {
  name: string;
  /** Present (perhaps empty) when the part is a file. */
  fileName: string | undefined;
  type: string | undefined;
  transferEncoding: "identity" | "base64";
}

export const HEADERS_END = pattern(new TextEncoder().encode("\r\n\r\n"));

type Refuse = (what: string) => IntakeProblem;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * `bytes` begins with the CRLF that ended the boundary line. `mixed`: the field whose files the part is one of, in a
 * body of multipart/mixed within a part (RFC 2388 §4.2), as curl writes `-F file=@a,b`.
 */
export function readPartHead(bytes: Uint8Array, refuse: Refuse, mixed?: string): PartHead {
  const headers = readHeaders(bytes, refuse);
  const disposition = headers.get("content-disposition");
  if (disposition === undefined) throw refuse("there is no Content-Disposition header");
  const { value, parameters } = readParameters(disposition, refuse);
  if (mixed === undefined && value.toLowerCase() !== "form-data") {
    throw refuse("the Content-Disposition is not form-data");
  }
  const name = mixed ?? parameters.get("name");
  if (name === undefined) throw refuse("the Content-Disposition has no name");
  return {
    name: mixed ?? formUnescaped(name),
    fileName: readFileName(parameters),
    type: headers.get("content-type")?.trim() || undefined,
    transferEncoding: readTransferEncoding(headers.get("content-transfer-encoding"), refuse),
  };
}

function readHeaders(bytes: Uint8Array, refuse: Refuse): Map<string, string> {
  // Old clients write names in the encoding of their system: a wrong letter is better than no answer.
  const text = decodeUtf8(bytes) ?? latin1Text(bytes);
  const headers = new Map<string, string>();
  if (text === "") return headers;
  for (const line of text.slice(2).split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    // This also handles folded lines, which RFC 7578 does not have.
    if (!TOKEN.test(name) || /[\0\r\n]/.test(line)) throw refuse("a header line is broken");
    if (headers.has(name)) throw refuse(`there are two ${name} headers`);
    headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * `value; name=token; name="quoted"`. A quoted string may contain `\"` and `\\`; any other backslash is an ordinary
 * character.
 */
function readParameters(text: string, refuse: Refuse): { value: string; parameters: Map<string, string> } {
  const value = /^[^;]*/.exec(text)?.[0].trim() ?? "";
  const parameters = new Map<string, string>();
  // The pattern has only one way to read a backslash. With two ways, each backslash would double the work.
  const parameter = /;\s*(?:([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|([^\s;"]*))\s*)?/y;
  parameter.lastIndex = /^[^;]*/.exec(text)?.[0].length ?? 0;
  while (parameter.lastIndex < text.length) {
    const match = parameter.exec(text);
    if (match === null) throw refuse("the parameters of Content-Disposition are broken");
    const name = match[1]?.toLowerCase();
    if (name === undefined) continue;
    if (parameters.has(name)) throw refuse(`Content-Disposition has two ${name} parameters`);
    parameters.set(name, match[2]?.replace(/\\(["\\])/g, "$1") ?? match[3] ?? "");
  }
  return { value, parameters };
}

/** `filename*` (RFC 5987) says more than `filename`, so it wins when both are given, unless it is broken. */
function readFileName(parameters: Map<string, string>): string | undefined {
  const extended = parameters.get("filename*");
  const plain = parameters.get("filename") ?? extended;
  return (extended && readExtendedValue(extended)) ?? (plain === undefined ? undefined : formUnescaped(plain));
}

/** RFC 5987 §3.2: `UTF-8'en'%e2%82%ac.pdf`. */
export function readExtendedValue(text: string): string | undefined {
  const match = /^(utf-8|iso-8859-1)'[^']*'((?:%[0-9a-f]{2}|[^%])*)$/i.exec(text);
  if (match === null) return undefined;
  const bytes = Uint8Array.from(
    (match[2] ?? "").replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (character) => character.charCodeAt(0),
  );
  return match[1]?.toLowerCase() === "utf-8" ? decodeUtf8(bytes) : new TextDecoder("latin1").decode(bytes);
}

/** Browsers write exactly these three escapes (WHATWG HTML, multipart/form-data encoding). */
function formUnescaped(text: string): string {
  return text.replace(/%22/g, '"').replace(/%0D/gi, "\r").replace(/%0A/gi, "\n");
}

function readTransferEncoding(text: string | undefined, refuse: Refuse): PartHead["transferEncoding"] {
  switch (text?.toLowerCase()) {
    case undefined:
    case "7bit":
    case "8bit":
    case "binary":
      return "identity";
    case "base64":
      return "base64";
    default:
      throw refuse("the Content-Transfer-Encoding is neither binary nor base64");
  }
}

/** One for all: making one takes longer than most texts. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
