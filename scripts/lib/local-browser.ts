import { spawnSync } from "node:child_process";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { shimScript } from "./browser-shim.ts";
import { findChromium, packageFolder } from "./chromium.ts";
import { fontConfiguration, fontconfigCovers, provideFonts } from "./chromium-fonts.ts";

const PROJECT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const CACHE = path.join(PROJECT, ".quire", "cache");
const FONTS = path.join(PROJECT, ".quire", "fonts");

/** A browser ends when it gets no request for this long. The next request waits for a launch. */
const IDLE_SECONDS = 120;

export interface LocalBrowser {
  executable: string;
  /** What the process that runs miniflare (wrangler dev, vitest) needs in its environment. */
  env: Record<string, string>;
  /** What the person who starts the service should know. */
  notes: string[];
}

/**
 * Makes a Chromium available to the local Browser Rendering binding. Miniflare takes no path of an executable, but
 * starts what is in its cache under its own version number, so a script at that place starts ours. Call this before
 * each start, since miniflare deletes the folder when a first start fails.
 */
export async function ensureBrowser(): Promise<LocalBrowser> {
  const chromium = await findChromium(CACHE);
  const fonts = await fontConfiguration(CACHE, [FONTS, ...(chromium.fontFolder ? [chromium.fontFolder] : [])]);
  await writeShim(chromium.executable, fonts);
  return {
    executable: chromium.executable,
    env: { XDG_CACHE_HOME: CACHE, ...fonts },
    notes: [
      `browser: ${chromium.executable} (${chromium.origin})${hasSandbox() ? "" : ", without Chromium's own sandbox"}`,
    ],
  };
}

/**
 * Gets fonts for scripts that this machine's fonts lack, where the network allows it. Browsers that start afterwards
 * have them.
 */
export function ensureFonts(browser: LocalBrowser): Promise<string[]> {
  return provideFonts(FONTS, fontconfigCovers(browser.env));
}

/** Root has none, nor has a container that forbids user namespaces: Chromium would not start with it. */
function hasSandbox(): boolean {
  if (process.getuid?.() === 0) return false;
  if (!process.env.QUIRE_CONTAINER) return true;
  return spawnSync("unshare", ["--user", "true"]).status === 0;
}

async function writeShim(executable: string, fonts: Record<string, string>): Promise<void> {
  const place = path.join(CACHE, ".wrangler", "chrome", await miniflarePlace());
  await mkdir(path.dirname(place), { recursive: true });
  const kept = ["HOME", "PATH", "TZ", "XDG_CACHE_HOME"].flatMap((name) => {
    const value = process.env[name];
    // The cache folder is meant for miniflare alone. The browser and fontconfig keep the user's.
    return value === undefined || value === CACHE ? [] : [[name, value] as const];
  });
  const script = shimScript({
    executable,
    // Without a language Chromium calls its own "en-US@posix", which Intl refuses.
    env: { ...Object.fromEntries(kept), ...fonts, LANG: "en_US.UTF-8" },
    folder: CACHE,
    idleSeconds: IDLE_SECONDS,
    flags: hasSandbox() ? [] : ["--no-sandbox"],
  });
  // Another start at this moment must not read half of it.
  await writeFile(`${place}.${process.pid}`, script);
  await chmod(`${place}.${process.pid}`, 0o755);
  await rename(`${place}.${process.pid}`, place);
}

/** Where the installed miniflare looks for its browser in its cache. */
async function miniflarePlace(): Promise<string> {
  const source = await readFile(path.join(packageFolder("miniflare"), "dist", "src", "index.js"), "utf8");
  const version = /\bBROWSER_VERSION = "([\d.]+)"/.exec(source)?.[1];
  if (!version) throw new Error("The installed miniflare names no BROWSER_VERSION");
  if (process.platform === "darwin") {
    const arm = process.arch === "arm64";
    const app = "Google Chrome for Testing";
    const folder = arm ? "chrome-mac-arm64" : "chrome-mac-x64";
    return path.join(`${arm ? "mac_arm" : "mac"}-${version}`, folder, `${app}.app`, "Contents", "MacOS", app);
  }
  if (process.platform !== "linux") throw new Error("The local browser needs Linux or macOS");
  return path.join(`linux-${version}`, "chrome-linux64", "chrome");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await ensureBrowser();
  for (const note of [...browser.notes, ...(await ensureFonts(browser))]) console.log(note);
}
