import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signLink } from "../../src/deliver/links.ts";
import worker from "../../src/index.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

const ask = async (url: string, accept: string, method = "GET") =>
  worker.fetch(
    new Request(url, { method, redirect: "manual", headers: { Accept: accept } }) as never,
    env,
    createExecutionContext(),
  );

async function expiredLink(): Promise<string> {
  const target = { key: "f/some", start: 0, end: 10, fileName: "<b>.pdf", expires: Math.floor(Date.now() / 1000) - 5 };
  return signLink("https://files.quire.test", target, env.LINK_SECRET);
}

describe("a person who opens", () => {
  it("an unknown path sees a page that leads on, and a program gets JSON", async () => {
    for (const path of ["/nothing", "/studio/nothing/", "/v1/nothing"]) {
      const page = await ask(`https://api.quire.test${path}`, BROWSER);
      expect(page.status).toBe(404);
      expect(page.headers.get("content-type")).toContain("text/html");
      expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
      const text = await page.text();
      expect(text).toContain("<h1>Nothing is here</h1>");
      expect(text).toContain('href="https://api.quire.test/docs"');
      expect(text).toMatch(/<a class="brand" href="https:\/\/api\.quire\.test\/"><svg .*<\/svg>Quire<\/a>/);
      for (const accept of ["*/*", "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "application/json"]) {
        const json = await ask(`https://api.quire.test${path}`, accept);
        expect(await json.json()).toMatchObject({ success: false, error: { code: "NOT_FOUND" } });
      }
    }
    const posted = await ask("https://api.quire.test/nothing", BROWSER, "POST");
    expect(posted.headers.get("content-type")).toBe("application/json");
  });

  it.each([
    ["https://api.quire.test/v1/pdf/crop?filePath=x", 401, "A key is needed"],
    ["https://files.quire.test/f/some/a.pdf?range=0-1&expires=1&signature=x", 403, "This link does not work"],
    ["https://api.quire.test/v1/pdf/split", 405, "That did not work"],
  ])("what is refused otherwise sees why: %s", async (url, status, title) => {
    const page = await ask(url, BROWSER);
    expect([page.status, await page.text()]).toEqual([status, expect.stringContaining(`<h1>${title}</h1>`)]);
  });

  it("an expired link sees a page that says so, and what to do", async () => {
    const page = await ask(await expiredLink(), BROWSER);
    expect(page.status).toBe(410);
    const text = await page.text();
    expect(text).toContain("<h1>This link has expired</h1>");
    expect(text).toContain("valid for one hour");
    expect(text).not.toContain("<b>");
    const json = await ask(await expiredLink(), "*/*");
    expect(await json.json()).toMatchObject({ error: { code: "LINK_EXPIRED" } });
  });

  it("a page with a slash at its end is led to it", async () => {
    const places = [
      ["/docs/", "/docs"],
      ["/dashboard//", "/dashboard"],
      ["/docs/from-gotenberg/", "/docs/from-gotenberg"],
    ];
    for (const [path, target] of places) {
      const response = await ask(`https://api.quire.test${path}`, BROWSER);
      expect([response.status, response.headers.get("location")]).toEqual([308, target]);
    }
    expect((await ask("https://api.quire.test//evil.test/docs/", BROWSER)).status).toBe(404);
  });
});
