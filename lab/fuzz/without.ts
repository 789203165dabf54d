import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";
import type { WorkerTask } from "./protocol.ts";
import { MENDS } from "./ratio/mends.ts";

/** Loads the source as it was before a mend. Loaded before anything else: what is imported once stays as it is. */
const { without } = workerData as WorkerTask;
const mend = without === undefined ? undefined : MENDS[without];
if (mend) {
  const path = join(import.meta.dirname, "..", "..", mend.file);
  const { href } = pathToFileURL(path);
  const source = readFileSync(path, "utf8");
  if (!source.includes(mend.mended)) throw new Error(`${mend.file} has no ${mend.mended}`);
  registerHooks({
    load: (url, context, nextLoad) =>
      url === href
        ? { format: "module-typescript", shortCircuit: true, source: source.replaceAll(mend.mended, mend.before) }
        : nextLoad(url, context),
  });
}
