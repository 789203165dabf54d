import { HeldFiles } from "../held-files.ts";
import { type Advance, type Reservation, shareOf } from "../reservation.ts";
import type { InputFile, JsonRules } from "../submission-rules.ts";
import { JsonBase64 } from "./json-base64.ts";
import { JsonProblem, readJsonInTurns } from "./json-text.ts";

/**
 * The files in the items of a JSON body's list. As in a large form, each is handed over when the next one begins, and
 * its memory is given back.
 */
export class JsonList {
  readonly #rules: JsonRules;
  readonly #held: HeldFiles;
  readonly #advance: Advance = { bytes: 0 };
  #isAdmitted = false;
  #memory: Reservation;
  /** Files whose item was not read yet: it has the file's name, which may follow the file. */
  #unnamed: { file: InputFile; start: number; end: number }[] = [];

  constructor(rules: JsonRules) {
    this.#rules = rules;
    this.#memory = rules.reservation;
    this.#held = new HeldFiles(rules.early ?? { holdBytes: Number.POSITIVE_INFINITY, take: async () => {} });
  }

  get isHandingOver(): boolean {
    return this.#held.areMany;
  }

  /** Hands over the files so far. `text` is what was kept of the body. */
  async handOver(text: Uint8Array, fields: ReadonlyMap<string, unknown>): Promise<void> {
    await this.#nameFiles(text);
    this.#giveBackAdvance();
    await this.#held.handOver(fields);
  }

  /** `rest` is how many bytes the file has at most, if that is known. */
  async open(field: string, rest: number | undefined): Promise<JsonBase64> {
    const { reservation, maxFile } = this.#rules;
    if (!this.#isAdmitted) {
      // The request is admitted with the memory that one file needs, so that it does not stop halfway beside others.
      const bytes = Math.min(rest ?? 0, maxFile);
      await reservation.grow(bytes);
      this.#advance.bytes = bytes;
      this.#isAdmitted = true;
    }
    this.#memory = shareOf(reservation, this.#advance);
    return JsonBase64.among(field, this.#rules, this.#memory);
  }

  add(file: InputFile): void {
    this.#held.add(file, this.#memory);
  }

  /** The item with this file ends. Both are positions in the text that is kept. */
  endItem(file: InputFile, start: number, end: number): void {
    this.#unnamed.push({ file, start, end });
  }

  /** The files that were not handed over, at the end. */
  async files(text: Uint8Array): Promise<InputFile[]> {
    await this.#nameFiles(text);
    this.#giveBackAdvance();
    return this.#held.rest;
  }

  async #nameFiles(text: Uint8Array): Promise<void> {
    for (const { file, start, end } of this.#unnamed.splice(0)) {
      try {
        const { name } = (await readJsonInTurns(text.subarray(start, end))) as { name?: unknown };
        if (typeof name === "string") file.name = name;
      } catch (error) {
        // Parsing the whole text will report the same, with its position.
        if (!(error instanceof JsonProblem)) throw error;
      }
    }
  }

  #giveBackAdvance(): void {
    this.#rules.reservation.shrink(this.#advance.bytes);
    this.#advance.bytes = 0;
  }
}
