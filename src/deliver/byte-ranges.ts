/** The bytes to send: `whole`, one part, or none because the range does not exist. */
export type RangeChoice = { kind: "whole" } | { kind: "part"; start: number; end: number } | { kind: "unsatisfiable" };

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

/** If-None-Match (RFC 9110 §13.1.2): weak comparison, lists and `*`. */
export function matchesAny(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}

/** If-Range (RFC 9110 §13.1.5): strong comparison; a date never matches, so the whole file is sent. */
export function rangeStillValid(header: string | null, etag: string): boolean {
  return header === null || header.trim() === etag;
}
