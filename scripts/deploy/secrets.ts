import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Tools } from "./steps.ts";

/**
 * New secrets, or those of the environment. They are given to wrangler in a file that nobody else can read, and never
 * on a command line. Only the admin secret is kept, since a person needs it.
 */
export function newSecrets(
  folder: string,
  given: Record<string, string | undefined>,
): Tools["secrets"] & { admin(): Promise<string> } {
  const kept = path.join(folder, "admin-secret");
  let temporary: string | undefined;
  return {
    async make(names) {
      const made = names.map(
        (name) => [name, given[name] || Buffer.from(randomBytes(32)).toString("base64url")] as const,
      );
      temporary = await mkdtemp(path.join(os.tmpdir(), "quire-deploy-"));
      const file = path.join(temporary, "secrets.json");
      await writeFile(file, JSON.stringify(Object.fromEntries(made)), { mode: 0o600 });
      const admin = made.find(([name]) => name === "ADMIN_SECRET")?.[1];
      if (admin === undefined) return { file, said: names.join(", ") };
      await mkdir(folder, { recursive: true });
      await writeFile(kept, admin, { mode: 0o600 });
      return {
        file,
        said: `the admin secret stands in ${path.relative(process.cwd(), kept)}: keep it with your passwords`,
      };
    },
    async forget() {
      if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
    },
    /** The secret of the administration, if this machine has it; else empty. */
    async admin() {
      return given.QUIRE_ADMIN_SECRET || (await readFile(kept, "utf8").catch(() => ""));
    },
  };
}
