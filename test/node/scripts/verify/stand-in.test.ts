import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { browsers } from "../../../../scripts/verify/browsers.ts";
import { runChecks } from "../../../../scripts/verify/check.ts";
import { guard } from "../../../../scripts/verify/guard/checks.ts";
import { health } from "../../../../scripts/verify/health.ts";
import { exitCode } from "../../../../scripts/verify/report.ts";
import { Service } from "../../../../scripts/verify/service.ts";
import { countBrowsers, renderPage } from "../../../../src/admin/health/browsers.ts";
import { statusOf, takeStep } from "../../../../src/admin/health/steps.ts";
import { convertHtml } from "../../../../src/html/convert.ts";
import { htmlOptions } from "../../../../src/html/fields/options.ts";
import { localSource } from "../../../../src/html/resources/html-source.ts";
import { tinyPdf } from "../../../fixtures/pdf.ts";
import { chromiumBinding, type PlatformRules, type TestBinding } from "../../html/chromium.ts";
import { patientPool } from "../../html/patient-pool.ts";

const API = "https://api.example.com";

/** Changes nothing. The fallback needs workerd's own; test/html/quick tries it there. */
class Unchanged {
  on(): this {
    return this;
  }
  transform(response: Response): Response {
    return response;
  }
}

beforeAll(() => void vi.stubGlobal("HTMLRewriter", Unchanged));
afterAll(() => void vi.unstubAllGlobals());

let binding: TestBinding;
const cleaning: Promise<unknown>[] = [];
afterEach(async () => {
  await Promise.all(cleaning.splice(0));
  await binding.close();
});

/** A deployment whose HTML and health check are served by the stand-in for the platform's browsers. */
function deployment(timeout: number): Service {
  const context = {
    binding: Object.assign(binding, { quickAction: async () => new Response(tinyPdf(1)) }),
    ledger: binding.ledger,
    pool: patientPool(),
    network: {},
    signal: new AbortController().signal,
    waitUntil: (work: Promise<unknown>) => cleaning.push(work),
  };
  const convert = async (request: Request, isFile: boolean): Promise<Response> => {
    const isForm = request.headers.get("Content-Type")?.startsWith("multipart/") === true;
    const form = isForm ? await request.formData() : undefined;
    const fields = form ? Object.fromEntries(form) : ((await request.json()) as Record<string, unknown>);
    const [page, asset] = [form?.get("file"), form?.get("assets")] as (File | undefined)[];
    const html = page ? await page.bytes() : new TextEncoder().encode(String(fields.html));
    const assets = asset ? [{ name: asset.name, bytes: await asset.bytes(), type: undefined }] : [];
    const base = fields.baseUrl === undefined ? undefined : new URL(String(fields.baseUrl));
    const options = htmlOptions.parse({ waitForExpression: fields.waitForExpression, timeout });
    const { document, ...facts } = await convertHtml(localSource(html, base, assets), options, context);
    return isFile ? new Response(document.bytes as Uint8Array<ArrayBuffer>) : Response.json(facts);
  };
  const examined = async (): Promise<Response> => {
    const steps = [
      await takeStep("browsers", () => countBrowsers(context)),
      await takeStep("render", () => renderPage(context, timeout)),
    ];
    const status = statusOf(steps);
    return Response.json({ status, steps }, { status: status === "failing" ? 503 : 200 });
  };
  const fake: typeof fetch = async (input, init) => {
    const request = new Request(input as URL, init);
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/health") return examined();
    return convert(request, searchParams.get("format") === "binary").catch((error: Error) =>
      Response.json({ error: { code: "PROCESSING_FAILED", message: error.message } }, { status: 500 }),
    );
  };
  return new Service({ api: API, key: "qk_test", admin: { url: API, headers: {} }, fetch: fake });
}

interface Row {
  rule: string;
  rules?: Partial<PlatformRules>;
  before?: () => Promise<unknown>;
  /** Half of it is waited where there is no browser. */
  timeout?: number;
  /** What is said of sessions, of the service's own steps, and of the seal: "ok", or words of the cause. */
  sessions: string;
  steps: string;
  seal: string;
}

const NO_SESSION = "browser-quick-action: no browser session could be used";
const BUSY = "The browsers are full, slow or gone";
const NO_SCRIPTS = "PROCESSING_FAILED: No browser could render the page";

const rows: Row[] = [
  { rule: "none", sessions: "ok", steps: "ok", seal: "ok" },
  {
    rule: "contexts with a proxy are refused",
    rules: { proxies: "refused" },
    sessions: "ok",
    steps: "sealed by interception, launched",
    seal: "sealed by interception alone",
  },
  {
    rule: "the proxy of a context is ignored",
    rules: { proxies: "ignored" },
    sessions: "ok",
    steps: "sealed by interception, launched",
    seal: "sealed by interception alone",
  },
  {
    rule: "as many browsers as the account may have, none of them ours",
    rules: { browsers: 1 },
    timeout: 1_000,
    before: () => binding.launchForeign(),
    sessions: NO_SESSION,
    steps: "Too many concurrent browsers",
    seal: BUSY,
  },
  {
    rule: "the plan's time of browsers for today is used up",
    rules: { exhausted: true },
    timeout: 1_000,
    sessions: NO_SESSION,
    steps: "Browser time limit exceeded for today",
    seal: BUSY,
  },
  {
    rule: "another Worker has just launched a browser",
    rules: { launchEveryMs: 600_000 },
    timeout: 1_000,
    before: () => binding.fetch("https://browser.invalid/v1/devtools/browser", { method: "POST" }),
    sessions: NO_SESSION,
    steps: "Rate limit exceeded",
    seal: BUSY,
  },
  {
    rule: "the list of browsers cannot be read",
    rules: { unlisted: true },
    sessions: "ok",
    steps: "browsers: The list of browsers could not be read: status 500",
    seal: "ok",
  },
  {
    rule: "no page may be opened at the address of raw HTML",
    rules: { documents: "refused" },
    sessions: NO_SESSION,
    steps: "render: by the fallback, without scripts: The platform lets no page be opened at this address",
    seal: NO_SCRIPTS,
  },
  {
    rule: "requests of pages cannot be held",
    rules: { lacking: ["Fetch.enable"] },
    sessions: NO_SESSION,
    steps: "not tried at this time, being refused: proxy, interception",
    seal: NO_SCRIPTS,
  },
];

it.each(rows)(
  "the platform's fault is named: $rule",
  async ({ rules, before, timeout = 30_000, sessions, steps, seal }) => {
    binding = await chromiumBinding(rules);
    await before?.();
    const looked = [
      browsers.find(({ name }) => name === "HTML is rendered in a browser session"),
      health,
      guard().find(({ name }) => name === "pages are sealed by the best way"),
    ].filter((check) => check !== undefined);
    const results = await runChecks(looked, deployment(timeout));
    for (const [index, expected] of [sessions, steps, seal].entries()) {
      const { state, said } = results[index] ?? {};
      expect(state === "ok" ? "ok" : said).toContain(expected);
    }
    expect(exitCode(results) === 0).toBe([sessions, steps, seal].every((expected) => expected === "ok"));
  },
);
