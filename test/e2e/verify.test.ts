import { createServer } from "node:http";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { readSecrets } from "../../scripts/lib/service.ts";
import { runChecks } from "../../scripts/verify/check.ts";
import { exitCode, summary } from "../../scripts/verify/report.ts";
import { Service } from "../../scripts/verify/service.ts";
import { first, suite } from "../../scripts/verify/suite.ts";
import { signLink } from "../../src/deliver/links.ts";

const { api, downloads, key, adminSecret, state, site } = inject("service");
const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Site"));
beforeAll(() => new Promise<void>((resolve) => server.listen(site, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

it("all checks that can run against the service on this machine pass", async () => {
  const secret = (await readSecrets(state)).get("LINK_SECRET") as string;
  const target = { key: "f/202601010000-none", start: 0, end: 10, fileName: "old.pdf", expires: 1_767_225_600 };
  const ended = await signLink(downloads, target, secret);
  const former = { ended: async () => ended, keep: async () => {} };
  const admin = { url: api, headers: { Authorization: `Bearer ${adminSecret}` } };
  const service = new Service({ api, key, admin, page: `http://127.0.0.1:${site}/` });
  const results = await runChecks([...first, ...suite(former)], service);
  expect(results.filter(({ state }) => state === "degraded" || state === "red")).toEqual([]);
  expect(results.filter(({ state }) => state === "not examined").map(({ name }) => name)).toEqual([
    "the account has what wrangler.toml names",
    "plain http is sent to https",
    "a lifecycle rule ends what is left",
  ]);
  expect(exitCode(results)).toBe(0);
  expect(summary(results)).toContain(`${results.length - 3} ok, 0 degraded, 0 red, 3 not examined`);
});
