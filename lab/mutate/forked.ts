import { appendFileSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Run, SWITCH, switched } from "./switches.ts";

/**
 * Loaded before anything else in each process that a test forks: puts the run's faults into the sources there too. With
 * each message it looks which fault is on, and it tells the test which ones are passed while none is.
 */
const list = process.env.QUIRE_FAULTS as string;
const journal = process.env.QUIRE_FAULT_JOURNAL as string;
/** More often than any test passes a fault. */
const MAX_PASSES = 5_000_000;

const { faults }: Run = JSON.parse(readFileSync(list, "utf8"));
const passed = new Set<number>();
let on = 0;
let left = 0;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith("file:")) return loaded;
    const file = path.relative(process.cwd(), fileURLToPath(url.split("?")[0] as string));
    const here = faults.filter((each) => each.file === file);
    if (here.length === 0) return loaded;
    return { ...loaded, source: switched(Buffer.from(loaded.source as Uint8Array).toString(), here) };
  },
});

process.on("message", () => {
  on = Number.parseInt(readFileSync(journal, "utf8").trim().split("\n").at(-1) ?? "", 10) || 0;
  left = MAX_PASSES;
  passed.clear();
});

(globalThis as unknown as { [SWITCH]: (id: number) => boolean })[SWITCH] = (id) => {
  if (on === 0 && !passed.has(id)) {
    passed.add(id);
    appendFileSync(`${journal}.forked`, `${id}\n`);
  }
  if (id !== on) return false;
  left -= 1;
  if (left < 0) throw new Error("With the fault the test comes by it without end.");
  return true;
};
