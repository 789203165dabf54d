import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** What a page may hold beyond Latin, and the language by which fontconfig knows a font for it. */
const SCRIPTS = [
  { name: "Chinese", language: "zh-cn" },
  { name: "Japanese", language: "ja" },
  { name: "Korean", language: "ko" },
  { name: "Arabic", language: "ar" },
  { name: "Hebrew", language: "he" },
  { name: "Devanagari", language: "hi" },
  { name: "Thai", language: "th" },
  { name: "emoji", language: "und-zsye" },
] as const;

const SYSTEM_CONFIGURATION = "/etc/fonts/fonts.conf";

/** Says which scripts the machine's fonts do not cover: those come out as empty boxes. */
export function fontNotes(environment: Record<string, string>): string[] {
  if (process.platform !== "linux") return [];
  const missing: string[] = [];
  try {
    for (const { name, language } of SCRIPTS) {
      const fonts = execFileSync("fc-list", [`:lang=${language}`, "family"], {
        encoding: "utf8",
        env: { ...process.env, ...environment },
      });
      if (fonts.trim() === "") missing.push(name);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return ["fonts: fc-list is not installed, so it is unknown whether CJK, Arabic and emoji can be rendered"];
  }
  if (missing.length === 0) return [];
  return [
    `fonts: nothing on this machine covers ${missing.join(", ")}; such text will show as empty boxes. ` +
      "On Debian or Ubuntu: apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji",
  ];
}

/** The packaged Chromium brings fonts of its own; fontconfig has to be told of them beside the system's. */
export async function fontConfiguration(cacheFolder: string, fontFolder: string): Promise<Record<string, string>> {
  const file = path.join(cacheFolder, "fonts.conf");
  const folders = [fontFolder, "/usr/share/fonts", "/usr/local/share/fonts", path.join(os.homedir(), ".fonts")];
  const system = existsSync(SYSTEM_CONFIGURATION)
    ? `  <include ignore_missing="yes">${SYSTEM_CONFIGURATION}</include>\n`
    : "";
  await mkdir(cacheFolder, { recursive: true });
  await writeFile(
    file,
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${system}` +
      folders.map((folder) => `  <dir>${escapeXml(folder)}</dir>\n`).join("") +
      `  <cachedir>${escapeXml(path.join(cacheFolder, "fontconfig"))}</cachedir>\n</fontconfig>\n`,
  );
  return { FONTCONFIG_FILE: file };
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
