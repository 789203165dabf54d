import * as z from "zod/mini";
import * as engine from "../../engine.ts";
import { type Refusal, refuseField } from "../../errors/errors.ts";
import { explained } from "../../fields/schema-parts.ts";
import { IntakeProblem } from "../../intake/intake-problem.ts";
import { textAsFile } from "../../intake/looks-like.ts";
import { type Reservation, shareOf } from "../../intake/reservation.ts";
import type { InputFile } from "../../intake/submission-rules.ts";
import { nextTurn } from "../../meter/turns.ts";
import { normalised } from "../../platform/normalised.ts";
import { ISOLATE_ALONE_BYTES, LIMITS } from "../limits.ts";
import type { EarlyWork, Outcome, Workplace } from "../operation.ts";
import { ATTACHMENT } from "./attachments.ts";
import { protecting } from "./protect.ts";

const MIB = 1024 * 1024;
/** Converted images stay in memory up to this size, so that most requests never use storage. */
const HELD_BYTES = 16 * MIB;

/** Memory for what is encrypted at a time. */
const SEALING_BYTES = MIB;

/** What must be known before the first image is converted. */
export interface BatchOptions extends engine.ReadOptions {
  readonly protect?: Parameters<typeof protecting>[0];
}

/** An image that could not be converted, in the answer. */
export const imageFailure = z.object({
  name: explained("File name of the image.", z.string()),
  code: explained(
    "Why it failed.",
    z.enum([
      "UNSUPPORTED_FORMAT",
      "UNSUPPORTED_IMAGE",
      "CORRUPTED_IMAGE",
      "IMAGE_TOO_LARGE",
      "FILE_TOO_LARGE",
      "URL_NOT_ACCESSIBLE",
      "BROWSER_BUSY",
    ]),
  ),
  message: z.string(),
  retryable: explained("Set where the same image may succeed shortly.", z.optional(z.literal(true))),
});
export type ImageFailure = z.output<typeof imageFailure>;

/** An image with its bytes, or the reason why it has none. */
export type ImageSource = LoadedImage | ImageFailure;

export interface LoadedImage extends engine.ImageInput {
  /**
   * Memory that is given back as soon as the bytes are no longer needed. Without it they live as long as the request.
   */
  memory?: Reservation;
}

export interface Batch extends Omit<engine.ImagesToPdfResult, "rope" | "failures"> {
  content: NonNullable<Outcome["file"]>["content"];
  /** What could not be fetched or converted, in the order of the request. */
  failures: ImageFailure[];
  /** With a claim: what its check found. */
  conformance: engine.Conformance | undefined;
}

/** What the document has beside its pages, who says whether it may claim what it claims, and what it has otherwise. */
export interface Claiming {
  readonly extras: engine.Extras;
  readonly otherwise: engine.Extras;
  readonly judge?: ((sketch: Uint8Array) => Promise<engine.Conformance>) | undefined;
}

/**
 * The images of a request, converted one after the other. Finished output moves from memory to the bucket when there is
 * much of it, so memory is needed for the largest image and not for the sum of all.
 */
export class ImageBatch implements EarlyWork {
  readonly #place: Workplace;
  readonly #optionsOf: (fields: ReadonlyMap<string, unknown>) => BatchOptions;
  #opened: engine.ImageDocument | undefined;
  readonly #failures: { index: number; failure: ImageFailure }[] = [];
  /** Files that were sent among the images, to be put into the PDF. */
  readonly attachments: InputFile[] = [];
  #memories: Reservation[] = [];
  #count = 0;
  #assumed: BatchOptions | undefined;

  constructor(place: Workplace, optionsOf: (fields: ReadonlyMap<string, unknown>) => BatchOptions) {
    this.#place = place;
    this.#optionsOf = optionsOf;
    place.work.beginTurn();
  }

  /** The document, which is encrypted from its first byte on. */
  async #document(protect?: BatchOptions["protect"]): Promise<engine.ImageDocument> {
    const place = this.#place;
    if (this.#opened) return this.#opened;
    const protection = await protecting(protect);
    if (protection) await place.reservation.grow(SEALING_BYTES);
    const memory = {
      grow: (bytes: number) => growForImage(place, bytes),
      shrink: (bytes: number) => place.reservation.shrink(bytes),
    };
    // The finished pages of an image with many pages need not be held either. A single page stays in memory, since the
    // bucket is slower.
    const document = new engine.ImageDocument(place.work, {
      memory,
      betweenFrames: async () => {
        if (document.kept >= HELD_BYTES) await place.spill.add(document.drain());
        await nextTurn(place.work, place.signal);
      },
      encryption: protection?.encryption,
      signal: place.signal,
    });
    this.#opened = document;
    return document;
  }

  /** The number of images so far, including failed ones. */
  get count(): number {
    return this.#count;
  }

  async take(file: InputFile, fields: ReadonlyMap<string, unknown>): Promise<void> {
    if (file.field === ATTACHMENT) {
      await this.#place.reservation.grow(file.bytes.length);
      this.attachments.push({ ...file, bytes: file.bytes.slice() });
      return;
    }
    const options = this.#optionsOf(fields);
    this.checkOptions(options);
    this.#assumed = options;
    if (this.#count >= LIMITS.images.images) throw tooMany(`more than ${LIMITS.images.images}`);
    const index = file.index ?? this.#count;
    const isConverted = await this.#convert({ name: nameOf(file, index), bytes: file.bytes }, options, index);
    // The written pieces may be views of the file, whose memory is given back now.
    if (isConverted) await this.#spill();
  }

  /** Refuses options for reading that were sent after images which were already read without them. */
  checkOptions(options: BatchOptions): void {
    for (const [field, value] of Object.entries(options)) {
      const assumed = JSON.stringify(this.#assumed?.[field as keyof BatchOptions]);
      if (this.#assumed === undefined || assumed === JSON.stringify(value)) continue;
      const limit = LIMITS.images.anyOrderBytes / MIB;
      const text = `in a request with more than ${limit} MiB of files it must come before them, since images are converted as they arrive.`;
      throw refuseField("INVALID_INPUT", field, text);
    }
  }

  /** `index` is the image's place in the request. */
  async add(source: ImageSource, options: BatchOptions, index: number): Promise<void> {
    if ("bytes" in source) {
      if (source.bytes.length >= HELD_BYTES) await this.makeRoom(1);
      if (source.memory) this.#memories.push(source.memory);
      await this.#convert(source, options, index);
    } else {
      this.#failures.push({ index, failure: source });
      this.#count += 1;
    }
  }

  /** Called before the next image: sends the converted ones to the bucket once they have grown large. */
  async makeRoom(atLeast = HELD_BYTES): Promise<void> {
    const held = this.#memories.reduce((sum, memory) => sum + memory.held, 0) + (this.#opened?.kept ?? 0);
    if (held >= atLeast) await this.#spill();
  }

  async finish(options: engine.PageOptions, claiming?: Claiming): Promise<Batch> {
    const conformance = claiming && (await this.#judged({ ...options, extras: claiming.extras }, claiming));
    const extras = conformance?.met === false ? claiming?.otherwise : claiming?.extras;
    const document = await this.#document();
    const { rope: _, failures, ...made } = document.finish({ ...options, extras });
    const { rest } = document;
    const { spill } = this.#place;
    if (spill.isUsed) await spill.add(rest.pieces);
    const all = failures.map(({ index, name, code, message }) => ({ index, failure: { name, code, message } }));
    return {
      ...made,
      conformance,
      content: spill.isUsed ? spill : rest,
      failures: [...all, ...this.#failures].sort((a, b) => a.index - b.index).map(({ failure }) => failure),
    };
  }

  /** A document without pages is refused for another reason. */
  async #judged(options: engine.PageOptions, { judge }: Claiming): Promise<engine.Conformance | undefined> {
    if (!judge) return undefined;
    const document = await this.#document();
    const sketch = document.sketch(options);
    await this.#place.reservation.grow(sketch.length * 2);
    return document.pageCount > 0 ? judge(sketch) : undefined;
  }

  async #convert(image: engine.ImageInput, options: BatchOptions, index: number): Promise<boolean> {
    this.#count += 1;
    const document = await this.#document(options.protect);
    await nextTurn(this.#place.work, this.#place.signal);
    const shown = await this.#shown(image);
    if ("bytes" in shown) return document.add(shown, options, index);
    this.#failures.push({ index, failure: shown });
    return false;
  }

  /** What a browser shows of a format that only browsers read; any other image as it is. */
  async #shown(image: engine.ImageInput): Promise<ImageSource> {
    const text = textAsFile(image.bytes, 'in JSON as "images": [{"base64": "…"}]');
    if (text) return { name: image.name, code: "UNSUPPORTED_FORMAT", message: `This is ${text.name}; ${text.advice}.` };
    const format = engine.shownFormat(image.bytes);
    if (!format) return image;
    const { shownInBrowser } = await import("./shown-image.ts");
    const memory = shareOf(this.#place.reservation);
    this.#memories.push(memory);
    return shownInBrowser(image, format, this.#place, memory);
  }

  async #spill(): Promise<void> {
    if (this.#opened) await this.#place.spill.add(this.#opened.drain());
    for (const memory of this.#memories.splice(0)) memory.release();
  }
}

export function nameOf(file: InputFile, index: number): string {
  return file.name === undefined ? `image-${index + 1}` : normalised(file.name, "NFC");
}

export function tooMany(got: string): Refusal {
  return refuseField("INVALID_INPUT", "file", `expected at most ${LIMITS.images.images} images, got ${got}.`);
}

/** An image that can never fit in memory fails alone. One that could fit later makes its request wait. */
async function growForImage({ reservation, spill }: Workplace, bytes: number): Promise<void> {
  try {
    // An upload in progress may hold all the memory that is missing.
    await reservation.grow(bytes).catch(async (error: unknown) => {
      if (!isTooLarge(error)) throw error;
      await spill.settle();
      await reservation.grow(bytes);
    });
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const advice =
      bytes <= ISOLATE_ALONE_BYTES / 2
        ? "Send it in a request of its own."
        : "Send it in a request of its own, with fewer pixels or as a JPEG.";
    throw new engine.ImageProblem(
      "IMAGE_TOO_LARGE",
      `Converting the image takes ${Math.ceil(bytes / MIB)} MiB of memory beside its file, more than is left. ${advice}`,
    );
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof IntakeProblem && error.kind === "too-large";
}
