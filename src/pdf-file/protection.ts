import { crc32 } from "#platform/zlib.ts";
import { atOnce, type Turns } from "../meter/turns.ts";
import { Work } from "../meter/work.ts";
import type { PdfDocument } from "./document.ts";
import { type Rewritten, rewritten } from "./rewritten.ts";
import { type NewEncryption, newEncryption, type ProtectionRequest } from "./security/new-encryption.ts";
import type { Security } from "./security/security.ts";
import { IN_FILE } from "./structure/xref.ts";

export interface NewProtection {
  readonly encryption: NewEncryption | undefined;
  readonly security: Security | undefined;
}

export function protectionOf(asked: ProtectionRequest | undefined, document: PdfDocument | undefined): NewProtection {
  if (document) findAll(document);
  return { security: document?.security, encryption: asked && newEncryption(asked) };
}

/** Objects are taken from where the cross-reference has them, so one that is elsewhere has the file repaired before. */
function findAll(document: PdfDocument): void {
  const { xref } = document;
  for (let number = 1; number < xref.size && xref === document.xref; number++) {
    if (xref.kindOf(number) === IN_FILE && document.bodyOf(number) === undefined) document.get(number);
  }
}

/** One of several files under a key. Its measures are not held, since there may be thousands. */
export function* protectedFile(
  file: Iterable<Uint8Array>,
  index: number,
  { security, encryption: all }: NewProtection,
  work: Work,
): Turns<Pick<Rewritten, "length" | "pieces"> & { readonly sum: number }> {
  const encryption = all && { ...all, sealer: all.sealer.ofFile(index) };
  const again = (meter: Work) => rewritten(file, { security, encryption, work: meter });
  const { length, pieces, letGo } = yield* again(work);
  let sum = 0;
  for (const piece of pieces) {
    sum = crc32(piece, sum);
    yield;
  }
  letGo();
  const madeAgain = { [Symbol.iterator]: () => atOnce(again(new Work(length))).pieces[Symbol.iterator]() };
  return { length, sum, pieces: madeAgain };
}
