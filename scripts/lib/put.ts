import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** Writes a file only if it differs, and whole or not at all: a service may be watching the folder. */
export async function put(file: string, contents: Uint8Array): Promise<void> {
  if (existsSync(file) && Buffer.compare(await readFile(file), contents) === 0) return;
  await mkdir(path.dirname(file), { recursive: true });
  const half = `${file}.${process.pid}`;
  await writeFile(half, contents);
  await rename(half, file);
}
