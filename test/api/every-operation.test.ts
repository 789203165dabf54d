import { beforeAll, describe, expect, it, vi } from "vitest";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { BrowserPool } from "../../src/html/browser/pool/sessions.ts";
import { HtmlProblem } from "../../src/html/html-problem.ts";
import { tinyPdf } from "../fixtures/pdf.ts";
import { png } from "../fixtures/png.ts";
import { errorOf, form, type TestApi, testApi } from "../support/api.ts";

/** No session is to be had; the quick action prints. */
const BROWSER = {
  fetch: async () => new Response("down", { status: 500 }),
  quickAction: async () => new Response(tinyPdf(1)),
} as unknown as Env["BROWSER"];

const cropArea = { x: 10, y: 10, width: 50, height: 50 };
const image = (shade: number) => png({ width: 4, height: 4, colourType: 0, depth: 8, pixel: () => [shade] });

/**
 * Each operation: a good request, another one of its kind, and its documented code for a failure of the service's own.
 */
const every = [
  {
    path: "/v1/pdf/crop",
    body: () => form({ file: tinyPdf(2), cropData: JSON.stringify([{ pageNumber: 1, cropArea }]) }),
    other: () => form({ file: tinyPdf(2), cropData: JSON.stringify([{ pageNumber: 2, cropArea }]) }),
    failure: "PROCESSING_FAILED",
  },
  {
    path: "/v1/pdf/split",
    body: () => form({ file: tinyPdf(2), splitMode: "ranges", ranges: '["1","2"]' }),
    other: () => form({ file: tinyPdf(3), splitMode: "ranges", ranges: '["1","2"]' }),
    failure: "SPLIT_FAILED",
  },
  {
    path: "/v1/pdf/assemble",
    body: () => form({ file: tinyPdf(2) }),
    other: () => form({ file: tinyPdf(3) }),
    failure: "PROCESSING_FAILED",
  },
  {
    path: "/v1/pdf/redact",
    body: () => form({ file: tinyPdf(2), areas: JSON.stringify([{ pageNumber: 1, area: cropArea }]) }),
    other: () => form({ file: tinyPdf(2), areas: JSON.stringify([{ pageNumber: 2, area: cropArea }]) }),
    failure: "PROCESSING_FAILED",
  },
  {
    path: "/v1/convert/image-to-pdf",
    body: () => form({ file: ["a.png", image(1)] }),
    other: () => form({ file: ["a.png", image(2)] }),
    failure: "PROCESSING_FAILED",
  },
  {
    path: "/v1/convert/html-to-pdf",
    body: () => form({ html: "<h1>Invoice</h1>" }),
    other: () => form({ html: "<h1>Receipt</h1>" }),
    failure: "PROCESSING_FAILED",
  },
];

let api: TestApi;
beforeAll(async () => {
  api = await testApi(await operationsOf(OFFERS));
  for (const stream of ["log", "warn", "error"] as const) vi.spyOn(console, stream).mockImplementation(() => undefined);
});

function send(path: string, body: FormData, headers: Record<string, string> = {}, changes: Partial<Env> = {}) {
  return api.request(path, { method: "POST", body, headers }, { BROWSER, ...changes });
}

it("each operation is offered under its own name, method and path", async () => {
  for (const { operation, ...offer } of OFFERS) expect(await operation()).toMatchObject(offer);
});

describe.each(every)("$path", ({ path, body, other, failure }) => {
  it("gives a repeated request the first one's answer, and links that work", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const first = await send(path, body(), headers);
    const second = await send(path, body(), headers);
    expect([first.status, second.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    const text = await second.text();
    expect(text).toBe(await first.text());
    const { downloadUrl, zipDownloadUrl } = JSON.parse(text) as { downloadUrl?: string; zipDownloadUrl?: string };
    expect((await api.follow(downloadUrl ?? zipDownloadUrl ?? "")).status).toBe(200);
  });

  it("refuses the same key with another request", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    expect((await send(path, body(), headers)).status).toBe(200);
    const response = await send(path, other(), headers);
    expect([response.status, (await errorOf(response)).code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  });

  it("works once for two that come at the same time", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all([send(path, body(), headers), send(path, body(), headers)]);
    const waiting = answers.filter(({ status }) => status === 409);
    for (const answer of waiting) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    const done = await Promise.all(answers.filter(({ status }) => status === 200).map((answer) => answer.text()));
    expect(done.length + waiting.length).toBe(2);
    expect(new Set(done).size).toBe(1);
  });

  it(`answers ${failure} and no link when its file cannot be stored, and works again after that`, async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const put = vi.fn(() => Promise.reject(new Error("the storage is down")));
    const FILES = { put, createMultipartUpload: put } as unknown as R2Bucket;
    const response = await send(path, body(), headers, { FILES });
    expect(response.status).toBe(500);
    expect(await errorOf(response)).toMatchObject({ code: failure, retryable: true });
    expect(put).toHaveBeenCalled();
    expect((await send(path, body(), headers)).status).toBe(200);
  });
});

it("a render that finds the queue full is 503 and says when to try again", async () => {
  const full = new HtmlProblem("busy", "Every browser is in use.", { retryAfter: 5 });
  const borrow = vi.spyOn(BrowserPool.prototype, "borrow").mockRejectedValue(full);
  const response = await send("/v1/convert/html-to-pdf", form({ html: "<p>x</p>", fallback: "none" }));
  borrow.mockRestore();
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await errorOf(response)).toMatchObject({ code: "BUSY", retryable: true });
});
