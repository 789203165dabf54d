import { readFile } from "node:fs/promises";
import { PDFDocument } from "pdf-lib";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { awkwardPdf } from "../../fixtures/documents.ts";
import { unfold } from "../../support/page-states.ts";
import { type Visit, type VisitOptions, visit } from "./browser.ts";
import { service } from "./service.ts";

export interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A tool of the studio, with the key of the tests in this tab. */
export async function openTool(tool: string, options: VisitOptions = {}, key = service.key): Promise<Visit> {
  const seen = await visit("about:blank", options);
  await seen.page.addInitScript((key) => {
    if (key !== "") sessionStorage.setItem("quire-key", key);
  }, key);
  await seen.page.goto(`${service.api}/studio#${tool}`);
  return seen;
}

/** The crop tool with a document, in points. */
export async function cropping(options: VisitOptions = {}): Promise<Visit> {
  const seen = await openTool("crop", options);
  await choose(seen.page, "Choose a PDF", await awkward());
  await seen.page.getByRole("application").waitFor();
  await unfold(seen.page);
  await seen.page.getByLabel("Unit").selectOption("pt");
  return seen;
}

export async function awkward(name = "awkward.pdf"): Promise<Chosen> {
  return { name, mimeType: "application/pdf", buffer: Buffer.from(await awkwardPdf()) };
}

/** This many pages with their numbers on them, and an outline item at every third if asked for. */
export async function numbered(pages: number, name = "numbered.pdf"): Promise<Chosen> {
  const pdf = await PDFDocument.create();
  for (let number = 1; number <= pages; number++) {
    pdf.addPage([300, 400]).drawText(`Page ${number}`, { x: 60, y: 200, size: 30 });
  }
  return { name, mimeType: "application/pdf", buffer: Buffer.from(await pdf.save()) };
}

export async function choose(page: Page, button: string, files: Chosen | Chosen[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  await chooser.setFiles(files);
}

/** Drops files on whatever is under that selector, each with so many bytes of white space after its end. */
export async function drop(page: Page, selector: string, files: Chosen[], padding = 0): Promise<void> {
  const data = files.map(({ name, mimeType, buffer }) => {
    // Large ones are made there: what is handed over as text takes seconds.
    return { name, mimeType, base64: buffer.toString("base64"), padding };
  });
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, base64, padding } of files) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const space = new Uint8Array(padding).fill(0x0a);
      transfer.items.add(new File([bytes, space], name, { type: mimeType }));
    }
    return transfer;
  }, data);
  await page.dispatchEvent(selector, "dragover", { dataTransfer: transfer });
  await page.dispatchEvent(selector, "drop", { dataTransfer: transfer });
}

/** Pastes a file, as a file manager or a screenshot puts it into the clipboard. */
export async function paste(page: Page, { name, mimeType, buffer }: Chosen): Promise<void> {
  const clipboardData = await page.evaluateHandle(
    ({ name, mimeType, base64 }) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
      return transfer;
    },
    { name, mimeType, base64: buffer.toString("base64") },
  );
  await page.evaluate((clipboardData) => dispatchEvent(new ClipboardEvent("paste", { clipboardData })), clipboardData);
}

/** What the page offers to save. */
export async function saved(page: Page): Promise<PDFDocument> {
  return PDFDocument.load(await savedBytes(page));
}

/** The bytes behind a link: of a blob of the page, or of a file of the service. */
export async function savedBytes(page: Page, href?: string): Promise<Uint8Array> {
  const link = page.getByRole("link", { name: "Save", exact: true });
  const address = href ?? ((await link.getAttribute("href")) as string);
  if (!address.startsWith("blob:")) {
    const response = await fetch(address);
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  }
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`a[href="${address}"]`).click()]);
  return readFile(await download.path());
}

/** Draws with the mouse between two points, given as parts of the page from its top left. */
export async function draw(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = (await page.locator(".area-layer").boundingBox()) as {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  await page.mouse.move(box.x + box.width * from[0], box.y + box.height * from[1]);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to[0], box.y + box.height * to[1], { steps: 4 });
  await page.mouse.up();
}

export async function turnTo(page: Page, number: number): Promise<void> {
  const pages = page.getByLabel("Page", { exact: true });
  await pages.fill(String(number));
  await pages.press("Enter");
  await page.getByRole("img", { name: `Page ${number}`, exact: true }).waitFor();
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).click();

type Point = readonly [x: number, y: number];

/** Fingers on a screen that move from where they are put, and stay for a while, to where they are lifted. */
export async function swipe(page: Page, fingers: readonly { from: Point; to: Point }[], stayMs = 0): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const STEPS = 4;
  const at = (step: number) =>
    fingers.map(({ from, to }, id) => ({
      id,
      x: from[0] + ((to[0] - from[0]) * step) / STEPS,
      y: from[1] + ((to[1] - from[1]) * step) / STEPS,
    }));
  // One after the other, as fingers come.
  for (let count = 1; count <= fingers.length; count++) {
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0).slice(0, count) });
  }
  await page.waitForTimeout(stayMs);
  for (let step = 1; step <= STEPS; step++) {
    await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step) });
  }
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await devtools.detach();
}

export async function middleOf(locator: Locator): Promise<Point> {
  await locator.scrollIntoViewIfNeeded();
  const box = (await locator.boundingBox()) as { x: number; y: number; width: number; height: number };
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** All that leaves this machine: requests that are no GET, and anything in an address that is not of the pages. */
export function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol === "blob:") return;
    const isOfPages = request.method() === "GET" && /^\/(assets\/|studio$|v1\/limits$|favicon)/.test(url.pathname);
    if (!isOfPages) sent.push(`${request.method()} ${url.pathname}`);
    expect(request.postDataBuffer()?.length ?? 0).toBe(0);
  });
  return sent;
}
