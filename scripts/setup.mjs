// Runs on any Node from 20 on, before anything is installed: makes node_modules match package-lock.json. With `run`,
// only what running the service needs (`dependencies`); without, also what checks it (`devDependencies`).
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
const wanted = process.argv[2] === "run" ? "run" : "all";
const [installed, scope] = existsSync(mark) ? readFileSync(mark, "utf8").split(" ") : [];
if (installed !== lock || (wanted === "all" && scope !== "all")) {
  holdInstallation();
  const omit = wanted === "run" ? ["--omit=dev"] : [];
  console.log(`Installing the pinned packages (${["npm ci", ...omit].join(" ")}) …`);
  const npm = spawnSync("npm", ["ci", ...omit, "--no-fund", "--no-audit", "--loglevel=error"], {
    cwd: root,
    stdio: ["inherit", "inherit", "pipe"],
    encoding: "utf8",
    shell: process.platform === "win32",
    // Without a network npm would try again for more than a minute.
    env: { npm_config_fetch_retries: "1", npm_config_fetch_retry_mintimeout: "1000", ...process.env },
  });
  if (npm.error || npm.status !== 0) {
    const said = npm.stderr ?? String(npm.error);
    const offline = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT)\b/.exec(said)?.[1];
    console.error(
      offline
        ? `The pinned packages could not be installed: npm's registry cannot be reached (${offline}). Try again with a network.`
        : `${said}\nThe pinned packages could not be installed (npm ci).`,
    );
    process.exit(1);
  }
  mkdirSync(`${root}node_modules`, { recursive: true });
  writeFileSync(mark, `${lock} ${wanted}`);
}

/** Two installations into one folder would break each other. */
function holdInstallation() {
  const file = `${root}.quire/installing`;
  mkdirSync(`${root}.quire`, { recursive: true });
  const holder = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (holder > 0 && isRunning(holder)) {
    console.error(
      `The packages are being installed already, by another npm start or npm test (process ${holder}). Wait until it is done.`,
    );
    process.exit(1);
  }
  writeFileSync(file, String(process.pid));
  process.on("exit", () => rmSync(file, { force: true }));
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
