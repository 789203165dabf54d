import path from "node:path";
import { parseArgs } from "node:util";
import { AdminProblem, type Door, localDoor, remoteDoor } from "./lib/admin-client.ts";
import { PROJECT } from "./lib/service.ts";
import { runChecks } from "./verify/check.ts";
import { formerLinks } from "./verify/former-links.ts";
import { exitCode, line, summary } from "./verify/report.ts";
import { Service } from "./verify/service.ts";
import { suite } from "./verify/suite.ts";

const USAGE = `Usage: npm run verify -- --url https://api.example.com --key qk_… [--page URL] [--bucket NAME]

Tries a deployment from outside, as its clients see it: about 150 requests, one after the other, most of them refused;
30 MB of HTML and 50 MB of PDF are among them, to be refused for their size. Safe where customers are served.

  --page URL      a public page to convert; https://example.com/ if none is named
  --bucket NAME   the bucket whose lifecycle rule is read by wrangler, which must be signed in

With the environment variable QUIRE_ADMIN_SECRET it also makes a key, revokes it, and waits until it is refused.
For the service of this folder's \`npm start\` the secret is found by itself.

Exits with 0 where all is well, with 2 where all works but something is degraded, with 1 where something is red.`;

const { values } = parseArgs({
  options: { url: { type: "string" }, key: { type: "string" }, page: { type: "string" }, bucket: { type: "string" } },
});

const { url, key, page, bucket } = values;
if (url === undefined || key === undefined || !URL.canParse(url)) {
  console.error(USAGE);
  process.exit(1);
}
const admin = await door(url);
const given = { api: new URL(url).origin, key, admin, bucket, ...(page === undefined ? {} : { page }) };
const former = formerLinks(path.join(PROJECT, ".quire", "verify"), url);
const results = await runChecks(suite(former), new Service(given), (result) => console.log(line(result)));
console.log(summary(results));
process.exitCode = exitCode(results);

/** The administration, where its secret is known. */
async function door(api: string): Promise<Door | undefined> {
  if (process.env.QUIRE_ADMIN_SECRET) return remoteDoor(api);
  const local = await localDoor().catch((error: unknown) => {
    if (error instanceof AdminProblem) return undefined;
    throw error;
  });
  return local?.url === new URL(api).origin ? local : undefined;
}
