// The shortest prefix codes for a block's symbols, none longer than a limit (RFC 1951 §3.2.2).

const LONGEST: u32 = 15;

/** Frequency << 9 | symbol, in rising order. The code lengths are then computed in the same place. */
const sorted: usize = memory.data(1152);
const work: usize = memory.data(1152);
const lengthCounts: usize = memory.data(256);
const nextCodes: usize = memory.data(64);

/**
 * Writes to `codes` the codes of the symbols that `counts` (u32) has: bits in the order of writing | length << 16, and
 * 0 for a symbol that does not occur. At least two symbols must occur.
 */
export function makeCodes(counts: usize, symbols: u32, limit: u32, codes: usize): void {
  let used: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const count = load<u32>(counts + <usize>(symbol << 2));
    store<u32>(codes + <usize>(symbol << 2), 0);
    if (count > 0) store<u32>(sorted + <usize>(used++ << 2), (count << 9) | symbol);
  }
  sort(used);
  measure(used);
  countLengths(used, limit);
  assign(used, limit, codes);
  number(symbols, codes);
}

/** Shell's sort: there are at most 286. */
function sort(count: u32): void {
  for (
    let gap: i32 = 132;
    gap > 0;
    gap = gap === 132 ? 57 : gap === 57 ? 23 : gap === 23 ? 10 : gap === 10 ? 4 : gap >> 2
  ) {
    for (let i = gap; i < <i32>count; i++) {
      const key = load<u32>(sorted + ((<usize>i) << 2));
      let j = i;
      for (; j >= gap; j -= gap) {
        const other = load<u32>(sorted + ((<usize>(j - gap)) << 2));
        if (other <= key) break;
        store<u32>(sorted + ((<usize>j) << 2), other);
      }
      store<u32>(sorted + ((<usize>j) << 2), key);
    }
  }
}

function at(index: i32): u32 {
  return load<u32>(work + ((<usize>index) << 2));
}

function put(index: i32, value: u32): void {
  store<u32>(work + ((<usize>index) << 2), value);
}

/**
 * Computes the lengths of a minimum-redundancy code in place (Moffat and Katajainen, 1995), beginning with the rarest
 * symbol.
 */
function measure(count: i32): void {
  for (let i = 0; i < count; i++) put(i, load<u32>(sorted + ((<usize>i) << 2)) >> 9);
  put(0, at(0) + at(1));
  let root = 0;
  let leaf = 2;
  for (let next = 1; next < count - 1; next++) {
    let weight: u32;
    if (leaf >= count || at(root) < at(leaf)) {
      weight = at(root);
      put(root++, next);
    } else {
      weight = at(leaf++);
    }
    if (leaf >= count || (root < next && at(root) < at(leaf))) {
      weight += at(root);
      put(root++, next);
    } else {
      weight += at(leaf++);
    }
    put(next, weight);
  }
  put(count - 2, 0);
  for (let next = count - 3; next >= 0; next--) put(next, at(at(next)) + 1);
  let available = 1;
  let used = 0;
  let depth: u32 = 0;
  root = count - 2;
  let next = count - 1;
  while (available > 0) {
    while (root >= 0 && at(root) === depth) {
      used++;
      root--;
    }
    while (available > used) {
      put(next--, depth);
      available--;
    }
    available = 2 * used;
    depth++;
    used = 0;
  }
}

/** How many symbols have each length. Codes beyond the limit are shortened to it, and others are lengthened instead. */
function countLengths(used: u32, limit: u32): void {
  memory.fill(lengthCounts, 0, 256);
  for (let i: u32 = 0; i < used; i++) {
    const place = lengthCounts + ((<usize>min(at(i), limit)) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  let taken: u32 = 0;
  for (let length: u32 = 1; length <= limit; length++) {
    taken += load<u32>(lengthCounts + ((<usize>length) << 2)) << (limit - length);
  }
  for (; taken > (<u32>1) << limit; taken--) {
    const last = lengthCounts + ((<usize>limit) << 2);
    store<u32>(last, load<u32>(last) - 1);
    let length = limit - 1;
    while (load<u32>(lengthCounts + ((<usize>length) << 2)) === 0) length--;
    const place = lengthCounts + ((<usize>length) << 2);
    store<u32>(place, load<u32>(place) - 1);
    store<u32>(place, load<u32>(place, 4) + 2, 4);
  }
}

/** The most frequent symbols get the shortest lengths. */
function assign(used: u32, limit: u32, codes: usize): void {
  let index = <i32>used;
  for (let length: u32 = 1; length <= limit; length++) {
    for (let left = load<u32>(lengthCounts + ((<usize>length) << 2)); left > 0; left--) {
      const symbol = load<u32>(sorted + <usize>(--index << 2)) & 511;
      store<u32>(codes + ((<usize>symbol) << 2), length << 16);
    }
  }
}

/** Codes of one length follow each other. They are written from the highest bit on, so their bits are reversed here. */
function number(symbols: u32, codes: usize): void {
  let code: u32 = 0;
  for (let length: u32 = 1; length <= LONGEST; length++) {
    code = (code + (length > 1 ? load<u32>(lengthCounts + ((<usize>(length - 1)) << 2)) : 0)) << 1;
    store<u32>(nextCodes + ((<usize>length) << 2), code);
  }
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const entry = codes + ((<usize>symbol) << 2);
    const length = load<u32>(entry) >> 16;
    if (length === 0) continue;
    const next = nextCodes + ((<usize>length) << 2);
    let rest = load<u32>(next);
    store<u32>(next, rest + 1);
    let turned: u32 = 0;
    for (let i: u32 = 0; i < length; i++, rest >>= 1) turned = (turned << 1) | (rest & 1);
    store<u32>(entry, turned | (length << 16));
  }
}
