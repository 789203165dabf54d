import { gunzipSync } from "node:zlib";
import { latin1Text } from "../../platform/latin1.ts";
import type { AskedExtras } from "../fields/markdown-extras.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { HtmlProblem } from "../html-problem.ts";
import { charsetOf } from "./charset.ts";

/**
 * Where raw HTML lives in the browser when the request names no base: a secure origin on a name that exists nowhere
 * (RFC 6761 §6.4). No network, and no rule about local names, applies to it.
 */
export const OWN_ORIGIN = "https://document.quire.invalid";

export interface Asset {
  name: string;
  bytes: Uint8Array;
  type: string | undefined;
}

/** What to render: an address, or a document that the service itself serves to the browser. */
export type HtmlSource = AddressSource | LocalSource;

export interface AddressSource {
  kind: "url";
  url: URL;
  /** HTML around the text, where the address gives Markdown. */
  markdownTemplate?: string | undefined;
  markdownExtras?: AskedExtras | undefined;
}

export interface LocalSource {
  kind: "local";
  /** The address under which the browser sees the document. */
  url: URL;
  /** The encoding. The browser gets it too, so that both ways of rendering read the same text. */
  charset: string;
  /** Content-Type, with the charset. */
  type: string;
  bytes: Uint8Array;
  assets: readonly Asset[];
  /** What else the service has at the document's own origin, by its path, loaded when it is asked for. */
  more?: (path: string) => Promise<Pick<Asset, "bytes" | "type"> | undefined>;
  /** Bytes of the input from which the document was made, when that is not HTML. */
  madeOf?: number;
  /** Whether the client named the address, rather than the service. */
  based: boolean;
  /** Memory that is counted already for the text in which a browser is given it. */
  textBytes?: number;
}

/**
 * An HTML file as the browser will get it. For a text that was decoded before, the encoding is known whatever its meta
 * element says. The caller checks `base` with the address guard.
 */
export function localSource(
  bytes: Uint8Array,
  base: URL | undefined,
  assets: readonly Asset[] = [],
  known?: "utf-8",
): LocalSource {
  const plain = isGzip(bytes) ? unzip(bytes) : bytes;
  if (plain.length > HTML_LIMITS.documentBytes) {
    throw new HtmlProblem("too-large", `The HTML is larger than ${HTML_LIMITS.documentBytes} bytes.`);
  }
  if (known === undefined) refuseBinary(plain);
  const charset = known ?? charsetOf(plain);
  return {
    kind: "local",
    url: base ?? new URL(OWN_ORIGIN),
    charset,
    type: `text/html; charset=${charset}`,
    bytes: plain,
    assets,
    based: base !== undefined,
  };
}

/**
 * Bytes with which no HTML begins (MIME Sniffing §4.1, "binary data bytes"): such a file was meant for another
 * operation.
 */
function refuseBinary(bytes: Uint8Array): void {
  if (/^utf-16/.test(charsetOf(bytes))) return;
  const head = bytes.subarray(0, 1024);
  const pdf = isPdf(head);
  const binary = head.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
  if (!pdf && !binary) return;
  const what = pdf ? "is a PDF, which needs no conversion" : "holds binary data, not HTML";
  throw new HtmlProblem("input", `The input ${what}.`, { field: "file" });
}

export function isPdf(bytes: Uint8Array): boolean {
  return latin1Text(bytes, 0, 5) === "%PDF-";
}

/** Deflate expands one byte to at most 1032. */
const MAX_INFLATED = 1032;

/** How much an input may grow in `localSource`; undefined when it is not compressed. */
export function unpackedAtMost(bytes: Uint8Array): number {
  return isGzip(bytes) ? Math.min(HTML_LIMITS.documentBytes, bytes.length * MAX_INFLATED) : 0;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unzip(bytes: Uint8Array): Uint8Array {
  const most = HTML_LIMITS.documentBytes;
  const tooLarge = () =>
    new HtmlProblem("too-large", `The HTML unpacks to more than ${most} bytes.`, { field: "file" });
  let unpacked: Uint8Array;
  try {
    // More than is taken: workerd refuses output that ends up to 64 KiB below the limit, as its buffer grows.
    unpacked = gunzipSync(bytes, { maxOutputLength: most + 128 * 1024 });
  } catch (cause) {
    // workerd and Node both throw a RangeError for too much data, and another error for damage.
    if (cause instanceof RangeError) throw tooLarge();
    throw new HtmlProblem("input", "The file begins as gzip but cannot be unpacked.", { field: "file", cause });
  }
  if (unpacked.length > most) throw tooLarge();
  return unpacked;
}

/** V8's young generation takes no larger text. A larger one stays until the whole heap is collected. */
const LASTING_CHARS = 8 * 1024 * 1024;

/**
 * Memory for the text in which a browser is given a document; 0 for short ones. A long one is garbage afterwards but is
 * not collected soon, so it counts for the whole render.
 */
export function lastingText(documentBytes: number): number {
  const chars = Math.ceil(documentBytes / 3) * 4;
  return chars > LASTING_CHARS ? chars : 0;
}
