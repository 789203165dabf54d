// The tables for a block: those that RFC 1951 defines, or those at the beginning of the block.

import { drop, peek, refill, takeBits } from "./bits";
import {
  buildTable,
  COUNTED_DISTANCES,
  COUNTED_LITERALS,
  DISTANCES,
  FAST_BITS,
  LITERALS,
  NEXT_DISTANCES,
  NEXT_LITERALS,
  PLAIN,
  TABLE_BYTES,
} from "./huffman";

/** More than the header of a block takes: 320 code lengths of at most 14 bits, and the fields before them. */
export const HEADER_BYTES: usize = 1024;
export const literalTable: usize = __heap_base;
export const distanceTable: usize = literalTable + TABLE_BYTES;
const codeTable: usize = distanceTable + TABLE_BYTES;
const lengths: usize = codeTable + TABLE_BYTES;
export const TABLES_END: usize = lengths + 512;

/** Whether the tables of codes, and those for counting, are the fixed ones since an earlier block, or stream. */
let hasFixed: bool = false;
let hasFixedCounted: bool = false;

/** RFC 1951 §3.2.6. */
export function fixedTables(isCounting: bool): bool {
  if (isCounting ? hasFixedCounted : hasFixed) return true;
  memory.fill(lengths, 8, 144);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  memory.fill(lengths + 280, 8, 8);
  memory.fill(lengths + 288, 5, 32);
  const isBuilt = buildTables(288, 32, isCounting);
  if (isCounting) hasFixedCounted = isBuilt;
  else hasFixed = isBuilt;
  return isBuilt;
}

/** The order of the lengths of the code for code lengths (RFC 1951 §3.2.7). */
const CODE_ORDER: StaticArray<u8> = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

export function readTables(isCounting: bool): bool {
  const literals = takeBits(5) + 257;
  const distances = takeBits(5) + 1;
  const codes = takeBits(4) + 4;
  if (literals > 286 || distances > 30) return false;
  memory.fill(lengths, 0, 19);
  for (let i: u32 = 0; i < codes; i++) store<u8>(lengths + <usize>CODE_ORDER[i], <u8>takeBits(3));
  if (!buildTable(codeTable, lengths, 19, PLAIN)) return false;
  const total = literals + distances;
  let at: u32 = 0;
  while (at < total) {
    refill();
    const entry = load<u32>(codeTable + 4 * peek(FAST_BITS));
    if (entry === 0) return false;
    drop(entry & 15);
    const symbol = entry >> 8;
    if (symbol < 16) {
      store<u8>(lengths + at, <u8>symbol);
      at++;
      continue;
    }
    if (symbol === 16 && at === 0) return false;
    const value: u8 = symbol === 16 ? load<u8>(lengths + at - 1) : 0;
    const repeat = symbol === 16 ? 3 + takeBits(2) : symbol === 17 ? 3 + takeBits(3) : 11 + takeBits(7);
    if (at + repeat > total) return false;
    memory.fill(lengths + at, value, repeat);
    at += repeat;
  }
  // A block needs a code for its end.
  if (load<u8>(lengths + 256) === 0) return false;
  return buildTables(literals, distances, isCounting);
}

function buildTables(literals: u32, distances: u32, isCounting: bool): bool {
  if (isCounting) {
    hasFixedCounted = false;
    return (
      buildTable(NEXT_LITERALS, lengths, literals, COUNTED_LITERALS) &&
      buildTable(NEXT_DISTANCES, lengths + literals, distances, COUNTED_DISTANCES)
    );
  }
  hasFixed = false;
  return (
    buildTable(literalTable, lengths, literals, LITERALS) &&
    buildTable(distanceTable, lengths + literals, distances, DISTANCES)
  );
}
