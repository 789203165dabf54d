import { hasExpiry } from "../verify/storage.ts";
import { DeployProblem, type Settings } from "./settings.ts";

/** Runs wrangler with these arguments, and returns what it printed. */
export type Wrangler = (args: string[]) => Promise<string>;

/** One thing that a deployment needs. Looking changes nothing, so the steps can be planned and repeated. */
export interface Step {
  name: string;
  /** Why nothing has to be done; undefined when something has. */
  done: () => Promise<string | undefined>;
  /** The command that is run, for a person who only wants to know. */
  command: string;
  run: () => Promise<string>;
}

export interface Tools {
  wrangler: Wrangler;
  /** Secrets that the Worker lacks are made, kept on this machine, and handed over in a file. */
  secrets: { make: (names: string[]) => Promise<{ file: string; said: string }>; forget: () => Promise<void> };
  /** Whether the API answers by now, with all its certificates. */
  answers: () => Promise<boolean>;
  pause: (ms: number) => Promise<void>;
}

const SECRETS = ["LINK_SECRET", "ADMIN_SECRET"];
const PAUSE_MS = 5_000;
/** New custom domains get their certificates within minutes. */
const ATTEMPTS = 120;

/** All steps to a deployment that answers, in order. */
export function deploySteps(settings: Settings, tools: Tools): Step[] {
  const { bucket, place } = settings;
  const { wrangler } = tools;
  const rule = ["expire-files", "f/", "--expire-days", "1", "--abort-multipart-days", "1", "--force", ...place];
  return [
    {
      name: "sign in",
      done: async () => ((await succeeds(wrangler, ["whoami", "--json"])) ? "wrangler is signed in" : undefined),
      command: "wrangler login",
      run: () => {
        throw new DeployProblem("wrangler is not signed in: npx wrangler login, or set CLOUDFLARE_API_TOKEN.");
      },
    },
    {
      name: "bucket for files",
      done: async () => {
        const buckets = await wrangler(["r2", "bucket", "list", ...place]);
        return new RegExp(`^name:\\s+${bucket}\\s*$`, "m").test(buckets) ? `${bucket} is there` : undefined;
      },
      command: ["wrangler r2 bucket create", bucket, ...place].join(" "),
      run: async () => {
        await wrangler(["r2", "bucket", "create", bucket, ...place]);
        return `${bucket} was made`;
      },
    },
    {
      name: "lifecycle rule",
      done: async () => {
        const rules = await wrangler(["r2", "bucket", "lifecycle", "list", bucket, ...place]).catch(() => "");
        return hasExpiry(rules) ? "files under f/ end by a rule" : undefined;
      },
      command: `wrangler r2 bucket lifecycle add ${bucket} ${rule.join(" ")}`,
      run: async () => {
        await wrangler(["r2", "bucket", "lifecycle", "add", bucket, ...rule]);
        return "files under f/ end after a day, should the cron not run";
      },
    },
    deployment(settings, tools),
    {
      name: "answer",
      done: async () => ((await tools.answers()) ? `${settings.api} answers` : undefined),
      command: `wait until ${settings.api}/health answers`,
      run: async () => {
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          if (await tools.answers()) return `${settings.api} answers`;
          await tools.pause(PAUSE_MS);
        }
        const minutes = (ATTEMPTS * PAUSE_MS) / 60_000;
        throw new DeployProblem(`${settings.api} does not answer after ${minutes} minutes: look at its DNS record.`);
      },
    },
  ];
}

/** The Worker with its two hosts. On the first deployment wrangler also makes the namespace of keys and the objects. */
function deployment({ worker, api, downloads, vars }: Settings, { wrangler, secrets }: Tools): Step {
  const domains = [api, downloads].flatMap((origin) => ["--domain", new URL(origin).host]);
  const args = ["deploy", ...domains, ...vars];
  return {
    name: "Worker",
    // The deployed version may be older than these files.
    done: async () => undefined,
    command: `wrangler ${args.join(" ")}, with those of ${SECRETS.join(" and ")} that ${worker} lacks`,
    run: async () => {
      const missing = await missingSecrets(wrangler, worker);
      if (missing.length === 0) {
        await wrangler(args);
        return "deployed; its secrets stay";
      }
      const { file, said } = await secrets.make(missing);
      try {
        await wrangler([...args, "--secrets-file", file]);
      } finally {
        await secrets.forget();
      }
      return `deployed with new secrets; ${said}`;
    },
  };
}

/** A Worker that was never deployed has no secrets. Any other failure must not lead to new ones. */
async function missingSecrets(wrangler: Wrangler, worker: string): Promise<string[]> {
  let listed: string;
  try {
    listed = await wrangler(["secret", "list", "--name", worker, "--format", "json"]);
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? error);
    if (/\b10007\b|does not exist|not found/i.test(said)) return SECRETS;
    throw new DeployProblem(`The secrets of ${worker} could not be listed: ${said.trim().split("\n")[0]}`);
  }
  const known = (JSON.parse(listed) as { name: string }[]).map(({ name }) => name);
  return SECRETS.filter((name) => !known.includes(name));
}

async function succeeds(wrangler: Wrangler, args: string[]): Promise<boolean> {
  return wrangler(args).then(
    () => true,
    () => false,
  );
}

/** Does what has to be done, or only says what that is. */
export async function runSteps(steps: readonly Step[], isPlan: boolean, say: (line: string) => void): Promise<void> {
  for (const [index, { name, done, command, run }] of steps.entries()) {
    const head = `${index + 1}. ${name}: `;
    const already = await done().catch((error: unknown) => {
      // A person who is not signed in can still read the plan.
      if (isPlan) return undefined;
      throw error;
    });
    if (already !== undefined) say(`${head}${already}`);
    else say(isPlan ? `${head}would run: ${command}` : `${head}${await run()}`);
  }
}
