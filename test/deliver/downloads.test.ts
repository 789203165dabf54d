import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { download } from "../../src/deliver/downloads.ts";
import { type LinkOptions, type Stored, storeContent } from "../../src/deliver/stored-file.ts";
import { Refusal } from "../../src/errors/errors.ts";
import { Rope } from "../../src/pdf-file/rope.ts";

const ORIGIN = "https://files.example.com";
const SECRET = "a secret of tests";
const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
let now = Date.parse("2026-11-21T10:00:00.500Z");
let stored: Stored;

beforeAll(async () => {
  const rules = { linkSecret: SECRET, owner: "k", validSeconds: 3600, now: () => now };
  const store = { bucket: env.FILES, downloadOrigin: ORIGIN, ...rules };
  stored = await storeContent(
    store,
    Rope.of(BYTES.subarray(0, 400), BYTES.subarray(400)),
    "Übersicht.pdf",
    "application/pdf",
  );
});

async function get(headers: Record<string, string> = {}, options: LinkOptions = {}, method = "GET"): Promise<Response> {
  const url = await stored.link(options);
  return download(new Request(url, { method, headers }), {
    bucket: env.FILES,
    secrets: { current: SECRET },
    now: () => now,
  });
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe("a download", () => {
  it("is the file, with its name, type, length and validator", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": "1000",
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=3600, immutable",
      "x-content-type-options": "nosniff",
      "content-disposition": `attachment; filename="Ubersicht.pdf"; filename*=UTF-8''%C3%9Cbersicht.pdf`,
    });
    expect(response.headers.get("etag")).toMatch(/^"[\w-]+"$/);
    expect(await bytesOf(response)).toEqual(BYTES);
  });

  it("can be a part of the stored object, under a name of its own", async () => {
    const response = await get({}, { range: { start: 100, end: 300 }, fileName: "part.zip" });
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-length")).toBe("200");
    expect(await bytesOf(response)).toEqual(BYTES.subarray(100, 300));
  });

  it.each([
    ["bytes=0-99", 0, 100],
    ["bytes=100-", 100, 200],
    ["bytes=-50", 150, 200],
    ["bytes=-5000", 0, 200],
    ["bytes=199-199", 199, 200],
    ["bytes=150-9999", 150, 200],
    ["Bytes=0-0", 0, 1],
  ])("answers Range: %s inside a part", async (range, start, end) => {
    const response = await get({ Range: range }, { range: { start: 100, end: 300 } });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/200`);
    expect(response.headers.get("content-length")).toBe(String(end - start));
    expect(await bytesOf(response)).toEqual(BYTES.subarray(100 + start, 100 + end));
  });

  it.each(["bytes=0-1,5-6", "bytes=9-3", "items=0-1", "bytes=a-b", "bytes=-", ""])(
    "sends the whole for Range: %j",
    async (range) => {
      const response = await get({ Range: range });
      expect(response.status).toBe(200);
      expect((await bytesOf(response)).length).toBe(1000);
    },
  );

  it.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("refuses %s, which lies outside", async (range) => {
    const refusal = await get({ Range: range }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "RANGE_NOT_SATISFIABLE",
      details: { headers: { "Content-Range": "bytes */1000" } },
    });
  });

  it("is not sent again to a client that has it", async () => {
    const etag = (await get()).headers.get("etag")!;
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const response = await get({ "If-None-Match": header });
      expect(response.status, header).toBe(304);
      expect(await response.text()).toBe("");
    }
    expect((await get({ "If-None-Match": '"other"' })).status).toBe(200);
  });

  it("is sent only if it is the one that If-Match names, which goes before If-None-Match", async () => {
    const etag = (await get()).headers.get("etag")!;
    for (const header of [etag, `"other", ${etag}`, "*"]) {
      expect((await get({ "If-Match": header })).status, header).toBe(200);
      expect((await get({ "If-Match": header, Range: "bytes=0-9" })).status, header).toBe(206);
      expect((await get({ "If-Match": header, "If-None-Match": etag })).status, header).toBe(304);
    }
    for (const header of ['"other"', `W/${etag}`, ""]) {
      for (const more of [{}, { "If-None-Match": etag }, { "If-None-Match": "*" }, { Range: "bytes=0-9" }]) {
        for (const method of ["GET", "HEAD"]) {
          const refusal = get({ "If-Match": header, ...more }, {}, method);
          await expect(refusal, header).rejects.toMatchObject({
            code: "PRECONDITION_FAILED",
            message: expect.stringContaining(etag),
          });
        }
      }
    }
  });

  it("continues only the same file: If-Range", async () => {
    const etag = (await get()).headers.get("etag")!;
    expect((await get({ Range: "bytes=500-", "If-Range": etag })).status).toBe(206);
    expect((await get({ Range: "bytes=500-", "If-Range": '"other"' })).status).toBe(200);
    expect((await get({ Range: "bytes=500-", "If-Range": "Sat, 21 Nov 2026 10:00:00 GMT" })).status).toBe(200);
  });
});

describe("the answer to a download", () => {
  it("has the same headers for HEAD, and no body", async () => {
    const response = await get({}, {}, "HEAD");
    expect(response.headers.get("content-length")).toBe("1000");
    expect(response.body).toBeNull();
  });

  it("answers no other method", async () => {
    expect(await get({}, {}, "PUT").catch((error: unknown) => error)).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
  });

  it("ends with its hour", async () => {
    const made = now;
    now = Date.parse("2026-11-21T10:59:59.999Z");
    expect((await get()).status).toBe(200);
    const url = await stored.link();
    now = Date.parse(stored.expiresAt);
    const refusal = await download(new Request(url), {
      bucket: env.FILES,
      secrets: { current: SECRET },
      now: () => now,
    }).catch((e: unknown) => e);
    expect(refusal).toMatchObject({ code: "LINK_EXPIRED" });
    now = made;
  });

  it("is never shown as a page of this host, however it is opened", async () => {
    expect(Object.fromEntries((await get()).headers)).toMatchObject({
      "content-security-policy": "default-src 'none'; sandbox",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
    });
  });

  it("is shown instead of saved with inline=1, as strictly sealed, and a ZIP never is", async () => {
    const ask = async (suffix: string, options: LinkOptions = {}) =>
      download(new Request(`${await stored.link(options)}${suffix}`), {
        bucket: env.FILES,
        secrets: { current: SECRET },
        now: () => now,
      });
    const shown = await ask("&inline=1");
    expect(shown.headers.get("content-disposition")).toMatch(/^inline; filename="Ubersicht.pdf"/);
    expect(shown.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    const zip = await ask("&inline=1", { fileName: "parts.zip" });
    expect(zip.headers.get("content-disposition")).toMatch(/^attachment/);
    for (const suffix of ["&inline=0", "&inline=1&inline=1", "&other=1"]) {
      await expect(ask(suffix), suffix).rejects.toMatchObject({ code: "LINK_INVALID" });
    }
  });

  it("is refused, or breaks off, when less is stored than its link promises", async () => {
    const beyond = { range: { start: 900, end: 1001 } };
    expect(await get({}, beyond, "HEAD").catch((error: unknown) => error)).toMatchObject({ code: "NOT_FOUND" });
    await expect(get({}, beyond).then((response) => response.arrayBuffer())).rejects.toThrow();
  });

  it("is read again when the storage failed once, and refused when it failed twice", async () => {
    const url = await stored.link();
    const failing = (failures: number) => {
      let calls = 0;
      const get: R2Bucket["get"] = (async (key: string, options: R2GetOptions) => {
        calls += 1;
        if (calls <= failures) throw new Error("the storage broke");
        return env.FILES.get(key, options);
      }) as R2Bucket["get"];
      const bucket = { get } as R2Bucket;
      return download(new Request(url), { bucket, secrets: { current: SECRET }, now: () => now });
    };
    expect(await bytesOf(await failing(1))).toEqual(BYTES);
    expect(await failing(2).catch((error: unknown) => error)).toMatchObject({ code: "PROCESSING_FAILED" });
  });

  it("lets browsers of other sites know what they may send and read", async () => {
    const response = await get({}, {}, "OPTIONS");
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
    for (const header of ["Range", "If-Match", "If-None-Match", "If-Range"]) {
      expect(response.headers.get("access-control-allow-headers")?.split(", ")).toContain(header);
    }
    expect(response.headers.get("access-control-max-age")).toBe("86400");
  });

  it("is gone when the object is", async () => {
    await env.FILES.delete(stored.key);
    for (const method of ["GET", "HEAD"]) {
      await expect(get({ "If-Match": '"other"' }, {}, method)).rejects.toMatchObject({ code: "NOT_FOUND" });
      const refusal = await get({}, {}, method).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal).toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

it("the download host serves nothing but links", async () => {
  const refusal = await download(new Request(`${ORIGIN}/anything`), {
    bucket: env.FILES,
    secrets: { current: SECRET },
    now: () => now,
  }).catch((e: unknown) => e);
  expect(refusal).toMatchObject({ code: "NOT_FOUND" });
});
