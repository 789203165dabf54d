import core from "tesseract.js-core/tesseract-core-simd-lstm.js";
import { Reader } from "./recognise.ts";

/** Where the program and its models are. */
declare const READING_FOLDER: string;

/** The program with the models of these languages, of which the first counts most. */
export async function openReader(languages: readonly string[]): Promise<Reader> {
  const [program, ...models] = await Promise.all([
    unpacked("core.wasm.gz"),
    ...languages.map((language) => unpacked(`${language}.traineddata.gz`)),
  ]);
  const named = models.map((bytes, at) => [languages[at] as string, new Uint8Array(bytes)] as const);
  return Reader.open(core, program, new Map(named));
}

async function unpacked(name: string): Promise<ArrayBuffer> {
  const response = await fetch(`${READING_FOLDER}/${name}`);
  if (!response.ok || !response.body) throw new Error(`${name} is not there (${response.status})`);
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
