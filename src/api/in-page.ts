import { crc32 } from "#platform/zlib.ts";
import type { Content } from "../deliver/content.ts";
import { gathered } from "../deliver/content.ts";
import { Spill } from "../deliver/spill.ts";
import type { Store, Stored } from "../deliver/stored-file.ts";
import { type Zip, type ZipEntry, zip } from "../deliver/zip.ts";
import { passing, readOnDemand } from "../engine.ts";
import { refuseField } from "../errors/errors.ts";
import { readFields } from "../fields/read-fields.ts";
import type { Reservation } from "../intake/reservation.ts";
import type { InputFile } from "../intake/submission-rules.ts";
import { Work } from "../meter/work.ts";
import { refusalOf } from "./intake-refusal.ts";
import type { Call, DescribedOperation, Operation, Outcome, Workplace } from "./operation.ts";

/**
 * Operations where the files are: in a worker of a page. Fields, answers and refusals are the service's own; nothing is
 * sent, and what is made is a Blob.
 */
const OPERATIONS: Readonly<Record<string, () => Promise<DescribedOperation>>> = {
  crop: async () => (await import("./operations/crop.ts")).crop as unknown as DescribedOperation,
  split: async () => (await import("./operations/split.ts")).split as unknown as DescribedOperation,
  redact: async () => (await import("./operations/redact.ts")).redact as unknown as DescribedOperation,
  inspect: async () => (await import("./operations/inspect.ts")).inspect as unknown as DescribedOperation,
  imageToPdf: async () => (await import("./operations/images.ts")).imageToPdf as unknown as DescribedOperation,
};

export interface Asked {
  operation: string;
  fields: Readonly<Record<string, unknown>>;
  files: readonly { field: string; name: string; blob: Blob }[];
  /** Asks what the files would be, and how large: none is made. */
  measures?: boolean;
}

/** Larger files are read where the operation looks, if it does not need all of them. */
const LARGE_BYTES = 32 << 20;
/** What needs the whole file, by its fields. */
const WHOLE = ["protect", "activeContent", "conformance", "receipt"];

declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

/** Links in the answer are numbers of these blobs. */
export type Answered = { answer: Record<string, unknown>; blobs: Blob[] } | { error: Record<string, unknown> };

/** Loads what these operations need, before anything is asked of them. */
export async function prepare(operations: readonly string[]): Promise<void> {
  for (const name of operations) await OPERATIONS[name]?.();
}

export interface Running {
  begins: (work: Work) => void;
  signal: AbortSignal;
  /** The meter, where somebody else has made it. */
  work?: Work;
}

export async function perform(asked: Asked, running: Running): Promise<Answered> {
  if (asked.operation === "archive") return archived(asked.files);
  const operation = await (OPERATIONS[asked.operation] as () => Promise<DescribedOperation>)();
  return performed(operation, asked, running);
}

export async function performed(operation: DescribedOperation, asked: Asked, running: Running): Promise<Answered> {
  try {
    return await answered(operation, asked, running);
  } catch (error) {
    running.signal.throwIfAborted();
    const { code, message, details } = refusalOf(operation, error, false);
    if (code === operation.codes.failure) console.error(error);
    return {
      error: { code, message, retryable: false, ...(details.field && { field: details.field }), ...details.extra },
    };
  }
}

async function answered(operation: Operation, asked: Asked, { begins, signal, work }: Running): Promise<Answered> {
  const { fields: given, files } = asked;
  const raw = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  const { fields } = readFields(raw, { schema: operation.fields, encoding: "json", code: operation.codes.input });
  const warnings: string[] = [];
  const stored: Blob[] = [];
  const sent = new Map<ArrayBufferLike, Blob>();
  const isRead = asked.operation !== "imageToPdf" && !WHOLE.some((field) => raw.has(field));
  const place = workplace(warnings, stored, signal, work);
  begins(place.work);
  const early = operation.early?.(place);
  const held: InputFile[] = [];
  for (const { field, name, blob } of files) {
    const bytes = isRead && blob.size > LARGE_BYTES ? readPages(blob) : new Uint8Array(await blob.arrayBuffer());
    sent.set(bytes.buffer, blob);
    place.work.receive(bytes.length);
    const file = { field, name, type: blob.type, bytes };
    if (early) await early.take(file, raw);
    else held.push(file);
  }
  const outcome = await operation.run({ ...place, fields, files: held, early } as Call<Record<string, unknown>>);
  const blobs: Blob[] = [];
  const links = asked.measures
    ? await outcome.links?.({ key: "", expiresAt: "", link: async () => "" })
    : await linksOf(outcome, blobs, (pieces, type) => blobOf(pieces, type, sent), stored);
  return { answer: { success: true, ...outcome.result, ...links, ...(warnings.length > 0 && { warnings }) }, blobs };
}

function readPages(blob: Blob): Uint8Array {
  const reader = new FileReaderSync();
  return readOnDemand(blob.size, (start, end) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(start, end))));
}

type MakesBlob = (pieces: Iterable<Uint8Array>, type: string) => Blob;

/** An archive is not made with its files: most people save these, and its checksums would need all of them read. */
async function linksOf(outcome: Outcome, blobs: Blob[], make: MakesBlob, stored: Blob[]) {
  const { file, links } = outcome;
  if (!file) return {};
  const { content, type } = file;
  const linkTo = (blob: Blob) => String(blobs.push(blob) - 1);
  if (content instanceof Spill) {
    await content.complete();
    return { downloadUrl: linkTo(new Blob(stored, { type })) };
  }
  if (!links) return { downloadUrl: linkTo(make((content as Content).pieces, type)) };
  const { between } = content as Zip;
  const link: Stored["link"] = async ({ range } = {}) =>
    range ? linkTo(make(between(range.start, range.end), "application/pdf")) : "";
  return links({ key: "", expiresAt: "", link });
}

/** Handed to the browser in portions: it keeps large blobs on disk. */
const PORTION_BYTES = 4 << 20;
/** What is taken over from a file stays where it is, a slice of it, unless it is small. */
const SLICE_BYTES = 256 << 10;

function blobOf(made: Iterable<Uint8Array>, type: string, sent: ReadonlyMap<ArrayBufferLike, Blob>): Blob {
  const portions: Blob[] = [];
  let pieces: (Blob | Uint8Array)[] = [];
  let size = 0;
  const isSlice = (piece: Uint8Array) => piece.length >= SLICE_BYTES && sent.has(piece.buffer);
  function* read(): Generator<Uint8Array> {
    for (const piece of made) yield* isSlice(piece) ? [piece] : passing(piece);
  }
  for (const piece of gathered(read())) {
    const own = sent.get(piece.buffer);
    if (own && isSlice(piece)) {
      pieces.push(own.slice(piece.byteOffset, piece.byteOffset + piece.length));
      continue;
    }
    // A joined piece is valid until the next is asked for.
    pieces.push(piece.slice());
    size += piece.length;
    if (size < PORTION_BYTES) continue;
    portions.push(new Blob(pieces));
    pieces = [];
    size = 0;
  }
  return new Blob([...portions, ...pieces], { type });
}

/** The files in a ZIP archive, of which only the headers are new. */
async function archived(files: Asked["files"]): Promise<Answered> {
  const places = new Map<Uint8Array, Blob>();
  const entries: ZipEntry[] = [];
  for (const { name, blob } of files) {
    const place = new Uint8Array();
    places.set(place, blob);
    const sum = await sumOf(blob);
    entries.push({ name, length: blob.size, pieces: [place], crc32: () => sum });
  }
  const pieces = [...zip(entries).pieces].map((piece) => places.get(piece) ?? piece);
  return { answer: { downloadUrl: "0" }, blobs: [new Blob(pieces, { type: "application/zip" })] };
}

async function sumOf(blob: Blob): Promise<number> {
  let sum = 0;
  const reader = blob.stream().getReader({ mode: "byob" });
  // One buffer for all of it: the browser collects large ones late.
  for (let buffer = new ArrayBuffer(PORTION_BYTES); ; ) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) return sum;
    sum = crc32(value, sum);
    buffer = value.buffer;
  }
}

/** What the service has to share among many is one person's here. */
function workplace(warnings: string[], stored: Blob[], signal: AbortSignal, work = new Work()): Workplace {
  const reservation: Reservation = {
    held: 0,
    grow: async () => undefined,
    shrink: () => undefined,
    onRelease: () => undefined,
    release: () => undefined,
  };
  return {
    isOfAgent: false,
    isBinary: false,
    signal,
    reservation,
    work,
    splitOutputBytes: Number.POSITIVE_INFINITY,
    startedAt: Date.now(),
    spill: new Spill({
      store: () => storeOf(stored),
      type: "",
      memory: reservation,
      signal,
      waitUntil: () => undefined,
    }),
    warn: (message: string) => void warnings.push(message),
    fetchRemote: async (_url: string, field: string) => {
      throw refuseField("INVALID_INPUT", field, "an address is not fetched in a page; send the file.");
    },
    service: undefined,
  };
}

function storeOf(stored: Blob[]): Store {
  const createMultipartUpload = async () => ({
    async uploadPart(partNumber: number, bytes: Uint8Array) {
      stored.push(new Blob([bytes]));
      return { partNumber };
    },
    async complete() {},
    async abort() {},
  });
  return { bucket: { createMultipartUpload }, now: Date.now, validSeconds: 0 } as unknown as Store;
}
