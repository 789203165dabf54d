import { PdfProblem } from "../pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfString } from "../syntax/objects.ts";
import type { Md5Parameters } from "./password-md5.ts";
import type { Sha2Parameters } from "./password-sha2.ts";

export type CipherMethod = "identity" | "rc4" | "aes128" | "aes256";

/** The /Encrypt dictionary (ISO 32000-2 §7.6.2, §7.6.4.2), checked. */
export interface EncryptDictionary {
  strings: CipherMethod;
  streams: CipherMethod;
  /** Methods by crypt filter name, for streams that name one themselves (§7.4.10). */
  filters: Map<string, CipherMethod>;
  encryptsMetadata: boolean;
  key: { family: "md5"; parameters: Md5Parameters } | { family: "sha2"; parameters: Sha2Parameters };
}

export type Resolve = (object: PdfObject) => PdfObject;

export function readEncryptDictionary(dict: PdfDict, id0: Uint8Array, resolve: Resolve): EncryptDictionary {
  const value = (key: string): PdfObject => resolve(dict.get(key) ?? null);
  const handler = value("Filter");
  if (handler !== "Standard") {
    const name = typeof handler === "string" ? ` "${handler}"` : "";
    throw new PdfProblem(
      "unsupported",
      `The document is encrypted by a security handler${name} other than a password.`,
    );
  }
  const version = number(value("V"), "V", 0);
  const revision = number(value("R"), "R");
  const encryptsMetadata = value("EncryptMetadata") !== false;
  const hasFilters = version === 4 || version === 5;
  // The revision says how the key is made, also beside the version of another.
  if (hasFilters && (revision === 5 || revision === 6)) {
    const parameters: Sha2Parameters = {
      revision,
      owner: bytes(value("O"), "O", 48),
      user: bytes(value("U"), "U", 48),
      ownerKey: bytes(value("OE"), "OE", 32),
      userKey: bytes(value("UE"), "UE", 32),
    };
    return { ...cryptFilters(value, resolve), encryptsMetadata, key: { family: "sha2", parameters } };
  }
  if ((version !== 1 && version !== 2 && !hasFilters) || (revision !== 2 && revision !== 3 && revision !== 4)) {
    throw new PdfProblem(
      "unsupported",
      `The document's encryption (version ${version}, revision ${revision}) is unknown.`,
    );
  }
  const parameters: Md5Parameters = {
    revision,
    keyLengths: keyLengths(hasFilters, version === 1 && revision === 2, value("Length")),
    owner: bytes(value("O"), "O", 32),
    user: bytes(value("U"), "U", revision === 2 ? 32 : 16),
    permissions: number(value("P"), "P"),
    encryptMetadata: encryptsMetadata,
    id0,
  };
  const key = { family: "md5", parameters } as const;
  if (hasFilters) return { ...cryptFilters(value, resolve), encryptsMetadata, key };
  // Crypt filters and unencrypted metadata are new in version 4.
  return { strings: "rc4", streams: "rc4", filters: new Map(), encryptsMetadata: true, key };
}

/** Lengths of the values in bytes, by the family of the key (table 21). */
const LENGTHS = { md5: { O: 32, U: 32 }, sha2: { O: 48, U: 48, OE: 32, UE: 32, Perms: 16 } } as const;

/**
 * An encryption dictionary for a file that is written again: what the standard gives a meaning, as long as it says.
 * Values that are too long or too short are read here, but not by everybody.
 */
export function soundEncryption(dict: PdfDict, resolve: Resolve): PdfDict {
  const sound: PdfDict = new Map();
  const copy = (from: PdfDict, to: PdfDict, keys: readonly string[]): void => {
    for (const key of keys) {
      const value = resolve(from.get(key) ?? null);
      if (value !== null && !Array.isArray(value) && !(value instanceof Map)) to.set(key, value);
    }
  };
  copy(dict, sound, ["Filter", "V", "R", "P", "EncryptMetadata", "StmF", "StrF", "EFF"]);
  const version = resolve(dict.get("V") ?? null);
  const length = resolve(dict.get("Length") ?? null);
  if (version === 5) sound.set("Length", 256);
  else if (typeof length === "number" && length >= 40 && length <= 128) sound.set("Length", length);
  else if (typeof length === "number" && version === 2) sound.set("Length", length * 8);
  else if (version === 4) sound.set("Length", 128);
  for (const [key, size] of Object.entries(LENGTHS[version === 5 ? "sha2" : "md5"])) {
    const value = resolve(dict.get(key) ?? null);
    if (!(value instanceof PdfString)) continue;
    const bytes = new Uint8Array(size);
    bytes.set(value.bytes.subarray(0, size));
    sound.set(key, new PdfString(bytes, true));
  }
  const filters = resolve(dict.get("CF") ?? null);
  if (filters instanceof Map) {
    const copied: PdfDict = new Map();
    for (const [name, entry] of filters) {
      const filter = resolve(entry);
      if (!(filter instanceof Map)) continue;
      const own: PdfDict = new Map();
      copy(filter, own, ["Type", "CFM", "AuthEvent", "Length"]);
      copied.set(name, own);
    }
    sound.set("CF", copied);
  }
  return sound;
}

function cryptFilters(value: (key: string) => PdfObject, resolve: Resolve) {
  const filters = new Map<string, CipherMethod>([["Identity", "identity"]]);
  const declared = value("CF");
  if (declared instanceof Map) {
    for (const [name, entry] of declared) {
      const filter = resolve(entry);
      if (name === "Identity" || !(filter instanceof Map)) continue;
      const method = cipherMethod(resolve(filter.get("CFM") ?? null));
      if (method !== undefined) filters.set(name, method);
    }
  }
  return {
    filters,
    strings: methodOf(filters, value("StrF") ?? "Identity"),
    streams: methodOf(filters, value("StmF") ?? "Identity"),
  };
}

/** The method behind a crypt filter's name; a name that means nothing cannot be read past. */
export function methodOf(filters: Map<string, CipherMethod>, name: PdfObject): CipherMethod {
  const method = typeof name === "string" ? filters.get(name) : undefined;
  if (method !== undefined) return method;
  const shown = typeof name === "string" ? `"${name}"` : "that is not a name";
  throw new PdfProblem(
    "unsupported",
    `The document's encryption uses a crypt filter ${shown}, which it does not define.`,
  );
}

function cipherMethod(name: PdfObject): CipherMethod | undefined {
  if (name === "V2") return "rc4";
  if (name === "AESV2") return "aes128";
  if (name === "AESV3") return "aes256";
  // "None" leaves decryption to the handler, and the standard handler defines nothing there.
  return name === null || name === "None" ? "identity" : undefined;
}

/** In bytes. Some writers give bytes where bits are asked for; some leave out a length that is not the default. */
function keyLengths(hasFilters: boolean, isFirst: boolean, declared: PdfObject): number[] {
  if (isFirst) return [5];
  // Version 4 has keys of 128 bits, whatever /Length says; some writers take it at its word.
  if (hasFilters) {
    const bytes = typeof declared === "number" ? Math.floor(declared / 8) : 16;
    return bytes >= 5 && bytes < 16 ? [16, bytes] : [16];
  }
  if (declared === null) return [5, 16];
  const length = number(declared, "Length");
  // No key is longer than 16 bytes, whatever it says.
  const bytes = length >= 40 ? Math.min(Math.floor(length / 8), 16) : length;
  if (bytes < 5 || bytes > 16) throw corrupt("Length");
  return [bytes];
}

function number(value: PdfObject, key: string, missing?: number): number {
  if (typeof value === "number" && Number.isFinite(value)) return Math.trunc(value);
  if (value === null && missing !== undefined) return missing;
  throw corrupt(key);
}

function bytes(value: PdfObject, key: string, least: number): Uint8Array {
  if (!(value instanceof PdfString) || value.bytes.length < least) throw corrupt(key);
  return value.bytes;
}

function corrupt(key: string): PdfProblem {
  return new PdfProblem("corrupt", `The document's encryption dictionary is damaged: /${key} is missing or malformed.`);
}
