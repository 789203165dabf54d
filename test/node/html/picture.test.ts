import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BrowserPool } from "../../../src/html/browser/pool/sessions.ts";
import { shownPicture } from "../../../src/html/picture.ts";
import { chromiumBinding, type TestBinding } from "./chromium.ts";
import { patientPool } from "./patient-pool.ts";

let binding: TestBinding;
let pool: BrowserPool;

beforeAll(async () => {
  binding = await chromiumBinding();
  pool = patientPool();
});
afterAll(() => binding.close());

async function shown(bytes: Uint8Array, format: "avif" | "svg"): Promise<Uint8Array | undefined> {
  return (await pictureOf(bytes, format))?.bytes;
}

async function pictureOf(bytes: Uint8Array, format: "avif" | "svg") {
  const ended: Promise<unknown>[] = [];
  const signal = new AbortController().signal;
  const waitUntil = (work: Promise<unknown>) => ended.push(work);
  const context = { binding, ledger: binding.ledger, pool, network: {}, signal, waitUntil };
  return shownPicture(bytes, format, context).finally(() => Promise.all(ended));
}

const svg = (content: string, size = 'width="40" height="20"') =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);

it("an AVIF comes with its own pixels and its transparency", async () => {
  const pixels = { r: 200, g: 30, b: 60, alpha: 0.5 };
  const avif = await sharp({ create: { width: 30, height: 20, channels: 4, background: pixels } })
    .avif({ lossless: true })
    .toBuffer();
  const { data, info } = await sharp(await shown(avif, "avif"))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([30, 20, 4]);
  const middle = [...data.subarray((10 * 30 + 15) * 4, (10 * 30 + 15) * 4 + 4)];
  [200, 30, 60, 128].forEach((value, i) => {
    expect(Math.abs(middle[i]! - value)).toBeLessThanOrEqual(3);
  });
});

it("a drawing is as fine as print, and as large as it says", async () => {
  const drawing = svg('<rect width="20" height="20" fill="#00f"/>');
  const { width, height, density } = await sharp(await shown(drawing, "svg")).metadata();
  expect([width, height, density]).toEqual([160, 80, 384]);
});

it.each([
  ["its viewBox alone", 'viewBox="0 0 40 20"', 40, 20],
  ["its viewBox, beside shares of what is around it", 'width="100%" height="100%" viewBox="5,5 40 20"', 40, 20],
  ["one side and its viewBox", "width='1in' viewBox='0 0 40 20'", 96, 48],
  ["its height and its viewBox", 'height="10" viewBox="0 0 40 20"', 20, 10],
  ["a viewBox of many pixels", 'viewBox="0 0 400000 200000"', 2828, 1414],
])("a drawing of which %s tells the size is shown as a whole", async (_, size, width, height) => {
  const drawing = svg(
    '<rect width="100%" height="100%" fill="#00f"/><circle cx="99%" cy="99%" r="30%" fill="red"/>',
    size,
  );
  const picture = (await shown(drawing, "svg"))!;
  const { data, info } = await sharp(picture).flatten().raw().toBuffer({ resolveWithObject: true });
  const { density = 72 } = await sharp(picture).metadata();
  expect([info.width, info.height].map((side) => Math.round(side / (density / 96)))).toEqual([width, height]);
  expect([...data.subarray(0, 3)]).toEqual([0, 0, 255]);
});

it.each([
  ["a drawing of one colour is known as such", '<rect width="40" height="20" fill="#00f"/>', true],
  ["an empty drawing, too", "", true],
  ["a drawing of two colours is not", '<rect width="1" height="1" fill="#00f"/>', false],
])("%s", async (_, content, isPlain) => {
  expect(await pictureOf(svg(content), "svg")).toMatchObject({ isPlain });
});

it("a drawing runs no script and loads nothing", async () => {
  const hostile = svg(`<script>document.documentElement.setAttribute("style", "background: red")</script>
    <image href="https://elsewhere.example/a.png" width="40" height="20"/>
    <foreignObject width="40" height="20"><p xmlns="http://www.w3.org/1999/xhtml" onload="this.style.background='red'"/></foreignObject>`);
  // In place of the image that is not loaded, browsers draw a small mark, which is not red.
  const { data } = await sharp(await shown(hostile, "svg"))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isRed = (at: number) => data[at + 3]! > 0 && data[at]! > data[at + 1]! + 100;
  expect(Array.from({ length: data.length / 4 }, (_, pixel) => pixel * 4).filter(isRed)).toEqual([]);
});

it("what the browser cannot show is left", async () => {
  expect(await shown(new TextEncoder().encode("not an image"), "avif")).toBeUndefined();
});

it("a picture that is too large is refused before it is drawn", async () => {
  await expect(shown(svg("", 'width="9000" height="9000"'), "svg")).rejects.toMatchObject({ kind: "too-large" });
});
