import { deflate } from "#platform/zlib.ts";
import { ByteWriter } from "../syntax/byte-writer.ts";
import { type PdfDict, pdfDict } from "../syntax/objects.ts";

/**
 * The number of objects in one object stream, as common writers choose it. With more, readers would decode too much.
 */
const STREAM_OBJECTS = 200;
const STREAM_BYTES = 128 * 1024;

/** An object stream without its /Length, and the objects in it, in order. */
export interface PackedStream {
  readonly numbers: readonly number[];
  readonly dict: PdfDict;
  readonly data: Uint8Array;
}

/** Packs objects other than streams into compressed object streams (7.5.7). */
export class ObjectStreamPacker {
  readonly #options: { level?: number };
  readonly #bodies = new ByteWriter();
  readonly #plain = new ByteWriter();
  #numbers: number[] = [];
  #offsets: number[] = [];

  constructor(level?: number) {
    this.#options = level === undefined ? {} : { level };
  }

  /**
   * Begins an object and returns the writer for its value. Each begin needs an end. Strings are written as they are: in
   * an encrypted document the whole stream is encrypted.
   */
  begin(number: number): ByteWriter {
    this.#numbers.push(number);
    this.#offsets.push(this.#bodies.length);
    return this.#bodies;
  }

  end(): void {
    this.#bodies.byte(0x0a); // line feed
  }

  get isEmpty(): boolean {
    return this.#numbers.length === 0;
  }

  /** Whether the objects so far should become a stream before the next one. */
  get isFull(): boolean {
    return this.#numbers.length >= STREAM_OBJECTS || this.#bodies.length >= STREAM_BYTES;
  }

  /** The objects so far as a stream. The next object begins another stream. */
  take(): PackedStream {
    const numbers = this.#numbers;
    const header = `${numbers.map((number, i) => `${number} ${this.#offsets[i]}`).join(" ")}\n`;
    this.#plain.clear();
    this.#plain.text(header);
    this.#plain.copy(this.#bodies.view());
    const dict = pdfDict({ Type: "ObjStm", N: numbers.length, First: header.length, Filter: "FlateDecode" });
    this.#bodies.clear();
    this.#numbers = [];
    this.#offsets = [];
    return { numbers, dict, data: deflate(this.#plain.view(), this.#options) };
  }
}
