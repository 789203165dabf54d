import { runWrangler } from "../lib/wrangler.ts";
import { type Check, degraded, type Finding, notExamined } from "./check.ts";
import type { Service } from "./service.ts";

type Wrangler = (args: string[]) => Promise<string>;

/** The fallback for the cron that deletes files: without this rule they would stay when the cron does not run. */
async function lifecycle({ given, isLocal }: Service, wrangler: Wrangler): Promise<string | Finding> {
  if (isLocal) return notExamined("the local bucket has no lifecycle rules");
  if (given.bucket === undefined) return notExamined("no bucket was named (--bucket quire-files)");
  let rules: string;
  try {
    rules = await wrangler(["r2", "bucket", "lifecycle", "list", given.bucket, ...(given.place ?? [])]);
  } catch (error) {
    const [line] = String((error as { stderr?: string }).stderr ?? error)
      .trim()
      .split("\n");
    return notExamined(`wrangler could not read the rules of ${given.bucket}: ${line}`);
  }
  if (hasExpiry(rules)) return "files under f/ end by a rule";
  return degraded(
    `no rule ends files under f/: npx wrangler r2 bucket lifecycle add ${given.bucket} expire-files f/ --expire-days 1${(given.place ?? []).map((word) => ` ${word}`).join("")}`,
  );
}

/** Whether one of the rules, as wrangler lists them, deletes the files under f/. */
export function hasExpiry(rules: string): boolean {
  return rules
    .split(/^(?=name:)/m)
    .some(
      (rule) => /^prefix:\s*f\/\s*$/m.test(rule) && /^enabled:\s*Yes/m.test(rule) && /Expire objects after/.test(rule),
    );
}

export function storage(wrangler: Wrangler = runWrangler): Check[] {
  return [
    { group: "storage", name: "a lifecycle rule ends what is left", run: (service) => lifecycle(service, wrangler) },
  ];
}
