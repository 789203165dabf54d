import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PROJECT, startService } from "../../scripts/lib/service.ts";
import { tinyPdf } from "../../test/fixtures/pdf.ts";

/**
 * Runs the first program of the client's page in Deno and in Bun against the service, with the client as `npm pack`
 * makes it. It is a command and not part of `npm test`, since the two runtimes weigh 194 MB, which every `npm ci` would
 * download.
 */
const RUNTIMES = [
  { name: "deno", version: "2.9.6", args: ["run", "--allow-all"] },
  { name: "bun", version: "1.4.5", args: ["run"] },
];

const home = path.join(PROJECT, ".quire", "runtimes");
await mkdir(home, { recursive: true });
npm(home, "install", "--no-save", "--prefix", home, ...RUNTIMES.map(({ name, version }) => `${name}@${version}`));

const folder = await mkdtemp(path.join(os.tmpdir(), "quire-runtimes-"));
await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "customer", private: true, type: "module" }));
npm(path.join(PROJECT, "client"), "pack", "--pack-destination", folder);
const { version } = JSON.parse(await readFile(path.join(PROJECT, "client", "package.json"), "utf8")) as {
  version: string;
};
npm(folder, "install", "--offline", `./quire-client-${version}.tgz`);
const page = await readFile(path.join(PROJECT, "client", "README.md"), "utf8");
const first = /```ts\n([\s\S]*?)```/.exec(page)?.[1] as string;
const program = first.replace('"https://api.example.com"', "process.env.QUIRE!");
await writeFile(
  path.join(folder, "first.ts"),
  `import process from "node:process";\n${program}\nconsole.log(downloadUrl);\n`,
);
await writeFile(path.join(folder, "report.pdf"), tinyPdf(3));

const service = await startService({ port: Number(process.env.PORT ?? 8798), state: path.join(folder, "state") });
try {
  const env = { ...process.env, QUIRE: service.api, QUIRE_API_KEY: service.key };
  for (const { name, version: pinned, args } of RUNTIMES) {
    const command = path.join(home, "node_modules", ".bin", name);
    const link = execFileSync(command, [...args, "first.ts"], { cwd: folder, env, encoding: "utf8" }).trim();
    const file = await (await fetch(link)).text();
    if (!file.startsWith("%PDF-")) throw new Error(`${name} ${pinned}: its link ${link} leads to no PDF`);
    console.log(`${name} ${pinned}: the packed client cropped a PDF, and its link leads to it.`);
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
