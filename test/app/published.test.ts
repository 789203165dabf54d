import { describe, expect, it } from "vitest";
import { testApi } from "../support/api.ts";

const CONTACT = "mailto:security@example.com";

describe("what is published for machines", () => {
  it("names who hears of faults, for half a year and no longer", async () => {
    const api = await testApi([]);
    const answer = await api.request("/.well-known/security.txt", {}, { SECURITY_CONTACT: CONTACT });
    const text = await answer.text();
    expect(text).toContain(`Contact: ${CONTACT}\n`);
    expect(text).toContain("Canonical: https://api.quire.test/.well-known/security.txt\n");
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
    expect(expires - Date.now()).toBeGreaterThan(170 * 86_400_000);
    expect(expires - Date.now()).toBeLessThan(365 * 86_400_000);
  });

  it("names nobody where the operator names nobody", async () => {
    const api = await testApi([]);
    expect((await api.request("/.well-known/security.txt", {}, { SECURITY_CONTACT: "" })).status).toBe(404);
  });

  it("lists the pages under the name of this host, for robots too", async () => {
    const api = await testApi([]);
    const sitemap = await api.request("/sitemap.xml");
    expect(sitemap.headers.get("content-type")).toBe("application/xml");
    const pages = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page]) => page as string);
    expect(pages).toContain("https://api.quire.test/docs/start");
    for (const page of [pages[0], pages.at(-1)])
      expect((await api.request(new URL(page as string).pathname)).status).toBe(200);
    const robots = await (await api.request("/robots.txt")).text();
    expect(robots).toContain("Sitemap: https://api.quire.test/sitemap.xml\n");
    expect(robots).toContain("Disallow: /admin/\n");
  });

  it("has the licences of what it is made with", async () => {
    const api = await testApi([]);
    expect(await (await api.request("/licences.txt")).text()).toContain("hono");
  });
});
