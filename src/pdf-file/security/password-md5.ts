import { digest } from "#platform/crypto.ts";
import { rc4 } from "./rc4.ts";

/** What the key of revisions 2 to 4 is made of (ISO 32000-2 §7.6.4.3, Algorithms 2 to 7). */
export interface Md5Parameters {
  revision: 2 | 3 | 4;
  /** In bytes, 5 to 16: those that the key may have, to be tried in turn. */
  keyLengths: readonly number[];
  owner: Uint8Array;
  user: Uint8Array;
  permissions: number;
  encryptMetadata: boolean;
  id0: Uint8Array;
}

const PADDING = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00,
  0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);

/** The file's key if the password is the user's, else undefined (Algorithm 6). */
export function keyFromUserPassword(password: Uint8Array, p: Md5Parameters): Uint8Array | undefined {
  return p.keyLengths.map((length) => fileKey(password, p, length)).find((key) => opens(key, p));
}

function opens(key: Uint8Array, p: Md5Parameters): boolean {
  return userEntry(key, p).every((byte, i) => byte === p.user[i]);
}

/** The file's key if the password is the owner's: /O holds the user's password under it (Algorithm 7). */
export function keyFromOwnerPassword(password: Uint8Array, p: Md5Parameters): Uint8Array | undefined {
  let hash = md5(padded(password));
  if (p.revision >= 3) for (let i = 0; i < 50; i++) hash = md5(hash);
  for (const length of p.keyLengths) {
    const ownerKey = hash.subarray(0, length);
    let userPassword = p.owner.subarray(0, 32);
    if (p.revision === 2) userPassword = rc4(ownerKey, userPassword);
    else for (let i = 19; i >= 0; i--) userPassword = rc4(xored(ownerKey, i), userPassword);
    const key = fileKey(userPassword, p, length);
    if (opens(key, p)) return key;
  }
  return undefined;
}

function fileKey(password: Uint8Array, p: Md5Parameters, length: number): Uint8Array {
  const bits = p.permissions;
  const low = Uint8Array.of(bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, (bits >> 24) & 255);
  const parts = [padded(password), p.owner.subarray(0, 32), low, p.id0];
  if (p.revision >= 4 && !p.encryptMetadata) parts.push(Uint8Array.of(255, 255, 255, 255));
  let key = md5(...parts).subarray(0, length);
  if (p.revision >= 3) for (let i = 0; i < 50; i++) key = md5(key).subarray(0, length);
  return key;
}

/** Algorithms 4 and 5; of revision 3 and later only the first 16 bytes are defined. */
function userEntry(key: Uint8Array, p: Md5Parameters): Uint8Array {
  if (p.revision === 2) return rc4(key, PADDING);
  let entry: Uint8Array = md5(PADDING, p.id0);
  for (let i = 0; i < 20; i++) entry = rc4(xored(key, i), entry);
  return entry;
}

function padded(password: Uint8Array): Uint8Array {
  const out = new Uint8Array(32);
  const kept = password.subarray(0, 32);
  out.set(kept);
  out.set(PADDING.subarray(0, 32 - kept.length), kept.length);
  return out;
}

function xored(key: Uint8Array, value: number): Uint8Array {
  return key.map((byte) => byte ^ value);
}

export function md5(...parts: Uint8Array[]): Uint8Array {
  return digest("md5", ...parts);
}
