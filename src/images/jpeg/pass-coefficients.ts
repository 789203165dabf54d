import type { BlockWriter } from "./block-writer.ts";
import { type BitReader, type Decoding, LOOK } from "./huffman-bits.ts";

const ZEROS = 0xf0;
/** Larger coefficients have no code in baseline coding. */
const MOST_SIZE = 10;

/** Bits that are there before a code is read: most coefficients and their codes take fewer. */
const READY = 24;

/**
 * Reads the coefficients of a block after the first, and writes the same ones with the codes of `out`, if it is given.
 * A removal may spend most of its time here. So the states of both are kept in variables, and nothing is called for a
 * usual coefficient.
 */
export function passCoefficients(reader: BitReader, table: Decoding, out: BlockWriter | undefined): void {
  const { data } = reader;
  const { short } = table;
  const words = out?.acWords;
  const piece = out?.piece;
  let { buffer, held, at } = reader;
  let outBuffer = out?.buffer ?? 0;
  let outHeld = out?.held ?? 0;
  let used = out?.used ?? 0;
  /** The first coefficient that was not written. */
  let next = 1;
  let k = 1;
  while (k <= 63) {
    while (held < READY) {
      const byte = data[at];
      if (byte === 0xff || byte === undefined) break;
      at++;
      buffer = (buffer << 8) | byte;
      held += 8;
    }
    const entry = held < 16 ? 0 : short[(buffer >>> (held - LOOK)) & ((1 << LOOK) - 1)]!;
    let symbol = entry >> 8;
    held -= entry & 255;
    let size = symbol & 15;
    if (entry === 0 || held < size) {
      // A long code or coefficient, a stuffed byte, or the end.
      held += entry & 255;
      reader.buffer = buffer;
      reader.held = held;
      reader.at = at;
      symbol = reader.symbol(table);
      size = symbol & 15;
      reader.need(size);
      ({ buffer, held, at } = reader);
    }
    k += symbol >> 4;
    if (size === 0) {
      if (symbol !== ZEROS) break;
      k++;
      continue;
    }
    held -= size;
    if (k > 63) break;
    if (words !== undefined && piece !== undefined) {
      let value = (buffer >>> held) & ((1 << size) - 1);
      if (size > MOST_SIZE) {
        value = value >> (size - 1) === 0 ? 0 : (1 << MOST_SIZE) - 1;
        size = MOST_SIZE;
      }
      let run = k - next;
      if (run > 15) {
        out!.buffer = outBuffer;
        out!.held = outHeld;
        out!.used = used;
        for (; run > 15; run -= 16) out!.word(words[ZEROS]!);
        ({ buffer: outBuffer, held: outHeld, used } = out!);
      }
      const word = words[(run << 4) | size]!;
      outBuffer = (outBuffer << (word & 255)) | (word >> 8);
      outHeld += word & 255;
      if (outHeld >= 16) {
        outHeld -= 8;
        const byte = (outBuffer >>> outHeld) & 0xff;
        piece[used++] = byte;
        if (byte === 0xff) piece[used++] = 0;
      }
      outBuffer = (outBuffer << size) | value;
      outHeld += size;
      while (outHeld >= 8) {
        outHeld -= 8;
        const byte = (outBuffer >>> outHeld) & 0xff;
        piece[used++] = byte;
        if (byte === 0xff) piece[used++] = 0;
      }
      next = k + 1;
    }
    k++;
  }
  reader.buffer = buffer;
  reader.held = held;
  reader.at = at;
  if (held < reader.invented) reader.spent = true;
  if (!out) return;
  out.buffer = outBuffer & ((1 << outHeld) - 1);
  out.held = outHeld;
  out.used = used;
  out.end(next);
}
