/**
 * Lets Node run modules that import WebAssembly as the Worker does: `import module from "x.wasm"` gives the compiled
 * module. Load it before anything else: `node --import ./scripts/lib/wasm-hook.ts script.ts`.
 */
import { registerHooks } from "node:module";
import { moduleSource } from "./wasm-source.ts";

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".wasm")) return nextLoad(url, context);
    return { format: "module", shortCircuit: true, source: moduleSource(url) };
  },
});
