import { parseArgs } from "node:util";
import { AdminProblem, type Door, localDoor, remoteDoor } from "./lib/admin-client.ts";
import { verify } from "./verify/run.ts";

const USAGE = `Usage: npm run verify -- --url https://api.example.com --key qk_… [--page URL] [--bucket NAME]

Tries a deployment from outside, as its clients see it: some 130 requests, one after the other, most of them refused;
one of them sends 50 MB, to be refused for its size. Safe where customers are served.

  --page URL      a public page to convert; https://example.com/ if none is named
  --bucket NAME   the bucket whose lifecycle rule is read by wrangler, which must be signed in
  --jurisdiction  the bucket's, such as eu, where it has one

With the environment variable QUIRE_ADMIN_SECRET it also makes a key, revokes it, and waits until it is refused.
For the service of this folder's \`npm start\` the secret is found by itself.

Exits with 0 where all is well, with 2 where all works but something is degraded, with 1 where something is red.`;

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    key: { type: "string" },
    page: { type: "string" },
    bucket: { type: "string" },
    jurisdiction: { type: "string" },
  },
});

const { url, key, page, bucket, jurisdiction } = values;
if (url === undefined || key === undefined || !URL.canParse(url)) {
  console.error(USAGE);
  process.exit(1);
}
const admin = await door(url);
const api = new URL(url).origin;
process.exitCode = await verify({
  api,
  key,
  admin,
  bucket,
  place: jurisdiction ? ["--jurisdiction", jurisdiction] : [],
  ...(page === undefined ? {} : { page }),
});

/** The administration, when its secret is known. */
async function door(api: string): Promise<Door | undefined> {
  if (process.env.QUIRE_ADMIN_SECRET) return remoteDoor(api);
  const local = await localDoor().catch((error: unknown) => {
    if (error instanceof AdminProblem) return undefined;
    throw error;
  });
  return local?.url === new URL(api).origin ? local : undefined;
}
