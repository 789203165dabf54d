import { PdfProblem } from "../pdf-problem.ts";
import { openSecurity } from "../security/security.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString } from "../syntax/objects.ts";
import type { Source } from "./file-source.ts";
import { ObjectReader, type Structure } from "./object-reader.ts";
import { type Rebuilt, rebuild } from "./rebuild.ts";
import { IN_FILE, IN_STREAM } from "./xref.ts";
import { type CrossReference, findStartxref, readChain } from "./xref-chain.ts";

/** What the cross-reference says, as it is written. Throws PdfProblem where it cannot be read. */
export function readStructure(source: Source, password: string | undefined): Structure {
  const start = findStartxref(source);
  if (start === undefined) throw new PdfProblem("corrupt", "The file does not say where its cross-reference is.");
  const { xref, trailer, style, start: newest }: CrossReference = readChain(source, start);
  return secure(
    source,
    { xref, trailer, security: undefined, encryptNumber: 0, newestSection: { style, start: newest } },
    password,
  );
}

function newReader(source: Source, structure: Structure, password: string | undefined): ObjectReader {
  return new ObjectReader(source, structure, () => repairStructure(source, password));
}

/** Opens the encryption, when there is one. */
function secure(source: Source, structure: Structure, password: string | undefined): Structure {
  const encrypt = structure.trailer.get("Encrypt") ?? null;
  if (encrypt === null) return structure;
  // Until the key is known nothing is decrypted: this reader is for the encryption dictionary alone.
  const plain = newReader(source, structure, password);
  const dict = plain.resolve(encrypt);
  if (dict === null) return structure;
  if (!(dict instanceof Map)) throw new PdfProblem("corrupt", "The document's encryption dictionary is damaged.");
  const id = plain.items(structure.trailer.get("ID"), 1)?.[0] ?? null;
  const id0 = plain.resolve(id);
  const bytes = id0 instanceof PdfString ? id0.bytes : new Uint8Array(0);
  const security = openSecurity(dict, bytes, password, (object: PdfObject) => plain.resolve(object), source.work);
  return { ...structure, security, encryptNumber: encrypt instanceof PdfRef ? encrypt.number : 0 };
}

/** Whether the catalog leads to a page tree. Neither describes the document, though a trailer may name it as /Info. */
export function hasPages(document: ObjectReader): boolean {
  const { trailer } = document;
  const root = document.resolve(trailer.get("Root"));
  if (!(root instanceof Map)) return false;
  const info = trailer.get("Info") as Partial<PdfRef> | undefined | null;
  for (const ref of [trailer.get("Root"), root.get("Pages")])
    if (ref instanceof PdfRef && ref.number === info?.number) trailer.delete("Info");
  return document.resolve(root.get("Pages")) instanceof Map;
}

export function unusable(): PdfProblem {
  return new PdfProblem("corrupt", "The file is not a readable PDF: no page tree was found in it, even after repair.");
}

/** Rebuilds by scanning: objects in the file first, then what object streams hold. */
export function repairStructure(source: Source, password: string | undefined): Structure {
  if (source.bytes.length === 0) throw new PdfProblem("corrupt", "The file is empty.");
  source.require(0, source.bytes.length);
  const found = rebuild(source);
  let structure = secure(
    source,
    {
      xref: found.xref,
      trailer: mergeTrailers(found),
      security: undefined,
      encryptNumber: 0,
      newestSection: undefined,
    },
    password,
  );
  enterCompressed(source, structure, found, password);
  const document = newReader(source, structure, password);
  if (hasPages(document)) return structure;
  const root = findRoot(document, found);
  if (!root) throw unusable();
  structure = { ...structure, trailer: new Map([...structure.trailer, ["Root", root]]) };
  return structure;
}

/** The newest value of each key that matters; positions of old sections mean nothing any more. */
function mergeTrailers({ trailers, catalog }: Rebuilt): PdfDict {
  const merged: PdfDict = new Map();
  for (const trailer of trailers) {
    for (const key of ["Root", "Info", "ID", "Encrypt"]) {
      const value = trailer.get(key);
      if (value !== undefined && value !== null) merged.set(key, value);
    }
  }
  if (!merged.has("Root") && catalog) merged.set("Root", catalog);
  return merged;
}

/** Enters what the object streams hold, where the file itself has no later definition. */
function enterCompressed(source: Source, structure: Structure, found: Rebuilt, password: string | undefined): void {
  const { xref } = structure;
  const reader = newReader(source, structure, password);
  const containers = new Set(found.objectStreams);
  for (const container of found.objectStreams) {
    const offset = xref.place[container]!;
    const stream = reader.objectStream(container);
    if (!stream) continue;
    stream.numbers.forEach((number, index) => {
      const kind = xref.kindOf(number);
      if (kind === IN_FILE && xref.place[number]! > offset) return;
      if (kind === IN_FILE && containers.has(number)) return;
      xref.set(number, IN_STREAM, container, index);
    });
  }
}

/** A catalog where the trailers name none that works: the last object that calls itself one and has pages. */
function findRoot(document: ObjectReader, found: Rebuilt): PdfRef | undefined {
  const candidates: number[] = found.catalog ? [found.catalog.number] : [];
  for (let number = document.size - 1; number > 0; number--)
    if (document.xref.kindOf(number) === IN_STREAM) candidates.push(number);
  for (const trailer of found.trailers) {
    const root = trailer.get("Root");
    if (root instanceof PdfRef) candidates.push(root.number);
  }
  for (const number of candidates) {
    const dict = document.get(number);
    if (dict instanceof Map && dict.get("Type") === "Catalog" && document.resolve(dict.get("Pages")) instanceof Map) {
      return new PdfRef(number, 0);
    }
  }
  return undefined;
}
