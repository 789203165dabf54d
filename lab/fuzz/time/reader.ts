import { Refusal } from "../../../src/errors/errors.ts";

/** Something that reads what a stranger sent: the words that mean something to it, and where they belong. */
export interface Reader {
  name: string;
  words: readonly string[];
  /** What must be before and behind the words, so that they are reached. */
  frames: readonly (readonly [before: string, after: string])[];
  /** Of readers with a meter: the most CPU that any input may take. It grows with nothing but the meter's limits. */
  mostMs?: number;
  read(text: string): unknown;
}

export const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);

/** Frames that add nothing, or one letter behind. */
export const plain = [
  ["", ""],
  ["", "x"],
] as const;

/** A refusal is an answer like any other: only time is judged here. The other targets find other faults. */
export async function readAnyhow(reader: Reader, text: string): Promise<void> {
  try {
    await reader.read(text);
  } catch (error) {
    if (error instanceof RangeError && /call stack/.test(error.message)) throw error;
    if (error instanceof TypeError && !(error instanceof Refusal)) throw error;
  }
}
