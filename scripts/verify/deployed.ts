import path from "node:path";
import { unstable_readConfig } from "wrangler";
import { adviceFor, saidBy } from "../lib/known-faults.ts";
import { PROJECT } from "../lib/service.ts";
import { runWrangler } from "../lib/wrangler.ts";
import { type Check, type Finding, notExamined } from "./check.ts";
import { expectThat, Fault, type Service } from "./service.ts";

type Wrangler = (args: string[]) => Promise<string>;

const HELLO_WORLD =
  "Cloudflare's own 'Hello World' answers, not Quire: the button made a Worker and did not deploy these files to it. " +
  "Look at the copy that it made of the repository. Where that has no src/, the import failed: delete the Worker and " +
  "the copy, and press the button again. Else read why the build failed (Workers & Pages, the Worker, Deployments), " +
  "mend that and build again; or run npm run deploy in a clone";

/** Whether it is Quire that answers at all. Nothing else can be examined otherwise. */
export const answering: Check = {
  group: "deployment",
  name: "the address is Quire's",
  run: async (service: Service) => {
    const answer = await service.ask("/health", { headers: { Authorization: "" } });
    const text = await answer.text();
    expectThat(!/^\s*hello,? world\W*$/i.test(text), HELLO_WORLD);
    expectThat(
      answer.status === 200 && /^\{"status":"ok"/.test(text),
      `/health answered ${answer.status} ${text.trim().slice(0, 100)}: that is no Quire`,
    );
    return "Quire answers";
  },
};

/** The namespaces whose ids wrangler.toml names. */
function namedIds(): string[] {
  const { kv_namespaces } = unstable_readConfig({ config: path.join(PROJECT, "wrangler.toml") });
  return kv_namespaces.flatMap(({ id }: { id?: string }) => id ?? []);
}

/** Whether the account that wrangler is signed in to can hold what wrangler.toml names. */
export function account(wrangler: Wrangler = runWrangler, ids: () => string[] = namedIds): Check {
  const run = async ({ isLocal }: Service): Promise<string | Finding> => {
    if (isLocal) return notExamined("a local service has no account");
    try {
      await wrangler(["r2", "bucket", "list"]);
      const listed = JSON.parse(await wrangler(["kv", "namespace", "list"])) as { id: string }[];
      const foreign = ids().find((id) => !listed.some((each) => each.id === id));
      if (foreign !== undefined) throw new Error(`KV namespace '${foreign}' not found`);
      return "R2 is enabled, and no namespace is another account's";
    } catch (error) {
      const advice = adviceFor(error);
      if (advice !== undefined) throw new Fault(advice);
      return notExamined(`wrangler could not look into the account: ${saidBy(error).trim().split("\n")[0]}`);
    }
  };
  return { group: "deployment", name: "the account has what wrangler.toml names", run };
}
