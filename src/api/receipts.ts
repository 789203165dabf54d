import { hasher } from "#platform/crypto.ts";
import type { Content } from "../deliver/content.ts";
import { base64url } from "../deliver/links.ts";
import { refuseField } from "../errors/errors.ts";
import { inTurns, type Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import type { Service, Workplace } from "./operation.ts";

/** That of engine/package.json. */
const ENGINE = "quire-engine 0.1.0";

/** Hashed before others may get the thread. */
const PORTION_BYTES = 1 << 20;
const SALT_BYTES = 16;

/** A public key as a JSON Web Key (RFC 8037), and the private one that belongs to it. */
interface ReceiptKey {
  readonly key: CryptoKey;
  readonly jwk: { readonly kid: string } & Record<string, string>;
}

/** The keys of the setting: the first signs, and receipts of all can be checked. */
async function receiptKeys(env: Env): Promise<ReceiptKey[]> {
  const texts = (env.RECEIPT_KEY ?? "").split(/[\s,]+/).filter((text) => text !== "");
  return Promise.all(texts.map(openKey));
}

async function openKey(text: string): Promise<ReceiptKey> {
  try {
    const key = await crypto.subtle.importKey("pkcs8", Buffer.from(text, "base64"), "Ed25519", true, ["sign"]);
    const { x } = (await crypto.subtle.exportKey("jwk", key)) as { x: string };
    // The thumbprint of RFC 7638: these members, in this order.
    const thumbprint = new TextEncoder().encode(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }));
    const kid = base64url(await crypto.subtle.digest("SHA-256", thumbprint));
    return { key, jwk: { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid, x } };
  } catch (cause) {
    throw new Error("RECEIPT_KEY must be Ed25519 keys: `openssl genpkey -algorithm ed25519 -outform DER | base64`", {
      cause,
    });
  }
}

/** The JSON Web Key Set (RFC 7517) that receipts are checked with; empty where the service signs none. */
export async function publicKeys(env: Env): Promise<{ keys: ReceiptKey["jwk"][] }> {
  return { keys: (await receiptKeys(env)).map(({ jwk }) => jwk) };
}

/** What a receipt says beside the two files. */
export interface Receipted {
  operation: string;
  /** Each rule's name, what it asks for, and what became of it. */
  rules: readonly { readonly asked: unknown; readonly outcome: Record<string, unknown> }[];
  facts: Record<string, unknown>;
}

/**
 * Hashes the input, whose bytes may be gone later, and gives what signs the receipt of an output: a JSON Web Signature
 * in compact form (RFC 7515), so that nobody has to write the same JSON again to check it.
 */
export async function openReceipt(
  { env }: Pick<Service, "env">,
  { work, signal }: Pick<Workplace, "work" | "signal">,
  input: Uint8Array,
): Promise<(output: Content, receipted: Receipted) => Promise<string>> {
  const [signer] = await receiptKeys(env);
  if (!signer) {
    const text = "this service signs no receipts (its operator sets RECEIPT_KEY); send the request without it.";
    throw refuseField("INVALID_INPUT", "receipt", text);
  }
  const of = { sha256: await inTurns(hashing([input], work), work, signal), bytes: input.length };
  return async (output, { operation, rules, facts }) => {
    const salt = base64url(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
    const receipt = {
      service: new URL(env.API_ORIGIN).origin,
      operation,
      engine: ENGINE,
      time: new Date().toISOString(),
      input: of,
      output: { sha256: await inTurns(hashing(output.pieces, work), work, signal), bytes: output.length },
      salt,
      rules: rules.map(({ asked, outcome }) => ({ ...outcome, hash: sha256(salt + JSON.stringify(asked)) })),
      ...facts,
    };
    const head = { alg: "EdDSA", kid: signer.jwk.kid, typ: "quire-receipt+jws" };
    const signed = [head, receipt].map((part) => base64url(new TextEncoder().encode(JSON.stringify(part)))).join(".");
    const signature = await crypto.subtle.sign("Ed25519", signer.key, new TextEncoder().encode(signed));
    return `${signed}.${base64url(signature)}`;
  };
}

/** SHA-256 over pieces that may be made while they are asked for. */
function* hashing(pieces: Iterable<Uint8Array>, work: Work): Turns<string> {
  const hash = hasher("sha256");
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += PORTION_BYTES) {
      const portion = piece.subarray(at, at + PORTION_BYTES);
      work.spend(portion.length * COST.hashedByte);
      hash.update(portion);
      yield;
    }
  }
  return hex(hash.digest());
}

function sha256(text: string): string {
  const hash = hasher("sha256");
  hash.update(new TextEncoder().encode(text));
  return hex(hash.digest());
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
