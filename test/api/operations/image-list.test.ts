import { beforeAll, describe, expect, it, vi } from "vitest";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { jpeg } from "../../fixtures/jpeg.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

const PATH = "/v1/convert/image-to-pdf";
const MIB = 1024 * 1024;
/** 8 pixels high, and so many times 8 wide: the page's width tells which image it is. */
const image = (blocks: number, segments: { marker: number; data: Uint8Array }[] = []) =>
  jpeg({ blocks: [Array.from({ length: blocks }, () => [128])], segments });
/** About 2.5 MB of comments, in which a JPEG may hold anything. */
const comments = Array.from({ length: 38 }, () => ({ marker: 0xfe, data: new Uint8Array(65_000).fill(65) }));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

let api: TestApi;
beforeAll(async () => {
  api = await testApi([imageToPdf]);
});

const send = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
  api.request(
    `${PATH}?format=binary`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(fields),
    },
    { QUIRE_ENV: "development", ALLOW_LOOPBACK_HOSTS: "127.0.0.1:9000" },
  );

/** Width and height of each page in blocks of 8 pixels. */
async function pages(response: Response): Promise<string[]> {
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
  expect([response.status, response.status === 200 ? "" : text]).toEqual([200, ""]);
  return [...text.matchAll(/MediaBox\[0 0 (\d+) (\d+)\]/g)].map(([, w, h]) => `${Number(w) / 6}×${Number(h) / 6}`);
}

describe("images in a JSON body", () => {
  it("become pages in their order, each with its own rotation", async () => {
    const images = [
      { name: "a.jpg", base64: base64(image(2)) },
      { base64: `data:image/jpeg;base64,${base64(image(3))}`, rotation: 90 },
      { base64: base64(image(4)) },
    ];
    const response = await send({ images });
    expect(response.headers.get("Quire-Warnings")).toBeNull();
    expect(await pages(response)).toEqual(["2×1", "1×3", "4×1"]);
  });

  it("are found by imageOrder, whose rotation comes first", async () => {
    const images = [
      { name: "a.jpg", base64: base64(image(2)), rotation: 90 },
      { name: "b.jpg", base64: base64(image(3)), rotation: 90 },
    ];
    const imageOrder = [{ name: "b.jpg", order: 0, rotation: 0 }];
    expect(await pages(await send({ images, imageOrder }))).toEqual(["3×1", "1×2"]);
  });

  it("may be at addresses among others that are sent", async () => {
    const mock = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(image(5)));
    const images = [
      { base64: base64(image(1)) },
      { url: "http://127.0.0.1:9000/x.jpg", rotation: -90 },
      { base64: base64(image(2)) },
    ];
    expect(await pages(await send({ images }))).toEqual(["1×1", "1×5", "2×1"]);
    mock.mockRestore();
  });

  it("that fail are named by place, and the others become pages", async () => {
    const images = [
      { base64: base64(new TextEncoder().encode("no image at all")) },
      { base64: base64(image(2)) },
      { base64: "" },
      { name: "x.gif", base64: base64(new TextEncoder().encode("GIF89a")) },
    ];
    const response = await send({ images });
    const { failures } = JSON.parse(response.headers.get("Quire-Result")!);
    expect(failures.map(({ name }: { name: string }) => name)).toEqual(["image-1", "image-3", "x.gif"]);
    expect(await pages(response)).toEqual(["2×1"]);
  });

  it("may be text in a form", async () => {
    const images = JSON.stringify([{ name: "a", base64: base64(image(3)) }, { base64: base64(image(1)) }]);
    const response = await api.request(`${PATH}?format=binary`, { method: "POST", body: form({ images }) });
    expect(await pages(response)).toEqual(["3×1", "1×1"]);
  });

  it("are converted while the body arrives, so that memory need not hold all of them", async () => {
    const images = Array.from({ length: 12 }, (_, i) => ({ base64: base64(image(i + 1, comments)), rotation: i * 90 }));
    const spy = vi.spyOn(api.isolate.memory, "open");
    expect(await pages(await send({ images }))).toEqual(
      images.map((_, i) => (i % 2 === 0 ? `${i + 1}×1` : `1×${i + 1}`)),
    );
    // 30 MB were sent; up to 16 MiB are held before the first is handed over.
    expect(spy.mock.results[0]!.value.peak).toBeLessThan(24 * MIB);
    spy.mockRestore();
  });

  it("take options for reading from before them, if they are large", async () => {
    const images = Array.from({ length: 8 }, () => ({ base64: base64(image(1, comments)) }));
    expect((await send({ stripMetadata: true, images })).status).toBe(200);
    const refused = await send({ images, stripMetadata: true });
    expect([refused.status, await errorOf(refused)]).toMatchObject([
      400,
      { field: "stripMetadata", message: expect.stringContaining("must come before them") },
    ]);
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ images: [{ name: "a" }] }, "images[0]", "expected base64 or url, got neither"],
    [{ images: [{ base64: "AAAA", url: "https://example.com/" }] }, "images[0]", "expected base64 or url, got both"],
    [{ images: [{ base64: 5 }] }, "images[0].base64", "expected a string, got 5"],
    [{ images: [{ base64: "?" }] }, "images[0].base64", "is not base64 (byte 22 of the request body)"],
    [{ images: ["AAAA"] }, "images[0]", 'expected an object, got "AAAA"; such as {"images": [{"name":"scan-1.png"'],
    [{ images: [] }, "file", "No image was given; send file parts, urls or images."],
    [{ images: [{ base64: "AAAA" }], urls: ["https://example.com/"] }, "images", "Both urls and images were given"],
  ])("that are wrong are refused: %j", async (fields, field, says) => {
    const response = await send(fields);
    expect([response.status, await errorOf(response)]).toMatchObject([
      400,
      { code: "INVALID_INPUT", field, message: expect.stringContaining(says) },
    ]);
  });

  it("do not go together with file parts", async () => {
    const body = form({ file: ["a.jpg", image(1)], images: JSON.stringify([{ base64: base64(image(1)) }]) });
    expect(await errorOf(await api.request(PATH, { method: "POST", body }))).toMatchObject({
      field: "images",
      message: "Both file and images were given; send one of them.",
    });
  });
});
