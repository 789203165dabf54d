import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium, packageFolder } from "./lib/chromium.ts";
import { fontConfiguration, fontconfigCovers, provideFonts } from "./lib/chromium-fonts.ts";

const PROJECT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const CACHE = path.join(PROJECT, ".quire", "cache");
const FONTS = path.join(PROJECT, ".quire", "fonts");

/** Beyond miniflare's own arguments: nothing is fetched for the browser's own sake, and no UDP is spoken. */
const QUIET = ["--disable-component-update", "--disable-domain-reliability", "--disable-quic", "--no-pings"];

/** Parts of the window's frame that are pages themselves: without a screen they only cost two processes for each new window. */
const WITHOUT = ["WebUIReloadButton", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

export interface LocalBrowser {
  executable: string;
  /** What the process that runs miniflare (wrangler dev, vitest) needs in its environment. */
  env: Record<string, string>;
  /** What a person who starts the service should know. */
  notes: string[];
}

/**
 * Makes a Chromium available to the local Browser Rendering binding. Miniflare takes no path of an executable, but
 * starts what lies in its cache under its own version number: a script at that place hands over to ours. To be called
 * before each start, since miniflare deletes the folder when a first start fails.
 */
export async function ensureBrowser(): Promise<LocalBrowser> {
  const chromium = await findChromium(CACHE);
  const fonts = await fontConfiguration(CACHE, [FONTS, ...(chromium.fontFolder ? [chromium.fontFolder] : [])]);
  await writeShim(chromium.executable);
  return {
    executable: chromium.executable,
    env: { XDG_CACHE_HOME: CACHE, ...fonts },
    notes: [`browser: ${chromium.executable} (${chromium.origin})`],
  };
}

/** Gets fonts for scripts that this machine's lack, where the network allows; browsers started afterwards have them. */
export function ensureFonts(browser: LocalBrowser): Promise<string[]> {
  return provideFonts(FONTS, fontconfigCovers(browser.env));
}

async function writeShim(executable: string): Promise<void> {
  const place = path.join(CACHE, ".wrangler", "chrome", await miniflarePlace());
  await mkdir(path.dirname(place), { recursive: true });
  // As root Chromium starts without its sandbox or not at all.
  const flags = process.getuid?.() === 0 ? [...QUIET, "--no-sandbox"] : QUIET;
  const cache = process.env.XDG_CACHE_HOME;
  // The cache folder is meant for miniflare alone; the browser and fontconfig keep the user's.
  const restore =
    cache === undefined || cache === CACHE ? "unset XDG_CACHE_HOME" : `export XDG_CACHE_HOME=${quote(cache)}`;
  // Of two switches of one name Chromium obeys the last, so miniflare's own list of features is lengthened.
  const script = [
    "#!/bin/sh",
    restore,
    "for argument do",
    "  shift",
    `  case $argument in --disable-features=*) argument=$argument,${WITHOUT.join(",")};; esac`,
    '  set -- "$@" "$argument"',
    "done",
    // Whoever started the browser may be killed without a word: the browser must not outlive it. After exec, $$ is the browser.
    '(while kill -0 "$PPID" && kill -0 $$; do sleep 2; done; kill -KILL $$) </dev/null >/dev/null 2>&1 &',
    `exec ${quote(executable)} ${flags.join(" ")} "$@"`,
    "",
  ];
  await writeFile(place, script.join("\n"));
  await chmod(place, 0o755);
}

/** Where the installed miniflare looks for its browser, below its cache. */
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

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await ensureBrowser();
  for (const note of [...browser.notes, ...(await ensureFonts(browser))]) console.log(note);
}
