import { env } from "cloudflare:workers";
import { deflateSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../../../src/api/limits.ts";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { jpeg } from "../../fixtures/jpeg.ts";
import { png, pngFile } from "../../fixtures/png.ts";
import { errorOf, type TestApi, testApi } from "../../support/api.ts";

const PATH = "/v1/convert/image-to-pdf";
const MIB = 1024 * 1024;
/** About 2.5 MB of comments, in which a JPEG may hold anything, and a width that tells which image it is. */
const comments = Array.from({ length: 38 }, (_, i) => ({ marker: 0xfe, data: new Uint8Array(65_000).fill(65 + i) }));
const large = (blocks: number) =>
  jpeg({ blocks: [Array.from({ length: blocks }, () => [128])], segments: blocks > 0 ? comments : [] });
const IMAGES = Array.from({ length: 8 }, (_, i) => large(i + 1));
const deep = png({ width: 5, height: 5, colourType: 0, depth: 16, pixel: () => [999] });

let api: TestApi;
let uploads = 0;
beforeAll(async () => {
  api = await testApi([imageToPdf]);
});
afterEach(() => vi.restoreAllMocks());

/** The bucket, counting uploads that were begun and not ended. */
const FILES = new Proxy(env.FILES, {
  get(bucket, name) {
    if (name !== "createMultipartUpload") return (bucket[name as keyof R2Bucket] as () => unknown).bind(bucket);
    return async (key: string, options: R2MultipartOptions) => {
      const upload = await bucket.createMultipartUpload(key, options);
      uploads += 1;
      const ending = (work: Promise<unknown>) => work.finally(() => uploads--);
      return {
        uploadPart: upload.uploadPart.bind(upload),
        complete: (parts: R2UploadedPart[]) => ending(upload.complete(parts)),
        abort: () => ending(upload.abort()),
      };
    };
  },
});

type Entry = [name: string, value: string | Uint8Array];

/** A body as a browser writes it. FormData would copy each file several times. */
function form(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const parts = entries.flatMap(([name, value]) => {
    const isFile = typeof value !== "string";
    const disposition = isFile ? `name="file"; filename="${name}"` : `name="${name}"`;
    const type = isFile ? "\r\nContent-Type: image/jpeg" : "";
    const head = `--b0undary\r\nContent-Disposition: form-data; ${disposition}${type}\r\n\r\n`;
    return [head, isFile ? value : Buffer.from(value), "\r\n"];
  });
  return bytes(...parts, "--b0undary--\r\n") as Uint8Array<ArrayBuffer>;
}

const FORM = { "Content-Type": "multipart/form-data; boundary=b0undary" };

const files = (images: readonly Uint8Array[] = IMAGES): Entry[] => images.map((image, i) => [`${i + 1}.jpg`, image]);
const send = (entries: readonly Entry[], format = "binary", headers: Record<string, string> = {}) =>
  api.request(
    `${PATH}?format=${format}`,
    { method: "POST", body: form(entries), headers: { ...FORM, ...headers } },
    { FILES },
  );
const stored = async () => (await env.FILES.list()).objects.length;

async function pdf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer()).toString("latin1");
}

/** Widths of the pages in blocks, in the order of the page tree, found by the cross-reference table. */
function pages(text: string): number[] {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const entries = text.slice(start).match(/\d{10} 00000 n /g)!;
  const object = (number: number) => {
    const at = Number(entries[number - 1]!.slice(0, 10));
    expect(text.slice(at, at + 12)).toContain(`${number} 0 obj`);
    return text.slice(at, text.indexOf("endobj", at));
  };
  for (let number = 1; number <= entries.length; number++) object(number);
  const kids = [.../\/Kids\[(.*?)\]/.exec(object(2))![1]!.matchAll(/(\d+) 0 R/g)];
  return kids.map((kid) => Number(/MediaBox\[0 0 ([\d.]+) /.exec(object(Number(kid[1])))![1]) / 6);
}

/** An image that some bytes follow, so that the file has the size that is wanted. */
function sized(length: number): Uint8Array {
  const file = new Uint8Array(length);
  file.set(IMAGES[0]!);
  return file;
}

describe("files as large as is published", () => {
  const { fileBytes, requestBytes } = LIMITS.images;

  it("are taken, and one byte more is refused, of a file", async () => {
    expect((await send(files([sized(fileBytes)]))).status).toBe(200);
    const refused = await send(files([sized(fileBytes + 1)]));
    expect([refused.status, (await errorOf(refused)).code]).toEqual([413, "FILE_TOO_LARGE"]);
  });

  it("are taken of a request as a whole, its form included, and no more", async () => {
    const rest = requestBytes - fileBytes;
    expect((await send(files([sized(fileBytes), sized(rest - 1024)]))).status).toBe(200);
    const refused = await send(files([sized(fileBytes), sized(rest)]));
    expect([refused.status, (await errorOf(refused)).code]).toEqual([413, "FILE_TOO_LARGE"]);
  });
});

describe("a form with more images than are held at once", () => {
  it("has its pages as the fields say that come after the images, and leaves nothing in the bucket", async () => {
    const before = await stored();
    const order = [
      { name: "8.jpg", order: 0 },
      { name: "3.jpg", order: 1, rotation: 90 },
    ];
    const text = await pdf(await send([...files(), ["imageOrder", JSON.stringify(order)], ["margin", "4"]]));
    expect(pages(text).map((width) => width - 1)).toEqual([8, 1, 1, 2, 4, 5, 6, 7]);
    expect(text.match(/\/DCTDecode/g)).toHaveLength(8);
    for (const image of IMAGES) expect(text).toContain(Buffer.from(image).toString("latin1"));
    expect([await stored(), uploads, api.isolate.memory.used]).toEqual([before, 0, 0]);
  });

  it("is the same file by its link", async () => {
    const before = await stored();
    const entries = [...files(), ["fileName", "Ä.pdf"] as Entry];
    const made = (await (await send(entries, "json")).json()) as Record<string, unknown>;
    expect(made).toMatchObject({ pageCount: 8, failedImages: 0, fileName: "Ä.pdf", method: "passthrough" });
    const text = await pdf(await api.follow(made.downloadUrl as string));
    expect(text.length).toBe(made.outputSize);
    expect(text).toBe(await pdf(await send(entries)));
    expect([await stored(), uploads, api.isolate.memory.used]).toEqual([before + 1, 0, 0]);
  });

  it("may cost what its size explains, also while the rest of it arrives", async () => {
    const side = 3500;
    const rows = deflateSync(new Uint8Array(side * (side * 4 + 1)));
    const header = { width: side, height: side, depth: 8, colourType: 6 } as const;
    const image = pngFile(header, [["prVt", new Uint8Array(2.5 * MIB)]], new Uint8Array(rows));
    const entries = Array.from({ length: 9 }, (_, i): Entry => [`${i}.png`, image]);
    const made = (await (await send(entries, "json")).json()) as Record<string, unknown>;
    expect(made).toMatchObject({ pageCount: 9, failedImages: 0 });
  });

  it("names the images that fail, in their order, and says what version of PDF it needs", async () => {
    const broken = new Uint8Array(3 * MIB);
    const entries = files([broken, ...IMAGES.slice(1, 7), deep, broken]);
    const made = (await (await send(entries, "json")).json()) as { failures: { name: string }[]; downloadUrl: string };
    expect(made.failures.map(({ name }) => name)).toEqual(["1.jpg", "9.jpg"]);
    const text = await pdf(await api.follow(made.downloadUrl));
    expect(text).toContain("/Catalog/Version/1.5");
    expect(pages(text)).toEqual([2, 3, 4, 5, 6, 7, 5 / 8]);
  });

  it("takes options for reading before the files, and refuses those that come too late", async () => {
    const before = await stored();
    const strip: Entry = ["stripMetadata", "true"];
    const text = await pdf(await send([strip, ...files()]));
    expect(text.length).toBeLessThan(20_000);
    const refused = await send([...files(), strip]);
    expect(refused.status).toBe(400);
    expect(await errorOf(refused)).toMatchObject({ code: "INVALID_INPUT", field: "stripMetadata" });
    // What is repeated changes nothing, and in a smaller form any order will do.
    expect((await send([...files(), ["stripMetadata", "false"]])).status).toBe(200);
    expect((await pdf(await send([...files(IMAGES.slice(0, 5)), strip]))).length).toBeLessThan(20_000);
    expect([await stored(), uploads, api.isolate.memory.used]).toEqual([before, 0, 0]);
  });

  it.each<[string, Entry[], format?: string]>([
    ["a wrong field at its end", [...files(), ["margin", "wide"]], "json"],
    ["a margin for which no page has room", [...files(), ["pageSize", "A4"], ["margin", "900"]]],
    ["urls beside the files", [...files(), ["urls", '["https://example.com/a.jpg"]']], "json"],
    ["nothing but broken images", files(IMAGES.map(() => new Uint8Array(3 * MIB)))],
    ["more images than are allowed", files([...IMAGES.slice(0, 7), ...Array.from({ length: 494 }, () => deep)])],
  ])("is refused for %s without leaving anything", async (_, entries, format = "binary") => {
    const before = await stored();
    expect((await send(entries, format)).status).toBe(400);
    expect([await stored(), uploads, api.isolate.memory.used]).toEqual([before, 0, 0]);
  });

  it("answers a repeated Idempotency-Key as before, and leaves one file", async () => {
    const before = await stored();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const first = await send([...files(), ["margin", "1"]], "json", key);
    const again = await send([["margin", "1"], ...files()], "json", key);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await again.text()).toBe(await first.text());
    const other = await send([...files([...IMAGES.slice(0, 7), large(9)]), ["margin", "1"]], "json", key);
    expect((await errorOf(other)).code).toBe("IDEMPOTENCY_CONFLICT");
    expect([await stored(), uploads]).toEqual([before + 1, 0]);
  });

  it("fails as a whole when the bucket does, and leaves nothing", async () => {
    const before = await stored();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const failing = { get: () => undefined, createMultipartUpload: () => Promise.reject(new Error("R2 is down")) };
    const init = { method: "POST", body: form(files()), headers: FORM };
    const response = await api.request(PATH, init, { FILES: failing as unknown as R2Bucket });
    expect(response.status).toBe(500);
    expect((await errorOf(response)).code).toBe("PROCESSING_FAILED");
    expect([await stored(), api.isolate.memory.used]).toEqual([before, 0]);
  });
});

describe("many images by URL", () => {
  it("are fetched, converted and let go of one after the other, however large they are together", async () => {
    const most: number[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
      most.push(api.isolate.memory.used);
      const image = IMAGES[Number(/(\d+)\.jpg/.exec(String(input))?.[1]) % 8]!;
      return new Response(image, { headers: { "Content-Length": String(image.length) } });
    });
    const before = await stored();
    const urls = Array.from({ length: 24 }, (_, i) => `http://127.0.0.1:9000/${i}.jpg`);
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ urls, imageOrder: [{ name: "23.jpg", order: 0 }] }),
    };
    const allowed = { QUIRE_ENV: "development", ALLOW_LOOPBACK_HOSTS: "127.0.0.1:9000", FILES };
    const response = await api.request(`${PATH}?format=binary`, init, allowed);
    const expected = urls.map((_, i) => (i % 8) + 1);
    expect(pages(await pdf(response))).toEqual([8, ...expected.slice(0, 23)]);
    expect(Math.max(...most)).toBeLessThan(50 * MIB);
    expect([await stored(), uploads, api.isolate.memory.used]).toEqual([before, 0, 0]);
  });
});
