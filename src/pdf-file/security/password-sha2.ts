import { aesCbcDecryptBlocks, aesCbcEncryptBlocks, digest } from "#platform/crypto.ts";
import { normalised } from "../../platform/normalised.ts";

/** What the key of revisions 5 and 6 is made of (ISO 32000-2 §7.6.4.4, Algorithms 2.A and 2.B). */
export interface Sha2Parameters {
  revision: 5 | 6;
  /** 48 bytes each: hash, validation salt, key salt. */
  owner: Uint8Array;
  user: Uint8Array;
  /** 32 bytes each: the file's key under the password's. */
  ownerKey: Uint8Array;
  userKey: Uint8Array;
}

/** Longer passwords are cut off here (§7.6.4.3.3). */
const MAX_PASSWORD_BYTES = 127;
const NO_IV = new Uint8Array(16);
const NOTHING = new Uint8Array(0);

export function keyFromUserPassword(password: Uint8Array, p: Sha2Parameters): Uint8Array | undefined {
  return fileKey(password, p.user, p.userKey, NOTHING, p.revision);
}

/** The owner's hash also covers the user's entry. */
export function keyFromOwnerPassword(password: Uint8Array, p: Sha2Parameters): Uint8Array | undefined {
  return fileKey(password, p.owner, p.ownerKey, p.user.subarray(0, 48), p.revision);
}

function fileKey(password: Uint8Array, entry: Uint8Array, wrapped: Uint8Array, userEntry: Uint8Array, revision: 5 | 6) {
  const kept = password.subarray(0, MAX_PASSWORD_BYTES);
  const validation = passwordHash(kept, entry.subarray(32, 40), userEntry, revision);
  for (let i = 0; i < 32; i++) if (validation[i] !== entry[i]) return undefined;
  const key = passwordHash(kept, entry.subarray(40, 48), userEntry, revision);
  return aesCbcDecryptBlocks(key, NO_IV, wrapped.subarray(0, 32));
}

export function passwordHash(password: Uint8Array, salt: Uint8Array, userEntry: Uint8Array, revision: 5 | 6) {
  const first = digest("sha256", password, salt, userEntry);
  return revision === 5 ? first : hardenedHash(first, password, userEntry);
}

/**
 * Algorithm 2.B: at least 64 rounds of AES over repeated input, each hashed by a SHA-2 that the round itself chooses.
 */
function hardenedHash(first: Uint8Array, password: Uint8Array, userEntry: Uint8Array): Uint8Array {
  let key = first;
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const unit = new Uint8Array(password.length + key.length + userEntry.length);
    unit.set(password);
    unit.set(key, password.length);
    unit.set(userEntry, password.length + key.length);
    const repeated = new Uint8Array(unit.length * 64);
    for (let i = 0; i < 64; i++) repeated.set(unit, i * unit.length);
    const encrypted = aesCbcEncryptBlocks(key.subarray(0, 16), key.subarray(16, 32), repeated);
    // The first 16 bytes as a big-endian number, modulo 3: 256 is 1 modulo 3, so the digits' sum will do.
    let sum = 0;
    for (let i = 0; i < 16; i++) sum += encrypted[i]!;
    key = digest((["sha256", "sha384", "sha512"] as const)[(sum % 3) as 0 | 1 | 2], encrypted);
    last = encrypted[encrypted.length - 1]!;
  }
  return key.subarray(0, 32);
}

/** Spaces other than the plain one (RFC 3454, table C.1.2). */
const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/gu;
/** Characters that are mapped to nothing (table B.1); U+200B, which is in both tables, is a space. */
const DROPPED = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/gu;

/**
 * The password as the key of revisions 5 and 6 is made of it (ISO 32000-2 §7.6.4.3.3): prepared by SASLprep (RFC 4013).
 * Characters that the profile forbids are not refused: a document that was locked with them opens all the same.
 */
export function saslprep(password: string): string {
  return normalised(password.replace(SPACES, " ").replace(DROPPED, ""), "NFKC");
}

/** What no prepared password may hold (RFC 4013 §2.3): control characters, private use, and what is no character. */
const FORBIDDEN =
  /[\p{Cc}\p{Co}\p{Cs}\p{Cn}\u06dd\u070f\u180e\u200e\u200f\u2028-\u202e\u2060-\u2063\u206a-\u206f\u2ff0-\u2ffb\ufff9-\ufffd\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]/u;
/** Letters that are written from right to left (RFC 3454, table D.1), nearly. */
const RIGHT_TO_LEFT =
  /[\u05be\u05c0\u05c3\u05d0-\u05f4\u061b-\u064a\u066d-\u066f\u0671-\u06d5\u06dd-\u074f\u0780-\u07b1\ufb1d-\ufdfc\ufe70-\ufefc]/u;
const LETTER = /\p{L}/u;

/** The bytes that the key of a new document is made with. Call `passwordFault` before. */
export function preparedPassword(password: string): Uint8Array {
  return new TextEncoder().encode(saslprep(password)).subarray(0, MAX_PASSWORD_BYTES);
}

/** Why no new document can have the password; undefined when it can. It never quotes the password. */
export function passwordFault(password: string): string | undefined {
  const prepared = saslprep(password);
  if (prepared === "") return "expected at least one character that shows";
  if (new TextEncoder().encode(prepared).length > MAX_PASSWORD_BYTES) {
    return `expected at most ${MAX_PASSWORD_BYTES} bytes of UTF-8`;
  }
  if (FORBIDDEN.test(prepared)) return "expected text without control characters and others that SASLprep forbids";
  const letters = Array.from(prepared);
  const turned = letters.map((letter) => RIGHT_TO_LEFT.test(letter));
  const isMixed = turned.includes(true) && letters.some((letter, at) => LETTER.test(letter) && !turned[at]);
  // RFC 3454, section 6: otherwise it could be shown in another order than it is typed.
  if (turned.includes(true) && (isMixed || !turned[0] || !turned.at(-1))) {
    return "expected letters of one direction, and such letters first and last where they run from right to left";
  }
  return undefined;
}
