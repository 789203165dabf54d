import { describe, expect, it } from "vitest";
import { adviceFor } from "../../../../scripts/lib/known-faults.ts";
import { type Check, degraded, notExamined, type Result, runChecks } from "../../../../scripts/verify/check.ts";
import { account, answering } from "../../../../scripts/verify/deployed.ts";
import { guard } from "../../../../scripts/verify/guard/checks.ts";
import { links } from "../../../../scripts/verify/links.ts";
import { refusals } from "../../../../scripts/verify/refusals.ts";
import { exitCode, line, summary } from "../../../../scripts/verify/report.ts";
import { Fault, Service } from "../../../../scripts/verify/service.ts";
import { storage } from "../../../../scripts/verify/storage.ts";
import { tinyPdf } from "../../../fixtures/pdf.ts";

const API = "https://api.example.com";
const FILES = "https://files.example.com";

/** A deployment that answers as told; what was asked of it is written down. */
function deployment(answer: (url: URL, request: Request) => Response, bucket?: string) {
  const asked: Request[] = [];
  const fake: typeof fetch = async (input, init) => {
    const request = new Request(input as URL, init);
    asked.push(request);
    return answer(new URL(request.url), request);
  };
  return { asked, service: new Service({ api: API, key: "qk_test", bucket, fetch: fake }) };
}

async function one(checks: readonly Check[], name: string, service: Service): Promise<Result> {
  const [result] = await runChecks(
    checks.filter((check) => check.name === name),
    service,
  );
  return result as Result;
}

describe("the command", () => {
  const check = (name: string, run: Check["run"]): Check => ({ group: "group", name, run });
  const well = check("well", async () => "seen");
  const weak = check("weak", async () => degraded("the second best"));
  const unseen = check("unseen", async () => notExamined("nobody is signed in"));
  const broken = check("broken", async () => {
    throw new Fault("it is not there");
  });
  const { service } = deployment(() => new Response());

  it.each<[string, Check[], number]>([
    ["0 where all that was examined is well", [well, unseen], 0],
    ["2 where something is degraded", [well, weak], 2],
    ["1 where something is red", [weak, broken, well], 1],
  ])("ends with %s", async (_, checks, code) => {
    expect(exitCode(await runChecks(checks, service))).toBe(code);
  });

  it("names what is not as it should be, and why", async () => {
    const results = await runChecks([well, weak, unseen, broken], service);
    expect(line(results[0] as Result)).toMatch(/^ok .* group +well: seen$/);
    expect(summary(results).trim().split("\n")).toEqual([
      "not examined: group, unseen: nobody is signed in",
      "DEGRADED: group, weak: the second best",
      "RED: group, broken: it is not there",
      "1 ok, 1 degraded, 1 red, 1 not examined",
    ]);
  });

  it("goes on after a statement that fails for another reason", async () => {
    const fails = check("fails", async () => {
      throw new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") });
    });
    const results = await runChecks([fails, well], service);
    expect(results.map(({ state, said }) => [state, said])).toEqual([
      ["red", "TypeError: fetch failed: ECONNREFUSED"],
      ["ok", "seen"],
    ]);
  });

  it("gives no other host the key", async () => {
    const { service, asked } = deployment(() => new Response("{}"));
    await service.ask("/health");
    await service.ask(`${FILES}/f/x`);
    await service.ask("http://api.example.com/");
    expect(asked.map(({ headers }) => headers.get("Authorization"))).toEqual(["Bearer qk_test", null, null]);
  });
});

describe("a deployment by the button", () => {
  const at = (text: string, status = 200) => deployment(() => new Response(text, { status })).service;
  const failed = (stderr: string) => Object.assign(new Error("wrangler failed"), { stderr });
  const NAMESPACES = JSON.stringify([{ id: "0a1b2c", title: "quire-KEYS" }]);
  const wrangler = (buckets: () => string) => async (args: string[]) =>
    args[0] === "r2" ? buckets() : args[0] === "kv" ? NAMESPACES : "";
  const seen = async (check: Check) => (await one([check], check.name, at(""))) as Result;

  it("of which only Cloudflare's Worker is there is red, and is told what to do", async () => {
    for (const text of ["Hello World!", "Hello world"]) {
      const { state, said } = await one([answering], answering.name, at(text));
      expect([state, said]).toEqual([
        "red",
        expect.stringMatching(/^Cloudflare's own 'Hello World'.*press the button/),
      ]);
    }
  });

  it("is red where another service answers, and well where Quire does", async () => {
    expect((await one([answering], answering.name, at("<h1>Shop</h1>"))).said).toBe(
      "/health answered 200 <h1>Shop</h1>: that is no Quire",
    );
    expect((await one([answering], answering.name, at("error code: 1101", 500))).state).toBe("red");
    expect((await one([answering], answering.name, at('{"status":"ok"}'))).state).toBe("ok");
  });

  it("into an account without R2 is red, and is told where to enable it", async () => {
    const off = wrangler(() => {
      throw failed("A request failed.\n\n  Please enable R2 through the Cloudflare Dashboard. [code: 10042]");
    });
    expect(await seen(account(off, () => []))).toMatchObject({
      state: "red",
      said: expect.stringMatching(/^R2 is not enabled in this account\. Enable it/),
    });
  });

  it("whose wrangler.toml names another account's namespace is red, and is told which line to remove", async () => {
    const on = wrangler(() => "");
    expect(await seen(account(on, () => ["ffff00"]))).toMatchObject({
      state: "red",
      said: expect.stringContaining("Remove the line `id` below [[kv_namespaces]]"),
    });
    expect((await seen(account(on, () => ["0a1b2c"]))).state).toBe("ok");
  });

  it("is not examined by an operator who is not signed in", async () => {
    const stranger = wrangler(() => {
      throw failed("You are not authenticated.\nRun wrangler login");
    });
    expect(await seen(account(stranger, () => []))).toMatchObject({
      state: "not examined",
      said: "wrangler could not look into the account: You are not authenticated.",
    });
  });

  it.each([
    ["Please enable R2 through the Cloudflare Dashboard. [code: 10042]", "R2 is not enabled"],
    ["R2 binding error for bucket 'quire-files': Please enable R2 through the Cloudflare Dashboard.", "R2 is not"],
    ["KV namespace '8f1c' is not valid. Please verify the namespace_id. [code: 10042]", "of another account"],
    ["KV namespace '8f1c' not found. [code: 10041]", "of another account"],
  ])("that wrangler ends with %s says what to do", (stderr, advice) => {
    expect(adviceFor(failed(stderr))).toContain(advice);
    expect(adviceFor(failed("Authentication error [code: 10000]"))).toBeUndefined();
  });
});

describe("a deployment whose links are not checked", () => {
  const query = "range=0-100&expires=1800000000&signature=abc";
  const made = { downloadUrl: `${FILES}/f/key/verify-cropped.pdf?${query}`, expiresAt: "2027-01-15T08:00:00Z" };
  const lax = (url: URL) =>
    url.origin === API && url.pathname.startsWith("/v1/") ? Response.json(made) : new Response(tinyPdf(1));
  const former = { ended: async () => `${FILES}/f/old?${query}`, keep: async () => {} };

  it("is red by the first change that it lets pass", async () => {
    const result = await one(links(former), "a changed link is refused", deployment(lax).service);
    expect(result).toMatchObject({ state: "red", said: "a wrong signature was answered 200, not 403" });
  });

  it("is red by a link that has ended and still serves", async () => {
    const result = await one(links(former), "a link that has ended is refused", deployment(lax).service);
    expect(result).toMatchObject({ state: "red", said: expect.stringContaining("which has ended, answered 200") });
  });
});

describe("a zone's own settings", () => {
  it.each([
    [308, "ok", "308 keeps the method"],
    [301, "degraded", "switch off Always Use HTTPS"],
    [200, "red", "plain http is answered 200"],
  ])("plain http that is answered %i is %s", async (status, state, said) => {
    const { service } = deployment(() => new Response(null, { status }));
    const result = await one(refusals, "plain http is sent to https", service);
    expect(result).toMatchObject({ state, said: expect.stringContaining(said) });
  });
});

describe("the bucket's lifecycle rule", () => {
  const rules = (enabled: string) => `Listing lifecycle rules for bucket 'quire-files'...

name:     Default Multipart Abort Rule
enabled:  Yes
prefix:   (all prefixes)
action:   Abort incomplete multipart uploads after 7 days

name:     expire-files
enabled:  ${enabled}
prefix:   f/
action:   Expire objects after 1 days, Abort incomplete multipart uploads after 1 days
`;

  it.each<[string, () => Promise<string>, string, string]>([
    ["is read", async () => rules("Yes"), "ok", "files under f/ end by a rule"],
    ["that is switched off is named", async () => rules("No"), "degraded", "no rule ends files under f/"],
    ["that is missing is named", async () => "There are no lifecycle rules", "degraded", "lifecycle add quire-files"],
    [
      "that cannot be read is not examined",
      async () => Promise.reject(Object.assign(new Error("failed"), { stderr: "Not logged in.\n" })),
      "not examined",
      "Not logged in.",
    ],
  ])("%s", async (_, wrangler, state, said) => {
    const { service } = deployment(() => new Response(), "quire-files");
    const result = await one(storage(wrangler), "a lifecycle rule ends what is left", service);
    expect(result).toMatchObject({ state, said: expect.stringContaining(said) });
  });
});

describe("a deployment without a guard", () => {
  it("is red by the first attempt that reaches the canary", async () => {
    const open: typeof fetch = async (_, init) => {
      const { html } = JSON.parse(String(init?.body)) as { html: string };
      const [address = ""] = /http:\/\/127\.0\.0\.1:\d+\/secret/.exec(html) ?? [];
      if (address !== "") await (await fetch(address)).text();
      return new Response(tinyPdf(1));
    };
    const service = new Service({ api: "http://localhost:8787", key: "qk_test", fetch: open });
    const result = await one(guard(), "a page cannot reach a server that listens", service);
    expect(result).toMatchObject({ state: "red", said: expect.stringContaining("a connection, GET /secret") });
  });

  it("is not examined where the canary could not be reached anyway", async () => {
    const { service, asked } = deployment(() => new Response());
    const result = await one(guard(), "a page cannot reach a server that listens", service);
    expect([result.state, asked]).toEqual(["not examined", []]);
  });
});
