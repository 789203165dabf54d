import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK, visit } from "./browser.ts";
import { service } from "./service.ts";

const PAGES = ["/", "/dashboard", "/studio", "/docs", "/docs/start"];
/** What a page may weigh before a document is opened in it. */
const LIGHT_BYTES = 90_000;
/** What may weigh on the first paint: the page and its styles. On a line of 1.6 Mbit/s these are 60 ms. */
const FIRST_BYTES = 12_000;
/** On a line of 150 ms each further request is a wait. */
const MAX_REQUESTS = 7;

/** How much of the window moved, as browsers count it: up to 0.1 is called good. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (shifts: PerformanceObserverEntryList) => {
          for (const { value } of shifts.getEntries() as unknown as { value: number }[]) sum += value;
        };
        new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
        // What is buffered is handed over after this task.
        setTimeout(() => resolve(sum), 100);
      }),
  );
}

describe.each(PAGES)("the page %s", (path) => {
  it.each([
    ["a desktop in light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
    ["a phone in dark", PHONE_IN_DARK],
  ] as const)("is accessible, fits, and keeps to its policy on %s", async (_, options) => {
    const seen = await visit(`${service.api}${path}`, options);
    const { page } = seen;
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
    expectQuiet(seen);
    expect([...seen.hosts]).toEqual([new URL(service.api).host]);
  });

  it("is light, and nothing moves while it comes over a slow line", async () => {
    const seen = await visit("about:blank", { isAlone: true });
    const responses: Response[] = [];
    seen.page.on("response", (response) => responses.push(response));
    const devtools = await seen.page.context().newCDPSession(seen.page);
    const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
    await devtools.send("Network.emulateNetworkConditions", slow);
    await seen.page.goto(`${service.api}${path}`, { waitUntil: "networkidle" });
    let weight = 0;
    let first = 0;
    const html = await (responses[0] as Response).text();
    for (const response of responses) {
      const { pathname } = new URL(response.url());
      const bytes = gzipSync(await response.body()).length;
      if (pathname !== "/openapi.json") weight += bytes;
      if (pathname === path || pathname.endsWith(".css")) first += bytes;
      // Whatever draws the page is named in it: nothing is asked for only when something else has come.
      if (/\.(css|js)$/.test(pathname)) expect(html).toContain(`"${pathname}"`);
    }
    expect(weight).toBeGreaterThan(2_000);
    expect(weight).toBeLessThan(LIGHT_BYTES);
    expect(first).toBeLessThan(FIRST_BYTES);
    expect(responses.length).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(html.match(/rel="stylesheet"/g)).toHaveLength(1);
    expect(await layoutShift(seen.page)).toBeLessThan(0.01);
  });

  it("allows nothing inline and nothing from elsewhere", async () => {
    const { headers } = await fetch(`${service.api}${path}`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("is not served on the host of the links", async () => {
    expect((await fetch(`${service.downloads}${path}`)).status).toBe(404);
  });
});

describe("without JavaScript", () => {
  it.each(["/dashboard", "/studio", "/docs", "/docs/administration"])(
    "%s says what it needs, and where else to look",
    async (path) => {
      const { page } = await visit("about:blank");
      const html = await (await fetch(`${service.api}${path}`)).text();
      // A parsed document runs no scripts, so that what stands in for them is part of it.
      const shown = await page.evaluate((html) => {
        const note = new DOMParser().parseFromString(html, "text/html").querySelector("noscript");
        return [note?.textContent, note?.querySelector("a")?.getAttribute("href")];
      }, html);
      expect(shown).toEqual([expect.stringContaining("This page needs JavaScript."), "/openapi.json"]);
    },
  );
});

it("the service shows a person who opens a wrong address or an old link what is wrong", async () => {
  const { page } = await visit(`${service.api}/nothing/here/`);
  await page.getByRole("heading", { name: "Nothing is here" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open the tools" }).click();
  await page.getByRole("heading", { name: "Crop a PDF" }).waitFor();
  await page.goto(`${service.downloads}/f/some/a.pdf?expires=1&signature=x`);
  await page.getByRole("heading", { name: "This link does not work" }).waitFor();
  await page.goto(`${service.api}/studio/#split`);
  await page.getByRole("heading", { name: "Split a PDF" }).waitFor();
});

it("leads keyboard users past the header", async () => {
  const { page } = await visit(service.api);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});

it("the service gives a first call that works, to copy with one click", async () => {
  const { page } = await visit(service.api, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy" }).first().click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${service.api}/v1/convert/html-to-pdf`);
  expect(copied).toContain("$QUIRE_API_KEY");
});
