/** Each byte as the character of the same number; `TextDecoder` takes "latin1" for Windows-1252. */
export function latin1Text(bytes: Uint8Array, start = 0, stop = bytes.length): string {
  let text = "";
  for (let at = start; at < stop; at += 4096) {
    // Spreading a typed array into arguments is several times slower, since it uses an iterator.
    text += String.fromCharCode.apply(null, bytes.subarray(at, Math.min(stop, at + 4096)) as unknown as number[]);
  }
  return text;
}
