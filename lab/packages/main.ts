import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { PROJECT, startService } from "../../scripts/lib/service.ts";
import { type Customer, customerOf, engineProgram, npm } from "../../test/support/customer.ts";

const usage = `npm run packages [-- --results FOLDER | container]

Tries both packages in every host at hand. --results compares instead what the engine's builds make of a folder's PDFs
and images with what its sources make, as the service runs them. It needs qpdf. "container" tries the Dockerfile's steps in a bare
Debian, without a container engine: it needs root and debootstrap.`;

const { values, positionals } = parseArgs({
  options: { results: { type: "string" }, help: { type: "boolean" } },
  allowPositionals: true,
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if (values.results !== undefined) {
  npm(path.join(PROJECT, "engine"), "run", "build");
  const { compareResults } = await import("./same-results.ts");
  process.exit((await compareResults(path.resolve(values.results))) ? 0 : 1);
}

const home = path.join(PROJECT, ".quire", "packages");
await mkdir(home, { recursive: true });
if (positionals[0] === "container") {
  const { tryContainer } = await import("./container.ts");
  await tryContainer(home);
  process.exit(0);
}

/**
 * Tries both packages as `npm pack` makes them: their examples in each host at hand, and what the trade's checkers say.
 * It is a command and not part of `npm test`, since the hosts and checkers weigh 450 MB, which every `npm ci` would
 * download.
 */
const HOSTS = [
  { name: "Node 20.19", from: "node-20-19@npm:node@20.19.0", args: [], binary: ["node-20-19", "bin", "node"] },
  { name: "Node 22.12", from: "node-22-12@npm:node@22.12.0", args: [], binary: ["node-22-12", "bin", "node"] },
  { name: "Deno", from: "deno@2.9.6", args: ["run", "--allow-all"], binary: [".bin", "deno"] },
  { name: "Bun", from: "bun@1.4.5", args: ["run"], binary: [".bin", "bun"] },
];
const CHECKERS = ["publint@0.3.25", "@arethetypeswrong/cli@0.18.5", "@changesets/cli@3.0.3"];

npm(home, "install", "--no-save", "--prefix", home, ...CHECKERS, ...HOSTS.map(({ from }) => from));
const installed = (...names: string[]) => path.join(home, "node_modules", ...names);

const [engine, client] = [await customerOf("engine"), await customerOf("client")];
try {
  await tryEngine(engine);
  await tryClient(client);
  for (const [name, { folder, tarball }] of Object.entries({ engine, client })) {
    run(folder, installed(".bin", "publint"), tarball, "--strict");
    // Both are modules of ECMAScript only, by decision.
    run(folder, installed(".bin", "attw"), tarball, "--profile", "esm-only");
    npm(path.join(PROJECT, name), "publish", "--dry-run");
    console.log(`${name}: publint and arethetypeswrong find nothing, and publishing was tried dry.`);
  }
  console.log(run(PROJECT, installed(".bin", "changeset"), "status").trim());
} finally {
  for (const { folder } of [engine, client]) await rm(folder, { recursive: true, force: true });
}

async function tryEngine({ folder, examples }: Customer): Promise<void> {
  for (const { name, args, binary } of HOSTS) {
    for (const [index, example] of examples.entries()) {
      await writeFile(path.join(folder, `${index}.mjs`), engineProgram(example));
      const said = run(folder, installed(...binary), ...args, `${index}.mjs`);
      if (!said.endsWith("made true\n")) throw new Error(`${name}: example ${index + 1} printed ${said}`);
    }
    console.log(`engine in ${name}: all ${examples.length} examples made what they say.`);
  }
}

/** The first program of the client's page, against the service. */
async function tryClient({ folder, examples }: Customer): Promise<void> {
  // Node's versions at the lower edge run no types.
  const program = examples[0]!.replace('"https://api.example.com"', "process.env.QUIRE").replace("_KEY!", "_KEY");
  await writeFile(
    path.join(folder, "first.mjs"),
    `import process from "node:process";\n${program}\nconsole.log(downloadUrl);\n`,
  );
  const service = await startService({ port: Number(process.env.PORT ?? 8798), state: path.join(folder, "state") });
  try {
    const env = { QUIRE: service.api, QUIRE_API_KEY: service.key };
    for (const { name, args, binary } of HOSTS) {
      const command = installed(...binary);
      const link = execFileSync(command, [...args, "first.mjs"], {
        cwd: folder,
        env: { ...process.env, ...env },
        encoding: "utf8",
      }).trim();
      const file = await (await fetch(link)).text();
      if (!file.startsWith("%PDF-")) throw new Error(`${name}: its link ${link} leads to no PDF`);
      console.log(`client in ${name}: it cropped a PDF, and its link leads to it.`);
    }
  } finally {
    await service.stop();
  }
}

function run(cwd: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
