import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../../../src/api/limits.ts";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK, visit } from "./browser.ts";
import { service } from "./service.ts";

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Admin secret").fill(service.adminSecret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "API keys" }).waitFor();
}

async function createKey(page: Page, name: string, more: Record<string, string> = {}): Promise<string> {
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  for (const [label, value] of Object.entries(more)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole("button", { name: "Create key" }).click();
  return page.getByLabel("The new API key").inputValue();
}

const call = (key: string) =>
  fetch(`${service.api}/v1/convert/html-to-pdf?format=binary`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ html: "<h1>Hello</h1>" }),
  });

describe("keys in the dashboard", () => {
  it("creates a key, shows it once, counts what it does, and revokes it", async () => {
    const seen = await visit(`${service.api}/dashboard`);
    const { page } = seen;
    await expectAccessible(page);
    await signIn(page);
    const key = await createKey(page, "From the browser");
    await expectAccessible(page);
    expect(key).toMatch(/^qk_[0-9A-Za-z]{38}$/);
    // Escape loses no key.
    await page.keyboard.press("Escape");
    expect(await page.getByLabel("The new API key").isVisible()).toBe(true);
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect.poll(() => page.content()).not.toContain(key);

    expect((await call(key)).status).toBe(200);
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole("heading", { name: "Usage" }).waitFor();
        return page.locator("tr", { hasText: "From the browser" }).textContent();
      })
      .toContain("just now");
    await page.getByText(/^Last 24 hours, requests: \d/).click();
    const sign = page.getByRole("region", { name: "Health over the last 24 hours" }).getByRole("row");
    await sign.filter({ hasText: "HTML rendered by the fallback" }).getByText("0.0 % (0)").waitFor();
    await page.getByRole("button", { name: "Run a check" }).click();
    const steps = page.getByRole("region", { name: "Steps of the check" }).getByRole("row");
    await expect.poll(() => steps.getByText("ok", { exact: true }).count()).toBe(5);
    await page.getByRole("button", { name: "Usage key From the browser" }).click();
    await page.getByRole("img", { name: /^Requests: 1 from/ }).waitFor();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Rotate key From the browser" }).click();
    await expectAccessible(page);
    await page.getByLabel("Keep the old key working for").selectOption("1 hour");
    await page.getByRole("button", { name: "Rotate key", exact: true }).click();
    const successor = await page.getByLabel("The new API key").inputValue();
    await page.getByRole("button", { name: "I have stored it" }).click();
    const rows = page.locator("tr", { hasText: "From the browser" });
    const old = rows.filter({ hasText: /until .*, \d\d:\d\d/ });
    await old.waitFor();
    expect(await rows.count()).toBe(2);
    expect([(await call(key)).status, (await call(successor)).status]).toEqual([200, 200]);

    await old.getByRole("button", { name: "Revoke key From the browser" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Revoke it" }).click();
    await rows.getByText("revoked", { exact: true }).waitFor();
    const refused = await call(key);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: "AUTHENTICATION_REQUIRED" } });
    expectQuiet(seen);
    expect([...seen.hosts]).toEqual([new URL(service.api).host]);
  });

  it("renames a key and limits it", async () => {
    const { page } = await visit(`${service.api}/dashboard`);
    await signIn(page);
    const key = await createKey(page, "Slow", { "Requests per minute": "1000", "Requests per day": "1" });
    await page.getByRole("button", { name: "I have stored it" }).click();
    expect((await call(key)).status).toBe(200);
    const limited = await call(key);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Change key Slow" }).click();
    await page.getByRole("dialog").getByText("the service's own limit, which no key can exceed").waitFor();
    await page.getByRole("dialog").getByLabel("Name").fill("Slower");
    await page.getByRole("dialog").getByLabel("Requests at once").fill("3");
    await page.getByRole("dialog").getByLabel("Megabytes stored per hour").fill("5");
    await page.getByRole("button", { name: "Save" }).click();
    const row = page.locator("tr", { hasText: "Slower" });
    await row.getByText("1,000 per minute, 1 per day, 3 at once, 5.0 MB stored per hour").waitFor();
    const counted = /This hour: [1-9] of 10,000 browser seconds, .* of 5.0 MB stored. Limits: 3 requests at once/;
    // A busy service writes down what a key did two seconds later, and the page shows what was there when it was asked.
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.getByRole("button", { name: "Usage key Slower" }).click();
          const hour = page.getByRole("region", { name: "Usage", exact: true }).getByText("This hour: ");
          await hour.filter({ hasText: "3 requests at once" }).waitFor();
          return hour.textContent();
        },
        { timeout: 15_000 },
      )
      .toMatch(counted);
  });

  it("says beside the field what is wrong with it", async () => {
    const { page } = await visit(`${service.api}/dashboard`);
    await signIn(page);
    await page.getByRole("button", { name: "Create a key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create key" }).click();
    const name = dialog.getByLabel("Name");
    await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
    const described = (await name.getAttribute("aria-describedby")) as string;
    expect(await page.locator(`#${described.split(" ").at(-1)}`).textContent()).toContain("name");
    await expectAccessible(page);
  });
});

describe("the dashboard", () => {
  it("counts every request of a burst, and works on a phone in the dark", async () => {
    const { page } = await visit(`${service.api}/dashboard`, { ...PHONE_IN_DARK, timezoneId: "Asia/Tehran" });
    await signIn(page);
    const key = await createKey(page, "In a hurry");
    await expectAccessible(page);
    await page.getByRole("button", { name: "I have stored it" }).click();
    const refused = () =>
      fetch(`${service.api}/v1/pdf/crop`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}` },
        body: new FormData(),
      });
    await Promise.all(Array.from({ length: 60 }, refused));
    const requests = page.getByRole("img", { name: /^Requests: / });
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole("button", { name: "Usage key In a hurry" }).click();
        await page.locator("tr", { hasText: "crop-pdf" }).first().waitFor();
        return requests.getAttribute("aria-label");
      })
      .toMatch(/^Requests: 60 from/);
    await page.getByRole("img", { name: /^Errors: 60 from/ }).waitFor();
    // Why they failed, and from there what it means.
    const why = page.getByRole("row", { name: /crop-pdf INVALID_INPUT \d+$/ });
    await why.waitFor();
    expect(await why.getByRole("link").getAttribute("href")).toBe("/docs?q=INVALID_INPUT");
    // How long they took, by operation, and what the latest of them were: no name of a file among it.
    const latency = page.getByRole("img", { name: /^Latency from .* in an hour half of the requests took at most/ });
    await latency.waitFor();
    const [, , , , , p50, p95] = await page
      .getByRole("row", { name: /^crop-pdf 60 60/ })
      .getByRole("cell")
      .allTextContents();
    for (const figure of [p50, p95]) expect(figure).toMatch(/^[\d.]+ m?s$/);
    const recent = page.getByRole("region", { name: "Recent requests" }).getByRole("row");
    expect(await recent.count()).toBe(51);
    // By how they ended, and by the id that a person has from an error.
    const id = (await recent.nth(3).getByRole("cell").last().textContent()) as string;
    await page.getByLabel("Request id", { exact: true }).fill(id.slice(0, 13).toUpperCase());
    await page.getByText("1 of 50 requests.").waitFor();
    expect(await recent.filter({ visible: true }).count()).toBe(2);
    await page.getByLabel("Request id", { exact: true }).fill("");
    await page.getByLabel("Ended with").selectOption("INVALID_INPUT");
    const left = recent.filter({ visible: true });
    expect(await left.count()).toBeGreaterThan(1);
    expect(await left.filter({ hasText: "INVALID_INPUT" }).count()).toBe((await left.count()) - 1);
    const time = (await recent.nth(1).getByRole("rowheader").textContent()) as string;
    // The clock of this machine is three and a half hours away from UTC.
    expect(Math.abs(Date.parse(`${new Date().getUTCFullYear()} ${time} +0330`) - Date.now())).toBeLessThan(600_000);
    expect(await page.locator(".plot .value title").first().textContent()).toMatch(/^.*: p50 .*, p95 /);
    await recent
      .filter({ hasText: /crop-pdf\s*400 INVALID_INPUT/ })
      .first()
      .waitFor();
    await page.getByLabel("Period").selectOption("30 days");
    await page.getByRole("img", { name: /^Latency from .* in a day half of the requests took at most/ }).waitFor();
    await page.getByLabel("Key", { exact: true }).selectOption("Visitors without a key");
    // What all visitors may use together is less than what a key may.
    const { browserSecondsPerHour, concurrentRequests } = LIMITS.demo.together;
    const ofVisitors = `${browserSecondsPerHour.toLocaleString("en")} browser seconds, .* ${concurrentRequests} requests`;
    await page.getByText(new RegExp(`^This hour: \\d+ of ${ofVisitors} at once`)).waitFor();
    await expectFits(page);
    await expectAccessible(page);
  });

  it("is operated by keyboard alone", async () => {
    const { page } = await visit(`${service.api}/dashboard`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("password");
    await page.keyboard.type(service.adminSecret);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    await page.getByRole("button", { name: "Create a key" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Enter");
    await page.getByLabel("The new API key").waitFor();
  });

  it("keeps the session from scripts, and ends it when asked", async () => {
    const { page } = await visit(`${service.api}/dashboard`);
    await signIn(page);
    expect(await page.evaluate(() => document.cookie)).toBe("");
    const [cookie] = await page.context().cookies(`${service.api}/admin/api/session`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/admin" });
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Admin secret").waitFor();
    expect(await page.context().cookies(`${service.api}/admin/api/session`)).toEqual([]);
  });

  it("lets nobody guess the secret: five wrong ones close it for a while", async () => {
    // An address of its own, so that the other tests may still sign in.
    const { page } = await visit(`${service.api}/dashboard`, {
      extraHTTPHeaders: { "CF-Connecting-IP": "203.0.113.99" },
    });
    const secret = page.getByLabel("Admin secret");
    const submit = page.getByRole("button", { name: "Sign in" });
    for (let i = 0; i < 5; i++) {
      await secret.fill(`wrong ${i}`);
      await submit.click();
      await page.getByText("The admin secret is wrong.").first().waitFor();
    }
    await secret.fill(service.adminSecret);
    await submit.click();
    const refusal = page.getByText(/Too many wrong secrets; try again in \d+ minutes/).first();
    await refusal.waitFor();
    expect(await refusal.textContent()).toMatch(/^Too many/);
  });
});
