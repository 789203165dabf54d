import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";
import { type ImageFormat, screenshot } from "../../../src/html/screenshot.ts";
import { chromiumBinding, type TestBinding } from "./chromium.ts";
import { patientPool } from "./patient-pool.ts";

let binding: TestBinding;
beforeAll(async () => {
  binding = await chromiumBinding();
});
afterAll(() => binding.close());

async function taken(html: string, format: ImageFormat, options: Record<string, unknown> = {}) {
  const cleaning: Promise<unknown>[] = [];
  const source = localSource(new TextEncoder().encode(html), undefined);
  try {
    const { pieces } = await screenshot(source, htmlOptions.parse(options), format, {
      ...{ binding, ledger: binding.ledger, pool: patientPool(), network: {} },
      signal: new AbortController().signal,
      waitUntil: (work) => cleaning.push(work),
    });
    return sharp(pieces[0]);
  } finally {
    await Promise.all(cleaning);
  }
}

const TALL = `<style>body { margin: 0; height: 2000px; background: red } @media print { body { background: lime } }</style>
  <p style="position: absolute; top: 1900px; width: 50px; height: 50px; margin: 0; background: blue">`;

it.each(["png", "jpeg", "webp"] as const)("an image of the whole page, as on a screen, is a %s", async (format) => {
  const image = await taken(TALL, format, { viewport: { width: 400, height: 300 } });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  expect(await image.metadata()).toMatchObject({ format, width: 400, height: 2000 });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
  const isNear = (found: number[], wanted: number[]) => found.every((value, i) => Math.abs(value - wanted[i]!) < 12);
  expect(isNear(at(390, 10), [255, 0, 0])).toBe(true);
  expect(isNear(at(20, 1920), [0, 0, 255])).toBe(true);
});

it("an image has the window's pixels, and may be transparent", async () => {
  const options = { viewport: { width: 200, height: 100, deviceScaleFactor: 2 }, omitBackground: true };
  const image = await taken("<style>body { margin: 0 }</style>", "png", options);
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, data[3]]).toEqual([400, 200, 0]);
});

it("a page that is too high for an image is refused", async () => {
  await expect(taken("<div style='height: 17000px'>", "png")).rejects.toMatchObject({ kind: "input", field: "output" });
});
