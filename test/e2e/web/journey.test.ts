import * as mupdf from "mupdf";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectQuiet, visit } from "./browser.ts";
import { awkwardPdf, png } from "./documents.ts";
import { service } from "./service.ts";

async function choose(page: Page, name: string, mimeType: string, bytes: Uint8Array): Promise<void> {
  await page
    .locator("[role=tabpanel]:visible input[type=file]")
    .setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
}

const run = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();

it("a key made in the dashboard serves all four operations of the playground, and none once it is revoked", async () => {
  const seen = await visit(`${service.api}/dashboard`);
  const { page } = seen;
  await page.getByLabel("Admin secret").fill(service.adminSecret);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("On a journey");
  await run(page, "Create key");
  await page.getByRole("link", { name: "Use it in the studio" }).click();

  const pdf = await awkwardPdf();
  await choose(page, "a.pdf", "application/pdf", pdf);
  await page.getByText("595 × 842 pt", { exact: true }).waitFor();
  await run(page, "Crop");
  await page.getByText("1 page was cropped of 3.").waitFor();
  await tab(page, "Split");
  await choose(page, "a.pdf", "application/pdf", pdf);
  await page.getByRole("button", { name: "Cut after page 2" }).click();
  await run(page, "Split");
  await page.getByText("3 pages split into 2 files.").waitFor();
  await tab(page, "Images to PDF");
  await choose(page, "a.png", "image/png", png(30, 20));
  await run(page, "Make the PDF");
  await page.getByText("1 image converted to 1 page.").waitFor();
  await tab(page, "HTML to PDF");
  await run(page, "Make the PDF");
  await page.getByText("The HTML was rendered as a PDF.").waitFor();
  expectQuiet(seen);

  await page.goto(`${service.api}/dashboard`);
  await page.getByRole("button", { name: "Revoke key On a journey" }).click();
  await run(page, "Revoke it");
  await page.locator("tr", { hasText: "On a journey" }).getByText("revoked", { exact: true }).waitFor();
  await page.goto(`${service.api}/playground#html`);
  await run(page, "Make the PDF");
  await page.getByText("The API key was revoked.").first().waitFor();
  expect(await page.getByLabel("API key").getAttribute("aria-invalid")).toBe("true");
});

it("a protected document is opened with its password, and cropped with it", async () => {
  const document = mupdf.PDFDocument.openDocument(await awkwardPdf(), "application/pdf") as mupdf.PDFDocument;
  const locked = document.saveToBuffer("encrypt=aes-256,user-password=open sesame,owner-password=owner").asUint8Array();
  const seen = await visit(`${service.api}/playground#crop`);
  const { page } = seen;
  await page.getByLabel("API key").fill(service.key);
  await choose(page, "locked.pdf", "application/pdf", locked);
  await page.getByText("This PDF needs a password.").waitFor();
  await page.getByLabel("Password").first().fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("The password is wrong.").waitFor();
  await page.getByLabel("Password").first().fill("open sesame");
  await page.keyboard.press("Enter");
  await page.getByText("595 × 842 pt", { exact: true }).waitFor();
  await run(page, "Crop");
  await page.getByRole("img", { name: "Page 1 of the produced PDF" }).waitFor();
  const link = page.getByRole("link", { name: /^Save the PDF/ });
  await link.waitFor();
  const cropped = await (await fetch((await link.getAttribute("href")) as string)).arrayBuffer();
  const opened = mupdf.PDFDocument.openDocument(cropped, "application/pdf");
  expect(opened.needsPassword()).toBe(true);
  expect(opened.authenticatePassword("open sesame")).toBeGreaterThan(0);
  const [left, , right] = opened.loadPage(0).getBounds();
  expect(right - left).toBeCloseTo(476, 0);
  expectQuiet(seen);
});
