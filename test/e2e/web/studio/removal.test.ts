import { readFile } from "node:fs/promises";
import * as mupdf from "mupdf";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectAccessible, expectFits, PHONE_IN_DARK } from "../browser.ts";
import { choose, numbered, openTool, press } from "../studio.ts";

async function savedFile(page: Page, link: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: link }).click()]);
  return readFile(await download.path());
}

it("the report of a removal begins with totals, leads to pages, and is saved as JSON and as a PDF", async () => {
  const { page } = await openTool("crop", PHONE_IN_DARK);
  await choose(page, "Choose a PDF", await numbered(114));
  await page.getByLabel("Apply to", { exact: true }).selectOption("all");
  // The words "Page …" begin at 60 points.
  await page.getByLabel("Unit").selectOption("pt");
  await page.getByLabel("Left", { exact: true }).fill("100");
  await page.getByLabel("Remove what is outside").check();
  await press(page, "Crop 114 pages");
  const report = page.getByRole("region", { name: "What was removed" });
  await report.getByText(/^Removed: \d+ characters\..* On 114 pages\.$/).waitFor();
  await report.getByRole("button", { name: "Show page 113" }).click();
  await page.getByRole("img", { name: "Page 113 of the result" }).waitFor();
  await expectFits(page);
  await expectAccessible(page);
  const json = JSON.parse((await savedFile(page, "Save report (JSON)")).toString()) as { pages: unknown[] };
  expect(json.pages).toHaveLength(114);
  const pdf = mupdf.PDFDocument.openDocument(await savedFile(page, "Save report (PDF)"), "application/pdf");
  expect(pdf.countPages()).toBeGreaterThan(1);
  const text = Array.from({ length: pdf.countPages() }, (_, index) =>
    pdf.loadPage(index).toStructuredText("").asText(),
  ).join("\n");
  expect(text).toContain("What was removed from numbered-cropped");
  expect(text).toContain("Page 114: removed");
});
