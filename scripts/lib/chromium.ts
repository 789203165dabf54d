import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);

/** Names under which package managers install a Chromium. */
const INSTALLED_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_APPS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export interface Chromium {
  executable: string;
  origin: "CHROME_PATH" | "installed" | "package";
  /** Where the package's own fonts lie, when the browser comes from the package. */
  fontFolder: string | undefined;
}

/** The Chromium to use: CHROME_PATH, one that is installed, else the one inside the npm package. */
export async function findChromium(cacheFolder: string): Promise<Chromium> {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROME_PATH is ${chosen}, and there is no such file`);
    return { executable: chosen, origin: "CHROME_PATH", fontFolder: undefined };
  }
  const installed = installedChromium();
  if (installed) return { executable: installed, origin: "installed", fontFolder: undefined };
  return packagedChromium(cacheFolder);
}

function installedChromium(): string | undefined {
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    for (const name of INSTALLED_NAMES) {
      const candidate = path.join(folder, name);
      if (folder !== "" && existsSync(candidate)) return candidate;
    }
  }
  return MAC_APPS.find((app) => existsSync(app));
}

/** Unpacks the Chromium of @sparticuz/chromium once. The rename at the end prevents a half-unpacked one. */
async function packagedChromium(cacheFolder: string): Promise<Chromium> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("No Chromium was found. Install Chrome or Chromium, or set CHROME_PATH to its executable");
  }
  const { version } = require(path.join(packageFolder("@sparticuz/chromium"), "package.json")) as { version: string };
  const folder = path.join(cacheFolder, `chromium-${version}`);
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`;
    await mkdir(partial, { recursive: true });
    await unpackInto(partial);
    await rename(partial, folder).catch(async (error) => {
      await rm(partial, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    });
  }
  return { executable: path.join(folder, "chromium"), origin: "package", fontFolder: path.join(folder, "fonts") };
}

/** The package unpacks into the system's temporary folder and nowhere else, so the result is moved from there. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The folder of an installed package, even when it does not export its package.json. */
export function packageFolder(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    const candidate = path.join(folder, name);
    if (existsSync(path.join(candidate, "package.json"))) return candidate;
  }
  throw new Error(`${name} is not installed: run npm ci`);
}
