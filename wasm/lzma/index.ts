// Decodes LZMA, as in the chunks of LZMA2. The host reads everything around the chunks. The output of earlier chunks
// serves as the dictionary.

import { bit, evenBits, isBeyondEnd, lowTree, makeEven, openRange, tree } from "./range";

/** The data of a chunk has at most 64 KB. Reads pass its end a little. */
const INPUT_BYTES: usize = 64 * 1024;
const SLACK: usize = 512;
const DAMAGED: i32 = -1;

const STATES: usize = 12;
const MAX_PLACES: usize = 16;
const LENGTH_CODER: usize = 2 + 2 * (MAX_PLACES << 3) + 256;

/** Where each kind of probabilities is, two bytes each. */
const model: usize = (__heap_base + 15) & ~15;
const IS_MATCH: usize = model;
const IS_REPEATED: usize = IS_MATCH + 2 * STATES * MAX_PLACES;
const IS_NOT_FIRST: usize = IS_REPEATED + 2 * STATES;
const IS_NOT_SECOND: usize = IS_NOT_FIRST + 2 * STATES;
const IS_NOT_THIRD: usize = IS_NOT_SECOND + 2 * STATES;
const IS_LONG: usize = IS_NOT_THIRD + 2 * STATES;
const SLOTS: usize = IS_LONG + 2 * STATES * MAX_PLACES;
const NEAR: usize = SLOTS + 2 * 4 * 64;
const FAR: usize = NEAR + 2 * 128;
const LENGTHS: usize = FAR + 2 * 16;
const REPEATED_LENGTHS: usize = LENGTHS + 2 * LENGTH_CODER;
const LITERALS: usize = REPEATED_LENGTHS + 2 * LENGTH_CODER;
/** The number of probabilities in each set for literals. */
const LITERAL_CODER: usize = 0x300;
const MAX_LITERAL_BITS: u32 = 4;
const MODEL_END: usize = LITERALS + 2 * (LITERAL_CODER << MAX_LITERAL_BITS);

const input: usize = MODEL_END;
const output: usize = input + INPUT_BYTES + SLACK;

const FIRST_NEAR_SLOT: u32 = 4;
const FIRST_FAR_SLOT: u32 = 14;
const FAR_BITS: u32 = 4;
const SHORTEST: u32 = 2;
/** In the states from here on, a copy came last. */
const AFTER_COPY: u32 = 7;

/**
 * How many bits of the previous byte, and which bits of the place, choose the probabilities of a literal; and which
 * bits of the place choose all others.
 */
let contextBits: u32 = 0;
let literalMask: u32 = 0;
let placeMask: u32 = 0;

let state: u32 = 0;
let first: u32 = 0;
let second: u32 = 0;
let third: u32 = 0;
let fourth: u32 = 0;

let made: usize = output;
let dictionary: usize = output;
let limit: usize = output;

/** Makes room for all the output that is wanted; false when there is not enough memory. */
export function begin(wanted: usize): bool {
  made = output;
  dictionary = output;
  limit = output + wanted;
  const pages = <i32>((limit + SLACK + 0xffff) >> 16);
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) return false;
  // A damaged first chunk may leave this out.
  setProperties(0);
  resetState();
  return true;
}

export function inputPlace(): usize {
  return input;
}

export function outputPlace(): usize {
  return output;
}

export function resetDictionary(): void {
  dictionary = made;
}

/** Reads the byte of properties, which tells how many bits select probabilities; false when it is invalid. */
export function setProperties(value: u32): bool {
  if (value >= 225) return false;
  contextBits = value % 9;
  const literalPlaceBits = (value / 9) % 5;
  literalMask = (1 << literalPlaceBits) - 1;
  placeMask = (1 << (value / 45)) - 1;
  return contextBits + literalPlaceBits <= MAX_LITERAL_BITS;
}

export function resetState(): void {
  state = 0;
  first = 0;
  second = 0;
  third = 0;
  fourth = 0;
  makeEven(model, (MODEL_END - model) >> 1);
}

/** A chunk that is not compressed. Returns the number of bytes so far. */
export function copyChunk(bytes: usize): i32 {
  const count = min(bytes, limit - made);
  memory.copy(made, input, count);
  made += count;
  return <i32>(made - output);
}

/** Decodes a chunk of this many bytes. Returns the number of bytes so far, or DAMAGED. */
export function decodeChunk(packed: usize, unpacked: usize): i32 {
  memory.fill(input + packed, 0, SLACK);
  if (!openRange(input, packed)) return DAMAGED;
  const stop = min(made + unpacked, limit);
  while (made < stop) {
    const place = <usize>(<u32>(made - dictionary) & placeMask);
    const context = ((<usize>state) << 4) + place;
    if (bit(IS_MATCH + (context << 1)) === 0) {
      decodeLiteral();
    } else if (!decodeCopy(context, place, stop)) {
      return DAMAGED;
    }
    if (isBeyondEnd()) return DAMAGED;
  }
  return <i32>(made - output);
}

function decodeLiteral(): void {
  const position = <u32>(made - dictionary);
  const before: u32 = position > 0 ? load<u8>(made - 1) : 0;
  const set = ((position & literalMask) << contextBits) + (before >> (8 - contextBits));
  const probabilities = LITERALS + 2 * LITERAL_CODER * <usize>set;
  let node: u32 = 1;
  if (state >= AFTER_COPY) {
    // A literal after a copy differs from the byte with which the copy would have continued.
    let other: u32 = load<u8>(made - <usize>first - 1);
    while (node < 0x100) {
      const expected = (other >> 7) & 1;
      other <<= 1;
      const one = bit(probabilities + <usize>((((1 + expected) << 8) + node) << 1));
      node = (node << 1) | one;
      if (one !== expected) break;
    }
  }
  while (node < 0x100) node = (node << 1) | bit(probabilities + <usize>(node << 1));
  store<u8>(made++, node);
  state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
}

/** False when the distance reaches before the beginning. */
function decodeCopy(context: usize, place: usize, stop: usize): bool {
  const ofState = (<usize>state) << 1;
  let length: u32;
  if (bit(IS_REPEATED + ofState) === 0) {
    fourth = third;
    third = second;
    second = first;
    length = decodeLength(LENGTHS, place);
    first = decodeDistance(length);
    state = state < AFTER_COPY ? 7 : 10;
  } else {
    if (bit(IS_NOT_FIRST + ofState) === 0) {
      if (bit(IS_LONG + (context << 1)) === 0) {
        if (<usize>first >= made - dictionary) return false;
        store<u8>(made, load<u8>(made - <usize>first - 1));
        made++;
        state = state < AFTER_COPY ? 9 : 11;
        return true;
      }
    } else {
      let distance = second;
      if (bit(IS_NOT_SECOND + ofState) !== 0) {
        distance = third;
        if (bit(IS_NOT_THIRD + ofState) !== 0) {
          distance = fourth;
          fourth = third;
        }
        third = second;
      }
      second = first;
      first = distance;
    }
    length = decodeLength(REPEATED_LENGTHS, place);
    state = state < AFTER_COPY ? 8 : 11;
  }
  if (<usize>first >= made - dictionary) return false;
  copy(min(<usize>(length + SHORTEST), stop - made));
  return true;
}

function copy(length: usize): void {
  const from = made - <usize>first - 1;
  if (<usize>first >= length) {
    memory.copy(made, from, length);
  } else {
    for (let i: usize = 0; i < length; i++) store<u8>(made + i, load<u8>(from + i));
  }
  made += length;
}

function decodeLength(coder: usize, place: usize): u32 {
  if (bit(coder) === 0) return tree(coder + 4 + (place << 4), 3);
  if (bit(coder + 2) === 0) return 8 + tree(coder + 4 + (MAX_PLACES << 4) + (place << 4), 3);
  return 16 + tree(coder + 4 + 2 * (MAX_PLACES << 4), 8);
}

function decodeDistance(length: u32): u32 {
  const slot = tree(SLOTS + ((<usize>min<u32>(length, 3)) << 7), 6);
  if (slot < FIRST_NEAR_SLOT) return slot;
  const bits = (slot >> 1) - 1;
  const base = (2 | (slot & 1)) << bits;
  if (slot < FIRST_FAR_SLOT) return base + lowTree(NEAR + <usize>((base - slot) << 1), bits);
  return base + (evenBits(bits - FAR_BITS) << FAR_BITS) + lowTree(FAR, FAR_BITS);
}
