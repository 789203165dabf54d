import { gunzipSync } from "node:zlib";

const BLOCK = 512;

/**
 * The files of a package as npm packs it, without the folder that contains all of them. They are unpacked here because
 * npm would not check them against our integrity hashes.
 */
export function* packedFiles(archive: Uint8Array): Generator<{ name: string; bytes: Uint8Array }> {
  const tar = gunzipSync(archive);
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    // POSIX ustar: name at 0, size in octal at 124, type at 156, prefix of the name at 345.
    const text = (from: number, length: number) =>
      new TextDecoder().decode(tar.subarray(at + from, at + from + length)).replace(/\0.*$/s, "");
    const size = Number.parseInt(text(124, 12), 8);
    const prefix = text(345, 155);
    const name = prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`;
    if (text(156, 1) === "0") {
      yield { name: name.slice(name.indexOf("/") + 1), bytes: tar.subarray(at + BLOCK, at + BLOCK + size) };
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
