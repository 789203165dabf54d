import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  textContents,
  writeLinkedDocument,
  writePhotoDocument,
  writeTaggedDocument,
  writeTextDocument,
  writeUntypedBook,
} from "./documents.ts";
import { writeDeepTree, writeManyObjects, writeManyPages, writeObjectStreams } from "./edges.ts";
import { imageWriters } from "./images.ts";
import { writeScannedDocument } from "./scans.ts";

/** Ignored by git; made once and kept. */
const inputFolder = join(import.meta.dirname, "..", "..", "..", "bench", "inputs");

let contents: Buffer[] | undefined;
function texts(): Buffer[] {
  contents ??= textContents();
  return contents;
}

const documentWriters = {
  "A.pdf": (path) => writeTextDocument(path, "table", texts()),
  "Ax.pdf": (path) => writeTextDocument(path, "streams", texts()),
  "A10.pdf": (path) => writeTextDocument(path, "table", texts(), 20),
  "L.pdf": (path) => writeLinkedDocument(path, texts()),
  "D.pdf": (path) => writeTaggedDocument(path, "table"),
  "Dx.pdf": (path) => writeTaggedDocument(path, "streams"),
  "P100000.pdf": (path) => writeManyPages(path, 100_000),
  "P100001.pdf": (path) => writeManyPages(path, 100_001),
  "O1000000.pdf": (path) => writeManyObjects(path),
  "S600000.pdf": (path) => writeObjectStreams(path, 600_000),
  "S1000000.pdf": (path) => writeObjectStreams(path, 1_000_000),
  "N256.pdf": (path) => writeDeepTree(path, 256),
  "N257.pdf": (path) => writeDeepTree(path, 257),
  "T.pdf": (path) => writeUntypedBook(path),
  "S.pdf": (path) => writeScannedDocument(path),
  "B.pdf": async (path) => {
    const jpeg = readFileSync(await ensureInput("medium.jpg"));
    writePhotoDocument(path, { jpeg, width: 2600, height: 1950 });
  },
} satisfies Record<string, (path: string) => void | Promise<void>>;

const writers: Record<string, (path: string) => void | Promise<void>> = { ...documentWriters, ...imageWriters };

export type InputName = keyof typeof documentWriters | keyof typeof imageWriters;

/** The path of an input, made now if it is not there yet. A half-written file never gets the final name. */
export async function ensureInput(name: InputName): Promise<string> {
  const path = join(inputFolder, name);
  if (existsSync(path)) return path;
  const writer = writers[name];
  if (writer === undefined) throw new Error(`no such input: ${name}`);
  mkdirSync(inputFolder, { recursive: true });
  const started = performance.now();
  const partial = `${path}.${process.pid}.partial`;
  await writer(partial);
  renameSync(partial, path);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.error(`made ${name}: ${(statSync(path).size / 1e6).toFixed(1)} MB in ${seconds} s`);
  return path;
}
