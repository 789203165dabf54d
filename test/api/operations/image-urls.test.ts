import { beforeAll, describe, expect, it, vi } from "vitest";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { jpeg } from "../../fixtures/jpeg.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

const PATH = "/v1/convert/image-to-pdf";
/** 8 pixels high, and so many times 8 wide: the page's width tells which image it is. */
const image = (blocks: number) => jpeg({ blocks: [Array.from({ length: blocks }, () => [128])] });

let api: TestApi;
beforeAll(async () => {
  api = await testApi([imageToPdf]);
});

describe("images by URL", () => {
  const pictures = new Map([
    ["/one.jpg", image(1)],
    ["/dir/two%20b.jpg", image(2)],
    ["/three.jpg", image(3)],
  ]);
  const serve = () =>
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
      const url = new URL(String(input));
      const file = pictures.get(url.pathname);
      return file ? new Response(file) : new Response("gone", { status: 404 });
    });
  // A host of the kind that development allows is asked without resolving its name first.
  const send = (fields: Record<string, unknown>) =>
    api.request(
      PATH,
      { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) },
      { QUIRE_ENV: "development", ALLOW_LOOPBACK_HOSTS: "127.0.0.1:9000" },
    );
  const at = (path: string) => `http://127.0.0.1:9000${path}`;

  it("are fetched, kept in order, and matched by the last segment of their path", async () => {
    const mock = serve();
    const urls = [at("/one.jpg?size=9"), at("/dir/two%20b.jpg"), at("/three.jpg")];
    const response = await send({ urls, imageOrder: JSON.stringify([{ name: "two b.jpg", order: 0 }]) });
    expect(response.status).toBe(200);
    const result = (await response.json()) as { downloadUrl: string; warnings?: string[] };
    expect(result.warnings).toBeUndefined();
    const text = await (await api.follow(result.downloadUrl)).text();
    expect([...text.matchAll(/MediaBox\[0 0 (\d+) /g)].map((match) => Number(match[1]) / 6)).toEqual([2, 1, 3]);
    mock.mockRestore();
  });

  it("that cannot be fetched fail alone", async () => {
    const mock = serve();
    const response = await send({ urls: [at("/gone.jpg"), at("/one.jpg"), "https://127.0.0.1/x.jpg", "not a url"] });
    const result = (await response.json()) as { pageCount: number; failures: { name: string; code: string }[] };
    expect(result.pageCount).toBe(1);
    expect(result.failures.map(({ name, code }) => [name, code])).toEqual([
      ["gone.jpg", "URL_NOT_ACCESSIBLE"],
      ["x.jpg", "URL_NOT_ACCESSIBLE"],
      ["image-4", "URL_NOT_ACCESSIBLE"],
    ]);
    mock.mockRestore();
  });

  it("do not go together with files", async () => {
    const body = form({ file: ["a.jpg", image(1)], urls: JSON.stringify([at("/one.jpg")]) });
    const response = await api.request(PATH, { method: "POST", body });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("Both file and urls"),
    });
  });
});
