import { runWrangler } from "../lib/wrangler.ts";
import { type Check, degraded, type Finding, notExamined } from "./check.ts";
import type { Service } from "./service.ts";

type Wrangler = (args: string[]) => Promise<string>;

/** The backstop of the cron that deletes files: without it they would stay when the cron does not run. */
async function lifecycle({ given, isLocal }: Service, wrangler: Wrangler): Promise<string | Finding> {
  if (isLocal) return notExamined("the local bucket has no lifecycle rules");
  if (given.bucket === undefined) return notExamined("no bucket was named (--bucket quire-files)");
  let rules: string;
  try {
    rules = await wrangler(["r2", "bucket", "lifecycle", "list", given.bucket]);
  } catch (error) {
    const [line] = String((error as { stderr?: string }).stderr ?? error)
      .trim()
      .split("\n");
    return notExamined(`wrangler could not read the rules of ${given.bucket}: ${line}`);
  }
  const ours = rules.split(/^(?=name:)/m).filter((rule) => /^prefix:\s*f\/\s*$/m.test(rule));
  const ends = ours
    .filter((rule) => /^enabled:\s*Yes/m.test(rule))
    .map((rule) => /Expire objects after \S+/.exec(rule));
  const [days] = ends.flatMap((found) => found?.[0].split(" ").at(-1) ?? []);
  if (days !== undefined) return `days after which files under f/ end: ${days}`;
  return degraded(
    `no rule ends files under f/: npx wrangler r2 bucket lifecycle add ${given.bucket} expire-files f/ --expire-days 1`,
  );
}

export function storage(wrangler: Wrangler = runWrangler): Check[] {
  return [
    { group: "storage", name: "a lifecycle rule ends what is left", run: (service) => lifecycle(service, wrangler) },
  ];
}
