import { expect, inject, it } from "vitest";
import { startService } from "../../scripts/lib/service.ts";
import { japanesePdf } from "../fixtures/east-asian.ts";
import { freePort } from "../support/ports.ts";

const { api, downloads, key, state } = inject("service");

it("the service answers on one address, and keeps links on another", async () => {
  expect(new URL(api).host).not.toBe(new URL(downloads).host);
  const health = await fetch(`${api}/health`);
  expect(await health.json()).toEqual({ status: "ok" });
  const outside = await fetch(`${downloads}/health`);
  expect(outside.status).toBe(404);
});

it("the service knows the key that the start gave out, and no other", async () => {
  const known = await fetch(`${api}/v1/convert/image-to-pdf`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(known.status).not.toBe(401);
  const unknown = await fetch(`${api}/v1/convert/image-to-pdf`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}x` },
  });
  expect(unknown.status).toBe(401);
});

it("the service is not started a second time, neither from its folder nor on its port", async () => {
  const port = Number(new URL(api).port);
  const here = `Quire runs from this folder already: ${api}`;
  await expect(startService({ port: await freePort(), state })).rejects.toThrow(here);
  await expect(startService({ port, state: `${state}/other` })).rejects.toThrow(
    `Port ${port} is in use by another Quire`,
  );
});

it("the service reads East Asian text of a font without /ToUnicode, for which it loads a table", async () => {
  const form = new FormData();
  form.append("file", new Blob([japanesePdf().slice()], { type: "application/pdf" }), "japanese.pdf");
  form.append("text", "lines");
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${api}/v1/pdf/inspect`, { method: "POST", headers, body: form });
  expect(await answer.json()).toMatchObject({ pages: [{ text: { noUnicode: 0, lines: [{ text: "漢字です" }] } }] });
});
