import { createHash } from "node:crypto";
import { type ErrorCode, Refusal, refuseField } from "../errors/errors.ts";
import type { IdempotentAnswers } from "../idempotency/kept-answers.ts";
import type { InputFile } from "../intake/submission-rules.ts";
import { LIMITS } from "./limits.ts";

const HEADER = "Idempotency-Key";
const RETRY_AFTER_SECONDS = 2;
const STILL_RUNNING = "The first request with this Idempotency-Key is still being worked on.";

export interface IdempotentRequest {
  /** The header's value, unchanged. */
  header: string;
  /** Identifies the API key, since two customers may use the same header. */
  keyId: string;
  /** The request's fingerprint. It is computed only when it is needed, since that reads every byte. */
  fingerprint: () => string;
  /** The operation's code for a malformed header. */
  code: ErrorCode;
  env: Env;
}

/**
 * Gives a repeated request the answer of the first one; `work` runs only for the first. Successes are kept, refusals
 * are not.
 */
export async function once(
  request: IdempotentRequest,
  work: () => Promise<Response>,
): Promise<{ response: Response; replayed: boolean }> {
  const { header, keyId, env } = request;
  if (header.length > LIMITS.idempotency.keyChars || !/^[\x21-\x7e]+$/.test(header)) {
    const text = `expected 1 to ${LIMITS.idempotency.keyChars} visible ASCII characters.`;
    throw refuseField(request.code, HEADER, text);
  }
  const answers = env.ANSWERS.get(env.ANSWERS.idFromName(`${keyId}\n${header}`));
  const claim = await answers.claim(request.fingerprint(), Date.now());
  switch (claim.state) {
    case "other":
      throw refuseField("IDEMPOTENCY_CONFLICT", HEADER, "another request used this key within the hour.");
    case "running":
      throw new Refusal("IDEMPOTENCY_RUNNING", STILL_RUNNING, { field: HEADER, retryAfter: RETRY_AFTER_SECONDS });
    case "done":
      return { response: jsonText(claim.answer), replayed: true };
    case "new":
      return { response: await firstAnswer(answers, claim.token, work), replayed: false };
  }
}

async function firstAnswer(
  answers: DurableObjectStub<IdempotentAnswers>,
  token: string,
  work: () => Promise<Response>,
): Promise<Response> {
  // Measured before the work, so that a kept answer never outlives the links in it.
  const until = Date.now() + LIMITS.idempotency.validSeconds * 1000;
  let text: string;
  try {
    text = await (await work()).text();
  } catch (error) {
    await answers.abandon(token);
    throw error;
  }
  await answers.keep(token, text, until);
  return jsonText(text);
}

function jsonText(text: string): Response {
  return new Response(text, { headers: { "Content-Type": "application/json" } });
}

/** SHA-256 over everything that makes two requests the same: files with their names, the operation, and the fields. */
export class Fingerprint {
  readonly #hash = createHash("sha256");

  add({ field, name, bytes }: InputFile): void {
    // The length before the bytes keeps two files from being mistaken for one.
    this.#hash.update(JSON.stringify([field, name, bytes.length]));
    this.#hash.update(bytes);
  }

  finish(operation: string, fields: ReadonlyMap<string, unknown>): string {
    const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
    return this.#hash.update(JSON.stringify([operation, sorted])).digest("hex");
  }
}
