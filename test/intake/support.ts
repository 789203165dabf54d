import { IntakeProblem } from "../../src/intake/intake-problem.ts";
import { MemoryBudget } from "../../src/intake/memory-budget.ts";
import type { Reservation } from "../../src/intake/reservation.ts";
import type { SubmissionRules } from "../../src/intake/submission-rules.ts";

export const MIB = 1 << 20;

export function reservation(total = 256 * MIB): Promise<Reservation> {
  return new MemoryBudget(total).reserve(0, { waitMs: 50 });
}

export async function rules(changes: Partial<SubmissionRules> = {}): Promise<SubmissionRules> {
  return {
    maxBody: 4 * MIB,
    maxFile: 2 * MIB,
    maxText: 256 * 1024,
    maxParts: 100,
    base64Fields: ["fileBase64"],
    fileFields: ["file"],
    reservation: await reservation(),
    idleMs: 1000,
    ...changes,
  };
}

/** Bytes that differ from those near them. */
export function patterned(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = i * 7 + (i >> 8);
  return bytes;
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

export function join(pieces: readonly (Uint8Array | string)[]): Uint8Array<ArrayBuffer> {
  const bytes = pieces.map((piece) => (typeof piece === "string" ? utf8(piece) : piece));
  const whole = new Uint8Array(bytes.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of bytes) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A body that arrives in the given pieces. */
export function arriving(pieces: readonly Uint8Array<ArrayBuffer>[]): ReadableStream {
  let next = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      const piece = pieces[next];
      next += 1;
      if (piece === undefined) {
        controller.close();
        controller.byobRequest?.respond(0);
      } else controller.enqueue(piece.slice());
    },
  });
}

/** The bytes cut into pieces of one size. */
export function cut(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

export function post(
  contentType: string | undefined,
  body: Uint8Array<ArrayBuffer> | ReadableStream | string | null,
  headers: Record<string, string> = {},
): Request {
  const type: Record<string, string> = contentType === undefined ? {} : { "content-type": contentType };
  return new Request("https://api.test/", { method: "POST", body, headers: { ...type, ...headers } });
}

/** A stated kind and text of refusal; anything else fails the test. */
export async function refusal(work: Promise<unknown> | (() => unknown)): Promise<IntakeProblem> {
  try {
    await (typeof work === "function" ? work() : work);
  } catch (problem) {
    if (problem instanceof IntakeProblem) return problem;
    throw problem;
  }
  throw new Error("nothing was refused");
}
