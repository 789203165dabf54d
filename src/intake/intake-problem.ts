/**
 * Why an input was refused before any engine saw it. Intake knows kinds, not the interface's codes: operations map
 * them.
 * - malformed: the request's encoding is broken; the message says where · missing: what the encoding needs is absent
 * - too-large: over a limit · media-type: a Content-Type (or Content-Encoding) that is not read here
 * - unreachable: a remote address that cannot, or must not, be fetched · busy: no memory free in time; retry later
 * - slow: the client sends too slowly · aborted: the client went away
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
  constructor(
    kind: IntakeProblemKind,
    message: string,
    details: { field?: string | undefined; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = "IntakeProblem";
    this.kind = kind;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
  }
}

const UNITS = ["KB", "MB", "GB"];

/** A size as people read it: whole in its unit where it is, with the exact bytes: "50 MB (52428800 bytes)". */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, -1];
  while (size >= 1024 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1];
  return unit < 0 ? `${bytes} bytes` : `${Number(size.toFixed(1))} ${UNITS[unit]} (${bytes} bytes)`;
}
