import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { HTML_LIMITS } from "../../../src/html/limits.ts";
import { chromiumBinding, type TestBinding } from "./chromium.ts";
import { renderer, textOf } from "./renderer.ts";
import { type Site, startSite } from "./site.ts";

/** Pages that mean harm: what they may take and send is bounded, and counted. */
let site: Site;
let binding: TestBinding;
let print: ReturnType<typeof renderer>;
const asked: string[] = [];

beforeAll(async () => {
  binding = await chromiumBinding();
  site = await startSite({ "/take": (_, response) => response.end("taken"), "/own": "own host" });
  print = renderer(binding, { allowHosts: [site.host], onAsk: (host, method) => asked.push(`${method} ${host}`) });
});
beforeEach(() => {
  site.requests.length = 0;
  asked.length = 0;
});
afterAll(async () => {
  await Promise.all([binding.close(), site.close()]);
});

it("a page sends so many requests that are not GET, reads on, and each is told to the log", async () => {
  const page = `<p id=p></p><script>(async () => {
    let sent = 0;
    for (let i = 0; i < 120; i++) await fetch("${site.origin}/take", { method: "POST", body: "x", mode: "no-cors" }).then(() => sent++, () => {});
    const read = await fetch("${site.origin}/take", { mode: "no-cors" }).then(() => "read", () => "not read");
    document.querySelector("p").textContent = sent + " sent, " + read; document.title = "done";
  })()</script>`;
  const printed = await print.html(page, { waitForExpression: 'document.title === "done"' });
  expect(textOf(printed)).toContain(`${HTML_LIMITS.sendingRequests} sent, read`);
  expect(site.requests.filter((request) => request.startsWith("POST"))).toHaveLength(HTML_LIMITS.sendingRequests);
  expect(asked.filter((request) => request === `POST ${site.host}`)).toHaveLength(HTML_LIMITS.sendingRequests);
  expect(asked).toContain(`GET ${site.host}`);
});
