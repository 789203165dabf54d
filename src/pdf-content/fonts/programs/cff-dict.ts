import type { Holding } from "../../../meter/work.ts";
import type { DataReader } from "./data-reader.ts";

export type CffDict = Map<number, number[]>;

/** What a view takes in memory. */
const VIEW_BYTES = 100;

/** An INDEX (Adobe technical note 5176 §5): its items as views, and where it ends. */
export function cffIndex(data: DataReader, at: number, holding: Holding): { items: Uint8Array[]; end: number } {
  const count = data.u16(at);
  if (count === 0 || at <= 0) return { items: [], end: at + 2 };
  const size = data.u8(at + 2);
  if (size < 1 || size > 4) return { items: [], end: at + 2 };
  const offsets = at + 3;
  const base = offsets + (count + 1) * size - 1;
  if (base > data.bytes.length) return { items: [], end: data.bytes.length };
  holding.entries(count, VIEW_BYTES);
  const items: Uint8Array[] = [];
  let start = base + data.sized(offsets, size);
  for (let i = 1; i <= count; i++) {
    const end = base + data.sized(offsets + i * size, size);
    items.push(end >= start ? data.bytes.subarray(start, end) : data.bytes.subarray(0, 0));
    start = end;
  }
  return { items, end: start };
}

/** A DICT (§4): operators with their operands. */
export function readCffDict(bytes: Uint8Array): CffDict {
  const dict: CffDict = new Map();
  let operands: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const b = bytes[at++]!;
    if (b <= 21) {
      const operator = b === 12 ? 1200 + (bytes[at++] ?? 0) : b;
      dict.set(operator, operands);
      operands = [];
    } else if (b === 28) {
      operands.push((((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16)) >> 16);
      at += 2;
    } else if (b === 29) {
      const high = ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16);
      operands.push(high | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
      at += 4;
    } else if (b === 30) {
      const { value, end } = real(bytes, at);
      operands.push(value);
      at = end;
    } else if (b >= 32 && b <= 246) operands.push(b - 139);
    else if (b >= 247 && b <= 250) operands.push((b - 247) * 256 + (bytes[at++] ?? 0) + 108);
    else if (b >= 251 && b <= 254) operands.push(-(b - 251) * 256 - (bytes[at++] ?? 0) - 108);
  }
  return dict;
}

/** A real number: two digits a byte, up to an F (table 5). */
function real(bytes: Uint8Array, start: number): { value: number; end: number } {
  let text = "";
  for (let at = start; at < bytes.length && text.length < 64; at++) {
    for (const digit of [bytes[at]! >> 4, bytes[at]! & 15]) {
      if (digit === 15) return { value: Number(text) || 0, end: at + 1 };
      text +=
        digit < 10 ? digit : digit === 10 ? "." : digit === 11 ? "E" : digit === 12 ? "E-" : digit === 14 ? "-" : "";
    }
  }
  return { value: 0, end: bytes.length };
}
