/** workerd refuses output that ends up to 64 KiB below maxOutputLength, as its buffer grows. So more is asked for. */
export const ROOM_BYTES = 128 * 1024;

/** What comes out, unless that is too long; undefined where the data is damaged. */
export function attempt(most: number, decompress: () => Uint8Array): Uint8Array | "too long" | undefined {
  let output: Uint8Array;
  try {
    output = decompress();
  } catch (error) {
    // Beyond maxOutputLength. In workerd this error has no code.
    return error instanceof RangeError ? "too long" : undefined;
  }
  return output.length > most ? "too long" : plain(output);
}

/** Node's Buffer has methods of the same names that do something else. */
export function plain({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
