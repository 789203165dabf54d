import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FormerLinks } from "./links.ts";

interface Kept {
  link: string;
  expiresAt: string;
}

/** One file for each deployment. It holds links to a file that this command has stored. */
export function formerLinks(folder: string, api: string): FormerLinks {
  const file = path.join(folder, `${new URL(api).host.replace(/\W/g, "-")}.json`);
  const kept = async (): Promise<Kept[]> => {
    try {
      return JSON.parse(await readFile(file, "utf8")) as Kept[];
    } catch {
      // The first run for this deployment.
      return [];
    }
  };
  return {
    ended: async () => (await kept()).findLast(({ expiresAt }) => Date.parse(expiresAt) < Date.now())?.link,
    keep: async (link, expiresAt) => {
      await mkdir(folder, { recursive: true });
      await writeFile(file, JSON.stringify([...(await kept()), { link, expiresAt }].slice(-50)), { mode: 0o600 });
    },
  };
}
