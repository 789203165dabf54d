import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { png } from "../../../fixtures/documents.ts";
import { japanesePdf } from "../../../fixtures/east-asian.ts";
import { writeLargePdf } from "../../../fixtures/large-file.ts";
import { expectAccessible, expectQuiet, mostMemory } from "../browser.ts";
import { service } from "../service.ts";
import { choose, draw, numbered, openTool, press, saved, savedBytes, sentBy } from "../studio.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();

it("crop, removal, split and images send not one byte, without a key", async () => {
  const seen = await openTool("crop", {}, "");
  const { page } = seen;
  const sent = sentBy(page);
  const engine = loadedOfEngine(page);
  await choose(page, "Choose a PDF", await numbered(6));
  await page.getByRole("application").waitFor();
  await page.getByText("Your file stays on this machine.").waitFor();
  // The engine is loaded with a file, and its parts for what the tool does.
  await expect.poll(engine.kilobytes).toBeGreaterThan(100);
  await draw(page, [0.2, 0.2], [0.8, 0.8]);
  await press(page, "Crop 1 page");
  await heading(page, "1 page cropped");
  expect((await saved(page)).getPage(0).getCropBox().width).toBeCloseTo(180, -1);
  // Parts of the engine are loaded when they are first used.
  expect(await engine.kilobytes()).toBeLessThan(250);

  await press(page, "Remove what is outside");
  await draw(page, [0.05, 0.1], [0.45, 0.9]);
  await press(page, "Crop 1 page");
  await page.getByText("nothing outside the areas is left in it").waitFor();
  await page.getByRole("row", { name: /^Show page 1 \d+ character/ }).waitFor();

  expect(await engine.kilobytes()).toBeLessThan(364);
  await page.getByRole("link", { name: "Split" }).click();
  await press(page, "Cut after page 2");
  await press(page, "Make 2 files");
  await heading(page, "2 files made");
  const part = page.getByRole("link", { name: "numbered-3-6.pdf" });
  const bytes = await savedBytes(page, (await part.getAttribute("href")) as string);
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(4);
  await page.locator(".files canvas").nth(1).waitFor();
  expect(await engine.kilobytes()).toBeLessThan(375);

  await page.getByRole("link", { name: "Images" }).click();
  await choose(page, "Choose images", [
    { name: "a.png", mimeType: "image/png", buffer: png(30, 20) },
    { name: "b.svg", mimeType: "image/svg+xml", buffer: Buffer.from(SVG) },
  ]);
  await press(page, "Bind 2 images");
  await heading(page, "2 images bound");
  await page.getByRole("img", { name: "Page 1 of the result" }).waitFor();
  expect((await saved(page)).getPageCount()).toBe(2);
  expect(await engine.kilobytes()).toBeLessThan(450);
  // What only redaction needs comes with its own tool.
  expect(await engine.has("/v1/pdf/redact")).toBe(false);
  await page.getByRole("link", { name: "Redact" }).click();
  await expect.poll(() => engine.has("/v1/pdf/redact")).toBe(true);
  expect(sent).toEqual([]);
  expectQuiet(seen);
});

it("East Asian text of a font without /ToUnicode is found in the page, which loads the table for it", async () => {
  const seen = await openTool("redact", {}, "");
  const { page } = seen;
  const sent = sentBy(page);
  const engine = loadedOfEngine(page);
  const japanese = { name: "japanese.pdf", mimeType: "application/pdf", buffer: Buffer.from(japanesePdf()) };
  await choose(page, "Choose a PDF", japanese);
  await page.getByRole("img", { name: "Page 1", exact: true }).waitFor();
  const before = await engine.kilobytes();
  await page.getByLabel("Text", { exact: true }).fill("漢字");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Cut “漢字” on page 1" }).waitFor();
  expect(await engine.kilobytes()).toBeGreaterThan(before + 20);
  expect(sent).toEqual([]);
});

/** The parts of the engine that a page has loaded: what is in them, and their kilobytes as they are sent. */
function loadedOfEngine(page: Page) {
  // A second worker takes them out of the browser's cache.
  const parts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const url = response.url();
    if (/\/assets\/engine-/.test(url) && !parts.has(url)) parts.set(url, response.body());
  });
  const all = () => Promise.all(parts.values());
  return {
    async kilobytes() {
      const sizes = (await all()).map((part) => gzipSync(part).length);
      return sizes.reduce((sum, size) => sum + size, 0) / 1000;
    },
    has: async (text: string) => (await all()).some((part) => part.includes(text)),
  };
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="red"/></svg>';

it("a link is made when it is asked for, and then the file goes up", async () => {
  const seen = await openTool("crop", { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = seen;
  await choose(page, "Choose a PDF", await numbered(3));
  await page.getByRole("application").waitFor();
  await press(page, "Crop 1 page");
  await heading(page, "1 page cropped");
  await page.getByText("Made on this machine, where your file stays.", { exact: false }).waitFor();
  await expectAccessible(page);
  const here = await savedBytes(page);
  const sending = page.waitForRequest((request) => request.method() === "POST");
  await press(page, "Copy link (one hour)");
  expect(new URL((await sending).url()).pathname).toBe("/v1/pdf/crop");
  const link = await page.getByLabel("Link, for one hour").inputValue();
  expect(link.startsWith(service.downloads)).toBe(true);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.getByText("Your file was sent to make the link.", { exact: false }).waitFor();
  const there = new Uint8Array(await (await fetch(link)).arrayBuffer());
  // The service makes the same of it.
  expect(Buffer.compare(there, here)).toBe(0);
  await expectAccessible(page);
  expectQuiet(seen);
});

it("a file of a gigabyte is opened, cropped and divided, and is never in memory", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "quire-large-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "large.pdf");
  await writeLargePdf(file, 1 << 30, 40);
  const { page } = await openTool("crop", {}, "");
  const sent = sentBy(page);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose a PDF" }).click(),
  ]);
  await chooser.setFiles(file);
  await page.getByRole("application").waitFor();
  await page.getByLabel("Apply to", { exact: true }).selectOption("even");
  await press(page, "Crop 20 pages");
  await heading(page, "20 pages cropped");
  await page.getByText(/40 pages, 1.1 GB/).waitFor();
  await page.getByRole("img", { name: "Page 2 of the result" }).waitFor();

  await press(page, "Back to editing");
  await page.getByRole("checkbox", { name: "Remove what is outside" }).check();
  await press(page, "Crop 20 pages");
  await page.getByText("nothing outside the areas is left in it").waitFor();

  await page.getByRole("link", { name: "Split" }).click();
  await press(page, "Cut after page 20");
  await press(page, "Make 2 files");
  await heading(page, "2 files made");
  await page.getByText(/^Pages 1-20 · 1\.1 GB$/).waitFor();
  const second = page.getByRole("link", { name: "large-21-40.pdf" });
  const bytes = await savedBytes(page, (await second.getAttribute("href")) as string);
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(20);
  expect(await mostMemory(page)).toBeLessThan(300);
  expect(sent).toEqual([]);
});
