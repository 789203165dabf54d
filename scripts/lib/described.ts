import path from "node:path";
import { build, type Plugin } from "esbuild";

/** The files that describe the interface, by name: src/described runs here in Node, from the sources of the Worker. */
export async function describedFiles(project: string): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [path.join(project, "src", "described", "files.ts")],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    plugins: [platform],
    // Kernels are not needed, since nothing is converted here.
    loader: { ".wasm": "empty" },
    logLevel: "warning",
  });
  const script = Buffer.from((outputFiles[0] as (typeof outputFiles)[0]).contents).toString("base64");
  const made = (await import(`data:text/javascript;base64,${script}`)) as {
    describedFiles(): Promise<Map<string, string>>;
  };
  return made.describedFiles();
}

/** What only workerd has. */
const platform: Plugin = {
  name: "platform",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cloudflare:workers$/ }, ({ path: name }) => ({ path: name, namespace: "platform" }));
    const contents = "export class DurableObject {}\nexport const waitUntil = undefined;";
    onLoad({ filter: /./, namespace: "platform" }, () => ({ contents }));
  },
};
