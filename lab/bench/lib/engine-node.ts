import { join } from "node:path";

const hook = join(import.meta.dirname, "..", "..", "..", "scripts", "lib", "wasm-hook.ts");

/** How a child Node runs the engines: `import x from "….wasm"` gives a compiled module, as in a Worker. */
export function engineArguments(heapMb: number): string[] {
  return ["--no-warnings", "--import", hook, `--max-old-space-size=${heapMb}`];
}
