/** A page's content, the fonts that are kept, the rows of an image, and a path. */
export const READING_BYTES = 24 << 20;

/** The cross-reference in typed arrays, the changed pages, a few decoded streams: an eighth of the file is ample. */
export function workingBytes(bytes: Uint8Array): number {
  return (1 << 20) + (bytes.length >> 3);
}
