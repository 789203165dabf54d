import { closeSync, openSync, readFileSync, rmSync, writevSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Rope } from "../../../src/pdf-file/rope.ts";

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

/** Writes ropes to a file of the temporary folder, piece by piece. */
export function writeOut(ropes: readonly Rope[]): number {
  return writePieces(ropes.flatMap((rope) => rope.pieces));
}

/** Writes pieces in groups as large as one call takes (IOV_MAX), without joining them. */
export function writePieces(pieces: Iterable<Uint8Array>): number {
  const descriptor = openSync(scratch, "w");
  let written = 0;
  let group: Uint8Array[] = [];
  const flush = (): void => {
    const length = group.reduce((sum, piece) => sum + piece.length, 0);
    const done = writevSync(descriptor, group);
    if (done !== length) throw new Error(`the disk took ${done} of ${length} bytes`);
    written += done;
    group = [];
  };
  try {
    for (const piece of pieces) if (group.push(piece) === 1024) flush();
    if (group.length > 0) flush();
  } finally {
    closeSync(descriptor);
    rmSync(scratch, { force: true });
  }
  return written;
}
