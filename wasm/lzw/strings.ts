// The table of strings. An entry holds the last one to eight bytes of its string. The bytes before them, always a
// multiple of eight, are the string of another entry.

export const MAX_CODES: u32 = 4096;

/** An entry: the last bytes (u64), the entry of the bytes before them (u32), the length (u16), the first byte (u8). */
const ENTRY_BITS: usize = 4;
const BEFORE: usize = 8;
const LENGTH: usize = 12;
const FIRST_BYTE: usize = 14;

const strings: usize = (__heap_base + 15) & ~15;
export const STRINGS_END: usize = strings + ((<usize>MAX_CODES) << ENTRY_BITS);

function entryOf(code: u32): usize {
  return strings + ((<usize>code) << ENTRY_BITS);
}

/** The strings of one byte: as many as a pixel or a byte has values. */
export function openStrings(count: u32): void {
  for (let code: u32 = 0; code < count; code++) {
    const entry = entryOf(code);
    store<u64>(entry, code & 0xff);
    store<u16>(entry, 1, LENGTH);
    store<u8>(entry, code, FIRST_BYTE);
  }
}

/** Adds the string of `before` followed by the first byte of the string of `after`. */
export function addString(code: u32, before: u32, after: u32): void {
  const entry = entryOf(code);
  const old = entryOf(before);
  const length = <u32>load<u16>(old, LENGTH);
  const first = load<u8>(old, FIRST_BYTE);
  const byte = <u64>load<u8>(entryOf(after), FIRST_BYTE);
  const filled = length & 7;
  store<u64>(entry, filled === 0 ? byte : load<u64>(old) | (byte << (filled << 3)));
  store<u32>(entry, filled === 0 ? before : load<u32>(old, BEFORE), BEFORE);
  store<u16>(entry, length + 1, LENGTH);
  store<u8>(entry, first, FIRST_BYTE);
}

/** Writes the string and returns where it ends. Up to seven more bytes are written behind it. */
export function write(code: u32, to: usize): usize {
  let entry = entryOf(code);
  const length = <usize>load<u16>(entry, LENGTH);
  let place = to + ((length - 1) & ~7);
  store<u64>(place, load<u64>(entry));
  while (place > to) {
    place -= 8;
    entry = entryOf(load<u32>(entry, BEFORE));
    store<u64>(place, load<u64>(entry));
  }
  return to + length;
}
