import { openBody, wrongLength } from "../body/body.ts";
import { PieceGatherer } from "../body/piece-gatherer.ts";
import type { WholeRules } from "../body/whole-body.ts";
import { HeldFiles } from "../held-files.ts";
import { tooLarge } from "../intake-problem.ts";
import { type Advance, type Reservation, shareOf } from "../reservation.ts";
import type { EarlyFiles, InputFile, SubmissionRules } from "../submission-rules.ts";
import { appendField, decodeField } from "./form-fields.ts";
import { type Content, checkLength, contentOf, plainBytes } from "./form-parts.ts";
import { MultipartScanner, type Part } from "./multipart.ts";

/** How much is read at once, and room for an incomplete boundary and part head. */
const WINDOW = 256 << 10;

/**
 * Reads a multipart body through a window. A file is handed over when the next one begins, since the fields between
 * them are known by then. The last files, as many as are held, are returned.
 */
export async function readFormStream(
  stream: ReadableStream,
  boundary: string,
  whole: WholeRules,
  rules: SubmissionRules,
  early: EarlyFiles,
): Promise<{ files: InputFile[]; fields: Map<string, unknown>; bytesIn: number }> {
  const scanner = new MultipartScanner(boundary, {
    maxParts: rules.maxParts,
    checkLength: (head, length) => checkLength(head, length, rules),
  });
  // The request is admitted with the memory that one file needs, so that it does not stop halfway beside others that
  // wait too.
  const advance = { bytes: Math.min(whole.declared ?? 0, rules.maxFile) };
  await rules.reservation.grow(advance.bytes);
  const form = new ArrivingForm(scanner, { ...rules, early }, advance, whole.declared);
  const body = openBody(stream, whole);
  let window: Uint8Array<ArrayBuffer> = new Uint8Array(WINDOW);
  let filled = 0;
  try {
    for (let ended = false; !ended; ) {
      const { bytes, done } = await body.read(window.subarray(filled));
      // The read moved the memory to a new ArrayBuffer.
      window = new Uint8Array(bytes.buffer);
      filled += bytes.length;
      ended = done;
      const arrived = window.subarray(0, filled);
      if (ended) scanner.finish(arrived);
      else scanner.advance(arrived);
      await form.take(arrived);
      const settled = Math.min(scanner.settled, filled);
      window.copyWithin(0, settled, filled);
      filled -= settled;
      scanner.discard(settled);
    }
  } finally {
    await body.close();
  }
  if (whole.declared !== undefined && body.total !== whole.declared) throw wrongLength(whole, body.total);
  return { files: form.files(), fields: form.fields, bytesIn: body.total };
}

/** The part that is arriving. */
interface Arriving {
  content: Content | "unwanted";
  gatherer: PieceGatherer;
  reservation: Reservation;
}

class ArrivingForm {
  readonly fields = new Map<string, unknown>();
  readonly #scanner: MultipartScanner;
  readonly #rules: SubmissionRules & { early: EarlyFiles };
  readonly #advance: Advance;
  readonly #declared: number | undefined;
  readonly #held: HeldFiles;
  /** Files in fields that the operation does not have: only their names are kept. */
  readonly #unwanted: InputFile[] = [];
  #parts = 0;
  #files = 0;
  #arriving: Arriving | undefined;
  #textBytes = 0;

  constructor(
    scanner: MultipartScanner,
    rules: SubmissionRules & { early: EarlyFiles },
    advance: Advance,
    declared: number | undefined,
  ) {
    this.#scanner = scanner;
    this.#rules = rules;
    this.#advance = advance;
    this.#declared = declared;
    this.#held = new HeldFiles(rules.early);
  }

  /** The files that were not handed over, at the end. */
  files(): InputFile[] {
    this.#giveBackAdvance();
    return [...this.#held.rest, ...this.#unwanted];
  }

  /** Takes the content that certainly belongs to the parts. */
  async take(bytes: Uint8Array): Promise<void> {
    const { parts, open, settled } = this.#scanner;
    while (this.#parts < parts.length) {
      const part = parts[this.#parts]!;
      this.#arriving ??= await this.#begin(part);
      const start = Math.max(part.start, 0);
      const end = part === open ? Math.max(start, Math.min(settled, bytes.length)) : part.end;
      if (this.#arriving.content !== "unwanted") await this.#arriving.gatherer.add(bytes.subarray(start, end));
      if (part === open) return;
      this.#end(part, this.#arriving);
      this.#arriving = undefined;
      this.#parts += 1;
    }
  }

  async #begin({ head, start }: Part): Promise<Arriving> {
    const content = contentOf(head, this.#rules);
    if (content === "file" && this.#held.areMany) {
      this.#giveBackAdvance();
      await this.#held.handOver(this.fields);
    }
    const isWanted = content !== "file" || this.#rules.fileFields?.includes(head.name);
    const reservation = shareOf(this.#rules.reservation, this.#advance);
    const gatherer = new PieceGatherer(reservation, content === "file" ? this.#expected(start) : 0);
    return { content: isWanted ? content : "unwanted", gatherer, reservation };
  }

  /** Room for the first file. It is usually the only one, so this is the rest of the form. */
  #expected(start: number): number {
    this.#files += 1;
    const rest = (this.#declared ?? 0) - start;
    return this.#files === 1 && rest <= this.#rules.maxFile ? Math.max(0, rest) : 0;
  }

  #giveBackAdvance(): void {
    this.#rules.reservation.shrink(this.#advance.bytes);
    this.#advance.bytes = 0;
  }

  #end({ head, index }: Part, { content, gatherer, reservation }: Arriving): void {
    const gathered = gatherer.finish();
    const bytes = plainBytes({ head, index, start: 0, end: gathered.length }, gathered);
    if (content === "text") {
      this.#textBytes += bytes.length;
      if (this.#textBytes > this.#rules.maxText) {
        throw tooLarge("The text fields together are", this.#rules.maxText, head.name, this.#rules.asFile);
      }
      appendField(this.fields, head.name, decodeField(bytes, head.name));
      reservation.release();
      return;
    }
    if (bytes.length > this.#rules.maxFile) throw tooLarge(`${head.name} is`, this.#rules.maxFile, head.name);
    // An empty file input of a form is sent as a file without a name and without bytes. It means no file.
    if (head.fileName === "" && bytes.length === 0 && content !== "unwanted") return;
    const file = { field: head.name, name: head.fileName || undefined, type: head.type, bytes };
    if (content === "unwanted") this.#unwanted.push(file);
    else this.#held.add(file, reservation);
  }
}
