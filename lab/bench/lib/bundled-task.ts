import path from "node:path";
import { rolldown } from "rolldown";
import { kernelsInside } from "../../../scripts/lib/engine-worker.ts";
import { PROJECT } from "../../../scripts/lib/service.ts";

const TASKS = path.join(import.meta.dirname, "..", "tasks");
const FOLDER = path.join(PROJECT, ".quire", "bench");

const made = new Map<string, Promise<string>>();

/**
 * A task as one program, as the Worker is deployed: where each file is a module, constants of others are looked up, and
 * reading and writing PDF takes up to 1.5 times as long.
 */
export function bundledTask(script: string): Promise<string> {
  const known = made.get(script) ?? bundle(script);
  made.set(script, known);
  return known;
}

async function bundle(script: string): Promise<string> {
  const name = path.basename(script, ".ts");
  const task = await rolldown({
    input: path.join(TASKS, script),
    cwd: PROJECT,
    platform: "node",
    external: [/^node:/],
    resolve: { conditionNames: ["node", "import"] },
    transform: { target: "es2024" },
    optimization: { inlineConst: true },
    plugins: [kernelsInside],
  });
  await task.write({ dir: path.join(FOLDER, name), format: "esm", entryFileNames: "task.mjs" });
  await task.close();
  return path.join(FOLDER, name, "task.mjs");
}
