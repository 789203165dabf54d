import { basename } from "node:path";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../../src/images/document.ts";
import { cropPdf } from "../../../src/pdf/crop/crop.ts";
import { openPdf } from "../../../src/pdf/document.ts";
import { Rope } from "../../../src/pdf/rope.ts";
import { freshInput, input, writeOut } from "./files.ts";
import { serveTasks } from "./serve.ts";

const area = { x: 50, y: 50, width: 400, height: 600 };

function crop(bytes: Uint8Array, pages: readonly number[] | "all"): Rope {
  const numbers = pages === "all" ? [1] : pages;
  const definitions = numbers.map((page) => ({ page, area }));
  return cropPdf(openPdf(bytes), { definitions, all: pages === "all" }).rope;
}

/** Engine time, and the time of the same work from file to file. */
async function timed(path: string, work: (bytes: Uint8Array) => Promise<Rope[]> | Rope[]) {
  const bytes = input(path);
  const started = performance.now();
  const ropes = await work(bytes);
  const ms = performance.now() - started;
  const fileStart = performance.now();
  const bytesOut = writeOut(await work(freshInput(path)));
  return { ms, withFilesMs: performance.now() - fileStart, bytesOut, parts: ropes.length };
}

serveTasks({
  cropAll: (path: string) => timed(path, (bytes) => [crop(bytes, "all")]),
  cropOne: (path: string) => timed(path, (bytes) => [crop(bytes, [1000])]),
  image: (path: string) =>
    timed(path, async (bytes) => {
      const result = await imagesToPdf([{ name: basename(path), bytes }], { ...DEFAULT_OPTIONS, frames: "all" });
      const failure = result.failures[0];
      if (failure !== undefined) throw new Error(`${failure.code}: ${failure.message}`);
      return [result.rope];
    }),
  /** A copy of the bytes, as the floor of passing through. */
  copy: (path: string) => timed(path, (bytes) => [Rope.of(bytes.slice())]),
});
