/** The young generation of V8's heap takes no larger text: such a one stays until the whole heap is collected. */
const LASTING_CHARS = 8 * 1024 * 1024;

/**
 * Memory of the text in which a browser is given a document. A large one is garbage afterwards, but not collected soon,
 * so it counts for the whole of the render; 0 for others.
 */
export function lastingText(documentBytes: number): number {
  const chars = Math.ceil(documentBytes / 3) * 4;
  return chars > LASTING_CHARS ? chars : 0;
}
