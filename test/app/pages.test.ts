import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { GUIDE_PATH, PAGE_PATHS, servePage } from "../../src/app/pages.ts";

const ask = async (path: string, init: RequestInit = {}) =>
  servePage(new Request(`https://api.quire.test${path}`, init), env);

const policyOf = (response: Response | undefined) =>
  new Map(
    (response?.headers.get("content-security-policy") ?? "").split("; ").map((rule) => {
      const [name = "", ...sources] = rule.split(" ");
      return [name, sources.join(" ")];
    }),
  );

describe("a page for people", () => {
  it.each(["/", "/docs", "/dashboard", "/docs/start"])(
    "runs its own scripts only, and none made of text: %s",
    async (path) => {
      const policy = policyOf(await ask(path));
      expect(Object.fromEntries(policy)).toMatchObject({
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' blob: data:",
        "font-src": "'self' data:",
        "connect-src": "'self' https://files.quire.test",
        "worker-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
      });
    },
  );

  it("that draws PDFs may also start a worker, which compiles decoders", async () => {
    const policy = policyOf(await ask("/studio"));
    expect(policy.get("script-src")).toBe("'self' 'wasm-unsafe-eval'");
    expect(policy.get("worker-src")).toBe("'self'");
    expect(policy.has("require-trusted-types-for")).toBe(false);
  });

  it("is asked for again each time, and shares its window with no other site", async () => {
    const page = await ask("/docs");
    expect(page?.headers.get("content-type")).toContain("text/html");
    expect(Object.fromEntries(page?.headers ?? [])).toMatchObject({
      "cache-control": "public, max-age=0, must-revalidate",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "access-control-allow-origin": "https://api.quire.test",
    });
  });

  it("has no body where only its head is asked for", async () => {
    const head = await ask("/docs", { method: "HEAD" });
    expect([head?.status, await head?.text()]).toEqual([200, ""]);
  });

  it("is there under every address that has one, and nowhere else", async () => {
    for (const path of PAGE_PATHS) expect((await ask(path))?.status, path).toBe(200);
    expect(GUIDE_PATH).toBe("/docs/*");
    for (const path of ["/docs/nothing", "/assets/nothing.js", "/studio/"]) {
      const response = await ask(path);
      expect(response === undefined || response.status >= 300, path).toBe(true);
    }
  });
});

it("an asset has its content's name, so it is kept for a year, and runs nothing from elsewhere", async () => {
  const page = await (await ask("/docs"))?.text();
  const [asset] = /\/assets\/[^"]+\.js/.exec(page ?? "") as unknown as [string];
  const served = await ask(asset);
  expect(served?.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(served?.headers.has("cross-origin-opener-policy")).toBe(false);
  expect(Object.fromEntries(policyOf(served))).toEqual({
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "connect-src": "'self'",
    "frame-ancestors": "'none'",
  });
});
