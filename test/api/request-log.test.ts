import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { writePoint } from "../../src/api/figures.ts";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { htmlToPdf } from "../../src/api/operations/html.ts";
import { openRecord } from "../../src/api/request-record.ts";
import { RenderingNotes } from "../../src/html/session/rendering-notes.ts";
import type { Use } from "../../src/usage/tally.ts";
import { tinyPdf } from "../fixtures/pdf.ts";
import { form, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
afterEach(() => log.mockClear());
const lines = () => log.mock.calls.map(([line]) => String(line));

it("the log names the route of a request, and no file of a customer's", async () => {
  const api = await testApi([echo as unknown as DescribedOperation]);
  const body = form({ file: ["secret-merger.pdf", new Uint8Array(10)] });
  const answer = (await (await api.request("/v1/echo", { method: "POST", body })).json()) as { downloadUrl: string };
  expect(answer.downloadUrl).toContain("secret-merger");
  await api.follow(answer.downloadUrl);
  // The same path on the wrong host leads nowhere, and says no more.
  await api.request(new URL(answer.downloadUrl).pathname);
  await api.request("/admin/api/keys/1234/usage");
  expect(lines().join()).not.toMatch(/secret-merger|signature|1234/);
  const routes = lines().map((line) => (JSON.parse(line) as { route: string }).route);
  expect(routes).toEqual(["/v1/echo", "/f/:object/:name", "none", "/admin/api/keys/:id/usage"]);
});

it("the log names the route of pages and assets, whose middleware is no route", async () => {
  const api = await testApi([]);
  for (const path of ["/assets/gone.js", "/docs/gone", "/v1/limits", "/gone"]) await api.request(path);
  const routes = lines().map((line) => (JSON.parse(line) as { route: string }).route);
  expect(routes).toEqual(["/assets/*", "/docs/*", "/v1/limits", "none"]);
});

it("the log names the hosts that were asked for a request, with how often, beside the key", async () => {
  const api = await testApi([echo as unknown as DescribedOperation]);
  const fetcher = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("file"));
  const body = JSON.stringify({ url: "http://allowed.test:9000/private-name.pdf" });
  await api.request("/v1/echo", { method: "POST", body, headers: { "Content-Type": "application/json" } });
  fetcher.mockRestore();
  const line = JSON.parse(lines()[0] as string) as { asked: unknown; keyId: string };
  expect(line.asked).toEqual({ "allowed.test:9000": { reads: 1, others: 0 } });
  expect(line.keyId).toBeTruthy();
  expect(lines().join()).not.toContain("private-name");
});

it("the log says how HTML was rendered, why not by the best way, and what it held of the memory", async () => {
  const api = await testApi([htmlToPdf]);
  const fetch = async () => new Response("Browser Rendering is down", { status: 500 });
  const BROWSER = { fetch, quickAction: async () => new Response(tinyPdf(1)) } as unknown as Env["BROWSER"];
  const body = JSON.stringify({ html: "<p>A secret merger" });
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await api.request(
    "/v1/convert/html-to-pdf",
    { method: "POST", body, headers: { "Content-Type": "application/json" } },
    { BROWSER },
  );
  error.mockRestore();
  const line = JSON.parse(lines().at(-1) as string) as {
    html: Record<string, unknown>;
    memory: { peak: number };
    ms: number;
  };
  expect(line.html).toMatchObject({ methods: { "browser-quick-action": 1 }, usedFallback: true, launches: 0 });
  expect(line.html.problems).toEqual([expect.stringContaining("status 500: Browser Rendering is down")]);
  expect(line.html.waitedMs).toBeGreaterThan(0);
  expect(line.ms).toBeGreaterThanOrEqual(0);
  expect(line.ms).toBeLessThan(600_000);
  expect(line.memory.peak).toBeGreaterThan(body.length);
  expect(lines().join()).not.toContain("merger");
});

it("a row of figures is written where there is a dataset, without anything of the document", async () => {
  const api = await testApi([htmlToPdf]);
  const fetch = async () => new Response("down", { status: 500 });
  const BROWSER = { fetch, quickAction: async () => new Response(tinyPdf(1)) } as unknown as Env["BROWSER"];
  const writeDataPoint = vi.fn<AnalyticsEngineDataset["writeDataPoint"]>();
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const body = JSON.stringify({ html: "<p>A secret merger" });
  const headers = { "Content-Type": "application/json" };
  const changes = { BROWSER, FIGURES: { writeDataPoint } };
  await api.request("/v1/convert/html-to-pdf", { method: "POST", body, headers }, changes);
  error.mockRestore();
  const [point] = writeDataPoint.mock.calls[0] as [AnalyticsEngineDataPoint];
  expect(point.blobs?.slice(0, 4)).toEqual(["html-to-pdf", "", "browser-quick-action", ""]);
  const [status, , bytesIn, , fallback] = point.doubles ?? [];
  expect([status, bytesIn, fallback]).toEqual([200, body.length, 1]);
  expect(point.indexes).toHaveLength(1);
  expect(JSON.stringify(point)).not.toMatch(/merger|qk_/);
});

it("a row has each figure in the column that docs/run/operations.md names, and the first problem shortened", () => {
  const writeDataPoint = vi.fn<AnalyticsEngineDataset["writeDataPoint"]>();
  const notes = new RenderingNotes();
  Object.assign(notes, { sealing: "guarded", launches: 2, waitedMs: 31, browserMs: 47 });
  notes.problem(`broken: ${"x".repeat(300)}`);
  notes.rendered("browser-quick-action");
  const use = {
    ...{ keyId: "k", operation: "crop", status: 422, code: "NO", milliseconds: 5, bytesIn: 6, bytesOut: 7 },
    ...{ at: 1, requestId: "r" },
  };
  writePoint({ writeDataPoint }, use as unknown as Use, notes);
  expect(writeDataPoint.mock.calls).toEqual([
    [
      {
        indexes: ["k"],
        blobs: ["crop", "NO", "browser-quick-action", "guarded", `broken: ${"x".repeat(192)}`],
        doubles: [422, 5, 6, 7, 1, 2, 31, 47],
      },
    ],
  ]);
});

it("a row has no rendering where nothing was rendered", async () => {
  const api = await testApi([echo as unknown as DescribedOperation]);
  const writeDataPoint = vi.fn<AnalyticsEngineDataset["writeDataPoint"]>();
  const body = form({ file: new Uint8Array(10) });
  await api.request("/v1/echo", { method: "POST", body }, { FIGURES: { writeDataPoint } });
  const [{ blobs, doubles }] = writeDataPoint.mock.calls[0] as [{ blobs: string[]; doubles: number[] }];
  expect(blobs).toEqual(["echo", "", "", "", ""]);
  expect([doubles[0], ...doubles.slice(3)]).toEqual([200, 10, 0, 0, 0, 0]);
  // The time that it took, in milliseconds: not a point of time.
  expect(doubles[1]).toBeGreaterThanOrEqual(0);
  expect(doubles[1]).toBeLessThan(600_000);
});

it("the log names the code of each refusal", async () => {
  const api = await testApi([htmlToPdf]);
  await api.request("/v1/convert/html-to-pdf", { method: "POST", body: form({ html: "" }) });
  await api.request("/v1/convert/html-to-pdf", { method: "POST", headers: { Authorization: "" } });
  await api.request("/v1/nothing");
  const codes = lines().map((line) => (JSON.parse(line) as { code: string }).code);
  expect(codes).toEqual(["INVALID_INPUT", "AUTHENTICATION_REQUIRED", "NOT_FOUND"]);
});

it("no request fetches from the API's own host", async () => {
  const api = await testApi([echo as unknown as DescribedOperation]);
  const fetcher = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("file"));
  for (const url of [`${env.API_ORIGIN}/v1/limits`, "https://API.quire.test./health"]) {
    const init = { method: "POST", body: JSON.stringify({ url }), headers: { "Content-Type": "application/json" } };
    expect((await api.request("/v1/echo", init)).status).toBe(400);
  }
  expect(fetcher).not.toHaveBeenCalled();
  fetcher.mockRestore();
});

it("the log names as many hosts as the limit, and counts the others together", () => {
  const record = openRecord(new Request("https://api.quire.test/"));
  for (let i = 0; i < 40; i++) record.noteAsked(`h${i}.test`, "GET");
  record.noteAsked("h0.test", "POST");
  expect(record.asked.size).toBe(31);
  expect(record.asked.get("others")).toEqual({ reads: 10, others: 0 });
  expect(record.asked.get("h0.test")).toEqual({ reads: 1, others: 1 });
});

const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
it.each([
  [TRACE, TRACE],
  [TRACE.replace("00-", "01-"), undefined],
  [TRACE.toUpperCase(), undefined],
  [`${TRACE}-00`, undefined],
  [TRACE.slice(1), undefined],
])("the log has the trace %s as %s", (traceparent, logged) => {
  expect(openRecord(new Request("https://api.test/", { headers: { traceparent } })).traceparent).toBe(logged);
});

it("the log has a request's own id where that is not longer than 128 characters", () => {
  const idOf = (id: string) => openRecord(new Request("https://api.test/", { headers: { "X-Request-Id": id } })).id;
  expect(idOf("r".repeat(128))).toBe("r".repeat(128));
  expect(idOf("r".repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
});
