import type { Reservation } from "./reservation.ts";
import type { EarlyFiles, InputFile } from "./submission-rules.ts";

/** The files of a body that still arrives. Once they take much memory, each is handed over when the next one begins. */
export class HeldFiles {
  readonly #early: EarlyFiles;
  readonly #held: { file: InputFile; reservation: Reservation }[] = [];
  #bytes = 0;
  #holdBytes: number;

  constructor(early: EarlyFiles) {
    this.#early = early;
    this.#holdBytes = early.holdBytes;
  }

  add(file: InputFile, reservation: Reservation): void {
    this.#held.push({ file, reservation });
    this.#bytes += file.bytes.length;
  }

  /** Must be asked before the next file begins. From the first time on, every file is handed over. */
  get areMany(): boolean {
    return this.#bytes >= this.#holdBytes;
  }

  async handOver(fields: ReadonlyMap<string, unknown>): Promise<void> {
    this.#holdBytes = 0;
    this.#bytes = 0;
    for (const { file, reservation } of this.#held.splice(0)) {
      await this.#early.take(file, fields);
      reservation.release();
    }
  }

  /** The files that were not handed over. */
  get rest(): InputFile[] {
    return this.#held.map(({ file }) => file);
  }
}
