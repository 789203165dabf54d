// Inflates a zlib stream (RFC 1950, 1951) piece by piece. The host fills the input; `run` continues until it needs more
// input or the output is full. PNG's data is mostly literals. This kernel decodes two of them at a time, the host's
// zlib one.

import { adler32 } from "./adler";
import { alignToByte, buffer, consumed, filled, place, setBits, startBits, takeBits } from "./bits";
import {
  BLOCK_ENDS,
  countCodes,
  counted,
  INVALID,
  MEETINGS_BYTES,
  skip,
  startCountedBlock,
  startCounting,
} from "./count";
import { DISTANCES, FAST_BITS, KIND_END, KIND_LENGTH, KIND_LITERAL, KIND_PAIR, LITERALS, slowEntry } from "./huffman";
import { hasInput, INPUT_END, inputBase, inputEnd, isBeyondEnd, isLastInput, SLACK, startInput } from "./input";
import { copyMatch } from "./match";
import { takeMemory } from "./summed";
import { distanceTable, fixedTables, HEADER_BYTES, literalTable, readTables } from "./tables";

export { addInput, inputPlace, inputRoom } from "./input";
export { checksum, summedPlace } from "./summed";

const OUTPUT_BYTES: usize = 256 * 1024;
const WINDOW: usize = 32 * 1024;
/** More than one symbol takes, and more than a refill reads ahead. */
const SYMBOL_BYTES: usize = 32;

const outputBase: usize = INPUT_END;
const meetings: usize = outputBase + WINDOW + OUTPUT_BYTES + SLACK;
const MEMORY_END: usize = meetings + MEETINGS_BYTES;

const FAST_MASK: usize = (1 << FAST_BITS) - 1;
const LITERALS_MASK: u32 = (KIND_LITERAL | KIND_PAIR) << 4;

/** What `run` answers. */
const NEEDS_INPUT: i32 = 0;
const HAS_OUTPUT: i32 = 1;
const FINISHED: i32 = 2;
const DAMAGED: i32 = 3;
const CUT_OFF: i32 = 4;
const WRONG_SUM: i32 = 5;

const AT_START: i32 = 0;
const AT_BLOCK: i32 = 1;
const IN_CODES: i32 = 2;
const IN_STORED: i32 = 3;
const AT_SUM: i32 = 4;

let state: i32 = AT_START;
let lastBlock: bool = false;
let storedLeft: u32 = 0;
let windowStart: usize = 0;
let given: usize = 0;
let output: usize = 0;
let sum: u32 = 1;

/**
 * Whether only the length of the output is wanted, and whether output is no longer made. The latter begins with a
 * block.
 */
let isCountWanted: bool = false;
let isCounting: bool = false;

export function begin(countOnly: bool): void {
  takeMemory(MEMORY_END);
  state = AT_START;
  lastBlock = false;
  startInput();
  output = outputBase + WINDOW;
  windowStart = output;
  given = output;
  sum = 1;
  isCountWanted = countOnly;
  isCounting = false;
  startCounting();
}

/** The output since the last call of `run` that gave any. */
export function outputPlace(): usize {
  return given;
}

export function outputBytes(): usize {
  return output - given;
}

/** Bytes that came out without being made. */
export function countedBytes(): f64 {
  return <f64>counted;
}

export function run(): i32 {
  if (given < output) slide();
  const status = inflate();
  // Output that is not made has no checksum.
  if (isCounting && status === FINISHED) {
    takeSum();
    return isBeyondEnd() ? CUT_OFF : FINISHED;
  }
  sum = adler32(sum, given, output);
  if (status === FINISHED) return takeSum() === sum ? FINISHED : isBeyondEnd() ? CUT_OFF : WRONG_SUM;
  return status;
}

/** Keeps the last 32 KB as the window for what follows. */
function slide(): void {
  const kept = min(WINDOW, output - windowStart);
  memory.copy(outputBase + WINDOW - kept, output - kept, kept);
  output = outputBase + WINDOW;
  windowStart = output - kept;
  given = output;
}

function inflate(): i32 {
  while (true) {
    if (output >= outputBase + WINDOW + OUTPUT_BYTES - SLACK) return HAS_OUTPUT;
    if (state === IN_CODES) {
      const status = isCounting ? countBlock() : decodeCodes();
      if (status >= 0) return status;
    } else if (state === IN_STORED) {
      copyStored();
      if (storedLeft > 0 && consumed() >= inputEnd) return endOfInput();
    } else if (state === AT_SUM) {
      return hasInput(SYMBOL_BYTES) ? FINISHED : NEEDS_INPUT;
    } else {
      if (!hasInput(HEADER_BYTES)) return NEEDS_INPUT;
      const ok = state === AT_START ? readStart() : readBlock();
      if (isBeyondEnd()) return CUT_OFF;
      if (!ok) return DAMAGED;
    }
  }
}

function endOfInput(): i32 {
  return isLastInput ? CUT_OFF : NEEDS_INPUT;
}

/** RFC 1950 §2.2: deflate, a window of at most 32 KB, no preset dictionary. */
function readStart(): bool {
  const method = takeBits(8);
  const flags = takeBits(8);
  state = AT_BLOCK;
  return (method & 15) === 8 && method >> 4 <= 7 && (flags & 0x20) === 0 && ((method << 8) | flags) % 31 === 0;
}

function takeSum(): u32 {
  const at = alignToByte();
  startBits(at + 4);
  return bswap<u32>(load<u32>(at));
}

function readBlock(): bool {
  if (lastBlock) {
    state = AT_SUM;
    return true;
  }
  // From here on, no distance can reach before the beginning.
  isCounting = isCounting || (isCountWanted && output - windowStart >= WINDOW);
  lastBlock = takeBits(1) === 1;
  const kind = takeBits(2);
  if (kind === 0) return readStored();
  if (kind === 3) return false;
  state = IN_CODES;
  startCountedBlock();
  return kind === 1 ? fixedTables(isCounting) : readTables(isCounting);
}

function readStored(): bool {
  const at = alignToByte();
  storedLeft = load<u16>(at);
  startBits(at + 4);
  state = storedLeft > 0 ? IN_STORED : AT_BLOCK;
  return storedLeft === (~load<u16>(at + 2) & 0xffff);
}

function copyStored(): void {
  const at = alignToByte();
  const room = outputBase + WINDOW + OUTPUT_BYTES - SLACK - output;
  const there = inputEnd > at ? inputEnd - at : 0;
  const count = min(<usize>storedLeft, isCounting ? there : min(room, there));
  if (isCounting) {
    skip(count);
  } else {
    memory.copy(output, at, count);
    output += count;
  }
  startBits(at + count);
  storedLeft -= <u32>count;
  if (storedLeft === 0) state = AT_BLOCK;
}

/** -1 at the block's end. */
function countBlock(): i32 {
  const status = countCodes(meetings, inputEnd, isLastInput);
  if (status === BLOCK_ENDS) {
    state = AT_BLOCK;
    return -1;
  }
  return status === INVALID ? (isBeyondEnd() ? CUT_OFF : DAMAGED) : endOfInput();
}

/**
 * Decodes symbols until the block, the input or the room for output ends. Returns -1 when it was the block or the room.
 */
function decodeCodes(): i32 {
  const outputStop = outputBase + WINDOW + OUTPUT_BYTES - SLACK;
  const inputStop = isLastInput ? inputEnd + SYMBOL_BYTES : inputEnd - min(SYMBOL_BYTES, inputEnd - inputBase);
  const isCareful = isLastInput;
  let bits = buffer;
  let count = filled;
  let from = place;
  let to = output;
  let status: i32 = -1;
  while (to < outputStop) {
    if (from - (count >> 3) > inputStop) {
      status = endOfInput();
      break;
    }
    const before = to;
    bits |= load<u64>(from) << count;
    from += (63 - count) >> 3;
    count |= 56;
    let entry = load<u32>(literalTable + ((<usize>bits & FAST_MASK) << 2));
    if ((entry & LITERALS_MASK) !== 0) {
      bits >>= entry & 15;
      count -= entry & 15;
      store<u16>(to, <u16>(entry >> 8));
      to += (entry >> 4) & 3;
      if (isCareful) {
        if (from - (count >> 3) <= inputEnd) continue;
        to = before;
        status = CUT_OFF;
        break;
      }
      // 56 bits hold four lookups of 11 bits, and one more for another symbol.
      entry = load<u32>(literalTable + ((<usize>bits & FAST_MASK) << 2));
      if ((entry & LITERALS_MASK) === 0) continue;
      bits >>= entry & 15;
      count -= entry & 15;
      store<u16>(to, <u16>(entry >> 8));
      to += (entry >> 4) & 3;
      entry = load<u32>(literalTable + ((<usize>bits & FAST_MASK) << 2));
      if ((entry & LITERALS_MASK) === 0) continue;
      bits >>= entry & 15;
      count -= entry & 15;
      store<u16>(to, <u16>(entry >> 8));
      to += (entry >> 4) & 3;
      entry = load<u32>(literalTable + ((<usize>bits & FAST_MASK) << 2));
      if ((entry & LITERALS_MASK) === 0) continue;
      bits >>= entry & 15;
      count -= entry & 15;
      store<u16>(to, <u16>(entry >> 8));
      to += (entry >> 4) & 3;
      continue;
    }
    if (entry === 0) entry = slowEntry(literalTable, LITERALS, bits);
    if (entry === 0) {
      status = DAMAGED;
      break;
    }
    bits >>= entry & 15;
    count -= entry & 15;
    const kind = (entry >> 4) & 15;
    if (kind === KIND_LITERAL) {
      store<u8>(to, <u8>(entry >> 8));
      to++;
    } else if (kind === KIND_LENGTH) {
      let extra = (entry >> 8) & 15;
      const length = <usize>(entry >> 12) + (<usize>bits & ((1 << extra) - 1));
      bits >>= extra;
      count -= extra;
      entry = load<u32>(distanceTable + ((<usize>bits & FAST_MASK) << 2));
      if (entry === 0) entry = slowEntry(distanceTable, DISTANCES, bits);
      bits >>= entry & 15;
      count -= entry & 15;
      extra = (entry >> 8) & 15;
      const distance = <usize>(entry >> 12) + (<usize>bits & ((1 << extra) - 1));
      bits >>= extra;
      count -= extra;
      if (entry === 0 || distance > to - windowStart) {
        status = DAMAGED;
        break;
      }
      to = copyMatch(to, distance, length);
    }
    if (isCareful && from - (count >> 3) > inputEnd) {
      to = before;
      status = CUT_OFF;
      break;
    }
    if (kind === KIND_END) {
      state = AT_BLOCK;
      break;
    }
  }
  setBits(bits, count, from);
  output = to;
  return status === DAMAGED && isBeyondEnd() ? CUT_OFF : status;
}
