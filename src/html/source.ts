import { gunzipSync } from "node:zlib";
import { HTML_LIMITS } from "./limits.ts";
import { HtmlProblem } from "./problem.ts";

/** Where raw HTML lives in the browser when the request names no base: a secure origin that no network can answer for. */
export const OWN_ORIGIN = "http://document.localhost";

export interface Asset {
  name: string;
  bytes: Uint8Array;
  type: string | undefined;
}

/** What is to be rendered: an address, or a document that the service itself serves to the browser. */
export type HtmlSource = { kind: "url"; url: URL } | LocalSource;

export interface LocalSource {
  kind: "local";
  /** The address under which the browser sees the document. */
  url: URL;
  /** Content-Type, with the charset where the bytes do not tell it. */
  type: string;
  bytes: Uint8Array;
  assets: readonly Asset[];
  /** Whether the address is one that the request named, not the service's own. */
  based: boolean;
}

/** An HTML file or text as the browser will be given it; `base` is checked by whoever knows the address guard. */
export function localSource(bytes: Uint8Array, base: URL | undefined, assets: readonly Asset[] = []): LocalSource {
  const plain = isGzip(bytes) ? unzip(bytes) : bytes;
  if (plain.length > HTML_LIMITS.documentBytes) {
    throw new HtmlProblem("too-large", `The HTML is larger than ${HTML_LIMITS.documentBytes} bytes.`);
  }
  const charset = declaredCharset(plain) === undefined ? "; charset=utf-8" : "";
  return {
    kind: "local",
    url: base ?? new URL(OWN_ORIGIN),
    type: `text/html${charset}`,
    bytes: plain,
    assets,
    based: base !== undefined,
  };
}

/**
 * The charset that the document itself tells: by its byte order mark, else by a meta element within the first 1024
 * bytes (HTML §13.2.3.2). The browser reads it in the same way; here it only decides whether UTF-8 has to be said.
 */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  const head = String.fromCharCode(...bytes.subarray(0, 1024)).replaceAll(/<!--[\s\S]*?(-->|$)/g, "");
  const meta =
    /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ??
    /^<\?xml\b[^>]*\bencoding\s*=\s*["']([\w:.-]+)/.exec(head);
  return meta?.[1]?.toLowerCase();
}

/** The text of a document, for the renderer that works without a browser. */
export function decodeHtml(bytes: Uint8Array): string {
  const charset = declaredCharset(bytes);
  try {
    return new TextDecoder(charset ?? "utf-8").decode(bytes);
  } catch {
    // A charset that nobody knows is read as UTF-8, as browsers do.
    return new TextDecoder().decode(bytes);
  }
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: HTML_LIMITS.documentBytes });
  } catch (cause) {
    // workerd and Node both throw a RangeError for too much, and something else for damage.
    if (cause instanceof RangeError) {
      throw new HtmlProblem("too-large", `The HTML unpacks to more than ${HTML_LIMITS.documentBytes} bytes.`, {
        field: "file",
      });
    }
    throw new HtmlProblem("input", "The file begins as gzip but cannot be unpacked.", { field: "file", cause });
  }
}
