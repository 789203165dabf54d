import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../../src/api/limits.ts";
import { type DescribedOperation, serviceOf } from "../../src/api/operation.ts";
import { htmlToPdf } from "../../src/api/operations/html.ts";
import { split as splitPdf } from "../../src/api/operations/split.ts";
import type { KeyLimits } from "../../src/keys/key-records.ts";
import { pagesOf, pdf } from "../fixtures/pdf.ts";
import { errorOf, form, knownKey, type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([echo, htmlToPdf, splitPdf] as unknown as DescribedOperation[]);
});

const ask = (key: string, path = "/v1/echo", body: BodyInit = form({ file: new Uint8Array(1000) })) =>
  api.request(path, { method: "POST", body, headers: { Authorization: `Bearer ${key}` } });
const limited = (limits: KeyLimits) => knownKey({ id: crypto.randomUUID(), limits });

/** Work that goes on until it is let go. */
function held() {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const original = echo.run;
  const run = vi.spyOn(echo, "run").mockImplementation(async (call) => {
    await gate;
    return original(call);
  });
  return { letGo, run };
}

describe("requests under way", () => {
  it("are limited for each key: further ones are refused at once, and another key's do not count", async () => {
    const [flooder, other] = [await limited({ concurrentRequests: 3 }), await limited({ concurrentRequests: 3 })];
    const { letGo, run } = held();
    const flood = Array.from({ length: 10 }, () => ask(flooder));
    await expect.poll(() => run).toHaveBeenCalledTimes(3);
    const refused = await Promise.any(flood);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(refused.headers.get("ratelimit-policy")).toContain('"concurrency";q=3;qu="concurrent-requests"');
    expect(refused.headers.get("ratelimit")).toContain('"concurrency";r=0;t=1');
    expect((await errorOf(refused)).code).toBe("RATE_LIMITED");
    const others = ask(other);
    letGo();
    expect((await others).status).toBe(200);
    const statuses = (await Promise.all(flood)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(7).fill(429)]);
    run.mockRestore();
    expect((await ask(flooder)).status).toBe(200);
  });

  it("end however a request ends", async () => {
    const key = await limited({ concurrentRequests: 1 });
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const [path, fields, status] of [
      ["/v1/echo", { fail: "bug" }, 500],
      ["/v1/echo", { margin: "-1" }, 400],
      ["/v1/echo?format=xml", {}, 400],
      ["/v1/echo?format=binary", { file: new Uint8Array(10) }, 200],
      ["/v1/echo", { file: new Uint8Array(10) }, 200],
    ] as const) {
      expect((await ask(key, path, form(fields as never))).status).toBe(status);
    }
    errors.mockRestore();
  });
});

describe("stored bytes", () => {
  it("are limited by the hour; a file in the answer itself does not count", async () => {
    const key = await limited({ storedBytesPerHour: 2_500 });
    for (const left of [1500, 500]) {
      const response = await ask(key);
      expect(response.status).toBe(200);
      expect(response.headers.get("ratelimit")).toContain(`"storage";r=${left};t=`);
    }
    const refused = await ask(key);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit-policy")).toContain('"storage";q=2500;qu="content-bytes";w=3600');
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(3600);
    expect((await errorOf(refused)).message).toContain("500 are left");
    expect((await ask(key, "/v1/echo?format=binary")).status).toBe(200);
  });

  it("are remembered by the key's object for later isolates", async () => {
    const id = crypto.randomUUID();
    const key = await knownKey({ id });
    await ask(key);
    const answer = await api.request(`/admin/api/keys/${id}/usage`, {
      headers: { Authorization: `Bearer ${env.ADMIN_SECRET}`, "CF-Connecting-IP": "198.51.100.7" },
    });
    expect(await answer.json()).toMatchObject({ hour: { browserSeconds: 0, storedBytes: 1000 } });
  });
});

/** What a render's answer says beside its links. */
const RENDERED = {
  ...{ message: "rendered", fileName: "a.pdf", downloadUrl: "", expiresAt: "", compressionRatio: null },
  ...{
    processingTimeMs: 1,
    outputSize: 1,
    pageCount: 1,
    originalSize: 1,
    compressionApplied: false,
    usedFallback: false,
  },
  ...({ renderingMode: "browser", conversionMethod: "browser-new-session" } as const),
};

it("browser time is refused when it is used up, before anything is read", async () => {
  const key = await limited({ browserSecondsPerHour: 1 });
  const spend = vi.spyOn(htmlToPdf, "run").mockImplementationOnce(async (call) => {
    serviceOf(call).share.usedBrowser(1_200);
    return { result: RENDERED };
  });
  expect((await ask(key, "/v1/convert/html-to-pdf", form({ html: "<p>a" }))).status).toBe(200);
  spend.mockRestore();
  const refused = await ask(key, "/v1/convert/html-to-pdf", form({ html: "<p>a" }));
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit")).toContain('"browser-time";r=0;t=');
  expect((await errorOf(refused)).message).toContain("browsers for 1 s an hour");
});

it("a split makes no more than its key may", async () => {
  const file = pdf(pagesOf(4));
  const split = (key: string) =>
    ask(key, "/v1/pdf/split", form({ file, splitMode: "ranges", ranges: '["1-2","3-4"]' }));
  const refused = await split(await limited({ splitOutputBytes: 100 }));
  expect(refused.status).toBe(400);
  expect((await split(await limited({}))).status).toBe(200);
});

it("every limit is published", async () => {
  const { limits } = (await (await api.request("/v1/limits")).json()) as { limits: typeof LIMITS };
  expect(limits.key).toEqual(LIMITS.key);
  expect(Object.keys(limits.keyAtMost)).toEqual(Object.keys(limits.key));
  expect(limits.key.concurrentRequests).toBe(24);
  expect(limits.key.splitOutputBytes).toBe(2 ** 30);
});
