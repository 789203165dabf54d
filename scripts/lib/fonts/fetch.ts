import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { packedFiles } from "./archive.ts";
import type { FontPackage, Script } from "./packages.ts";
import { isWoff, unpackWoff } from "./woff.ts";

/** No single package may take longer. */
const FETCH_MS = 120_000;
const AT_ONCE = 3;

export interface FetchedFonts {
  fetched: Script[];
  failed: Script[];
  /** Why the first failure happened. */
  reason: string | undefined;
}

/** Puts a package's file, as the registry gives it, into a folder. */
export type Pack = (spec: string, folder: string) => Promise<void>;

/**
 * Gets the fonts of these scripts into a folder, each package once, and returns the names of those that it could not
 * get.
 */
export async function fetchFonts(
  folder: string,
  scripts: readonly Script[],
  pack: Pack = npmPack,
): Promise<FetchedFonts> {
  const result: FetchedFonts = { fetched: [], failed: [], reason: undefined };
  const queue = [...scripts];
  const work = async () => {
    for (let script = queue.shift(); script; script = queue.shift()) {
      try {
        await install(folder, script.package, pack);
        result.fetched.push(script);
      } catch (error) {
        result.failed.push(script);
        result.reason ??= error instanceof Error ? error.message : String(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return result;
}

/** Whether a script's fonts were fetched before. */
export function isFetched(folder: string, { package: { name, version } }: Script): boolean {
  return existsSync(place(folder, name, version));
}

function place(folder: string, name: string, version: string): string {
  return path.join(folder, `${name.replace(/^@/, "").replace("/", "-")}-${version}`);
}

/** The rename at the end prevents half a package. */
async function install(folder: string, { name, version, integrity, faces }: FontPackage, pack: Pack): Promise<void> {
  const target = place(folder, name, version);
  if (existsSync(target)) return;
  await mkdir(folder, { recursive: true });
  // Beside the folder, not in it, since fontconfig reads everything inside. What an interrupted start left is removed.
  const work = path.join(`${folder}.part`, path.basename(target));
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  try {
    await pack(`${name}@${version}`, work);
    const [file] = (await readdir(work)).filter((entry) => entry.endsWith(".tgz"));
    if (file === undefined) throw new Error(`npm gave no file for ${name}`);
    const archive = await readFile(path.join(work, file));
    const came = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    if (came !== integrity) throw new Error(`${name} ${version} is not what it was: its integrity is ${came}`);
    const fonts = path.join(work, "fonts");
    await mkdir(fonts);
    let found = 0;
    for (const { name: inside, bytes } of packedFiles(archive)) {
      const face = faces.test(inside);
      if (!face && !/^LICENSE\w*$/.test(inside)) continue;
      if (face) found++;
      const woff = face && isWoff(bytes);
      const base = path.basename(inside, woff ? ".woff" : "");
      await writeFile(path.join(fonts, woff ? `${base}.ttf` : base), woff ? unpackWoff(bytes) : bytes);
    }
    if (found === 0) throw new Error(`${name} ${version} holds no font that is known`);
    await rename(fonts, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** With this machine's npm, so that its registry, proxy and cache are used. */
async function npmPack(spec: string, folder: string): Promise<void> {
  const quick = ["--prefer-offline", "--fetch-retries=0", "--ignore-scripts", "--silent"];
  try {
    await promisify(execFile)("npm", ["pack", spec, "--pack-destination", folder, ...quick], { timeout: FETCH_MS });
  } catch (error) {
    throw new Error(`npm could not fetch ${spec}`, { cause: error });
  }
}
