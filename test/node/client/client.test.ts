import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Quire, QuireConnectionError, QuireError } from "../../../client/src/index.ts";

/** A client whose requests are answered from a list, and kept. */
function scripted(answers: (() => Response | Promise<Response>)[], retries = 2) {
  const requests: { method: string; url: string; headers: Headers; body: Promise<string> }[] = [];
  const quire = new Quire({
    apiKey: "qk_test",
    baseUrl: "https://api.test/",
    retries,
    fetch: async (input, init) => {
      const request = new Request(input as string, init);
      requests.push({ method: request.method, url: request.url, headers: request.headers, body: request.text() });
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      return (answer as () => Response)();
    },
  });
  return { quire, requests };
}

const refusal =
  (status: number, error: Record<string, unknown>, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ success: false, error: { requestId: "r1", ...error } }, { status, headers });
const busy = refusal(503, { code: "BUSY", message: "Busy.", retryable: true }, { "Retry-After": "0" });
const done = () => Response.json({ success: true, fileName: "a.pdf" });
const html = { html: "<p>" };

describe("a request", () => {
  it("carries the key, and is sent again under the same Idempotency-Key while the service is busy", async () => {
    const { quire, requests } = scripted([busy, busy, done]);
    expect(await quire.htmlToPdf(html)).toMatchObject({ fileName: "a.pdf" });
    expect(requests.map(({ url }) => url)).toEqual(Array(3).fill("https://api.test/v1/convert/html-to-pdf"));
    const keys = requests.map(({ headers }) => headers.get("Idempotency-Key"));
    expect(new Set(keys).size).toBe(1);
    expect(requests[0]?.headers.get("Authorization")).toBe("Bearer qk_test");
  });

  it("that deletes a file names its link in the query, with the key, and ends without an answer", async () => {
    const { quire, requests } = scripted([busy, () => new Response(null, { status: 204 })]);
    expect(await quire.deleteFile("https://files.test/f/k/a b.pdf?range=0-9&signature=s")).toBeUndefined();
    const [, { method, url, headers } = {} as never] = requests;
    expect([method, new URL(url).pathname, headers.get("Authorization")]).toEqual([
      "DELETE",
      "/v1/files",
      "Bearer qk_test",
    ]);
    expect(new URL(url).searchParams.get("url")).toBe("https://files.test/f/k/a b.pdf?range=0-9&signature=s");
  });

  it("is sent again when the connection fails, a limited number of times", async () => {
    const broken = () => Promise.reject(new TypeError("fetch failed"));
    const { quire, requests } = scripted([broken], 1);
    await expect(quire.htmlToPdf(html)).rejects.toThrow(QuireConnectionError);
    expect(requests).toHaveLength(2);
  });

  it("is not sent where the runtime would lose the file's bytes, as Bun does with one that stays on disk", async () => {
    class ForgetfulBlob extends Blob {
      constructor(parts: BlobPart[], options?: BlobPropertyBag) {
        super(
          parts.filter((part) => !(part instanceof Blob)),
          options,
        );
      }
    }
    vi.stubGlobal("Blob", ForgetfulBlob);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { quire, requests } = scripted([done]);
    const lost = quire.split({ file: new Blob(["%PDF-1.7"]), splitMode: "ranges", ranges: ["1"] });
    await expect(lost).rejects.toThrow("read the file, and pass a Uint8Array");
    expect(requests).toHaveLength(0);
  });

  it("is not repeated when that cannot help, nor when the wait is longer than a minute", async () => {
    const wrong = refusal(400, { code: "INVALID_INPUT", message: "html: …", field: "html", retryable: false });
    const first = scripted([wrong]);
    const error = await first.quire.htmlToPdf(html).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(QuireError);
    expect(error).toMatchObject({
      code: "INVALID_INPUT",
      status: 400,
      field: "html",
      requestId: "r1",
      retryable: false,
    });
    expect(first.requests).toHaveLength(1);
    const limited = refusal(429, { code: "RATE_LIMITED", message: "…", retryable: true }, { "Retry-After": "3600" });
    const second = scripted([limited]);
    await expect(second.quire.htmlToPdf(html)).rejects.toMatchObject({ retryAfter: 3600 });
    expect(second.requests).toHaveLength(1);
  });

  it("that something other than the service answers is a connection error", async () => {
    const { quire } = scripted([() => new Response("<html>Bad gateway", { status: 502 })], 0);
    await expect(quire.htmlToPdf(html)).rejects.toThrow(/status 502/);
  });

  it("stops waiting when it is aborted", async () => {
    const slow = refusal(503, { code: "BUSY", message: "…", retryable: true }, { "Retry-After": "50" });
    const { quire, requests } = scripted([slow]);
    const abort = new AbortController();
    const call = quire.htmlToPdf(html, { signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await expect(call).rejects.toThrow(/abort/i);
    expect(requests).toHaveLength(1);
  });

  it("holds files, and structures as JSON text, and leaves out what is undefined", async () => {
    const { quire, requests } = scripted([done]);
    await quire.imageToPdf({
      file: [{ name: 'a "b".png', data: new Uint8Array([1]) }, new Blob(["x"])],
      imageOrder: [{ name: "a", rotation: 90 }],
      margin: 5,
      pageSize: undefined,
    });
    const body = (await requests[0]?.body) as string;
    const form = await new Response(body, {
      headers: { "Content-Type": requests[0]?.headers.get("Content-Type") as string },
    }).formData();
    expect(form.getAll("file").map((file) => (file as File).name)).toEqual(['a "b".png', "file"]);
    expect(form.get("imageOrder")).toBe('[{"name":"a","rotation":90}]');
    expect(form.get("margin")).toBe("5");
    expect(form.has("pageSize")).toBe(false);
  });

  it("reports how much was sent, to the last byte", async () => {
    const { quire, requests } = scripted([done]);
    const seen: number[] = [];
    let total = 0;
    const onUploadProgress = (progress: { sent: number; total: number }) => {
      seen.push(progress.sent);
      total = progress.total;
    };
    await quire.crop({ file: new Uint8Array(300_000), cropData: [] }, { onUploadProgress });
    await requests[0]?.body;
    expect(seen.at(-1)).toBe(total);
    expect(total).toBeGreaterThan(300_000);
  });
});

it("the client gives a file with its name, the facts and the warnings", async () => {
  const headers = {
    "Content-Disposition": "attachment; filename=\"a.pdf\"; filename*=UTF-8''%C3%A4.pdf",
    "Quire-Result": '{"success":true,"pagesCropped":1}',
    "Quire-Warnings": '["one"]',
    "X-Request-Id": "r2",
  };
  const { quire, requests } = scripted([() => new Response("%PDF", { headers })]);
  const file = await quire.crop({ url: "https://example.com/a.pdf", cropData: [] }, { format: "binary" });
  expect(requests[0]?.url).toContain("?format=binary");
  expect(file).toMatchObject({ fileName: "ä.pdf", facts: { pagesCropped: 1 }, warnings: ["one"], requestId: "r2" });
  expect(await file.blob.text()).toBe("%PDF");
});

it("the client is as small as its page says", () => {
  const client = path.resolve(import.meta.dirname, "../../../client");
  const options = { bundle: true, minify: true, format: "esm", write: false } as const;
  const { outputFiles } = buildSync({ entryPoints: [path.join(client, "src", "index.ts")], ...options });
  const [, said] = /^!\[([\d.]+) KB\]/m.exec(readFileSync(path.join(client, "README.md"), "utf8")) ?? [];
  expect(said).toBe((gzipSync(outputFiles[0]!.contents).length / 1000).toFixed(1));
});
