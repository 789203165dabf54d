// Runs on any Node from 20 on, before anything is installed: makes node_modules what package-lock.json says.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const mark = `${root}node_modules/.quire-lock`;
const lock = createHash("sha256")
  .update(readFileSync(`${root}package-lock.json`))
  .digest("hex");

const [major] = process.versions.node.split(".").map(Number);
if (major < 20) {
  console.error(`Quire needs Node 20 or newer to install itself; this is ${process.version}.`);
  process.exit(1);
}
if (!existsSync(mark) || readFileSync(mark, "utf8") !== lock) {
  console.log("Installing the pinned packages (npm ci) …");
  execFileSync("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  mkdirSync(`${root}node_modules`, { recursive: true });
  writeFileSync(mark, lock);
}
