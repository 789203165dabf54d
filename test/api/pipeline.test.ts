import { beforeAll, describe, expect, it, vi } from "vitest";
import { type DescribedOperation, serviceOf } from "../../src/api/operation.ts";
import { errorOf, form, type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

const BYTES = Uint8Array.from({ length: 5000 }, (_, i) => i % 256);
let api: TestApi;
beforeAll(async () => {
  api = await testApi([echo as unknown as DescribedOperation]);
});

const post = (body: BodyInit, headers: Record<string, string> = {}, query = "") =>
  api.request(`/v1/echo${query}`, { method: "POST", body, headers });
const postJson = (body: unknown, headers: Record<string, string> = {}, query = "") =>
  post(JSON.stringify(body), { "Content-Type": "application/json", ...headers }, query);

it("what an operation fetches has the table's times and its own size", async () => {
  const rules: object[] = [];
  const fetching = {
    ...echo,
    run: (call) => {
      rules.push(serviceOf(call).remoteRules("url"));
      return echo.run(call);
    },
  } satisfies typeof echo;
  await (await testApi([fetching as unknown as DescribedOperation])).request("/v1/echo", {
    method: "POST",
    body: form({ note: "hi" }),
  });
  expect(rules).toMatchObject([{ field: "url", hopMs: 10_000, totalMs: 30_000, maxBytes: echo.limits.fileBytes }]);
});

describe("an operation's answer", () => {
  it("is never a file where the operation makes none", async () => {
    const facts = await testApi([{ ...echo, binaryType: null } as unknown as DescribedOperation]);
    const request = (query: string, headers: Record<string, string>) =>
      facts.request(`/v1/echo${query}`, { method: "POST", body: form({ note: "hi" }), headers });
    const refused = await request("?format=binary", {});
    expect(refused.status).toBe(400);
    expect(await errorOf(refused)).toMatchObject({ code: "INVALID_INPUT", field: "format" });
    const asked = await request("", { Accept: "application/pdf" });
    expect([asked.status, asked.headers.get("content-type")]).toEqual([200, "application/json"]);
  });

  it("is JSON with a link that leads to the file for an hour", async () => {
    const before = Date.now();
    const response = await post(form({ file: ["scan.pdf", BYTES] }));
    expect(response.status).toBe(200);
    const body = (await response.json()) as Record<string, string>;
    expect(body).toMatchObject({ success: true, fileName: "scan-echo.pdf", bytes: 5000 });
    expect(body.downloadUrl).toMatch(/^https:\/\/files\.quire\.test\//);
    const left = Date.parse(body.expiresAt as string) - before;
    expect(left).toBeGreaterThan(3_598_000);
    expect(left).toBeLessThanOrEqual(3_602_000);
    const file = await api.follow(body.downloadUrl as string);
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="scan-echo.pdf"');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(BYTES);
  });

  it("is the file itself with format=binary, its facts in a header", async () => {
    const response = await post(form({ file: ["scan.pdf", BYTES], nope: "1" }), {}, "?format=binary");
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="scan-echo.pdf"');
    expect(response.headers.get("quire-result")).toBe(
      '{"success":true,"message":"Done \\u2013 fertig.","fileName":"scan-echo.pdf","bytes":5000}',
    );
    expect(JSON.parse(response.headers.get("quire-warnings")!)).toEqual([expect.stringContaining('"nope"')]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES);
  });

  it("is the file for a client that names its type first in Accept, unless the URL says otherwise", async () => {
    const typeFor = async (Accept: string, query = "") =>
      (await post(form({ file: ["scan.pdf", BYTES] }), { Accept }, query)).headers.get("content-type");
    expect(await typeFor("application/pdf")).toBe("application/pdf");
    expect(await typeFor("Application/PDF;q=0.9, */*;q=0.1")).toBe("application/pdf");
    for (const accept of ["*/*", "application/json, application/pdf", "application/zip", "text/html"]) {
      expect(await typeFor(accept), accept).toBe("application/json");
    }
    expect(await typeFor("application/pdf", "?format=json")).toBe("application/json");
  });

  it("is the same for every way in", async () => {
    const base64 = Buffer.from(BYTES).toString("base64");
    const bodies = [
      await post(form({ fileBase64: base64 }), {}, "?format=binary"),
      await postJson({ fileBase64: base64 }, {}, "?format=binary"),
      await postJson({ fileBase64: `data:application/pdf;base64,${base64}` }, {}, "?format=binary"),
      await post(new URLSearchParams({ fileBase64: base64 }), {}, "?format=binary"),
    ];
    for (const response of bodies) expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES);
  });
});

describe("fields", () => {
  it("come as text in a form, and as themselves in JSON, with the same meaning", async () => {
    const items = [{ width: 3, unit: "mm" }];
    const asForm = await post(form({ margin: "1.5", flag: "true", items: JSON.stringify(items), note: "7" }));
    const asJson = await postJson({ margin: 1.5, flag: true, items, note: "7" });
    const asUrl = await post(
      new URLSearchParams({ margin: "1.5", flag: "true", items: JSON.stringify(items), note: "7" }),
    );
    for (const response of [asForm, asJson, asUrl]) {
      expect(await response.json()).toMatchObject({ fields: { margin: 1.5, flag: true, items, note: "7" } });
    }
  });

  it("that are wrong beside the first are named as well, up to twenty", async () => {
    const items = Array.from({ length: 30 }, () => ({ width: 0 }));
    const { field, otherFields } = await errorOf(await postJson({ margin: -1, flag: 1, items }));
    expect(field).toBe("margin");
    expect(otherFields).toHaveLength(20);
    expect(otherFields?.slice(0, 2)).toEqual([
      { field: "flag", message: "flag: expected true or false, got 1." },
      { field: "items[0].width", message: "items[0].width: expected a number greater than 0, got 0." },
    ]);
    expect(await errorOf(await postJson({ margin: -1 }))).not.toHaveProperty("otherFields");
  });

  it("that are unknown are reported, with the one that was probably meant", async () => {
    const response = await postJson({ Margin: 1, items: [{ width: 1, with: 2 }], zebra: true });
    const { warnings } = (await response.json()) as { warnings: string[] };
    expect(warnings).toEqual([
      'Unknown field "Margin" was ignored; did you mean "margin"?',
      'Unknown field "zebra" was ignored.',
      'Unknown field "items[0].with" was ignored; did you mean "width"?',
    ]);
  });

  it("that was sent as text instead of a file are reported as that", async () => {
    const response = await postJson({ file: "x" });
    const { warnings } = (await response.json()) as { warnings: string[] };
    expect(warnings).toEqual([expect.stringMatching(/^Field "file" was ignored: files come as parts of multipart/)]);
  });

  it("that are unknown are named up to twenty, however many and however long they are", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_900 }, (_, i) => [`f${i}`, i]));
    const { warnings } = (await (await postJson(many)).json()) as { warnings: string[] };
    expect([warnings.length, warnings.at(-1)]).toEqual([20, 'Unknown field "f19" was ignored.']);
    const refused = await errorOf(await postJson({ ...many, margin: -1 }));
    expect(refused.message).toMatch(/^margin: .*"f0"\. Unknown field "f1"\. Unknown field "f2"\.$/);
    const long = await (await postJson({ ["x".repeat(100_000)]: 1 })).text();
    expect(long.length).toBeLessThan(2_000);
  });

  it("that are unknown are refused under Prefer: handling=strict", async () => {
    const error = await errorOf(await postJson({ margn: 1 }, { Prefer: "return=minimal, handling=strict" }));
    expect(error).toMatchObject({ code: "INVALID_INPUT", field: "margn" });
    expect(error.message).toContain('did you mean "margin"');
  });

  it("that come twice where one is wanted are refused", async () => {
    const body = form({ margin: "1" });
    body.append("margin", "2");
    expect(await errorOf(await post(body))).toMatchObject({
      field: "margin",
      message: expect.stringContaining("2 times"),
    });
  });
});

describe("a body", () => {
  it("that is too large is refused with 413, whichever way it comes", async () => {
    const large = new Uint8Array(1024 * 1024 + 1);
    const responses = [
      await post(form({ file: ["a.pdf", large] })),
      await postJson({ fileBase64: Buffer.from(large).toString("base64") }),
      await post(form({ file: ["a.pdf", new Uint8Array(3 * 1024 * 1024)] })),
    ];
    for (const response of responses) {
      expect(response.status).toBe(413);
      expect((await errorOf(response)).code).toBe("FILE_TOO_LARGE");
    }
  });
});

describe("failures", () => {
  it("of ours reveal nothing but the request's id", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const response = await postJson({ fail: "bug" }, { "X-Request-Id": "mine-1" });
    expect(response.status).toBe(500);
    const error = await errorOf(response);
    expect(error).toMatchObject({ code: "PROCESSING_FAILED", requestId: "mine-1", retryable: true });
    expect(JSON.stringify(error)).not.toContain("secret");
    expect(log.mock.calls.flat().join()).toContain("secret detail");
    log.mockRestore();
  });

  it("of storage give the operation's code and no link", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const FILES = { put: async () => Promise.reject(new Error("R2 is down")) } as unknown as R2Bucket;
    const response = await api.request("/v1/echo", { method: "POST", body: form({ file: BYTES }) }, { FILES });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain("PROCESSING_FAILED");
    expect(text).not.toContain("https://files");
    log.mockRestore();
  });

  it("come as RFC 9457 to clients that ask for it", async () => {
    const response = await postJson({ margin: -1 }, { Accept: "application/problem+json" });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({
      type: "urn:quire:error:INVALID_INPUT",
      status: 400,
      code: "INVALID_INPUT",
      field: "margin",
      retryable: false,
      detail: expect.stringContaining("margin"),
    });
  });

  it("leave no memory reserved", async () => {
    await postJson({ margin: -1 });
    await post(form({ file: ["a.pdf", new Uint8Array(3 * 1024 * 1024)] }));
    await post(form({ file: BYTES }));
    await post(form({ file: BYTES }), {}, "?format=binary");
    expect(api.isolate.memory.used).toBe(0);
  });
});

describe("a remote file", () => {
  it.each(["http://127.0.0.1/a", "http://[::1]/", "http://localhost:9000/", "http://10.0.0.1/", "file:///etc/passwd"])(
    "at a private address is refused: %s",
    async (url) => {
      expect(await errorOf(await postJson({ url }))).toMatchObject({ code: "INVALID_INPUT", field: "url" });
    },
  );

  it("is fetched from a host that development allows, and from it only in development", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(BYTES));
    const allowed = await postJson({ url: "http://allowed.test:9000/a.pdf" }, {}, "?format=binary");
    expect(new Uint8Array(await allowed.arrayBuffer())).toEqual(BYTES);
    fetched.mockClear();
    const body = JSON.stringify({ url: "http://allowed.test:9000/a.pdf" });
    const init = { method: "POST", body, headers: { "Content-Type": "application/json" } };
    const refused = await api.request("/v1/echo", init, { QUIRE_ENV: "" });
    expect((await errorOf(refused)).code).toBe("INVALID_INPUT");
    expect(fetched.mock.calls.map(([input]) => String(input)).filter((url) => url.includes("allowed.test"))).toEqual(
      [],
    );
    fetched.mockRestore();
  });
});
