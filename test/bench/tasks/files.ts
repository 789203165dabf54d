import { closeSync, openSync, readFileSync, rmSync, writevSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Rope } from "../../../src/pdf/rope.ts";

const kept = new Map<string, Uint8Array>();

/** An input, read once. */
export function input(path: string): Uint8Array {
  const known = kept.get(path);
  if (known !== undefined) return known;
  const bytes = freshInput(path);
  kept.clear();
  kept.set(path, bytes);
  return bytes;
}

export function freshInput(path: string): Uint8Array {
  const file = readFileSync(path);
  return new Uint8Array(file.buffer, file.byteOffset, file.length);
}

const scratch = join(tmpdir(), `quire-bench-${process.pid}`);

/** Writes pieces to a file of the temporary folder, as they are. */
export function writeOut(ropes: Iterable<Rope>): number {
  const descriptor = openSync(scratch, "w");
  let written = 0;
  try {
    for (const rope of ropes) {
      // A call takes at most 1,024 pieces (IOV_MAX).
      for (let at = 0; at < rope.pieces.length; at += 1024) {
        const group = rope.pieces.slice(at, at + 1024);
        const length = group.reduce((sum, piece) => sum + piece.length, 0);
        let done = writevSync(descriptor, group);
        if (done < length) done += writevSync(descriptor, [Buffer.concat(group).subarray(done)]);
        if (done !== length) throw new Error("the disk takes no more");
        written += done;
      }
    }
  } finally {
    closeSync(descriptor);
    rmSync(scratch, { force: true });
  }
  return written;
}
