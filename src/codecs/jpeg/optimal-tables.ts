import { codeWords, type HuffmanTable, WRITTEN_TABLES } from "./tables.ts";

const MAX_BITS = 16;
/** What replaces the code of ones alone, which no symbol may have (ITU-T T.81 §C.2): the longest. */
const NONE_WEIGHT = 0;

/** Coding once more takes its time: what it saves is at least this part. */
const LEAST_SAVED = 1 / 32;

/**
 * The best tables for symbols that occur so often, in the order of the standard's; undefined when they save little
 * against these.
 */
export function optimalTables(times: readonly Uint32Array[]): HuffmanTable[] | undefined {
  const tables = times.map((own, index) => optimalTable(WRITTEN_TABLES[index]!.id, own));
  const [now, then] = [WRITTEN_TABLES, tables].map((all) => bitsOf(all, times)) as [number, number];
  return then < now * (1 - LEAST_SAVED) ? tables : undefined;
}

/** What the codes and the values behind them take. */
function bitsOf(tables: readonly HuffmanTable[], times: readonly Uint32Array[]): number {
  let bits = 0;
  tables.forEach((table, index) => {
    for (const [symbol, word] of codeWords(table)) bits += times[index]![symbol]! * ((word & 255) + (symbol & 15));
  });
  return bits;
}

/** The table by which symbols that occur so often take the fewest bits. */
function optimalTable(id: number, times: Uint32Array): HuffmanTable {
  const sorted = Array.from(times.keys())
    .filter((symbol) => times[symbol]! > 0)
    .sort((a, b) => times[a]! - times[b]!);
  const lengths = codeLengths([NONE_WEIGHT, ...sorted.map((symbol) => times[symbol]!)]);
  const bits = new Map(sorted.map((symbol, at) => [symbol, lengths[at + 1]!]));
  const counts = new Uint8Array(MAX_BITS);
  for (const length of bits.values()) counts[length - 1]!++;
  const symbols = sorted.sort((a, b) => bits.get(a)! - bits.get(b)! || a - b);
  return { id, counts, symbols: Uint8Array.from(symbols) };
}

/**
 * The bits of each code, by ascending weight. Packages are merged (Larmore and Hirschberg 1990): a code of n bits is in
 * the n highest levels among those that are taken.
 */
function codeLengths(weights: readonly number[]): Uint8Array {
  const levels: { readonly weight: number; readonly isLeaf: boolean }[][] = [];
  for (let level = 0; level < MAX_BITS; level++) {
    const below = levels[level - 1] ?? [];
    const merged: { weight: number; isLeaf: boolean }[] = [];
    let [leaf, at] = [0, 0];
    while (leaf < weights.length || at + 1 < below.length) {
      const pair = at + 1 < below.length ? below[at]!.weight + below[at + 1]!.weight : Number.POSITIVE_INFINITY;
      const isLeaf = leaf < weights.length && weights[leaf]! <= pair;
      merged.push({ weight: isLeaf ? weights[leaf++]! : pair, isLeaf });
      if (!isLeaf) at += 2;
    }
    levels.push(merged);
  }
  const lengths = new Uint8Array(weights.length);
  let taken = 2 * weights.length - 2;
  for (const level of levels.reverse()) {
    const leaves = level.slice(0, taken).filter(({ isLeaf }) => isLeaf).length;
    for (let leaf = 0; leaf < leaves; leaf++) lengths[leaf]!++;
    taken = 2 * (taken - leaves);
  }
  return lengths;
}
