import { longLatin1 } from "#platform/bytes.ts";

/** Up to here spreading the bytes into arguments is faster than calling the platform. */
const FEW = 4096;

/** Each byte as the character of the same number; `TextDecoder` takes "latin1" for Windows-1252. */
export function latin1Text(bytes: Uint8Array, start = 0, stop = bytes.length): string {
  const part = bytes.subarray(start, stop);
  // Spreading a typed array itself is several times slower, since it uses an iterator.
  return part.length > FEW ? longLatin1(part) : String.fromCharCode.apply(null, part as unknown as number[]);
}
