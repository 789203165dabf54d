import type { Target } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { renderer, textOf } from "../renderer.ts";
import { type Site, startSite } from "../site.ts";
import { LATE_KINDS, latePage } from "./late-kinds.ts";

/** One of each sort: workers, storage, files, pictures, streams, work in pieces. */
const KINDS = [
  "a worker that speaks twice",
  "a worker that says 'ready' and then works when told",
  "IndexedDB, one request after the other",
  "a FileReader by a handler",
  "a canvas as a blob",
  "a stream that is compressed",
];

async function slowed(target: Target): Promise<void> {
  const session = await target.createCDPSession();
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Some targets live shorter than it takes to slow them, and the browser slows no workers. */
function unlessItCannot(error: Error): void {
  if (!/closed|detached|no target|only supported for pages/i.test(error.message)) throw error;
}

let binding: TestBinding;
let site: Site;
let print: ReturnType<typeof renderer>;
let rate = 1;

beforeAll(async () => {
  binding = await chromiumBinding();
  site = await startSite(Object.fromEntries(KINDS.map((name, at) => [`/${at}`, latePage(LATE_KINDS[name] as string)])));
  print = renderer(binding, { allowHosts: [site.host] });
  await print.html("<p>Warm");
  for (const browser of binding.browsers.values()) {
    browser.on("targetcreated", (target) => void slowed(target).catch(unlessItCannot));
  }
});
afterAll(async () => {
  await Promise.all([binding.close(), site.close()]);
});

describe.each([4, 20])("in a browser that is %d times as slow", (times) => {
  it.each(KINDS.map((name, at) => ({ name, at })))(
    "a page is printed with what comes late of $name",
    async ({ at }) => {
      rate = times;
      expect(textOf(await print.url(`${site.origin}/${at}`))).toContain("Arrived");
    },
  );
});
