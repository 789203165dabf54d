import { readFile } from "node:fs/promises";
import * as mupdf from "mupdf";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { unfold } from "../../../support/page-states.ts";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK } from "../browser.ts";
import { choose, numbered, openTool, press, sentBy } from "../studio.ts";

async function savedFile(page: Page, link: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: link }).click()]);
  return readFile(await download.path());
}

it("the report of a removal begins with totals, leads to pages, and is saved as JSON and as a PDF", async () => {
  const { page } = await openTool("crop", PHONE_IN_DARK);
  await choose(page, "Choose a PDF", await numbered(114));
  await unfold(page);
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

it("what goes is seen before it is done: in red, and then the page without it", async () => {
  const seen = await openTool("crop", {}, "");
  const { page } = seen;
  const sent = sentBy(page);
  await choose(page, "Choose a PDF", await numbered(3));
  await page.getByRole("application").waitFor();
  await page.getByLabel("Unit").selectOption("pt");
  // Through the second letter of "Page 1", which begins at 60 points.
  await page.getByLabel("Left", { exact: true }).fill("88");
  await page.getByLabel("Remove what is outside").check();
  const counts = page.locator(".foreseen-counts");
  await counts.getByText("From page 1 go: 1 character; cut in part: 1 character.").waitFor();
  const [red, dark] = [() => pixels(page, [200, 24, 16]), () => pixels(page, [0, 0, 0])];
  expect(await red()).toBe(0);
  await page.getByLabel("Characters on the edge").selectOption("remove");
  await counts.getByText("From page 1 go: 2 characters.").waitFor();
  await expect.poll(red).toBeGreaterThan(20);
  await expectAccessible(page);
  await page.getByLabel("Show the page without what goes").check();
  await page.getByRole("img", { name: "What is left" }).waitFor();
  expect(await red()).toBe(0);
  expect(await dark()).toBeGreaterThan(20);
  await expectAccessible(page);
  // It follows what is changed, and the page in view.
  await page.getByLabel("Left", { exact: true }).fill("250");
  await counts.getByText("From page 1 go: 6 characters.").waitFor();
  await expect.poll(dark).toBe(0);
  await page.getByLabel("Left", { exact: true }).fill("88");
  await counts.getByText("From page 1 go: 2 characters.").waitFor();
  await press(page, "Crop 1 page");
  await page.getByText(/^Removed: 2 characters\. Cut in part: nothing\. On 1 page\.$/).waitFor();
  expect(sent).toEqual([]);
  expectQuiet(seen);
});

/** How many pixels of this colour lie over the page. */
function pixels(page: Page, [red, green, blue]: [number, number, number]): Promise<number> {
  return page.locator("canvas.foreseen").evaluate(
    (canvas, [red, green, blue]) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const drawn = (canvas as HTMLCanvasElement).getContext("2d") as CanvasRenderingContext2D;
      const { data } = drawn.getImageData(0, 0, width, height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] === 255 && data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++;
      }
      return count;
    },
    [red, green, blue] as const,
  );
}
