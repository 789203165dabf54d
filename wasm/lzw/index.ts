// LZW of TIFF (TIFF 6.0 §13), PDF (7.4.4) and GIF (GIF89a appendix F), on demand.

import { addString, MAX_CODES, openStrings, STRINGS_END, write } from "./strings";

const INPUT_BYTES: usize = 64 * 1024;
/** What may be asked for at once. */
const OUTPUT_BYTES: usize = 256 * 1024;
/** The longest string, and the bytes that are written beyond its end. */
const SLACK: usize = 4096 + 16;

const input: usize = STRINGS_END;
const output: usize = input + INPUT_BYTES + 16;
const MEMORY_END: usize = output + OUTPUT_BYTES + SLACK;

/** What `run` answers. */
const NEEDS_INPUT: i32 = 0;
const HAS_OUTPUT: i32 = 1;
const ENDED: i32 = 2;
const DAMAGED: i32 = 3;

const LAST_WIDTH: u32 = 12;
const NONE: u32 = 0xffff;

/** The code that empties the table of strings. The code after it ends the data. */
let clear: u32 = 256;
let isLowBitFirst: bool = false;
/** 1 where codes become wider one string before that is needed. */
let early: u32 = 1;

let firstWidth: u32 = 0;
let next: u32 = 0;
let width: u32 = 0;
let previous: u32 = NONE;
let bits: u64 = 0;
let count: u32 = 0;
let from: usize = 0;
let end: usize = 0;
let isEnded: bool = false;
let made: usize = output;
let given: usize = output;

export function start(): void {
  const pages = <i32>((MEMORY_END + 0xffff) >> 16);
  if (memory.size() < pages) memory.grow(pages - memory.size());
}

/** `valueBits`: of the bytes or pixels that are coded, 1 to 11. */
export function begin(valueBits: u32, lowBitFirst: bool, widensEarly: bool): void {
  clear = (<u32>1) << valueBits;
  isLowBitFirst = lowBitFirst;
  early = widensEarly ? 1 : 0;
  openStrings(clear);
  firstWidth = valueBits + 1;
  next = clear + 2;
  width = firstWidth;
  previous = NONE;
  bits = 0;
  count = 0;
  from = input;
  end = input;
  isEnded = false;
  made = output;
  given = output;
}

export function inputPlace(): usize {
  return input;
}

export function inputRoom(): usize {
  return INPUT_BYTES;
}

/** Tells that this many bytes are at `inputPlace`, after all earlier ones were read. */
export function addInput(bytes: usize): void {
  from = input;
  end = input + bytes;
}

export function outputPlace(): usize {
  return output;
}

export function outputRoom(): usize {
  return OUTPUT_BYTES;
}

/** Continues until this many bytes are at `outputPlace`. */
export function run(wanted: usize): i32 {
  memory.copy(output, given, made - given);
  made = output + (made - given);
  given = output;
  const status = made - output >= wanted ? HAS_OUTPUT : isEnded ? ENDED : decode(output + wanted);
  given = min(output + wanted, made);
  return status;
}

/** How many bytes the last `run` gave. */
export function outputBytes(): usize {
  return given - output;
}

function decode(stop: usize): i32 {
  let status: i32 = HAS_OUTPUT;
  let to = made;
  let held = bits;
  let heldCount = count;
  let at = from;
  let limit = ((<u32>1) << width) - early;
  const emptying = clear;
  const last = clear + 1;
  while (to < stop) {
    if (heldCount < width) {
      if (at + 4 <= end) {
        const four = <u64>load<u32>(at);
        held = isLowBitFirst ? held | (four << heldCount) : (held << 32) | <u64>bswap<u32>(<u32>four);
        heldCount += 32;
        at += 4;
      } else if (at < end) {
        const byte = <u64>load<u8>(at++);
        held = isLowBitFirst ? held | (byte << heldCount) : (held << 8) | byte;
        heldCount += 8;
        continue;
      } else {
        status = NEEDS_INPUT;
        break;
      }
    }
    heldCount -= width;
    const mask = ((<u32>1) << width) - 1;
    let code: u32;
    if (isLowBitFirst) {
      code = <u32>held & mask;
      held >>= width;
    } else {
      code = <u32>(held >> heldCount) & mask;
    }
    if (previous !== NONE) {
      if (code === emptying || code === last || code > next) {
        if (code === emptying) {
          next = last + 1;
          width = firstWidth;
          limit = ((<u32>1) << width) - early;
          previous = NONE;
          continue;
        }
        isEnded = true;
        status = code === last ? ENDED : DAMAGED;
        break;
      }
      if (next < MAX_CODES) {
        addString(next, previous, code === next ? previous : code);
        if (++next >= limit && width < LAST_WIDTH) {
          width++;
          limit = ((<u32>1) << width) - early;
        }
      }
    } else if (code >= emptying) {
      if (code === emptying) continue;
      isEnded = true;
      status = code === last ? ENDED : DAMAGED;
      break;
    } else if (next >= limit) {
      // Of values of one bit: the first string's code is wider already.
      width++;
      limit = ((<u32>1) << width) - early;
    }
    to = write(code, to);
    previous = code;
  }
  made = to;
  bits = held;
  count = heldCount;
  from = at;
  return status;
}
