import { fileURLToPath, pathToFileURL } from "node:url";

/** JavaScript that stands in for a .wasm file where the host is Node: it exports the compiled module. */
export function moduleSource(url: string): string {
  return [
    'import { readFileSync } from "node:fs";',
    `export default new WebAssembly.Module(readFileSync(${JSON.stringify(fileURLToPath(url))}));`,
  ].join("\n");
}

/** The same as a Vite plugin, for tests that vitest runs in Node. */
export function wasmInNode() {
  return {
    name: "wasm-in-node",
    enforce: "pre" as const,
    load(id: string): string | undefined {
      const file = id.split("?")[0]!;
      return file.endsWith(".wasm") ? moduleSource(pathToFileURL(file).href) : undefined;
    },
  };
}
