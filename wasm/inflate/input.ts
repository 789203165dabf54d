// What the host has given and is not read yet.

import { consumed, moveBits, startBits } from "./bits";
import { SUMMED_END } from "./summed";

const INPUT_BYTES: usize = 256 * 1024;
/** Reads and writes may pass the end by this much. */
export const SLACK: usize = 512;

export const inputBase: usize = SUMMED_END;
export const INPUT_END: usize = inputBase + INPUT_BYTES + SLACK;

export let inputEnd: usize = 0;
export let isLastInput: bool = false;

export function startInput(): void {
  isLastInput = false;
  inputEnd = inputBase;
  startBits(inputBase);
}

/** Where the next input belongs. The unread input is moved to the front first. */
export function inputPlace(): usize {
  const unread = min(consumed(), inputEnd);
  memory.copy(inputBase, unread, inputEnd - unread);
  moveBits(unread - inputBase);
  inputEnd -= unread - inputBase;
  return inputEnd;
}

export function inputRoom(): usize {
  return inputBase + INPUT_BYTES - inputEnd;
}

export function addInput(bytes: usize, isLast: bool): void {
  inputEnd += bytes;
  isLastInput = isLast;
  // A code that reads beyond the end finds zeros there, and then counts as cut off.
  memory.fill(inputEnd, 0, SLACK);
}

export function isBeyondEnd(): bool {
  return consumed() > inputEnd;
}

/** Whether so many bytes are there, or all that will come. */
export function hasInput(bytes: usize): bool {
  return isLastInput || inputEnd - min(consumed(), inputEnd) >= bytes;
}
