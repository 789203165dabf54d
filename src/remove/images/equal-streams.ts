import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import type { PdfStream } from "../../pdf-file/syntax/objects.ts";
import { writeDict } from "../../pdf-file/syntax/serialise.ts";
import { latin1Text } from "../../platform/latin1.ts";

/** How many streams of one length are compared. Without this limit a malicious document could make it slow. */
const MOST_COMPARED = 4;

interface Known {
  readonly number: number;
  readonly raw: Uint8Array;
  readonly entries: string;
}

/** Finds streams that are equal: many writers store the same picture anew for each page. */
export class EqualStreams {
  readonly #byLength = new Map<number, Known[]>();

  /** The number of the first stream that has the same bytes and entries; its own when there was none. */
  first(number: number, { raw, dict }: PdfStream): number {
    const out = new ByteWriter(256);
    writeDict(out, new Map([...dict].filter(([key]) => key !== "Length")));
    const entries = latin1Text(out.view(), 0, out.length);
    const known = this.#byLength.get(raw.length) ?? [];
    const equal = known.find((one) => one.entries === entries && Buffer.compare(one.raw, raw) === 0);
    if (equal) return equal.number;
    if (known.length < MOST_COMPARED) this.#byLength.set(raw.length, [...known, { number, raw, entries }]);
    return number;
  }
}
