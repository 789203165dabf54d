/**
 * Why an input was refused before any engine saw it. Intake knows these kinds, not the interface's codes; operations
 * map one to the other.
 * - malformed: the request's encoding is broken, and the message says where
 * - missing: something that the encoding needs is absent
 * - too-large: over a limit
 * - media-type: a Content-Type (or Content-Encoding) that is not read here
 * - unreachable: a remote address that cannot, or must not, be fetched
 * - busy: no memory became free in time; retry later
 * - slow: the client sends too slowly
 * - aborted: the client disconnected
 */
export type IntakeProblemKind =
  | "malformed"
  | "missing"
  | "too-large"
  | "unreachable"
  | "media-type"
  | "busy"
  | "slow"
  | "aborted";

export class IntakeProblem extends Error {
  readonly kind: IntakeProblemKind;
  /** The request field at fault, where one is known. */
  readonly field: string | undefined;
  /** Seconds after which a retry is sensible, for kind "busy". */
  readonly retryAfter: number | undefined;
  /** What was sent where an address belongs: how to send it depends on who asks, so no message here says it. */
  readonly meant: "own file" | "data URL" | undefined;
  constructor(
    kind: IntakeProblemKind,
    message: string,
    details: { field?: string | undefined; retryAfter?: number; meant?: IntakeProblem["meant"] } = {},
  ) {
    super(message);
    this.name = "IntakeProblem";
    this.kind = kind;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
    this.meant = details.meant;
  }
}

/** `what` ends in its verb: "The file is". `asFile` is how large a file may be that is sent in place of the text. */
export function tooLarge(what: string, limit: number, field?: string, asFile?: number): IntakeProblem {
  return new IntakeProblem("too-large", `${what} larger than ${sizeText(limit)}${instead(asFile)}.`, { field });
}

export function instead(asFile: number | undefined): string {
  return asFile === undefined ? "" : `; send a file for up to ${sizeText(asFile)}`;
}

const UNITS = ["KB", "MB", "GB"];

/**
 * A size in words: in the largest unit in which it is a whole number, with the exact bytes: "50 MB (52428800 bytes)".
 */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, -1];
  while (size >= 1024 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1];
  return unit < 0 ? `${bytes} bytes` : `${Number(size.toFixed(1))} ${UNITS[unit]} (${bytes} bytes)`;
}
