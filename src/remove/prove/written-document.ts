import type { Work } from "../../meter/work.ts";
import { PdfDocument } from "../../pdf-file/document.ts";
import { MisfitProblem } from "../../pdf-file/pdf-problem.ts";
import type { Rope } from "../../pdf-file/rope.ts";
import type { Security } from "../../pdf-file/security/security.ts";
import { sourceOf } from "../../pdf-file/structure/file-source.ts";
import { charged, readHead } from "../../pdf-file/structure/indirect.ts";
import { ObjectCache } from "../../pdf-file/structure/object-cache.ts";
import {
  letGoOf,
  type ObjectStream,
  ObjectStreamCache,
  readObjectStream,
  readWholeHeader,
} from "../../pdf-file/structure/object-stream.ts";
import { IN_FILE, IN_STREAM, Xref } from "../../pdf-file/structure/xref.ts";
import { findStartxref } from "../../pdf-file/structure/xref-chain.ts";
import { readXrefStream } from "../../pdf-file/structure/xref-stream.ts";
import { skipSpace, startsWith } from "../../pdf-file/syntax/chars.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { Parser } from "../../pdf-file/syntax/parser.ts";
import { letGo } from "../../platform/buffers.ts";
import { joined } from "../../platform/bytes.ts";
import { lastUpTo } from "../../platform/last-up-to.ts";

const CACHED_OBJECTS = 512;
const NOTHING = new Uint8Array(0);

/** A finished file, read from its rope: only objects that its own cross-reference names, never the old ones. */
export class WrittenDocument extends PdfDocument {
  readonly #rope: Rope;
  readonly #xref: Xref;
  /** Where the cross-reference lies, which is an object that nothing refers to. */
  readonly #section: number;
  /** Where each of the rope's pieces begins. */
  readonly #starts: readonly number[];
  readonly #parsed = new ObjectCache(CACHED_OBJECTS);
  readonly #opened: ObjectStreamCache;
  /** The data of streams that has several pieces. It is never encrypted: sealing makes one piece. */
  readonly #inPieces = new WeakMap<PdfStream, readonly Uint8Array[]>();

  constructor(rope: Rope, work: Work, security: Security | undefined) {
    let offset = 0;
    const starts = rope.pieces.map((piece) => {
      const start = offset;
      offset += piece.length;
      return start;
    });
    const { xref, trailer, section } = crossReference(rope, starts.at(-1) ?? 0, work);
    const encrypt = trailer.get("Encrypt");
    const structure = {
      xref,
      trailer,
      security,
      encryptNumber: encrypt instanceof PdfRef ? encrypt.number : 0,
      newestSection: undefined,
    };
    super(sourceOf(NOTHING, work), structure, () => structure);
    this.#opened = new ObjectStreamCache(work);
    this.#rope = rope;
    this.#xref = xref;
    this.#section = section;
    this.#starts = starts;
  }

  /**
   * All objects, stream by stream. Each is read once, and none is kept. `isContainer` marks object streams, which only
   * the cross-reference names.
   */
  *objects(): Generator<{ number: number; object: PdfObject; isContainer: boolean }> {
    const { kind, place, size } = this.#xref;
    const containers = new Set<number>();
    for (let number = 0; number < size; number++) if (kind[number] === IN_STREAM) containers.add(place[number]!);
    for (let number = 0; number < size; number++) {
      const offset = place[number]!;
      if (kind[number] !== IN_FILE || offset === this.#section) continue;
      const object = this.#inFile(number, offset);
      const isContainer = containers.has(number);
      yield { number, object, isContainer };
      if (!isContainer) continue;
      for (const [own, held] of this.#heldBy(object, number)) {
        yield { number: own, object: held, isContainer: false };
      }
    }
  }

  override get(reference: PdfRef | number): PdfObject {
    const number = typeof reference === "number" ? reference : reference.number;
    const known = this.#parsed.get(number);
    if (known !== undefined) return known;
    const { kind, place } = this.#xref;
    const entry = kind[number];
    if (entry !== IN_FILE && entry !== IN_STREAM) throw unsound(`object ${number} is missing`);
    const object = entry === IN_FILE ? this.#inFile(number, place[number]!) : this.#inStream(number, place[number]!);
    this.#parsed.set(number, object);
    return object;
  }

  #inFile(number: number, offset: number): PdfObject {
    let index = Math.max(0, lastUpTo(this.#starts, offset));
    const bytes = this.#rope.pieces[index]!;
    const head = readHead(bytes, offset - this.#starts[index]!, bytes.length);
    if (head?.number !== number) throw unsound(`object ${number} is not where it should be`);
    const { security } = this;
    const isKey = number === this.#encryptNumber;
    const parser = new Parser(
      bytes,
      head.body,
      bytes.length,
      security && !isKey ? (string) => security.decryptString(string, number, 0) : undefined,
    );
    const object = this.#parse(parser);
    const next = skipSpace(bytes, parser.pos, bytes.length);
    if (!(object instanceof Map) || !startsWith(bytes, next, "stream")) return object;
    const length = object.get("Length");
    const pieces: Uint8Array[] = [];
    let left = typeof length === "number" ? length : 0;
    while (left > 0) {
      const piece = this.#rope.pieces[++index];
      if (!piece || piece.length > left) throw unsound(`the stream of object ${number} is not whole`);
      pieces.push(piece);
      left -= piece.length;
    }
    const end = this.#rope.pieces[index + 1];
    if (!end || !startsWith(end, 1, "endstream")) throw unsound(`the stream of object ${number} does not end`);
    const stream = new PdfStream(object, pieces.length === 1 ? pieces[0]! : NOTHING, new PdfRef(number, 0));
    if (pieces.length > 1) this.#inPieces.set(stream, pieces);
    return stream;
  }

  /** Pieces are joined again each time: objects are kept in memory, and large data must not be. */
  override rawStream(stream: PdfStream): Uint8Array {
    const pieces = this.#inPieces.get(stream);
    return pieces ? joined(pieces) : super.rawStream(stream);
  }

  get #encryptNumber(): number {
    const encrypt = this.trailer.get("Encrypt");
    return encrypt instanceof PdfRef ? encrypt.number : 0;
  }

  #inStream(number: number, container: number): PdfObject {
    let stream = this.#opened.get(container);
    if (!stream) {
      stream = this.#open(this.get(container), container);
      this.#opened.set(container, stream);
    }
    const index = stream.numbers.lastIndexOf(number);
    if (index < 0) throw unsound(`object ${number} is missing`);
    return this.#parse(new Parser(stream.bytes, stream.offsets[index]!));
  }

  #parse(parser: Parser): PdfObject {
    return charged(this.source, parser, parser.pos);
  }

  #open(stream: PdfObject, container: number): ObjectStream {
    if (!(stream instanceof PdfStream)) throw unsound(`object ${container} holds no objects`);
    return readWholeHeader(readObjectStream(this.streamData(stream), stream.dict, this.work));
  }

  /** The objects in an object stream. Its decoded bytes, of which strings in the objects are parts, end with them. */
  *#heldBy(stream: PdfObject, container: number): Generator<[number: number, object: PdfObject]> {
    const held = this.#open(stream, container);
    const { bytes, numbers, offsets } = held;
    const isView = stream instanceof PdfStream && bytes.buffer === stream.raw.buffer;
    for (let index = 0; index < numbers.length; index++) {
      yield [numbers[index]!, new Parser(bytes, offsets[index]!).value()];
    }
    letGoOf(held);
    if (!isView) letGo(bytes);
  }
}

/** The cross-reference that the file ends with; all of it is in the last piece. */
function crossReference({ pieces }: Rope, from: number, work: Work): { xref: Xref; trailer: PdfDict; section: number } {
  const end = sourceOf(pieces.at(-1) ?? NOTHING, work);
  const section = findStartxref(end);
  if (section === undefined || section < from) throw unsound("the end of the file is missing");
  const xref = new Xref(work);
  return { xref, trailer: readXrefStream(end, section - from, xref), section };
}

/** Only a fault of ours can lead here. Nothing is handed out then. */
export function unsound(fault: string): MisfitProblem {
  return new MisfitProblem({ kind: "unverified", fault });
}
