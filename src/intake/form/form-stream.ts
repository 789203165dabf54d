import { openBody, wrongLength } from "../body/body.ts";
import { PieceGatherer } from "../body/piece-gatherer.ts";
import type { WholeRules } from "../body/whole-body.ts";
import { HeldFiles } from "../held-files.ts";
import { type Advance, type Reservation, shareOf } from "../reservation.ts";
import type { EarlyFiles, InputFile, SubmissionRules } from "../submission-rules.ts";
import { contentOf, type FormParts, formParts } from "./form-parts.ts";
import type { Part } from "./multipart.ts";

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
  const parts = formParts(boundary, rules);
  const { scanner } = parts;
  // The request is admitted with the memory that one file needs, so that it does not stop halfway beside others that
  // wait too.
  const advance = { bytes: Math.min(whole.declared ?? 0, rules.maxFile) };
  await rules.reservation.grow(advance.bytes);
  const form = new ArrivingForm(parts, { ...rules, early }, advance, whole.declared);
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
  return { files: form.files(), fields: parts.fields.values, bytesIn: body.total };
}

interface Arriving {
  isWanted: boolean;
  gatherer: PieceGatherer;
  reservation: Reservation;
}

class ArrivingForm {
  readonly #form: FormParts;
  readonly #rules: SubmissionRules & { early: EarlyFiles };
  readonly #advance: Advance;
  readonly #declared: number | undefined;
  readonly #held: HeldFiles;
  /** Files in fields that the operation does not have: only their names are kept. */
  readonly #unwanted: InputFile[] = [];
  #parts = 0;
  #files = 0;
  #arriving: Arriving | undefined;

  constructor(
    form: FormParts,
    rules: SubmissionRules & { early: EarlyFiles },
    advance: Advance,
    declared: number | undefined,
  ) {
    this.#form = form;
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
    const { parts, open, settled } = this.#form.scanner;
    while (this.#parts < parts.length) {
      const part = parts[this.#parts]!;
      this.#arriving ??= await this.#begin(part);
      const start = Math.max(part.start, 0);
      const end = part === open ? Math.max(start, Math.min(settled, bytes.length)) : part.end;
      if (this.#arriving.isWanted) await this.#arriving.gatherer.add(bytes.subarray(start, end));
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
      await this.#held.handOver(this.#form.fields.values);
    }
    const isWanted = content !== "file" || this.#rules.fileFields.includes(head.name);
    const reservation = shareOf(this.#rules.reservation, this.#advance);
    const gatherer = new PieceGatherer(reservation, content === "file" ? this.#expected(start) : 0);
    return { isWanted, gatherer, reservation };
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

  #end({ head, index }: Part, { isWanted, gatherer, reservation }: Arriving): void {
    const bytes = gatherer.finish();
    if (!isWanted) {
      this.#unwanted.push({ field: head.name, name: head.fileName || undefined, type: head.type, bytes });
      return;
    }
    const file = this.#form.read({ head, index, start: 0, end: bytes.length }, bytes);
    if (file === undefined) reservation.release();
    else this.#held.add(file, reservation);
  }
}
