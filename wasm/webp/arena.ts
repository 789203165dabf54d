// Memory for one picture at a time. Blocks are handed out one after the other and given back all at once.

/** Bytes that one picture may take. Beyond that the module traps, and its instance is thrown away. */
const LIMIT: usize = 96 * 1024 * 1024;

/** After a trap the host asks this, to distinguish a picture that is too large from a damaged one. */
export let outOfMemory: bool = false;

let top: usize = __heap_base;

export function releaseAll(): void {
  top = __heap_base;
  outOfMemory = false;
}

/** A block of zeros, aligned to 16 bytes. */
export function take(bytes: usize): usize {
  const start = (top + 15) & ~15;
  if (bytes > LIMIT || start + bytes > LIMIT) {
    outOfMemory = true;
    unreachable();
  }
  const end = start + bytes;
  const pages = <i32>((end + 0xffff) >> 16);
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) {
    outOfMemory = true;
    unreachable();
  }
  memory.fill(start, 0, bytes);
  top = end;
  return start;
}

/** What has been handed out so far, for `releaseTo`. */
export function mark(): usize {
  return top;
}

export function releaseTo(place: usize): void {
  top = place;
}
