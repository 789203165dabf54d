import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { openPdf } from "../../../../src/pdf-file/open.ts";
import { lockedPdf, png } from "../../../fixtures/documents.ts";
import { unfold } from "../../../support/page-states.ts";
import { expectAccessible, expectQuiet } from "../browser.ts";
import { choose, numbered, openTool, press, savedBytes } from "../studio.ts";

const PDF_A = "PDF/A-2b, for archives";

describe("what is said of a finished file", () => {
  it("gives a cropped PDF a title and a password, which the shown call does not tell", async () => {
    const seen = await openTool("crop");
    const { page } = seen;
    await choose(page, "Choose a PDF", await numbered(2));
    await unfold(page);
    await page.getByText("Title, Password").click();
    await page.getByLabel("Title").fill("The two pages");
    await page.getByLabel("Password to open it").selectOption("A new password");
    await expectAccessible(page);
    await press(page, "Crop 1 page");
    await page.getByText("Enter the new password.").waitFor();
    await page.getByLabel("New password").fill("open sesame");
    await press(page, "Crop 1 page");
    await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
    const href = await page.getByRole("link", { name: "Save" }).getAttribute("href");
    const bytes = await savedBytes(page, href as string);
    expect(() => openPdf(bytes)).toThrow("password");
    const document = openPdf(bytes, { password: "open sesame" });
    expect(document.text(document.dict(document.trailer.get("Info"))?.get("Title"))).toBe("The two pages");
    await press(page, "As code");
    expect(await page.getByRole("dialog").textContent()).not.toContain("sesame");
    expectQuiet(seen);
  });

  it("takes the password from a protected PDF, of which the next begins with none of it", async () => {
    const { page } = await openTool("split");
    const locked = await lockedPdf("reader");
    await choose(page, "Choose a PDF", { name: "locked.pdf", mimeType: "application/pdf", buffer: locked });
    await page.getByLabel("Password of locked.pdf").fill("owner");
    await press(page, "Open");
    await page.getByText("Title, Password").click();
    await page.getByLabel("Password to open it").selectOption("None");
    await press(page, "Make 1 file");
    const part = page.getByRole("list", { name: "Files" }).getByRole("link");
    const bytes = await savedBytes(page, (await part.getAttribute("href")) as string);
    expect(openPdf(bytes).security).toBeUndefined();
  });

  it("binds photographs as PDF/A, and says that it was checked", async () => {
    const { page } = await openTool("images");
    await choose(page, "Choose images", { name: "a.png", mimeType: "image/png", buffer: png(40, 30) });
    await page.getByText("Title, PDF/A, Password").click();
    await page.getByLabel("Standard").selectOption(PDF_A);
    await press(page, "Bind 1 image");
    await page.getByText(/was checked against \d+ rules of PDF\/A-2b, and keeps them/).waitFor();
  });

  it("makes no PDF/A of a document that cannot be one, and says why where it was asked for", async () => {
    const { page } = await openTool("organize");
    await choose(page, "Choose PDFs or images", await numbered(1));
    await page.getByText("Title, PDF/A, Password").click();
    await page.getByLabel("Standard").selectOption(PDF_A);
    await press(page, "Bind 1 page");
    // Its font is not in the file.
    await page.locator(".error", { hasText: "would not be pdfa-2b" }).waitFor();
  });
});

describe("the same with more files", () => {
  it("crops each, names those that could not be done first, and saves all as one archive", async () => {
    const { page } = await openTool("crop");
    await choose(page, "Choose a PDF", await numbered(2));
    await unfold(page);
    await page.getByLabel("Apply to").selectOption("All pages");
    await press(page, "Crop 2 pages");
    await page.getByText("All of their pages are cropped to the same area.").waitFor();
    const broken = { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("no PDF") };
    await choose(page, "Do the same with more PDFs", [
      await numbered(3, "three.pdf"),
      broken,
      await numbered(1, "one.pdf"),
      await numbered(2, "one.pdf"),
    ]);
    await page.getByText("3 done.").waitFor({ state: "attached" });
    const became = page.getByRole("list", { name: "What became of them" }).getByRole("listitem");
    expect(await became.first().textContent()).toContain("broken.pdf");
    expect(await became.count()).toBe(4);
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save all as ZIP")]);
    const files = unzipSync(await readFile(await download.path()));
    expect(Object.keys(files)).toEqual(["three-cropped.pdf", "one-cropped.pdf", "2-one-cropped.pdf"]);
    const boxes = await PDFDocument.load(files["2-one-cropped.pdf"] as Uint8Array);
    expect(boxes.getPages().map((one) => one.getCropBox().width < 300)).toEqual([true, true]);
  });

  it("redacts each, and leaves as it is what could not be searched", async () => {
    const { page } = await openTool("redact");
    await choose(page, "Choose a PDF", await numbered(1));
    await page.getByLabel("Text", { exact: true }).fill("Page");
    await press(page, "Find");
    await press(page, "Redact 1 text");
    const picture = await PDFDocument.create();
    picture
      .addPage([300, 400])
      .drawImage(await picture.embedPng(png(200, 300)), { x: 10, y: 10, width: 280, height: 380 });
    const scan = { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from(await picture.save()) };
    await choose(page, "Do the same with more PDFs", [await numbered(2, "two.pdf"), scan]);
    await page.getByText("1 file could not be done. 1 done.").waitFor({ state: "attached" });
    const became = page.getByRole("list", { name: "What became of them" }).getByRole("listitem");
    expect(await became.first().textContent()).toMatch(/scan\.pdf.*picture/);
    expect(await became.last().textContent()).toMatch(/two\.pdf.*two-redacted\.pdf/);
  });
});

describe("a part of a split", () => {
  it("goes on to another tool, after it was asked what becomes of the others", async () => {
    const { page } = await openTool("split");
    await choose(page, "Choose a PDF", await numbered(4));
    await page.getByLabel("Pages of each part, one per line").fill("1\n2-4");
    await press(page, "Make 2 files");
    await page.getByLabel("Go on with numbered-2-4.pdf").click();
    await page.getByRole("button", { name: "Organize this" }).click();
    await page.getByText("The other files of this split are closed").waitFor();
    await press(page, "Go on");
    await page.getByRole("button", { name: "Bind 3 pages" }).waitFor();
  });
});
