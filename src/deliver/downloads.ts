import { Refusal } from "../errors/errors.ts";
import { disposition, typeOf } from "./headers.ts";
import { checkLink, type LinkSecrets, type LinkTarget } from "./links.ts";

export interface Downloads {
  bucket: R2Bucket;
  secrets: LinkSecrets;
  now: () => number;
}

const SECURITY = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag",
};

/** The download host: it serves signed links, and nothing else. */
export async function download(request: Request, downloads: Downloads): Promise<Response> {
  if (request.method === "OPTIONS") {
    const allow = {
      "Access-Control-Allow-Methods": "GET, HEAD",
      "Access-Control-Allow-Headers": "Range, If-Match, If-None-Match, If-Range",
    };
    return new Response(null, { status: 204, headers: { ...SECURITY, ...allow, "Access-Control-Max-Age": "86400" } });
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    throw new Refusal("METHOD_NOT_ALLOWED", `Downloads answer GET and HEAD, not ${request.method}.`, {
      headers: { Allow: "GET, HEAD, OPTIONS" },
    });
  }
  const url = new URL(request.url);
  if (url.search === "") throw new Refusal("NOT_FOUND", "This host serves signed download links only.");
  const check = await checkLink(url, downloads.secrets, downloads.now());
  if (!check.ok && check.reason === "expired") {
    throw new Refusal(
      "LINK_EXPIRED",
      "This link was valid for one hour and has expired; repeat the operation for a new one.",
    );
  }
  if (!check.ok) throw new Refusal("LINK_INVALID", "This link was altered or was not made by this service.");
  return serve(request, downloads.bucket, check.target, check.isInline);
}

async function serve(request: Request, bucket: R2Bucket, target: LinkTarget, isInline: boolean): Promise<Response> {
  const size = target.end - target.start;
  // An object is never overwritten, so its key and the range are as strong a validator as its bytes.
  const etag = `"${target.key.replace(/^.*\//, "")}-${target.start}-${target.end}"`;
  const headers = new Headers({
    ...SECURITY,
    ETag: etag,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, max-age=3600, immutable",
    "Content-Type": typeOf(target.fileName),
    "Content-Disposition": disposition(target.fileName, isInline),
  });
  const isOther = !isMeant(request.headers.get("If-Match"), etag);
  const unchanged = matchesAny(request.headers.get("If-None-Match"), etag);
  if (isOther || unchanged || request.method === "HEAD") {
    const object = await again(() => bucket.head(target.key));
    if (object === null || object.size < target.end) throw gone();
    // RFC 9110 §13.2.2: If-Match comes before If-None-Match.
    if (isOther)
      throw new Refusal("PRECONDITION_FAILED", `If-Match names another file; the ETag of this one is ${etag}.`);
    if (unchanged) return new Response(null, { status: 304, headers });
    headers.set("Content-Length", String(size));
    return new Response(null, { headers });
  }

  const range = request.headers.get("Range");
  const choice = rangeStillValid(request.headers.get("If-Range"), etag)
    ? chooseRange(range, size)
    : { kind: "whole" as const };
  if (choice.kind === "unsatisfiable") {
    throw new Refusal("RANGE_NOT_SATISFIABLE", `Range "${range}" lies outside this file of ${size} bytes.`, {
      headers: { "Content-Range": `bytes */${size}` },
    });
  }
  const { start, end } = choice.kind === "part" ? choice : { start: 0, end: size };
  const object = await again(() =>
    bucket.get(target.key, { range: { offset: target.start + start, length: end - start } }),
  );
  if (object === null) throw gone();
  headers.set("Content-Length", String(end - start));
  if (choice.kind === "part") headers.set("Content-Range", `bytes ${start}-${end - 1}/${size}`);
  // When storage sends too few bytes, the connection breaks instead of ending as if complete.
  const body = object.body.pipeThrough(new FixedLengthStream(end - start));
  return new Response(body, { status: choice.kind === "part" ? 206 : 200, headers });
}

function gone(): Refusal {
  return new Refusal("NOT_FOUND", "The file of this link is no longer stored; repeat the operation for a new one.");
}

/** Reading is safe to repeat. It is repeated once. If that fails too, the client is asked to try later. */
async function again<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    try {
      return await read();
    } catch (error) {
      throw new Refusal("PROCESSING_FAILED", "The file could not be read from storage; try again.", { cause: error });
    }
  }
}

/** The bytes to send: `whole`, one part, or none because the range does not exist. */
type RangeChoice = { kind: "whole" } | { kind: "part"; start: number; end: number } | { kind: "unsatisfiable" };

/**
 * Reads a Range header (RFC 9110 §14.2) for a representation of `size` bytes. What is malformed, in another unit, or
 * asks for several ranges is answered whole, as the standard allows. `end` is the byte after the last.
 */
export function chooseRange(header: string | null, size: number): RangeChoice {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "");
  if (!match) return { kind: "whole" };
  const [, first = "", last = ""] = match;
  if (first === "") {
    if (last === "") return { kind: "whole" };
    const suffix = Math.min(Number(last), size);
    return suffix === 0 ? { kind: "unsatisfiable" } : { kind: "part", start: size - suffix, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return { kind: "whole" };
  return start >= size ? { kind: "unsatisfiable" } : { kind: "part", start, end };
}

/** If-Match (RFC 9110 §13.1.1): strong comparison, lists and `*`. */
function isMeant(header: string | null, etag: string): boolean {
  if (header === null || header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim() === etag);
}

/** If-None-Match (RFC 9110 §13.1.2): weak comparison, lists and `*`. */
export function matchesAny(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}

/** If-Range (RFC 9110 §13.1.5): strong comparison; a date never matches, so the whole file is sent. */
function rangeStillValid(header: string | null, etag: string): boolean {
  return header === null || header.trim() === etag;
}
