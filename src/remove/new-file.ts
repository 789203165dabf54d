import { deflate } from "#platform/zlib.ts";
import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { PdfDict, PdfRef } from "../pdf-file/syntax/objects.ts";
import { PackedFile } from "../pdf-file/write/packed.ts";
import { joined } from "../platform/bytes.ts";
import { FreedSpace } from "./freed-space.ts";

/** A new file that holds nothing but what is put into it, and is encrypted like the old one. */
export class NewFile extends PackedFile {
  readonly #document: PdfDocument;
  /** Bytes that fast compression may still cost: what new streams have saved, and a little more than they replace. */
  #spare: number;
  /** Where new contents are put when memory is short. */
  readonly freed: FreedSpace;

  constructor(document: PdfDocument) {
    super(LEVEL);
    this.#document = document;
    this.freed = new FreedSpace(document);
    this.#spare = document.bytes.length / GROWTH_DIVISOR;
  }

  /** Adds an object that must not be in an object stream, and is never encrypted. */
  putPlain({ number }: PdfRef, dict: PdfDict): void {
    this.written.object(number, dict);
  }

  /** Adds a stream whose data is already coded by the dictionary's filters. Data that is `owned` may be moved. */
  override putStream({ number }: PdfRef, dict: PdfDict, pieces: readonly Uint8Array[], owned = false): void {
    const { security, work } = this.#document;
    work.produce(pieces.reduce((sum, { length }) => sum + length, 0));
    const sealed = security
      ? [security.encryptStream(pieces.length === 1 ? pieces[0]! : joined(pieces), dict, number, 0)]
      : pieces;
    const placed = owned ? sealed.flatMap((piece) => this.freed.place(piece)) : sealed;
    this.written.stream(number, dict, placed, security && ((bytes) => security.encryptString(bytes, number, 0)));
  }

  /** Adds a deflated stream; `instead` is the length of the stream that it replaces. */
  addContent(dict: PdfDict, data: Uint8Array, instead?: number): PdfRef {
    const ref = this.newRef();
    this.putContent(ref, dict, data, instead);
    return ref;
  }

  putContent(ref: PdfRef, dict: PdfDict, data: Uint8Array, instead?: number): void {
    if (data.length < SHORT) {
      this.putStream(ref, dict, [data.slice()]);
      return;
    }
    const deflated = this.#deflated(data, instead);
    if (deflated.length >= data.length) this.putStream(ref, dict, [data.slice()]);
    else this.putStream(ref, new Map(dict).set("Filter", "FlateDecode"), [deflated], true);
  }

  /** Compresses fast as long as the new file is hardly larger; otherwise more densely. */
  #deflated(data: Uint8Array, instead: number | undefined): Uint8Array {
    this.#document.work.spend(COST.deflation + data.length * COST.deflatedByte);
    if (instead === undefined) return deflate(data, { level: LEVEL });
    const most = Math.max(MAX_OWED, this.#document.bytes.length / OWED_DIVISOR);
    const options = this.#spare >= 0 ? QUICK : { level: this.#spare >= -most ? LEVEL : DENSE_LEVEL };
    const deflated = deflate(data, options);
    this.#spare += instead - deflated.length;
    return deflated;
  }
}

/** Compressing shorter data saves nothing, and takes as long as writing thirty kilobytes. */
const SHORT = 128;
/** The next level saves a twentieth of the size and takes twice as long. */
const LEVEL = 4;
/** Most of what is written is content. This takes three quarters of the time and a twentieth more bytes. */
const QUICK = { level: 2, memLevel: 9 };
/** Streams together may become larger by this part of the original: that saves a twentieth of the time. */
const GROWTH_DIVISOR = 64;
/**
 * Of the level that most PDF writers use it gives the size nearly, in two thirds of the time: not twice that of LEVEL.
 * When the new streams are larger than that by this part of the original, and by more than MAX_OWED, it stops their
 * growth.
 */
const DENSE_LEVEL = 5;
const OWED_DIVISOR = 32;
const MAX_OWED = 1 << 14;
