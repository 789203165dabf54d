import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectAccessible, expectFits, expectQuiet, visit } from "./browser.ts";
import { service } from "./service.ts";
import { openTool, press } from "./studio.ts";

/** Each state that a tool or a page can be in, on a phone: nothing that axe finds, and nothing beside the window. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

async function expectFine(page: Page): Promise<void> {
  await expectFits(page);
  await expectAccessible(page);
}

it("crop is accessible and fits in every state", async () => {
  const seen = await openTool("crop", PHONE);
  const { page } = seen;
  await page.getByRole("button", { name: /^Key/ }).click();
  await page.getByText("From an address").click();
  await press(page, "Open");
  await page.getByText("Enter an address that begins with https://.").waitFor();
  await expectFine(page);
  await press(page, "A report");
  await page.getByRole("application").waitFor();
  await page.getByLabel("On", { exact: true }).selectOption("chosen");
  await page.getByLabel("Width", { exact: true }).fill("9999");
  await page.getByText("Wider than page 1").waitFor();
  await expectFine(page);
  await press(page, "Whole page");
  await press(page, "Leave page 1 whole");
  await press(page, "Crop");
  await page.getByRole("alert").filter({ hasText: "Draw an area on a page first." }).waitFor();
  await expectFine(page);
  await page.getByLabel("Fit to what the pages show").check();
  await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
  await page.getByLabel("Remove what is outside").check();
  await expectFine(page);
  await press(page, "As code");
  await expectFine(page);
  await press(page, "Close");
  await press(page, "Crop 1 page");
  await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
  await page.getByRole("region", { name: "What was removed" }).waitFor();
  await expectFine(page);
  expectQuiet(seen);
});

it("split is accessible and fits in every state", async () => {
  const seen = await openTool("split", PHONE);
  const { page } = seen;
  await press(page, "A report");
  await press(page, "Cut after page 2");
  await page.getByLabel("Pages of each part, a line each").fill("1-99");
  await page.getByText("goes beyond the last page").waitFor();
  await expectFine(page);
  await page.getByRole("radio", { name: "Every n pages" }).check();
  await page.getByLabel("Pages in each file").fill("x");
  await expectFine(page);
  await page.getByRole("radio", { name: "By size" }).check();
  await expectFine(page);
  await page.getByRole("radio", { name: "Single pages" }).check();
  await press(page, "Take page 2");
  await expectFine(page);
  await page.getByRole("radio", { name: "By bookmarks" }).check();
  await page.getByRole("button", { name: "Make 4 files" }).waitFor();
  await expectFine(page);
  await press(page, "Make 4 files");
  await page.getByRole("heading", { name: "4 files made" }).waitFor();
  await expectFine(page);
  expectQuiet(seen);
});

it("images and HTML are accessible and fit in every state", async () => {
  const seen = await openTool("images", PHONE);
  const { page } = seen;
  await page.getByText("From addresses").click();
  await press(page, "Add");
  await expectFine(page);
  await press(page, "Six photos");
  await page.getByLabel("Margin (mm)").fill("");
  await expectFine(page);
  await page.getByLabel("Margin (mm)").fill("5");
  await press(page, "Bind 6 images");
  await page.getByRole("heading", { name: "6 images bound" }).waitFor();
  await expectFine(page);
  await page.getByRole("link", { name: "HTML" }).click();
  await page.getByRole("img", { name: "Page 1 as it will be" }).waitFor();
  for (const group of ["Margins and headers", "Waiting", "Look", "Access", "Document"]) {
    await page.getByText(group, { exact: true }).click();
  }
  await page.getByRole("combobox", { name: "Header" }).selectOption("Title left, date right");
  await page.getByRole("group", { name: "Watermark" }).getByLabel("Pages").fill("2");
  await page.getByLabel("Give up after (ms)").fill("soon");
  await page.getByText("Enter a number.").waitFor();
  await expectFine(page);
  for (const source of ["Markdown", "Address", "File"]) {
    await press(page, source);
    await expectFine(page);
  }
  expectQuiet(seen);
});

it("docs and dashboard are accessible and fit in every state", async () => {
  const seen = await visit(`${service.api}/docs#cropPdf`, PHONE);
  const { page } = seen;
  await page.getByRole("article", { name: "Crop PDF" }).getByText("Try it").click();
  for (const summary of await page.getByText(/^Members of/).all()) await summary.click();
  await expectFine(page);
  await page.goto(`${service.api}/docs/from-stirling?q=ranges`);
  await page.getByRole("heading", { name: "Coming from Stirling-PDF" }).waitFor();
  await expectFine(page);
  await page.goto(`${service.api}/dashboard`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Enter the admin secret.").first().waitFor();
  await expectFine(page);
  await page.getByLabel("Admin secret").fill(service.adminSecret);
  await page.keyboard.press("Enter");
  for (const name of ["Create a key", "Change key Development", "Rotate key Development", "Revoke key Development"]) {
    await press(page, name);
    await expectFine(page);
    await press(page, "Cancel");
  }
  await press(page, "Usage key Development");
  await expectFine(page);
  expect(await page.getByRole("button", { name: "Revoke key Development" }).isVisible()).toBe(true);
  expectQuiet(seen);
});
