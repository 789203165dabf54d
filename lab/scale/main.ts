import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { PROJECT } from "../../scripts/lib/service.ts";
import { simulateDay } from "./day.ts";
import { document } from "./document.ts";
import { compare, type Scale, scaleTables, TOLERANCE } from "./report.ts";

const WHOLE = 100_000;
const SCALES = [100_000, 1_000_000, 100_000_000] as const;
/** How many requests of each part of the day are simulated when there are too many to simulate all. */
const SLICE = { requests: 12_000, before: 8_000 };
/** The same for the comparison, with so few requests that some are left out. */
const SMALL_SLICE = { requests: 2_000, before: 500 };

const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(
    "Simulates a day at 100 thousand, 1 million and 100 million requests on Cloudflare, with the service's own policies.\n\n  npm run scale -- [--seed 1] [--write]   --write puts the tables into docs/run/scale.md",
  );
  process.exit(0);
}

const seed = Number(values.seed);
const mostBrowsers = browsersOfProduction();
const scales: Scale[] = [];
for (const perDay of SCALES) {
  const slice = perDay > WHOLE ? { slice: SLICE } : {};
  scales.push({ perDay, parts: await simulateDay({ perDay, seed, mostBrowsers, ...slice }) });
}
const sliced = await simulateDay({ perDay: WHOLE, seed: seed + 1, mostBrowsers, slice: SMALL_SLICE });
const comparison = compare(WHOLE, (scales[0] as Scale).parts, sliced);
const text = document(await scaleTables(scales, comparison, mostBrowsers), { seed, mostBrowsers });
console.log(text);
if (values.write) writeFileSync(path.join(PROJECT, "docs", "run", "scale.md"), text);
if (!comparison.agrees) {
  console.error(`A day in slices differs from the whole day by more than ${TOLERANCE * 100} %.`);
  process.exit(1);
}

/** What a deployment's configuration says. */
function browsersOfProduction(): number {
  const toml = readFileSync(path.join(PROJECT, "wrangler.toml"), "utf8");
  const most = Number(/^BROWSERS = "(\d+)"/m.exec(toml)?.[1]);
  if (!(most > 0)) throw new Error("wrangler.toml does not say how many BROWSERS production may have");
  return most;
}
