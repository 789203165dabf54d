import { aesCbcEncryptBlocks } from "#platform/crypto.ts";
import { type PdfDict, PdfString, pdfDict } from "../syntax/objects.ts";
import { passwordHash, preparedPassword } from "./password-sha2.ts";
import { Sealer } from "./sealer.ts";

/** What those may do who open the document with the user's password; what is not named may be done. */
export interface Permissions {
  print?: "none" | "low" | "high" | undefined;
  copy?: boolean | undefined;
  modify?: boolean | undefined;
  annotate?: boolean | undefined;
  fillForms?: boolean | undefined;
  assemble?: boolean | undefined;
}

export interface ProtectionRequest {
  /** Opens the document, within the permissions. Without it everybody can. */
  userPassword?: string | undefined;
  /** Opens the document with all rights. Without it nobody has them. */
  ownerPassword?: string | undefined;
  permissions?: Permissions | undefined;
}

export interface NewEncryption {
  /** The /Encrypt dictionary, whose strings are never encrypted themselves. */
  readonly dict: PdfDict;
  readonly sealer: Sealer;
  /** What the file must say of itself: AESV3 was added by an extension of version 1.7, before ISO 32000-2. */
  readonly version: "1.7";
  readonly extensions: PdfDict;
}

const NO_IV = new Uint8Array(16);
const NOTHING = new Uint8Array(0);
const SALT = 8;

/**
 * Encryption under a new key by AES-256, revision 6 (ISO 32000-2 §7.6.4.4, Algorithms 8 to 10). The passwords must be
 * such that they can be prepared.
 */
export function newEncryption({
  userPassword = "",
  ownerPassword,
  permissions = {},
}: ProtectionRequest): NewEncryption {
  const key = random(32);
  const user = entries(preparedPassword(userPassword), key, NOTHING);
  // An empty password would give everybody the owner's rights.
  const owner = entries(ownerPassword ? preparedPassword(ownerPassword) : random(32), key, user.hash);
  const bits = permissionBits(permissions);
  const dict = pdfDict({
    Filter: "Standard",
    V: 5,
    R: 6,
    Length: 256,
    P: bits,
    CF: pdfDict({ StdCF: pdfDict({ AuthEvent: "DocOpen", CFM: "AESV3", Length: 32 }) }),
    StmF: "StdCF",
    StrF: "StdCF",
    EncryptMetadata: true,
    U: new PdfString(user.hash, true),
    UE: new PdfString(user.wrapped, true),
    O: new PdfString(owner.hash, true),
    OE: new PdfString(owner.wrapped, true),
    Perms: new PdfString(sealedPermissions(bits, key), true),
  });
  const extensions = pdfDict({ ADBE: pdfDict({ BaseVersion: "1.7", ExtensionLevel: 8 }) });
  return { dict, sealer: new Sealer(key), version: "1.7", extensions };
}

function random(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

/** The hash and the two salts that a password is known by, and the key under the password. */
function entries(password: Uint8Array, key: Uint8Array, userEntry: Uint8Array) {
  const salts = random(2 * SALT);
  const hash = new Uint8Array(48);
  hash.set(passwordHash(password, salts.subarray(0, SALT), userEntry, 6));
  hash.set(salts, 32);
  const wrapping = passwordHash(password, salts.subarray(SALT), userEntry, 6);
  return { hash, wrapped: aesCbcEncryptBlocks(wrapping, NO_IV, key) };
}

/** Table 22, by the number of the bit. */
const BIT = { print: 3, modify: 4, copy: 5, annotate: 6, fillForms: 9, assemble: 11, printWell: 12 } as const;

/** /P as a signed number: bits of no meaning are set, the first two are not, and reading aloud is always allowed. */
function permissionBits(asked: Permissions): number {
  const { print = "high", fillForms = true, annotate = fillForms } = asked;
  const denied: (keyof typeof BIT)[] = [];
  if (print === "none") denied.push("print");
  if (print !== "high") denied.push("printWell");
  if (!annotate) denied.push("annotate");
  if (!fillForms) denied.push("fillForms");
  for (const name of ["modify", "copy", "assemble"] as const) if (asked[name] === false) denied.push(name);
  return denied.reduce((bits, name) => bits & ~(1 << (BIT[name] - 1)), -4);
}

/** /Perms (Algorithm 10). One block in CBC mode without a vector is the same as in ECB mode. */
function sealedPermissions(bits: number, key: Uint8Array): Uint8Array {
  const block = new Uint8Array(16);
  new DataView(block.buffer).setInt32(0, bits, true);
  block.fill(0xff, 4, 8);
  block.set(new TextEncoder().encode("Tadb"), 8);
  block.set(random(4), 12);
  return aesCbcEncryptBlocks(key, NO_IV, block);
}
