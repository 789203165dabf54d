import type { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { CFF_STRINGS } from "../../pdf-content/fonts/names/cff-strings.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import { withoutMark } from "../../platform/map-key.ts";

/** Strings beyond the standard ones, numbered in order of use. */
export class CffStrings {
  readonly items: Uint8Array[] = [];
  readonly #ids = new Map<string, number>(CFF_STRINGS.map((text, id) => [text, id]));

  id(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = CFF_STRINGS.length + this.items.length;
    this.items.push(latin1(withoutMark(text)));
    this.#ids.set(text, id);
    return id;
  }
}

/** Entries of a DICT with the bytes of their operands. */
export class CffDict {
  readonly #parts: Uint8Array[] = [];

  raw(operator: number, operands: Uint8Array): void {
    this.#parts.push(operands, operator >= 1200 ? Uint8Array.of(12, operator - 1200) : Uint8Array.of(operator));
  }

  add(operator: number, operands: readonly number[]): void {
    this.places(operator, operands);
  }

  place(operator: number, offset: number): void {
    this.places(operator, [offset]);
  }

  /** Whole numbers, each of five bytes. */
  places(operator: number, numbers: readonly number[]): void {
    const out = new FontBytes(16);
    for (const value of numbers) {
      out.byte(29);
      out.u32(value);
    }
    this.raw(operator, out.view());
  }

  copy(): CffDict {
    const copy = new CffDict();
    for (const part of this.#parts) copy.#parts.push(part);
    return copy;
  }

  bytes(): Uint8Array {
    const out = new FontBytes(64);
    for (const part of this.#parts) out.copy(part);
    return out.view();
  }
}

/** Each operator with its operands' bytes (§4). */
export function rawEntries(bytes: Uint8Array): Map<number, Uint8Array> {
  const entries = new Map<number, Uint8Array>();
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const b = bytes[at]!;
    if (b <= 21) {
      const operator = b === 12 ? 1200 + (bytes[at + 1] ?? 0) : b;
      entries.set(operator, bytes.subarray(start, at));
      at += b === 12 ? 2 : 1;
      start = at;
    } else if (b === 28) at += 3;
    else if (b === 29) at += 5;
    else if (b === 30) {
      at++;
      while (at < bytes.length && (bytes[at]! & 15) !== 15 && bytes[at]! >> 4 !== 15) at++;
      at++;
    } else at += b >= 247 && b <= 254 ? 2 : 1;
  }
  return entries;
}

/** An INDEX (§5). Items of the old program may have bytes in common, and are written one by one. */
export function cffIndexOf(items: readonly Uint8Array[], holding: Holding): Uint8Array {
  const out = new FontBytes(256);
  out.u16(items.length);
  if (items.length === 0) return out.view();
  const total = items.reduce((sum, item) => sum + item.length, 1);
  holding.entries(total, 2, COST.scannedByte);
  const size = total < 0x100 ? 1 : total < 0x10000 ? 2 : total < 0x1000000 ? 3 : 4;
  out.byte(size);
  let offset = 1;
  for (const length of [0, ...items.map((item) => item.length)]) {
    offset += length;
    for (let shift = size - 1; shift >= 0; shift--) out.byte((offset >>> (8 * shift)) & 255);
  }
  for (const item of items) out.copy(item);
  return out.view();
}

/** Big-endian numbers, as fonts have them. */
export class FontBytes extends ByteWriter {
  u16(value: number): void {
    this.byte((value >> 8) & 255);
    this.byte(value & 255);
  }

  u32(value: number): void {
    this.u16((value >>> 16) & 0xffff);
    this.u16(value & 0xffff);
  }

  zeros(count: number): void {
    for (let i = 0; i < count; i++) this.byte(0);
  }
}

/** Subroutines, of which the numbers of those that are called are noted. */
export function recording<Code>(list: readonly Code[], used: Set<number>): readonly Code[] {
  return new Proxy(list, {
    get(target, key) {
      if (typeof key === "string" && /^\d+$/.test(key)) used.add(Number(key));
      return Reflect.get(target, key) as unknown;
    },
  });
}
