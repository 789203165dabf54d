import * as mupdf from "mupdf";
import { expect, it } from "vitest";
import { lockedPdf, png } from "../../fixtures/documents.ts";
import { expectQuiet, visit } from "./browser.ts";
import { service } from "./service.ts";
import { awkward, choose, openTool, press, savedBytes } from "./studio.ts";

it("a key made in the dashboard serves all four tools of the studio, and none once it is revoked", async () => {
  const seen = await visit(`${service.api}/dashboard`);
  const { page } = seen;
  const heading = (name: string) => page.getByRole("heading", { name }).waitFor();
  await page.getByLabel("Admin secret").fill(service.adminSecret);
  await page.keyboard.press("Enter");
  await press(page, "Create a key");
  await page.getByRole("dialog").getByLabel("Name").fill("On a journey");
  await press(page, "Create key");
  await page.getByRole("link", { name: "Use it in the studio" }).click();

  await page.getByRole("button", { name: "Key in use" }).waitFor();
  await choose(page, "Choose a PDF", await awkward());
  await press(page, "Crop 1 page");
  await heading("1 page cropped");
  // The document that is open is there for the other tool too.
  await page.getByRole("link", { name: "Split" }).click();
  await press(page, "Cut after page 2");
  await press(page, "Make 2 files");
  await heading("2 files made");
  await page.getByRole("link", { name: "Images" }).click();
  await choose(page, "Choose images", { name: "a.png", mimeType: "image/png", buffer: png(30, 20) });
  await press(page, "Bind 1 image");
  await heading("1 image bound");
  await page.getByRole("link", { name: "HTML" }).click();
  await press(page, "Print 1 page");
  await heading("1 page printed");
  expectQuiet(seen);

  await page.goto(`${service.api}/dashboard`);
  await press(page, "Revoke key On a journey");
  await press(page, "Revoke it");
  await page.locator("tr", { hasText: "On a journey" }).getByText("revoked", { exact: true }).waitFor();
  await page.goto(`${service.api}/studio#html`);
  await press(page, "Print");
  await page.getByText("The API key was revoked.").first().waitFor();
  expect(await page.getByRole("textbox", { name: "API key" }).getAttribute("aria-invalid")).toBe("true");
});

it("an operator who is signed in to the dashboard needs no key: the tab gets one for a day", async () => {
  const { page } = await visit(`${service.api}/dashboard`);
  await page.getByLabel("Admin secret").fill(service.adminSecret);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Create a key" }).waitFor();
  await page.goto(`${service.api}/studio#crop`);
  await page.getByRole("button", { name: "Signed in" }).waitFor();
  await press(page, "A report");
  await press(page, "Crop 1 page");
  await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
  await press(page, "Copy link (one hour)");
  await page.getByRole("button", { name: "Key in use" }).waitFor();
  await page.getByLabel("Link, for one hour").waitFor();
  await page.goto(`${service.api}/dashboard`);
  await page
    .locator("tr", { hasText: "Studio, for one day" })
    .getByText(/^until /)
    .waitFor();
});

it("a protected document is opened with its password, and cropped with it", async () => {
  const buffer = await lockedPdf("open sesame");
  const seen = await openTool("crop");
  const { page } = seen;
  await choose(page, "Choose a PDF", { name: "locked.pdf", mimeType: "application/pdf", buffer });
  await page.getByText("This PDF needs a password.").waitFor();
  const password = page.getByLabel("Password of locked.pdf");
  await password.fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("That password does not open it.").waitFor();
  await password.fill("open sesame");
  await page.keyboard.press("Enter");
  await page.getByRole("application").waitFor();
  await press(page, "As code");
  const code = await page.getByRole("region", { name: "The call in curl" }).textContent();
  expect(code).toContain('"password=$PDF_PASSWORD"');
  expect(code).not.toContain("sesame");
  await press(page, "Close");
  await press(page, "Crop 1 page");
  await page.getByRole("img", { name: "Page 1 of the result" }).waitFor();
  const cropped = await savedBytes(page);
  const opened = mupdf.PDFDocument.openDocument(cropped, "application/pdf");
  expect(opened.needsPassword()).toBe(true);
  expect(opened.authenticatePassword("open sesame")).toBeGreaterThan(0);
  const [left, , right] = opened.loadPage(0).getBounds();
  expect(right - left).toBeCloseTo(476, 0);
  expectQuiet(seen);
});
