// A block with its own codes (RFC 1951 §3.2.7): the code lengths, which are coded themselves, then literals and runs.

import { held, heldCount, place, put, setBits } from "./bits";
import { makeCodes } from "./codes";
import { runs } from "./memory";
import { counts, END_SYMBOL, lengthSymbol, runCount, SYMBOLS, survey } from "./runs";

/** Four codes and seven waiting bits never take more than 63 bits. */
const MAX_BITS: u32 = 14;
const MAX_LENGTH_BITS: u32 = 7;
const LENGTH_SYMBOLS: u32 = 19;
const LENGTH_ORDER: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

const REPEAT: u32 = 16;
const FEW_ZEROS: u32 = 17;
const MANY_ZEROS: u32 = 18;

const codes: usize = memory.data(1152);
/** Symbol | value of its extra bits << 8. */
const lengthTokens: usize = memory.data(640);
const lengthCounts: usize = memory.data(80);
const lengthCodes: usize = memory.data(80);
let tokenCount: u32 = 0;

export function writeBlock(from: usize, to: usize, isLast: bool): void {
  survey(from, to);
  makeCodes(counts, SYMBOLS, MAX_BITS, codes);
  put(isLast ? 1 : 0, 1);
  put(2, 2);
  writeCodes();
  writeBody(from, to);
  const end = load<u32>(codes + ((<usize>END_SYMBOL) << 2));
  put(end & 0xffff, end >> 16);
}

function lengthAt(index: u32, literals: u32): u32 {
  // The only distance is one. Its code has one bit.
  return index < literals ? load<u32>(codes + ((<usize>index) << 2)) >> 16 : 1;
}

function writeCodes(): void {
  let literals = SYMBOLS;
  while (load<u32>(codes + ((<usize>(literals - 1)) << 2)) === 0) literals--;
  gatherLengths(literals, literals + 1);
  makeCodes(lengthCounts, LENGTH_SYMBOLS, MAX_LENGTH_BITS, lengthCodes);
  let sent = LENGTH_SYMBOLS;
  while (load<u32>(lengthCodes + ((<usize>load<u8>(LENGTH_ORDER + <usize>(sent - 1))) << 2)) === 0) sent--;
  put(literals - 257, 5);
  put(0, 5);
  put(sent - 4, 4);
  for (let i: u32 = 0; i < sent; i++) {
    put(load<u32>(lengthCodes + ((<usize>load<u8>(LENGTH_ORDER + <usize>i)) << 2)) >> 16, 3);
  }
  for (let i: u32 = 0; i < tokenCount; i++) {
    const token = <u32>load<u16>(lengthTokens + ((<usize>i) << 1));
    const symbol = token & 255;
    const code = load<u32>(lengthCodes + ((<usize>symbol) << 2));
    put(code & 0xffff, code >> 16);
    if (symbol >= REPEAT) put(token >> 8, symbol === REPEAT ? 2 : symbol === FEW_ZEROS ? 3 : 7);
  }
}

function addToken(symbol: u32, extra: u32): void {
  store<u16>(lengthTokens + <usize>(tokenCount++ << 1), symbol | (extra << 8));
  const count = lengthCounts + ((<usize>symbol) << 2);
  store<u32>(count, load<u32>(count) + 1);
}

function gatherLengths(literals: u32, total: u32): void {
  memory.fill(lengthCounts, 0, 80);
  tokenCount = 0;
  for (let i: u32 = 0; i < total; ) {
    const length = lengthAt(i, literals);
    let run: u32 = 1;
    while (i + run < total && lengthAt(i + run, literals) === length) run++;
    i += run;
    if (length === 0) {
      for (; run >= 11; run -= min(run, 138)) addToken(MANY_ZEROS, min(run, 138) - 11);
      if (run >= 3) {
        addToken(FEW_ZEROS, run - 3);
        run = 0;
      }
    } else {
      addToken(length, 0);
      run--;
      for (; run >= 3; run -= min(run, 6)) addToken(REPEAT, min(run, 6) - 3);
    }
    for (; run > 0; run--) addToken(length, 0);
  }
}

function writeBody(from: usize, to: usize): void {
  let at = from;
  for (let i: u32 = 0; i < runCount; i++) {
    const run = load<u32>(runs + ((<usize>i) << 2));
    const start = from + <usize>(run >> 16);
    writeLiterals(at, start);
    const length = run & 0xffff;
    const symbol = lengthSymbol(length);
    const code = load<u32>(codes + ((<usize>(symbol & 0xffff)) << 2));
    put(code & 0xffff, code >> 16);
    // The extra bits, and the one bit of the distance, which is zero.
    put(symbol >> 24, ((symbol >> 16) & 255) + 1);
    at = start + <usize>length;
  }
  writeLiterals(at, to);
}

function writeLiterals(from: usize, to: usize): void {
  let bits = held;
  let count = heldCount;
  let out = place;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const four = load<u32>(at);
    let code = load<u32>(codes + <usize>((four & 255) << 2));
    bits |= (<u64>(code & 0xffff)) << count;
    count += code >> 16;
    code = load<u32>(codes + <usize>(((four >> 8) & 255) << 2));
    bits |= (<u64>(code & 0xffff)) << count;
    count += code >> 16;
    code = load<u32>(codes + <usize>(((four >> 16) & 255) << 2));
    bits |= (<u64>(code & 0xffff)) << count;
    count += code >> 16;
    code = load<u32>(codes + <usize>((four >> 24) << 2));
    bits |= (<u64>(code & 0xffff)) << count;
    count += code >> 16;
    store<u64>(out, bits);
    out += <usize>(count >> 3);
    bits >>= count & ~7;
    count &= 7;
  }
  for (; at < to; at++) {
    const code = load<u32>(codes + ((<usize>load<u8>(at)) << 2));
    bits |= (<u64>(code & 0xffff)) << count;
    count += code >> 16;
    store<u64>(out, bits);
    out += <usize>(count >> 3);
    bits >>= count & ~7;
    count &= 7;
  }
  setBits(bits, count, out);
}
