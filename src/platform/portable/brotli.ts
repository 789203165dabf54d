import { decompress } from "brotli/decompress";

/** Text grows by this factor at most; where it is more, the package copies what it has. */
const GROWTH = 8;

/** Unlike the native one it takes data that is cut off for damaged, and finds out at the end that it is too long. */
export function unbrotli(data: Uint8Array, most: number): Uint8Array | "too long" | undefined {
  try {
    const output = decompress(data, Math.min(data.length * GROWTH, most));
    return output.length > most ? "too long" : output;
  } catch {
    // The package throws plain errors, all for damage.
    return undefined;
  }
}
