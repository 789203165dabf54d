import { IMAGE_CAPS } from "../../codecs/caps.ts";
import { nextTurn } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { IccProfile, ImageFrame, Method, ObjectSink, Tile } from "../image.ts";
import type { DocumentWriter } from "./writer.ts";

/**
 * Both may be called with more bytes than are used in the end, never with fewer. An error of `grow` ends the document.
 */
export interface Memory {
  grow(bytes: number): Promise<void>;
  shrink(bytes: number): void;
}

/**
 * Writes frames into a document. It asks for the memory that it uses, and takes back what a failing frame has written.
 */
export class FrameWriter {
  readonly #writer: DocumentWriter;
  readonly #work: Work;
  readonly #memory: Memory | undefined;
  readonly #methods = new Set<Method>();
  readonly #signal: AbortSignal | undefined;
  #minVersion: "1.4" | "1.5" = "1.4";
  #kept = 0;

  constructor(writer: DocumentWriter, work: Work, memory: Memory | undefined, signal?: AbortSignal) {
    this.#writer = writer;
    this.#work = work;
    this.#memory = memory;
    this.#signal = signal;
  }

  /** Bytes of the output in memory that are not views of the images. */
  get kept(): number {
    return this.#kept;
  }

  get minVersion(): "1.4" | "1.5" {
    return this.#minVersion;
  }

  get method(): Method | "mixed" {
    return this.#methods.size > 1 ? "mixed" : ([...this.#methods][0] ?? "decoded");
  }

  /** Call this when the output so far has been handed over. */
  letGo(): void {
    this.#giveBack(this.#kept);
  }

  async write(frame: ImageFrame, warn: ObjectSink["warn"]): Promise<Tile[]> {
    this.#work.spend(decodingSteps(frame));
    const checkpoint = this.#writer.checkpoint();
    const kept = this.#kept;
    try {
      const tiles = await this.#writeWithin(frame, warn);
      this.#methods.add(frame.method);
      if (frame.minVersion > this.#minVersion) this.#minVersion = frame.minVersion;
      return tiles;
    } catch (error) {
      this.#giveBack(this.#kept - kept);
      this.#writer.rollback(checkpoint);
      throw error;
    }
  }

  /** Holds what the frame needs while it is written, and afterwards what it has added to the output. */
  async #writeWithin(frame: ImageFrame, warn: ObjectSink["warn"]): Promise<Tile[]> {
    let held = frame.workingBytes ?? usualWorkingBytes(frame);
    await this.#memory?.grow(held);
    const before = this.#writer.length;
    let kept = 0;
    try {
      const tiles = await this.#inPortions(frame, {
        stream: (dict, data) => {
          // Pieces that are views of the file may overlap, so that a small one gives gigabytes.
          const length = data.reduce((sum, piece) => sum + piece.length, 0);
          this.#work.produce(length);
          if (this.#writer.isSealed) this.#work.spend(COST.cipher + length * COST.decryptedByte);
          return this.#writer.stream(dict, data);
        },
        profile: (profile) => this.#profile(profile),
        warn,
      });
      // Passed-through bytes are views of the input, which the request holds already.
      const made = frame.method === "decoded" ? this.#writer.length - before : 0;
      if (made > held) {
        // Pixels that could hardly be compressed.
        await this.#memory?.grow(made - held);
        held = made;
      }
      kept = made;
      return tiles;
    } finally {
      this.#kept += kept;
      this.#memory?.shrink(held - kept);
    }
  }

  /** Frames without number may name one profile, or different ones that overlap in the file. */
  #profile(profile: IccProfile): PdfObject {
    const { length } = profile.bytes;
    this.#work.spend(length * COST.hashedByte);
    const before = this.#writer.length;
    const space = this.#writer.profile(profile);
    const made = this.#writer.length - before;
    if (made > 0) this.#work.spend(length * COST.deflatedByte);
    this.#work.produce(made);
    return space;
  }

  /** Between the portions of long work others get the thread, and it ends when `signal` does. */
  async #inPortions(frame: ImageFrame, sink: ObjectSink): Promise<Tile[]> {
    const written = await frame.write(sink);
    if (Array.isArray(written)) return written;
    try {
      for (;;) {
        const portion = written.next();
        if (portion.done) return portion.value;
        this.#work.done(portion.value * stepsPerByte(frame) + COST.convertedRow);
        if (this.#work.isTurnOver) await nextTurn(this.#work, this.#signal);
      }
    } finally {
      // What it has taken is given back, also when it did not come to its end.
      written.return([]);
    }
  }

  #giveBack(bytes: number): void {
    this.#kept -= bytes;
    this.#memory?.shrink(bytes);
  }
}

const USUAL_PIXEL_BYTES = 3;

/** Rows may have next to no pixels. */
function decodingSteps(frame: ImageFrame): number {
  const { decodedPixels, decodedBytes = decodedPixels * USUAL_PIXEL_BYTES } = frame;
  const rows = decodedPixels === 0 ? 0 : (frame.decodedRows ?? frame.height);
  return decodedBytes * stepsPerByte(frame) + rows * COST.convertedRow;
}

function stepsPerByte({ method }: ImageFrame): number {
  return method === "passthrough" ? COST.sample : COST.decodedByte;
}

function usualWorkingBytes(frame: ImageFrame): number {
  if (frame.method === "passthrough") return 1024 * 1024;
  const { decodedPixels, decodedBytes = decodedPixels * USUAL_PIXEL_BYTES } = frame;
  return 4 * 1024 * 1024 + Math.min(Math.ceil(decodedBytes / 2), IMAGE_CAPS.outputBytes);
}
