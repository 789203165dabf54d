import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ensureBrowser } from "./browser.ts";
import { PROJECT } from "./lib/service.ts";
import { wranglerCommand } from "./lib/wrangler.ts";

/** Everything that must hold, in order of price; ends with the line that CI counts. */
const BUNDLE_LIMIT_BYTES = 850_000;
const work = path.join(PROJECT, ".quire", "test");
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const browser = await ensureBrowser();
const env = { ...process.env, ...browser.env, WRANGLER_SEND_METRICS: "false" };

let passed = 0;
let failed = 0;
step("types", bin("tsc"), ["-p", "."]);
step("types of the pages and the client", bin("tsc"), ["-p", "web"]);
step("types of their tests", bin("tsc"), ["-p", "test/tsconfig.browser.json"]);
step("format and lint", bin("biome"), ["check", "."]);
step("unused code", bin("knip"), []);
step("binding types", ...wranglerCommand(["types", "--include-runtime=false", "--strict-vars=false", "--check"]));
step(
  "bundle",
  ...wranglerCommand(["deploy", "--dry-run", "--env", "production", "--outdir", path.join(work, "bundle")]),
);
await bundleSize(path.join(work, "bundle"));
tests();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function step(name: string, command: string, args: string[]): void {
  console.log(`\n── ${name}`);
  const { status } = spawnSync(command, args, { cwd: PROJECT, stdio: "inherit", env });
  count(name, status === 0);
}

function count(name: string, ok: boolean): void {
  if (ok) passed += 1;
  else failed += 1;
  console.log(`${ok ? "ok" : "FAILED"}: ${name}`);
}

function bin(name: string): string {
  return path.join(PROJECT, "node_modules", ".bin", name);
}

async function bundleSize(folder: string): Promise<void> {
  let bytes = 0;
  for (const name of existsSync(folder) ? await readdir(folder) : []) {
    if (name.endsWith(".map") || name === "README.md" || !statSync(path.join(folder, name)).isFile()) continue;
    bytes += gzipSync(readFileSync(path.join(folder, name))).length;
  }
  console.log(`bundle: ${bytes} bytes gzip, at most ${BUNDLE_LIMIT_BYTES}`);
  count("bundle size", bytes > 0 && bytes <= BUNDLE_LIMIT_BYTES);
}

/** vitest's own report gives the counts; a run that ends without one has failed. */
function tests(): void {
  const report = path.join(work, "vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { status } = spawnSync(bin("vitest"), args, { cwd: PROJECT, stdio: "inherit", env });
  if (!existsSync(report)) {
    count("tests", false);
    return;
  }
  const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
  passed += numPassedTests as number;
  // What did not pass has failed, be it skipped or never reached.
  failed += (numTotalTests as number) - (numPassedTests as number);
  if (status !== 0 && failed === 0) count("tests", false);
}
