const TABLE_SIZE = 4096;
const MAX_BITS = 12;
/** Decoded pixels are handed on in portions of about this many. */
const CHUNK_PIXELS = 64 * 1024;

/**
 * Decodes GIF's LZW (GIF89a appendix F) from a chain of sub-blocks, and hands on whole rows. It ends at the last row,
 * at the end code, at the end of the data or at an impossible code. Every code consumes bits, so no data can make it
 * loop. Returns the number of pixels. A last row that is cut off is filled up with `missing`.
 */
export function decodeLzw(
  bytes: Uint8Array,
  dataAt: number,
  codeSize: number,
  width: number,
  height: number,
  missing: number,
  onRow: (pixels: Uint8Array, at: number, y: number) => void,
): number {
  const total = width * height;
  const rowsPerChunk = Math.max(1, Math.floor(CHUNK_PIXELS / width));
  const chunk = rowsPerChunk * width;
  const out = new Uint8Array(chunk + TABLE_SIZE);
  let filled = 0;
  let y = 0;
  const give = (): void => {
    let at = 0;
    for (; filled - at >= width && y < height; at += width) onRow(out, at, y++);
    out.copyWithin(0, at, filled);
    filled -= at;
  };

  const prefix = new Uint16Array(TABLE_SIZE);
  const suffix = new Uint8Array(TABLE_SIZE);
  const lengths = new Uint16Array(TABLE_SIZE);
  const clear = 1 << codeSize;
  const end = clear + 1;
  for (let code = 0; code < clear; code++) {
    suffix[code] = code;
    lengths[code] = 1;
  }
  let next = end + 1;
  let bits = codeSize + 1;
  let previous = -1;
  let decoded = 0;

  let buffer = 0;
  let available = 0;
  let at = dataAt;
  let blockEnd = dataAt;
  while (decoded < total) {
    while (available < bits) {
      if (at === blockEnd) {
        const size = at < bytes.length ? bytes[at]! : 0;
        if (size === 0) break;
        at++;
        blockEnd = Math.min(at + size, bytes.length);
        if (at === blockEnd) break;
      }
      buffer |= bytes[at++]! << available;
      available += 8;
    }
    if (available < bits) break;
    const code = buffer & ((1 << bits) - 1);
    buffer >>>= bits;
    available -= bits;

    if (code === clear) {
      next = end + 1;
      bits = codeSize + 1;
      previous = -1;
      continue;
    }
    if (code === end || code > next || (code === next && (previous < 0 || next === TABLE_SIZE))) break;
    // The code that the table is about to get stands for the previous string and that string's first pixel.
    const isNew = code === next;
    let walk = isNew ? previous : code;
    const length = lengths[walk]! + (isNew ? 1 : 0);
    let to = filled + length - 1;
    if (isNew) to--;
    while (walk >= clear) {
      out[to--] = suffix[walk]!;
      walk = prefix[walk]!;
    }
    out[to] = walk;
    if (isNew) out[filled + length - 1] = walk;
    if (previous >= 0 && next < TABLE_SIZE) {
      prefix[next] = previous;
      suffix[next] = walk;
      lengths[next] = lengths[previous]! + 1;
      next++;
      if (next === 1 << bits && bits < MAX_BITS) bits++;
    }
    previous = code;
    filled += length;
    decoded += length;
    if (filled >= chunk) give();
  }
  give();
  if (filled > 0 && y < height) {
    out.fill(missing, filled, width);
    onRow(out, 0, y);
  }
  return Math.min(decoded, total);
}
