import { createServer } from "node:http";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { png } from "../fixtures/png.ts";
import { type Collection, collectionFormat } from "../support/postman-format.ts";
import { CollectionRun } from "../support/postman-run.ts";

const { api, key, adminSecret, site } = inject("service");
const page = createServer((_, response) => response.end("<!doctype html><h1>A page</h1>"));
const bearer = { Authorization: `Bearer ${key}` };

let collection: Collection;
let run: CollectionRun;
beforeAll(async () => {
  await new Promise<void>((resolve) => page.listen(site, "127.0.0.1", resolve));
  const text = await (await fetch(`${api}/postman.json`)).text();
  // The only change: the page to print is one that is there without the internet.
  collection = collectionFormat.parse(JSON.parse(text.replaceAll("https://example.com/", `http://localhost:${site}/`)));
  const image = (shade: number) => png({ width: 40, height: 40, colourType: 0, depth: 8, pixel: () => [shade] });
  const pdf = await book();
  const files = new Map([
    ...["report.pdf", "book.pdf"].map((name) => [name, pdf] as const),
    ...["scan-1.jpg", "scan-2.png", "a.jpg", "b.jpg"].map((name, i) => [name, image(i * 20)] as const),
  ]);
  run = new CollectionRun(collection, { apiKey: key, adminSecret }, files);
});
afterAll(() => page.close());

/** A document of fifteen chapters, a page each, with its outline. */
async function book(): Promise<Uint8Array> {
  const chapters = Array.from({ length: 15 }, (_, i) => `<h1 style="break-after: page">Chapter ${i + 1}</h1>`);
  const body = JSON.stringify({ html: `${chapters.join("")}<p>End`, outline: true });
  const response = await fetch(`${api}/v1/convert/html-to-pdf?format=binary`, {
    ...{ method: "POST", headers: { ...bearer, "Content-Type": "application/json" }, body },
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

it("every request of the Postman collection succeeds, sent in order with a key and its files", async () => {
  const answers: string[] = [];
  for (const folder of collection.item) {
    for (const item of folder.item) {
      const response = await run.send(item);
      const said = response.ok ? "" : await response.text();
      answers.push(`${folder.name}, ${item.name}: ${response.status} ${said}`.trim());
    }
  }
  expect(answers.length).toBeGreaterThanOrEqual(20);
  const created = /(Create a key|Replace a key by a new one|upload link): 201$/;
  expect(answers.filter((answer) => !answer.endsWith(": 200") && !created.test(answer))).toEqual([]);
});
