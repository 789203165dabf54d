import { expect, inject, it } from "vitest";

const { api, downloads, key } = inject("service");

it("answers on one address, and keeps links on another", async () => {
  expect(new URL(api).host).not.toBe(new URL(downloads).host);
  const health = await fetch(`${api}/health`);
  expect(await health.json()).toEqual({ status: "ok" });
  const outside = await fetch(`${downloads}/health`);
  expect(outside.status).toBe(404);
});

it("knows the key that the start gave out, and no other", async () => {
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
