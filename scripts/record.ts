import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./lib/local-browser.ts";
import { PROJECT } from "./lib/service.ts";
import { runWrangler } from "./lib/wrangler.ts";

/** Writes again whatever the tests compare with a file. */
const usage = `npm run record [-- FILTER …]

Writes again what is recorded, as the code is now: the tables and documents beside the tests, the client's types,
docs/use/mistakes.md and the types of the bindings. FILTER is a part of a test's path, such as test/api or crop; the
types of the bindings are written without one, or for "bindings". Review the difference as you review code.`;

const BINDINGS = "worker-configuration.d.ts";

const { values, positionals } = parseArgs({ options: { help: { type: "boolean" } }, allowPositionals: true });
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const asked = (name: string) => positionals.length === 0 || positionals.some((filter) => name.includes(filter));
const tests = readdirSync(path.join(PROJECT, "test"), { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join("test", file.replaceAll(path.sep, "/")))
  .filter((file) => file.endsWith(".test.ts") && isRecorded(file) && asked(file));
if (tests.length === 0 && !asked("bindings")) {
  console.error(`No test with a recorded file has ${positionals.join(" or ")} in its path.`);
  process.exit(1);
}
if (asked("bindings")) {
  await runWrangler(["types", "--include-runtime=false", "--strict-vars=false"]);
  const file = path.join(PROJECT, BINDINGS);
  // The Worker's source has types; its bundle, which wrangler names, has none.
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("dist/worker", "src"));
}
if (tests.length > 0) {
  const { env } = await ensureBrowser();
  const args = ["run", "--update", "--silent=passed-only", ...tests];
  for (const project of ["workerd", "node"]) args.push("--project", project);
  const vitest = path.join(PROJECT, "node_modules", ".bin", "vitest");
  const { status } = spawnSync(vitest, args, { cwd: PROJECT, stdio: "inherit", env: { ...process.env, ...env } });
  process.exitCode = status ?? 1;
}

function isRecorded(file: string): boolean {
  return (
    file.includes("/recorded") ||
    /\b(toMatchFileSnapshot|expectTable)\b/.test(readFileSync(path.join(PROJECT, file), "utf8"))
  );
}
