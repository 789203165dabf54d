import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { scanned } from "../../../support/scanned.ts";
import { expectAccessible, expectQuiet } from "../browser.ts";
import { type Chosen, choose, numbered, openTool, press, savedBytes, sentBy } from "../studio.ts";

async function scan(): Promise<Chosen> {
  const bytes = await scanned([{ lines: ["The quick brown fox", "jumps over the dog"] }, { lines: ["Second sheet"] }]);
  return { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from(bytes) };
}

function textOf(bytes: Uint8Array): string {
  const pdf = mupdf.PDFDocument.openDocument(bytes, "application/pdf");
  const pages = Array.from({ length: pdf.countPages() }, (_, index) => pdf.loadPage(index));
  return pages.map((page) => page.toStructuredText("").asText()).join("\n");
}

const offer = "No text on page 1-2";

describe("a scan", () => {
  it("is read on this machine, sends nothing, and can be saved and searched", async () => {
    const seen = await openTool("redact", {}, "");
    const { page } = seen;
    const sent = sentBy(page);
    await choose(page, "Choose a PDF", await scan());
    await page.getByText(offer).click();
    await page.getByLabel("They are written in").selectOption("English");
    await expectAccessible(page);
    await press(page, "Make searchable");
    await page.getByText(/^10 words read on 2 pages/).waitFor();
    const link = page.getByRole("link", { name: "Save searchable PDF" });
    const bytes = await savedBytes(page, (await link.getAttribute("href")) as string);
    expect(textOf(bytes)).toMatch(/quick brown fox[\s\S]*Second sheet/);
    await page.getByLabel("Text", { exact: true }).fill("brown fox");
    await press(page, "Find");
    await page.getByRole("button", { name: "Redact 1 text" }).waitFor();
    expect(sent).toEqual([]);
    expectQuiet(seen);
  });

  it("that has a password has it again when its words are laid", async () => {
    const { page } = await openTool("split", {}, "");
    const { buffer } = await scan();
    const open = mupdf.PDFDocument.openDocument(buffer, "application/pdf") as mupdf.PDFDocument;
    const locked = open.saveToBuffer("encrypt=aes-256,user-password=sesame,owner-password=owner").asUint8Array();
    const file = { name: "locked.pdf", mimeType: "application/pdf", buffer: Buffer.from(locked) };
    await choose(page, "Choose a PDF", file);
    await page.getByLabel("Password of locked.pdf").fill("sesame");
    await press(page, "Open");
    await page.getByText(offer).click();
    await press(page, "Make searchable");
    const link = page.getByRole("link", { name: "Save searchable PDF" });
    const bytes = await savedBytes(page, (await link.getAttribute("href")) as string);
    const made = mupdf.PDFDocument.openDocument(bytes, "application/pdf");
    expect(made.needsPassword()).toBe(true);
    expect(made.authenticatePassword("sesame")).toBeGreaterThan(0);
  });

  it("is read in a tab that nobody looks at, which is given no frames", async () => {
    const { page } = await openTool("split", {}, "");
    await choose(page, "Choose a PDF", await scan());
    await page.getByText(offer).click();
    const begin = await page.getByRole("button", { name: "Make searchable" }).elementHandle();
    await page.locator(".split-pages .page-canvas[data-state=drawn]").nth(1).waitFor();
    await page.evaluate("globalThis.requestAnimationFrame = () => 0");
    await begin?.evaluate((button) => (button as HTMLElement).click());
    await expect.poll(() => page.getByText(/^10 words read on 2 pages/).count(), { timeout: 60_000 }).toBe(1);
  });

  it("is not read on when that is cancelled", async () => {
    const { page } = await openTool("split", {}, "");
    await choose(page, "Choose a PDF", await scan());
    await page.getByText(offer).click();
    await press(page, "Make searchable");
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Make searchable" }).waitFor();
    expect(await page.getByText(/words read/).count()).toBe(0);
  });

  it("is offered to be read only where pages have no text", async () => {
    const { page } = await openTool("crop", {}, "");
    await choose(page, "Choose a PDF", await numbered(2));
    await page.getByRole("application").waitFor();
    await page.waitForTimeout(2_000);
    expect(await page.getByText(/No text on/).count()).toBe(0);
  });
});
