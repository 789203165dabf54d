import { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { PdfProblem } from "../pdf-problem.ts";
import type { PdfDict, PdfObject } from "../syntax/objects.ts";
import { aesDecrypt, aesEncrypt } from "./aes.ts";
import {
  type CipherMethod,
  type EncryptDictionary,
  methodOf,
  type Resolve,
  readEncryptDictionary,
} from "./encrypt-dictionary.ts";
import * as md5Family from "./password-md5.ts";
import * as sha2Family from "./password-sha2.ts";
import { rc4 } from "./rc4.ts";

/**
 * Both directions of the standard security handler (ISO 32000-2 §7.6), for the object that a string or stream is in.
 */
export interface Security {
  decryptString(bytes: Uint8Array, objectNumber: number, generation: number): Uint8Array;
  decryptStream(raw: Uint8Array, dict: PdfDict, objectNumber: number, generation: number): Uint8Array;
  encryptString(bytes: Uint8Array, objectNumber: number, generation: number): Uint8Array;
  encryptStream(plain: Uint8Array, dict: PdfDict, objectNumber: number, generation: number): Uint8Array;
  readonly encryptsMetadata: boolean;
  /** Whether the password that was given is the owner's, so that the protection itself may be changed (§7.6.4.1). */
  isOwners(): boolean;
}

/**
 * Opens an encrypted document. The password is tried as the owner's, then as the user's; a document whose user password
 * is empty opens whatever password is given, as in a viewer. `encrypt` must be given undecrypted;
 * `resolve` follows the references in it.
 */
export function openSecurity(
  encrypt: PdfDict,
  id0: Uint8Array,
  password: string | undefined,
  resolve: Resolve = (object) => object,
  work = new Work(),
): Security {
  const dictionary = readEncryptDictionary(encrypt, id0, resolve);
  work.spend(COST.password);
  const key = findKey(dictionary, password ?? "");
  const isOwners = () => firstKey(dictionary, password ?? "", keyFromOwnerPassword) !== undefined;
  if (key !== undefined) return securityWith(key, dictionary, resolve, work, isOwners);
  // Where only attachments are encrypted (§7.6.6, /EFF), all else opens without a password.
  if (dictionary.strings === "identity" && dictionary.streams === "identity") {
    return securityWith(undefined, dictionary, resolve, work, isOwners);
  }
  throw locked(password);
}

function locked(password: string | undefined): PdfProblem {
  return new PdfProblem(
    "password",
    password === undefined || password === ""
      ? "The document is password-protected: it opens only with a password, and none was given."
      : "The document is password-protected, and the password given does not open it.",
  );
}

function findKey(dictionary: EncryptDictionary, password: string): Uint8Array | undefined {
  return firstKey(
    dictionary,
    password,
    (candidate, key) => keyFromOwnerPassword(candidate, key) ?? keyFromUserPassword(candidate, key),
  );
}

function firstKey(
  { key }: EncryptDictionary,
  password: string,
  keyFrom: (candidate: Uint8Array, key: EncryptDictionary["key"]) => Uint8Array | undefined,
): Uint8Array | undefined {
  for (const candidate of [...encodings(password, key.family), new Uint8Array(0)]) {
    const found = keyFrom(candidate, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyFromUserPassword(candidate: Uint8Array, key: EncryptDictionary["key"]): Uint8Array | undefined {
  return key.family === "md5"
    ? md5Family.keyFromUserPassword(candidate, key.parameters)
    : sha2Family.keyFromUserPassword(candidate, key.parameters);
}

function keyFromOwnerPassword(candidate: Uint8Array, key: EncryptDictionary["key"]): Uint8Array | undefined {
  return key.family === "md5"
    ? md5Family.keyFromOwnerPassword(candidate, key.parameters)
    : sha2Family.keyFromOwnerPassword(candidate, key.parameters);
}

/**
 * The bytes that a password may mean. Revisions 5 and 6 use prepared UTF-8; the older ones a single-byte encoding,
 * though some writers stored UTF-8 there too.
 */
function encodings(password: string, family: "md5" | "sha2"): Uint8Array[] {
  if (password === "") return [];
  const utf8 = new TextEncoder().encode(password);
  if (family === "sha2") {
    const prepared = sha2Family.saslprep(password);
    return prepared === password ? [utf8] : [new TextEncoder().encode(prepared), utf8];
  }
  const codes = Array.from(password, (char) => char.codePointAt(0) ?? 0);
  if (codes.every((code) => code < 0x80)) return [utf8];
  return codes.every((code) => code < 0x100) ? [Uint8Array.from(codes), utf8] : [utf8];
}

/** Without a key only what is not encrypted can be read. */
function securityWith(
  fileKey: Uint8Array | undefined,
  dictionary: EncryptDictionary,
  resolve: Resolve,
  work: Work,
  isOwners: () => boolean,
): Security {
  const { strings, streams, filters, encryptsMetadata } = dictionary;
  const streamMethod = (dict: PdfDict): CipherMethod => {
    const type = resolve(dict.get("Type") ?? null);
    // Cross-reference streams are never encrypted (§7.5.8.2).
    if (type === "XRef") return "identity";
    const own = cryptFilterName(dict, resolve);
    if (own !== undefined) return methodOf(filters, own);
    return type === "Metadata" && !encryptsMetadata ? "identity" : streams;
  };
  const charged: typeof crypt = (aes, method, key, data, number, generation) => {
    if (method !== "identity") work.spend(COST.cipher + data.length * COST.decryptedByte);
    return crypt(aes, method, key, data, number, generation);
  };
  return {
    isOwners,
    encryptsMetadata,
    decryptString: (bytes, number, generation) => charged(aesDecrypt, strings, fileKey, bytes, number, generation),
    encryptString: (bytes, number, generation) => charged(aesEncrypt, strings, fileKey, bytes, number, generation),
    decryptStream: (raw, dict, number, generation) =>
      charged(aesDecrypt, streamMethod(dict), fileKey, raw, number, generation),
    encryptStream: (plain, dict, number, generation) =>
      charged(aesEncrypt, streamMethod(dict), fileKey, plain, number, generation),
  };
}

/** The crypt filter that a stream names for itself: /Crypt as its first filter (§7.4.10). */
function cryptFilterName(dict: PdfDict, resolve: Resolve): PdfObject | undefined {
  const first = (object: PdfObject): PdfObject => {
    const value = resolve(object);
    return Array.isArray(value) ? resolve(value[0] ?? null) : value;
  };
  if (first(dict.get("Filter") ?? null) !== "Crypt") return undefined;
  const parameters = first(dict.get("DecodeParms") ?? null);
  return parameters instanceof Map ? resolve(parameters.get("Name") ?? "Identity") : "Identity";
}

/** Encrypts or decrypts, as `aes` does; RC4 is the same both ways. */
function crypt(
  aes: (key: Uint8Array, data: Uint8Array) => Uint8Array,
  method: CipherMethod,
  key: Uint8Array | undefined,
  data: Uint8Array,
  number: number,
  generation: number,
): Uint8Array {
  if (method === "identity") return data;
  if (key === undefined) throw locked(undefined);
  if (method === "aes256") return aes(aes256Key(key), data);
  const objectKey = keyOfObject(method, key, number, generation);
  return method === "rc4" ? rc4(objectKey, data) : aes(objectKey, data);
}

/** AESV3 belongs to revisions 5 and 6, whose keys have 32 bytes; a shorter key under it is a contradiction. */
function aes256Key(key: Uint8Array): Uint8Array {
  if (key.length === 32) return key;
  throw new PdfProblem(
    "corrupt",
    "The document's encryption dictionary is damaged: AESV3 with a key that is not of 256 bits.",
  );
}

/** Algorithm 1: the key of one object's strings and streams. */
function keyOfObject(method: "rc4" | "aes128", fileKey: Uint8Array, number: number, generation: number): Uint8Array {
  // AES takes 16 bytes: a shorter key, as writers that give /Length 40 have it, is filled up with zeros.
  const key = new Uint8Array(method === "aes128" ? Math.max(16, fileKey.length) : fileKey.length);
  key.set(fileKey);
  const parts = [
    key,
    Uint8Array.of(number & 255, (number >> 8) & 255, (number >> 16) & 255, generation & 255, (generation >> 8) & 255),
  ];
  if (method === "aes128") parts.push(Uint8Array.of(0x73, 0x41, 0x6c, 0x54)); // "sAlT"
  return md5Family.md5(...parts).subarray(0, Math.min(key.length + 5, 16));
}
