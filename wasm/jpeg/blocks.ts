// Reads and writes the blocks of a sequential scan (ITU-T T.81 §F.2.2). During a block the states of both are kept in
// local variables, and no function is called for a usual coefficient.

import { holdsFf, signed } from "./bits";
import {
  bundlesOf,
  countOne,
  forgetCounts,
  forgetWrong,
  hitsOf,
  LOOK,
  longCode,
  MAX_SIZE,
  TABLES_END,
  tableOf,
  wordsOf,
} from "./tables";

/** Copies the next bytes of the data to `place`, as many as fit or are left, and returns how many. */
declare function more(place: usize, room: usize): usize;
/** Takes what was written. */
declare function give(place: usize, length: usize): void;

const ROOM: usize = 64 * 1024;
/** Bytes that stay before the next one: as many as the bits that are held were, every byte stuffed. */
const BEFORE: usize = 16;
/** The most bytes that one call of `fill` looks at. */
const AHEAD: usize = 20;
/** A block at its longest, every byte stuffed. */
const BLOCK_BYTES: usize = 64 * 8;
const ZEROS: u32 = 0xf0;
const MAX_DC: i32 = 2047;
const MAX_AC: i32 = 1023;

/** The coefficients of a block that was read, in the order in which they are coded. */
export const block: usize = (TABLES_END + 15) & ~15;
/** The DC of the previous block of each component: as it was read, and as it was written. */
const read: usize = block + 128;
const written: usize = read + 16;
const input: usize = written + 16 + BEFORE;
const output: usize = input + ROOM;
export const MEMORY_END: usize = output + ROOM;

/** The next bits, highest first; how many there are; and how many of them were made up because the data has ended. */
let buffer: u64 = 0;
let held: u32 = 0;
let invented: u32 = 0;
/** The place of the next byte, the end of the bytes that are there, and the place up to which this end is not near. */
let at: usize = input;
let filled: usize = input;
let safe: usize = input;
let isLast: bool = false;

/** The lowest `outHeld` bits of `outBuffer` come next. */
let outBuffer: u64 = 0;
let outHeld: u32 = 0;
let used: usize = output;

/** The bits behind the code that was read last. */
let value: u32 = 0;

export function openBlocks(): void {
  openData();
  used = output;
  outHeld = 0;
  memory.fill(written, 0, 16);
  forgetCounts();
}

/** Reads other data from its beginning. */
export function openData(): void {
  at = filled = safe = input;
  isLast = false;
  memory.fill(input - BEFORE, 0, BEFORE);
  forgetBits();
  forgetWrong();
}

function forgetBits(): void {
  buffer = 0;
  held = 0;
  invented = 0;
  memory.fill(read, 0, 16);
}

/** More bits were asked for than there are. */
export function isSpent(): bool {
  return held < invented;
}

/** How many bytes of the data no code has used, and how many bits of the byte before them. */
export function unreadBytes(): u32 {
  let place = at;
  for (let bytes = (held - invented) >> 3; bytes > 0; bytes--) {
    place -= load<u8>(place - 1) === 0 && load<u8>(place - 2) === 0xff ? 2 : 1;
  }
  return <u32>(filled - place);
}

export function unreadBits(): u32 {
  return (held - invented) & 7;
}

function load64k(): void {
  const left = filled - at;
  memory.copy(input - BEFORE, at - BEFORE, left + BEFORE);
  const came = more(input + left, ROOM - left);
  isLast = came < ROOM - left;
  at = input;
  filled = input + left + came;
  safe = filled - min(AHEAD, filled - input);
}

/** At least 57 bits; zeros after the end. */
function fill(): void {
  if (at >= safe && !isLast) load64k();
  while (held <= 56) {
    const byte: u64 = at < filled ? load<u8>(at) : 0xff;
    if (byte !== 0xff) {
      buffer |= byte << (56 - held);
      at++;
    } else if (at + 1 < filled && load<u8>(at + 1) === 0) {
      buffer |= byte << (56 - held);
      at += 2;
    } else invented += 8;
    held += 8;
  }
}

/** Goes on after the next restart marker; false when there is none. */
export function restart(): bool {
  forgetBits();
  for (; ; at++) {
    if (at >= safe && !isLast) load64k();
    if (at + 1 >= filled) return false;
    if (load<u8>(at) === 0xff && (load<u8>(at + 1) & 0xf8) === 0xd0) break;
  }
  at += 2;
  return true;
}

/** The next symbol; the bits behind its code become `value`. */
function symbol(table: usize): u32 {
  if (held < 32) fill();
  let entry: u32 = load<u16>(table + ((<usize>(buffer >> (64 - LOOK))) << 1));
  if (entry === 0) entry = longCode(table, buffer);
  const bits = entry & 255;
  value = <u32>(buffer >> (64 - bits)) & ((1 << ((entry >> 8) & 15)) - 1);
  buffer <<= bits;
  held -= bits;
  return entry >> 8;
}

/** The DC coefficient, of 16 bits. */
function readDc(slot: u32): i32 {
  const size = symbol(tableOf(slot, false)) & 15;
  const difference = signed(value, size);
  const dc = load<i32>(read + (slot << 2)) + difference;
  store<i32>(read + (slot << 2), dc);
  return <i32>(<i16>dc);
}

/** Reads a block to `block`. */
export function readBlock(slot: u32): void {
  memory.fill(block, 0, 128);
  store<i16>(block, <i16>readDc(slot));
  const table = tableOf(slot, true);
  for (let k: u32 = 1; k <= 63; k++) {
    const next = symbol(table);
    const size = next & 15;
    if (size === 0 && next !== ZEROS) return;
    k += next >> 4;
    if (k <= 63) store<i16>(block + (k << 1), <i16>signed(value, size));
  }
}

/** Reads a block, and keeps nothing of it. */
export function skipBlock(slot: u32): void {
  readDc(slot);
  pass(slot, 0);
}

/** Reads a block, and writes the same one. `tables`: 0 for luma, 1 for chroma. */
export function copyBlock(slot: u32, tables: u32): void {
  writeDc(slot, tables, readDc(slot));
  pass(slot, wordsOf(tables, true));
}

export function writeBlock(slot: u32, tables: u32): void {
  writeDc(slot, tables, load<i16>(block));
  const ac = wordsOf(tables, true);
  let next: u32 = 1;
  for (let k: u32 = 1; k < 64; k++) {
    const coefficient: i32 = load<i16>(block + (k << 1));
    if (coefficient === 0) continue;
    let run = k - next;
    for (; run > 15; run -= 16) put(ac, ZEROS, 0);
    write(ac, run << 4, min(max(coefficient, -MAX_AC), MAX_AC));
    next = k + 1;
  }
  if (next < 64) put(ac, 0, 0);
}

/** The DC of the component's block that was written last. */
export function before(slot: u32): i32 {
  return load<i32>(written + (slot << 2));
}

function writeDc(slot: u32, tables: u32, dc: i32): void {
  if (used + BLOCK_BYTES > output + ROOM) turn();
  const difference = min(max(dc - before(slot), -MAX_DC), MAX_DC);
  store<i32>(written + (slot << 2), before(slot) + difference);
  write(wordsOf(tables, false), 0, difference);
}

function write(codes: usize, run: u32, number: i32): void {
  const size: u32 = 32 - clz(abs(number));
  put(codes, run | size, <u32>(number < 0 ? number - 1 : number) & ((1 << size) - 1));
}

/** The code of the symbol, and the bits behind it. */
function put(codes: usize, next: u32, bits: u32): void {
  countOne(codes, next);
  const word = load<u32>(codes + (next << 2));
  const size = next & 15;
  outBuffer = (outBuffer << ((word & 255) + size)) | ((word >> 8) << size) | bits;
  outHeld += (word & 255) + size;
  if (outHeld < 32) return;
  outHeld -= 32;
  putStuffed(<u32>(outBuffer >> outHeld), 4);
}

/** Writes the lowest bytes, with a zero behind each FF. */
function putStuffed(bits: u32, bytes: u32): void {
  for (let shift = bytes << 3; shift > 0; ) {
    shift -= 8;
    const byte = (bits >> shift) & 0xff;
    store<u8>(used++, <u8>byte);
    if (byte === 0xff) store<u8>(used++, 0);
  }
}

function turn(): void {
  give(output, used - output);
  used = output;
}

/** The last byte is filled up with ones. */
export function closeBlocks(): void {
  const rest = (8 - (outHeld & 7)) & 7;
  putStuffed(<u32>((outBuffer << rest) | ((1 << rest) - 1)), (outHeld + rest) >> 3);
  outHeld = 0;
  turn();
}

/** Reads the coefficients of a block after the first, and writes the same ones by `codes`, if that is not 0. */
function pass(slot: u32, codes: usize): void {
  const table = tableOf(slot, true);
  const bundles = bundlesOf(slot);
  const hits = hitsOf(slot);
  let bits = buffer;
  let left = held;
  let out = outBuffer;
  let outLeft = outHeld;
  let k: u32 = 1;
  let isEnd: bool;
  do {
    if (left < 32) {
      const next = load<u32>(at);
      if (at < safe && !holdsFf(next)) {
        bits |= (<u64>bswap(next)) << (32 - left);
        left += 32;
        at += 4;
      } else {
        buffer = bits;
        held = left;
        fill();
        bits = buffer;
        left = held;
      }
    }
    const look = <usize>(bits >> (64 - LOOK));
    const counts = load<u32>(bundles + (look << 3), 4);
    const after = k + ((counts >> 16) & 255);
    if (counts !== 0 && after <= 64) {
      const length = counts & 255;
      bits <<= length;
      left -= length;
      k = after;
      isEnd = counts >> 24 !== 0;
      if (codes !== 0) {
        const written = (counts >> 8) & 255;
        out = (out << written) | load<u32>(bundles + (look << 3));
        outLeft += written;
        store<u32>(hits + (look << 2), load<u32>(hits + (look << 2)) + 1);
      }
    } else {
      let entry: u32 = load<u16>(table + (look << 1));
      if (entry === 0) entry = longCode(table, bits);
      const length = entry & 255;
      let next = entry >> 8;
      let size = next & 15;
      let number = <u32>(bits >> (64 - length)) & ((1 << size) - 1);
      bits <<= length;
      left -= length;
      k += (next >> 4) + 1;
      // A run that leads beyond the last coefficient ends the block, too.
      isEnd = (size === 0 && next !== ZEROS) || k > 64 || (next === ZEROS && k === 64);
      if (isEnd) next = size = number = 0;
      if (codes !== 0) {
        if (size > MAX_SIZE) {
          number = number >> (size - 1) === 0 ? 0 : (1 << MAX_SIZE) - 1;
          next = (next & 0xf0) | MAX_SIZE;
          size = MAX_SIZE;
        }
        countOne(codes, next);
        const word = load<u32>(codes + (next << 2));
        out = (out << ((word & 255) + size)) | ((word >> 8) << size) | number;
        outLeft += (word & 255) + size;
      }
    }
    if (codes !== 0 && outLeft >= 32) {
      outLeft -= 32;
      const whole = <u32>(out >> outLeft);
      if (holdsFf(whole)) putStuffed(whole, 4);
      else {
        store<u32>(used, bswap(whole));
        used += 4;
      }
    }
  } while (!isEnd && k < 64);
  buffer = bits;
  held = left;
  outBuffer = out;
  outHeld = outLeft;
}
