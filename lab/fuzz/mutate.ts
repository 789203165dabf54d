import type { Random } from "../../test/fixtures/random.ts";

/** Numbers at which counters, lengths and offsets fail. */
const edges = [
  0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 0x7fffffff, 0x80000000, 0xffffffff,
];

/** One to four changes of bytes, whatever they mean, as a bad disk, a bad network or an attacker would make them. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let mutated = bytes;
  for (let changes = 1 + random.below(4); changes > 0; changes--) mutated = change(mutated, random);
  return mutated;
}

function change(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length + 1);
  const span = 1 + random.below(random.next() < 0.8 ? 16 : 512);
  switch (random.below(8)) {
    case 0: {
      const copy = bytes.slice();
      if (at < copy.length) copy[at]! ^= 1 << random.below(8);
      return copy;
    }
    case 1: {
      const copy = bytes.slice();
      if (at < copy.length) copy[at] = random.below(256);
      return copy;
    }
    case 2:
      return splice(bytes, at, span, new Uint8Array(0));
    case 3:
      return bytes.slice(0, at);
    case 4: {
      const from = random.below(bytes.length + 1);
      return splice(bytes, at, 0, bytes.subarray(from, from + span));
    }
    case 5:
      return splice(
        bytes,
        at,
        span,
        Uint8Array.from({ length: span }, () => random.below(256)),
      );
    case 6:
      return setInteger(bytes, at, random);
    default: {
      const from = random.below(bytes.length + 1);
      return splice(bytes, at, span, bytes.subarray(from, from + span));
    }
  }
}

function setInteger(bytes: Uint8Array, at: number, random: Random): Uint8Array {
  const copy = bytes.slice();
  const size = random.pick([1, 2, 4]);
  if (at + size > copy.length) return copy;
  const view = new DataView(copy.buffer, at, size);
  const value = random.pick(edges);
  const little = random.next() < 0.5;
  if (size === 1) view.setUint8(0, value & 255);
  else if (size === 2) view.setUint16(0, value & 65535, little);
  else view.setUint32(0, value >>> 0, little);
  return copy;
}

export function splice(bytes: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array {
  const tail = bytes.subarray(Math.min(bytes.length, at + removed));
  const result = new Uint8Array(at + added.length + tail.length);
  result.set(bytes.subarray(0, at));
  result.set(added, at);
  result.set(tail, at + added.length);
  return result;
}

export function edge(random: Random): number {
  return random.pick(edges);
}

/** Changes parts of a file: drops, repeats, exchanges or mutates them. */
export function mutateList<T>(items: readonly T[], random: Random, changeItem: (item: T) => T): T[] {
  const list = [...items];
  for (let changes = 1 + random.below(3); changes > 0 && list.length > 0; changes--) {
    const at = random.below(list.length);
    switch (random.below(5)) {
      case 0:
        list.splice(at, 1);
        break;
      case 1:
        list.splice(random.below(list.length + 1), 0, list[at]!);
        break;
      case 2: {
        const other = random.below(list.length);
        [list[at], list[other]] = [list[other]!, list[at]!];
        break;
      }
      default:
        list[at] = changeItem(list[at]!);
    }
  }
  return list;
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    result.set(piece, at);
    at += piece.length;
  }
  return result;
}
