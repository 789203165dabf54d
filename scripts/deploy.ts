import path from "node:path";
import { parseArgs } from "node:util";
import type { KeyView } from "../src/admin/schemas.ts";
import { newSecrets } from "./deploy/secrets.ts";
import { DeployProblem, readSettings, type Settings } from "./deploy/settings.ts";
import { deploySteps, runSteps } from "./deploy/steps.ts";
import { callAdmin, type Door } from "./lib/admin-client.ts";
import { adviceFor, saidBy } from "./lib/known-faults.ts";
import { PROJECT } from "./lib/service.ts";
import { runWrangler } from "./lib/wrangler.ts";
import { verify } from "./verify/run.ts";

const USAGE = `Usage: npm run deploy [-- --dry-run] [--api https://api.example.com --downloads https://files.example.com]

Brings Quire to the Cloudflare account that wrangler is signed in to, and ends with npm run verify. What is there
already is left as it is, so it can be run again after any failure, and for each new version.

  --dry-run     looks at what is there, says what would be done, and does nothing
  --api, --downloads   the two hosts, in place of API_ORIGIN and DOWNLOAD_ORIGIN of wrangler.toml

LINK_SECRET and ADMIN_SECRET are made where the Worker lacks them, or taken from the environment.`;

const { values } = parseArgs({
  options: {
    api: { type: "string" },
    downloads: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) console.log(USAGE);
else process.exitCode = await deploy().catch(giveUp);

async function deploy(): Promise<number> {
  const settings = readSettings(path.join(PROJECT, "wrangler.toml"), values);
  const secrets = newSecrets(path.join(PROJECT, ".quire", "deploy"), process.env);
  const health = () => fetch(`${settings.api}/health`, { signal: AbortSignal.timeout(5_000) });
  const steps = deploySteps(settings, {
    wrangler: runWrangler,
    secrets,
    answers: async () => (await health().catch(() => undefined))?.ok === true,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const isPlan = values["dry-run"];
  await runSteps(steps, isPlan, console.log);
  const head = `${steps.length + 1}. verify: `;
  if (isPlan) {
    console.log(`${head}would run: npm run verify -- --url ${settings.api}, with a key that is revoked afterwards`);
    return 0;
  }
  const secret = await secrets.admin();
  if (secret === "") {
    console.log(`${head}left out, since this machine does not know the admin secret (QUIRE_ADMIN_SECRET)`);
    return 0;
  }
  console.log(head);
  return verified(settings, { url: settings.api, headers: { Authorization: `Bearer ${secret}` } });
}

/** With a key of its own, which is removed when the verification ends. */
async function verified({ api, bucket, place }: Settings, admin: Door): Promise<number> {
  const made = await callAdmin<{ key: string; record: KeyView }>(admin, "POST", "/keys", { name: "npm run deploy" });
  try {
    return await verify({ api, key: made.key, admin, bucket, place });
  } finally {
    await callAdmin(admin, "POST", `/keys/${made.record.id}/revoke`);
  }
}

/** A fault that a person can mend is reported in one line. wrangler has already said what went wrong. */
function giveUp(error: unknown): number {
  if (error instanceof DeployProblem) console.error(error.message);
  else console.error([saidBy(error), adviceFor(error)].filter(Boolean).join("\n"));
  return 1;
}
