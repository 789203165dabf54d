import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, release, totalmem, type } from "node:os";

/** What the figures were taken on; no names of hosts, users or folders. */
export function machineLine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? "unknown processor";
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} × ${model}, ${memory} GB, ${type()} ${release().split("-")[0]}`;
}

const require = createRequire(import.meta.url);

/** Versions of the packages that take part. */
export function packageVersions(): Record<string, string> {
  const versions: Record<string, string> = { node: process.versions.node };
  for (const name of ["wrangler", "workerd", "pdf-lib", "puppeteer-core"]) {
    const { version } = JSON.parse(readFileSync(packageFile(name), "utf8")) as { version: string };
    versions[name] = version;
  }
  return versions;
}

function packageFile(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    const path = `${folder}/${name}/package.json`;
    try {
      readFileSync(path);
      return path;
    } catch {
      // Not in this folder: the next one up.
    }
  }
  throw new Error(`${name} is not installed`);
}
