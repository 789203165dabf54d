// The layout of the memory. The host fills `segment`. One block of it at a time is coded into `output`.

/** What the host gives at once. */
export const SEGMENT_BYTES: usize = 1024 * 1024;
/** Each block has its own codes, which then follow the picture. */
export const BLOCK_BYTES: usize = 64 * 1024;
/** Room for several blocks. One block takes its header and at most nine bits for each byte. */
const OUTPUT_BYTES: usize = 256 * 1024;
const MAX_BLOCK_BYTES: usize = 80 * 1024;
export const OUTPUT_STOP: usize = OUTPUT_BYTES - MAX_BLOCK_BYTES;
/** Reads and writes may pass the end by this much. */
const SLACK: usize = 64;

/** Where the row above is kept for rows that are not yet filtered. */
export const ABOVE_BYTES: usize = 64 * 1024;

export const segment: usize = __heap_base + SLACK;
export const above: usize = segment + SEGMENT_BYTES + SLACK;
export const output: usize = above + ABOVE_BYTES + SLACK;
/** Runs of a block: place << 16 | length. None is shorter than three bytes. */
export const runs: usize = output + OUTPUT_BYTES + SLACK;
export const MEMORY_END: usize = runs + (BLOCK_BYTES / 3) * 4 + SLACK;
