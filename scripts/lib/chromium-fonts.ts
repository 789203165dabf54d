import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type FetchedFonts, fetchFonts, isFetched, type Pack } from "./fonts/fetch.ts";
import { SCRIPTS, type Script } from "./fonts/packages.ts";

const SYSTEM_CONFIGURATION = "/etc/fonts/fonts.conf";
/** Where fonts lie on a system that has no configuration for them. */
const USUAL_FOLDERS = ["/usr/share/fonts", "/usr/local/share/fonts", path.join(os.homedir(), ".fonts")];
const BY_HAND = "On Debian or Ubuntu: apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji";

/** Whether a font covers a language; undefined when the machine cannot tell. */
export type Covers = (language: string) => boolean | undefined;

/** Uses the machine's own fontconfig, which the browser uses too. */
export function fontconfigCovers(environment: Record<string, string>): Covers {
  return (language) => {
    try {
      const env = { ...process.env, ...environment };
      return execFileSync("fc-list", [`:lang=${language}`, "family"], { encoding: "utf8", env }).trim() !== "";
    } catch {
      // There is no fc-list, or it fails. In either case it is unknown which fonts there are.
      return undefined;
    }
  };
}

/**
 * The scripts whose fonts have to be fetched: no font covers them, or it is unknown, and they were not fetched before.
 */
export function lacking(covers: Covers, folder: string): Script[] {
  return SCRIPTS.filter((script) => !isFetched(folder, script) && covers(script.language) !== true);
}

/**
 * Makes sure that text in the scripts of the table can be shown, and says what was done. On systems that have fonts for
 * all of them nothing is done.
 */
export async function provideFonts(
  folder: string,
  covers: Covers,
  options: { pack?: Pack; platform?: NodeJS.Platform } = {},
): Promise<string[]> {
  if ((options.platform ?? process.platform) !== "linux") return [];
  const wanted = lacking(covers, folder);
  return wanted.length === 0 ? [] : notes(await fetchFonts(folder, wanted, options.pack));
}

function notes({ fetched, failed, reason }: FetchedFonts): string[] {
  const names = (scripts: readonly Script[]) => scripts.map(({ name }) => name).join(", ");
  return [
    ...(fetched.length > 0 ? [`fonts: fetched Noto for ${names(fetched)}, which this machine lacks`] : []),
    ...(failed.length > 0
      ? [
          `fonts: none could be had for ${names(failed)} (${reason}); such text may show as empty boxes. The next start tries again. ${BY_HAND}`,
        ]
      : []),
  ];
}

/** Tells fontconfig of folders beside the system's: the packaged Chromium's, and those of fetched fonts. */
export async function fontConfiguration(
  cacheFolder: string,
  fontFolders: readonly string[],
): Promise<Record<string, string>> {
  if (process.platform !== "linux") return {};
  const file = path.join(cacheFolder, "fonts.conf");
  const given = process.env.FONTCONFIG_FILE;
  // The process that started this one has set it already.
  if (given === file && existsSync(file)) return { FONTCONFIG_FILE: file };
  const system = given ?? SYSTEM_CONFIGURATION;
  const folders = existsSync(system) ? [...fontFolders] : [...fontFolders, ...USUAL_FOLDERS];
  const include = existsSync(system) ? `  <include ignore_missing="yes">${escapeXml(system)}</include>\n` : "";
  const text =
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${include}` +
    folders.map((folder) => `  <dir>${escapeXml(folder)}</dir>\n`).join("") +
    `  <cachedir>${escapeXml(path.join(cacheFolder, "fontconfig"))}</cachedir>\n</fontconfig>\n`;
  await mkdir(cacheFolder, { recursive: true });
  // A browser that starts at this moment must not read half of it.
  await writeFile(`${file}.${process.pid}`, text);
  await rename(`${file}.${process.pid}`, file);
  return { FONTCONFIG_FILE: file };
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
