import { openReader } from "../../ocr/open-reader.ts";
import type { Grey, Reader, Reading, ReadOptions } from "../../ocr/recognise.ts";

export type Told = { languages: string[] } | { picture: Grey; options: ReadOptions };
export type Said = { isOpen: true } | { reading: Reading } | { error: string };

let reader: Reader;

/** Reads pictures of pages on this machine: nothing is sent. The program and its models are fetched once, and kept. */
addEventListener("message", async ({ data }: MessageEvent<Told>) => {
  postMessage(await answer(data).catch((error: unknown): Said => ({ error: String(error) })));
});

async function answer(told: Told): Promise<Said> {
  if ("picture" in told) return { reading: reader.recognise(told.picture, told.options) };
  reader = await openReader(told.languages);
  return { isOpen: true };
}
