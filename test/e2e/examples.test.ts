import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { PROJECT } from "../../scripts/lib/service.ts";
import { png } from "../fixtures/png.ts";

/** The program on each page of docs/use/clients, and what it prints. */
interface Example {
  page: string;
  file: string;
  /** Its interpreter, asked for its version to learn whether it is installed. */
  version: [command: string, ...args: string[]];
  command: [command: string, ...args: string[]];
  prints: RegExp;
}

const SPLIT = /^1 %PDF-\nINVALID_RANGES ranges\[0\]: .*goes beyond the last page/;
const examples: Example[] = [
  {
    page: "typescript",
    file: "program.ts",
    version: [process.execPath, "--version"],
    command: [process.execPath, "--no-warnings", "program.ts"],
    prints: /^hello-cropped\.pdf true\n1\nINVALID_RANGES ranges\[0\]\n$/,
  },
  {
    page: "curl",
    file: "program.sh",
    version: ["curl", "--version"],
    command: ["sh", "-e", "program.sh"],
    prints: /"pageCount":1/,
  },
  {
    page: "python",
    file: "program.py",
    version: ["python3", "--version"],
    command: ["python3", "program.py"],
    prints: SPLIT,
  },
  { page: "php", file: "program.php", version: ["php", "--version"], command: ["php", "program.php"], prints: SPLIT },
  { page: "go", file: "program.go", version: ["go", "version"], command: ["go", "run", "program.go"], prints: SPLIT },
];
const isInstalled = ({ version: [command, ...args] }: Example) => spawnSync(command, args).status === 0;
const [here, missing] = [examples.filter(isInstalled), examples.filter((example) => !isInstalled(example))];

const { api, key } = inject("service");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "quire-examples-"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(
    path.join(folder, "photo.png"),
    png({ width: 4, height: 4, colourType: 0, depth: 8, pixel: () => [9] }),
  );
  execFileSync("npm", ["run", "build", "--silent"], { cwd: path.join(PROJECT, "client") });
  await mkdir(path.join(folder, "node_modules"));
  await symlink(path.join(PROJECT, "client"), path.join(folder, "node_modules", "quire-client"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// A test for each interpreter that this machine has: which are not there, the report's name of this one says.
it(`runs ${here.map(({ page }) => page).join(", ")}; not installed here: ${missing.map(({ page }) => page).join(", ") || "none"}`, () => {
  expect(here.map(({ page }) => page)).toContain("typescript");
});

it.each(here)(
  "the program for $page does what its page says",
  async ({ page, file, command: [command, ...args], prints }) => {
    const text = await readFile(path.join(PROJECT, "docs", "use", "clients", `${page}.md`), "utf8");
    const program = /```\w+\n([\s\S]*?)```/.exec(text)?.[1] as string;
    await writeFile(path.join(folder, file), program);
    const env = { ...process.env, QUIRE: api, QUIRE_API_KEY: key };
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: "utf8" });
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(prints);
  },
);
