import { join } from "node:path";

const hook = join(import.meta.dirname, "..", "..", "scripts", "lib", "wasm-hook.ts");

/** How a child Node runs the engines: `import x from "….wasm"` gives a compiled module, as in a Worker. */
export function engineArguments(heapMb: number): string[] {
  // As V8 does for an isolate, a small heap gets a small space for what is new; node's own default is 16 MB.
  const youngMb = Math.min(16, Math.ceil(heapMb / 12));
  const heap = [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${youngMb}`];
  return ["--no-warnings", "--import", hook, ...heap];
}
