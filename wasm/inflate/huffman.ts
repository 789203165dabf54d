// Huffman tables (RFC 1951 §3.2.2). The first lookup takes FAST_BITS bits. Longer codes are rare and are found bit by
// bit. An entry of the literal table may stand for two literals when both codes fit into one lookup.

export const FAST_BITS: u32 = 11;
const MAX_BITS: u32 = 15;

/** Entry: bits of the code(s) | kind << 4 | payload << 8. Zero: no code of up to FAST_BITS bits. */
export const KIND_LITERAL: u32 = 1;
export const KIND_PAIR: u32 = 2;
export const KIND_LENGTH: u32 = 4;
export const KIND_END: u32 = 8;

/** Payload of lengths and distances: extra bits | base << 4. */
const LENGTH_BASES: StaticArray<u16> = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_EXTRAS: StaticArray<u8> = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCE_BASES: StaticArray<u16> = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];

/**
 * The memory of a table: the fast entries, the symbols in the order of their codes, and for each length the number of
 * codes and the next place.
 */
const SYMBOLS_AT: usize = 4 << FAST_BITS;
const COUNTS_AT: usize = SYMBOLS_AT + 2 * 320;
const PLACES_AT: usize = COUNTS_AT + 2 * 16;
export const TABLE_BYTES: usize = PLACES_AT + 2 * 16;

/** Payload and kind of a symbol, placed as in an entry; 0 for a symbol that no code may stand for. */
function literalEntry(symbol: u32): u32 {
  if (symbol < 256) return (KIND_LITERAL << 4) | (symbol << 8);
  if (symbol === 256) return KIND_END << 4;
  if (symbol > 285) return 0;
  const index = symbol - 257;
  return (KIND_LENGTH << 4) | ((<u32>LENGTH_EXTRAS[index]) << 8) | ((<u32>LENGTH_BASES[index]) << 12);
}

function distanceEntry(symbol: u32): u32 {
  if (symbol > 29) return 0;
  return (KIND_LENGTH << 4) | (distanceExtra(symbol) << 8) | ((<u32>DISTANCE_BASES[symbol]) << 12);
}

function plainEntry(symbol: u32): u32 {
  return (KIND_LITERAL << 4) | (symbol << 8);
}

export const LITERALS: i32 = 0;
export const DISTANCES: i32 = 1;
export const PLAIN: i32 = 2;

/** Entries for counting output without making it: see count.ts. */
export const COUNTED_LITERALS: i32 = 3;
export const COUNTED_DISTANCES: i32 = 4;

/** 0 for a symbol that no code may stand for. */
function entryOf(symbol: u32, bits: u32, alphabet: i32): u32 {
  if (alphabet === COUNTED_LITERALS) return countedLiteral(symbol, bits);
  if (alphabet === COUNTED_DISTANCES) return countedDistance(symbol, bits);
  const entry =
    alphabet === LITERALS ? literalEntry(symbol) : alphabet === DISTANCES ? distanceEntry(symbol) : plainEntry(symbol);
  return entry === 0 ? 0 : entry | bits;
}

/**
 * An entry for counting: bits to drop | table of the next code | bytes of output << 18. What needs a closer look is
 * marked ASIDE: it drops nothing and leads to itself, so a loop may notice it some codes later. Such an entry is: bits
 * of the code << 6 | kind << 25. The kind is the index of a length with extra bits, or one of those below.
 */
export const NEXT_LITERALS: u32 = 0x8000;
export const NEXT_DISTANCES: u32 = 0x4000;
export const NEXT_MASK: u32 = NEXT_LITERALS | NEXT_DISTANCES;
export const COUNT_SHIFT: u32 = 18;
export const COUNT_MASK: u32 = 127;
export const ASIDE: u32 = 1 << 31;
export const KIND_SHIFT: u32 = 25;
export const ASIDE_END: u32 = 29;
export const ASIDE_LONG: u32 = 30;
const ASIDE_INVALID: u32 = 31;
const ONE_LITERAL: u32 = NEXT_LITERALS | (1 << COUNT_SHIFT);
/** Three codes (two distances and a length) must not need more than 56 bits. */
const MAX_DISTANCE_BITS: u32 = 22;

function aside(table: u32, kind: u32, bits: u32): u32 {
  return ASIDE | table | (bits << 6) | (kind << KIND_SHIFT);
}

function countedLiteral(symbol: u32, bits: u32): u32 {
  if (symbol < 256) return ONE_LITERAL | bits;
  if (symbol === 256) return aside(NEXT_LITERALS, ASIDE_END, bits);
  if (symbol > 285) return aside(NEXT_LITERALS, ASIDE_INVALID, bits);
  // Lengths of 3 to 10 have no extra bits.
  if (symbol < 265) return NEXT_DISTANCES | ((symbol - 254) << COUNT_SHIFT) | bits;
  return aside(NEXT_LITERALS, symbol - 257, bits);
}

function countedDistance(symbol: u32, bits: u32): u32 {
  if (symbol > 29) return aside(NEXT_DISTANCES, ASIDE_INVALID, bits);
  const all = bits + distanceExtra(symbol);
  return all > MAX_DISTANCE_BITS ? aside(NEXT_DISTANCES, ASIDE_LONG, bits) : NEXT_LITERALS | all;
}

export function distanceExtra(symbol: u32): u32 {
  return symbol < 2 ? 0 : (symbol >> 1) - 1;
}

export function lengthBase(index: u32): u32 {
  return LENGTH_BASES[index];
}

export function lengthExtra(index: u32): u32 {
  return LENGTH_EXTRAS[index];
}

/**
 * Builds the table of an alphabet from its code lengths, one byte each. False when the lengths make no complete code.
 * Like zlib, it accepts two incomplete ones: a single code of one bit, and no code at all when nothing has a distance.
 */
export function buildTable(table: usize, lengths: usize, count: u32, alphabet: i32): bool {
  memory.fill(table, 0, TABLE_BYTES);
  if (alphabet >= COUNTED_LITERALS) {
    fillLong(table, aside(alphabet === COUNTED_LITERALS ? NEXT_LITERALS : NEXT_DISTANCES, ASIDE_LONG, 0));
  }
  const counts = table + COUNTS_AT;
  for (let symbol: u32 = 0; symbol < count; symbol++) {
    const at = counts + 2 * <usize>load<u8>(lengths + symbol);
    store<u16>(at, load<u16>(at) + 1);
  }
  const coded = count - <u32>load<u16>(counts);
  store<u16>(counts, 0);
  let left: i32 = 1;
  for (let bits: usize = 1; bits <= MAX_BITS; bits++) {
    left = (left << 1) - <i32>load<u16>(counts + 2 * bits);
    if (left < 0) return false;
  }
  const isSingle = alphabet !== PLAIN && coded === 1 && load<u16>(counts + 2) === 1;
  const isEmpty = (alphabet === DISTANCES || alphabet === COUNTED_DISTANCES) && coded === 0;
  if (left > 0 && !isSingle && !isEmpty) return false;
  fillTable(table, lengths, count, alphabet);
  if (alphabet === LITERALS) pairLiterals(table);
  if (alphabet === COUNTED_LITERALS) pairCounted(table);
  return true;
}

/** Entries that no short code fills belong to long codes, or to none. */
function fillLong(table: usize, entry: u32): void {
  const two = ((<u64>entry) << 32) | entry;
  for (let at = table; at < table + SYMBOLS_AT; at += 8) store<u64>(at, two);
}

/** Sorts the symbols by their codes, which are consecutive within a length, and enters the short ones. */
function fillTable(table: usize, lengths: usize, count: u32, alphabet: i32): void {
  const symbols = table + SYMBOLS_AT;
  const counts = table + COUNTS_AT;
  const places = table + PLACES_AT;
  let next: u16 = 0;
  for (let bits: usize = 1; bits <= MAX_BITS; bits++) {
    store<u16>(places + 2 * bits, next);
    next += load<u16>(counts + 2 * bits);
  }
  for (let symbol: u32 = 0; symbol < count; symbol++) {
    const bits = <usize>load<u8>(lengths + symbol);
    if (bits === 0) continue;
    const place = load<u16>(places + 2 * bits);
    store<u16>(symbols + 2 * <usize>place, <u16>symbol);
    store<u16>(places + 2 * bits, place + 1);
  }
  let code: u32 = 0;
  let place: usize = 0;
  for (let bits: u32 = 1; bits <= FAST_BITS; bits++) {
    code <<= 1;
    for (let left = <u32>load<u16>(counts + 2 * bits); left > 0; left--) {
      const symbol = <u32>load<u16>(symbols + 2 * place);
      fillEntry(table, reversed(code, bits), bits, entryOf(symbol, bits, alphabet));
      code++;
      place++;
    }
  }
}

function fillEntry(table: usize, first: u32, bits: u32, entry: u32): void {
  if (entry === 0) return;
  for (let at: u32 = first; at < 1 << FAST_BITS; at += 1 << bits) store<u32>(table + 4 * at, entry);
}

/** From the last entry down: the entry that is looked up for the second code must still hold a single literal. */
function pairLiterals(table: usize): void {
  for (let at: i32 = (1 << FAST_BITS) - 1; at >= 0; at--) {
    const first = load<u32>(table + 4 * at);
    if (((first >> 4) & 15) !== KIND_LITERAL) continue;
    const bits = first & 15;
    const second = load<u32>(table + 4 * (<u32>at >> bits));
    const both = bits + (second & 15);
    if (((second >> 4) & 15) !== KIND_LITERAL || both > FAST_BITS) continue;
    const literals = ((first >> 8) & 0xff) | (second & 0xff00);
    store<u32>(table + 4 * at, both | (KIND_PAIR << 4) | (literals << 8));
  }
}

/** A literal, and the literal or length after it. */
function pairCounted(table: usize): void {
  for (let at: i32 = (1 << FAST_BITS) - 1; at >= 0; at--) {
    const first = load<u32>(table + 4 * at);
    if ((first & ~63) !== ONE_LITERAL) continue;
    const bits = first & 63;
    const second = load<u32>(table + 4 * (<u32>at >> bits));
    if ((second & ASIDE) !== 0 || bits + (second & 63) > FAST_BITS) continue;
    store<u32>(table + 4 * at, second + bits + (1 << COUNT_SHIFT));
  }
}

function reversed(code: u32, bits: u32): u32 {
  let out: u32 = 0;
  for (let i: u32 = 0; i < bits; i++) out |= ((code >> i) & 1) << (bits - 1 - i);
  return out;
}

/** Returns symbol << 4 | bits for a code of any length; 0 when no code begins with these bits. */
export function slowSymbol(table: usize, bits: u64): u32 {
  let code: i32 = 0;
  let first: i32 = 0;
  let index: i32 = 0;
  for (let length: u32 = 1; length <= MAX_BITS; length++) {
    code |= <i32>((bits >> (length - 1)) & 1);
    const count = <i32>load<u16>(table + COUNTS_AT + 2 * length);
    if (code - first < count) {
      return ((<u32>load<u16>(table + SYMBOLS_AT + 2 * (index + code - first))) << 4) | length;
    }
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  return 0;
}

/** The entry of a code that is too long for the fast table; 0 when no code begins with these bits. */
export function slowEntry(table: usize, alphabet: i32, bits: u64): u32 {
  const symbol = slowSymbol(table, bits);
  return symbol === 0 ? 0 : entryOf(symbol >> 4, symbol & 15, alphabet);
}
