// Where things lie. The host fills `segment`; a block of it at a time becomes bits at `output`.

/** What the host gives at once. */
export const SEGMENT_BYTES: usize = 1024 * 1024;
/** Each block has codes of its own, so that they follow the picture. */
export const BLOCK_BYTES: usize = 64 * 1024;
/** Room for several blocks: one takes at most nine bits a byte, and its header. */
const OUTPUT_BYTES: usize = 256 * 1024;
const MOST_BLOCK_BYTES: usize = 80 * 1024;
export const OUTPUT_STOP: usize = OUTPUT_BYTES - MOST_BLOCK_BYTES;
/** Reads and writes may go beyond the end by so much. */
const SLACK: usize = 64;

/** Rows before they are filtered have a place of their own for the row above. */
export const ABOVE_BYTES: usize = 64 * 1024;

export const segment: usize = __heap_base + SLACK;
export const above: usize = segment + SEGMENT_BYTES + SLACK;
export const output: usize = above + ABOVE_BYTES + SLACK;
/** Runs of a block: place << 16 | length. None is shorter than three bytes. */
export const runs: usize = output + OUTPUT_BYTES + SLACK;
export const MEMORY_END: usize = runs + (BLOCK_BYTES / 3) * 4 + SLACK;
