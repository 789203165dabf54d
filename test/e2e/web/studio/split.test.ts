import { readFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { unzipSync } from "fflate";
import { PDFDocument, PDFHexString, PDFName } from "pdf-lib";
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPdf } from "../../../../src/pdf-file/open.ts";
import { HOLD_WORKERS, unfold } from "../../../support/page-states.ts";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK } from "../browser.ts";
import { type Chosen, choose, numbered, openTool, press, savedBytes } from "../studio.ts";

describe("split", () => {
  it("cuts where it is asked to, in step with the text, and links each part", async () => {
    const seen = await openTool("split");
    const { page } = seen;
    await choose(page, "Choose a PDF", await numbered(6));
    const text = page.getByLabel("Pages of each part, one per line");
    await press(page, "Cut after page 1");
    expect(await text.inputValue()).toBe("1\n2-6");
    await text.fill("1-2\n3-6");
    await expect
      .poll(() => page.getByRole("button", { name: "Cut after page 2" }).getAttribute("aria-pressed"))
      .toBe("true");
    // Parts may overlap: their pages are shown in both.
    await text.fill("1-4\n3-6");
    const both = page.getByRole("listitem").filter({ hasText: "also in 2" });
    expect(await both.count()).toBe(2);
    await both.first().getByRole("img", { name: "Page 3" }).waitFor();
    await text.fill("2-9");
    await page.getByText("goes beyond the last page. The document has 6 pages.").waitFor();
    expect(await page.getByRole("button", { name: "Make 1 file" }).isDisabled()).toBe(true);
    await text.fill("1-2\n3-6");
    await expectAccessible(page);
    await page.getByLabel("Name of file 2").fill("The rest");
    // A part keeps its name when pages of others change.
    await press(page, "Cut after page 1");
    expect(await page.getByLabel("Name of file 3").inputValue()).toBe("The rest");
    await press(page, "Cut after page 1");
    await press(page, "Make 2 files");
    const links = page.getByRole("list", { name: "Files" }).getByRole("link");
    await page.getByRole("link", { name: "The rest.pdf" }).waitFor();
    expect(await links.allTextContents()).toEqual(["numbered-1-2.pdf", "The rest.pdf"]);
    const rest = await savedBytes(page, (await links.last().getAttribute("href")) as string);
    expect((await PDFDocument.load(rest)).getPageCount()).toBe(4);
    await expectAccessible(page);
    expectQuiet(seen);
  });

  it.each([
    ["a desktop", {}],
    ["a phone", PHONE_IN_DARK],
  ] as const)("shows long names whole on %s", async (_, options) => {
    const long = "2026-11-26 Letter of the bindery to the paper mill, with three samples and a price list, no. 17";
    const { page } = await openTool("split", options);
    await choose(page, "Choose a PDF", await numbered(8, `${long}.pdf`));
    await unfold(page);
    await page.getByLabel("Pages of each part, one per line").fill("1-3\n4-8");
    const name = page.getByLabel("Name of file 2");
    await name.fill(long);
    await name.press("Enter");
    expect(await name.inputValue()).toBe(long);
    const isWhole = (locator: Locator) =>
      locator.evaluate((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight);
    expect(await isWhole(name)).toBe(true);
    expect(await isWhole(page.locator(".file-head strong"))).toBe(true);
    // Pages of a row stay as high.
    const [fourth, fifth] = await page
      .getByRole("img", { name: /^Page [45]$/ })
      .evaluateAll((both) => both.map((one) => one.getBoundingClientRect().top));
    expect(fourth).toBe(fifth);
    await press(page, "Make 2 files");
    for (const link of [`${long}-1-3.pdf`, `${long}.pdf`]) {
      const file = page.getByRole("list", { name: "Files" }).getByRole("link", { name: link, exact: true });
      await file.waitFor();
      expect(await isWhole(file)).toBe(true);
    }
    await expectFits(page);
  });

  it("finds where a text appears, marks the pages, and makes files named by it", async () => {
    const seen = await openTool("split");
    const { page } = seen;
    await choose(page, "Choose a PDF", await numbered(6));
    await page.getByRole("radio", { name: "When a text appears" }).check();
    expect(await page.getByRole("button", { name: "Make files" }).isDisabled()).toBe(true);
    await page.getByLabel("Text", { exact: true }).fill("nowhere");
    await press(page, "Find the places");
    await page.locator("p.error", { hasText: /^No page contains this text\.$/ }).waitFor();
    await page.getByLabel("It is").selectOption("An expression");
    await page.getByLabel("Expression").fill("Page [35]");
    await press(page, "Find the places");
    const marks = page.locator("mark");
    await page.getByText("Found on 2 pages").waitFor();
    expect(await marks.allTextContents()).toEqual(["Page 3", "Page 5"]);
    await expectAccessible(page);
    await page.getByLabel("Leave such pages out").check();
    await expect.poll(() => marks.count()).toBe(0);
    await press(page, "Find the places");
    await page.getByText("Found on 2 pages").waitFor();
    expect(await marks.allTextContents()).toEqual(["Page 3", "Page 5"]);
    await page.getByLabel("File names").fill("{pages} {match}");
    await press(page, "Make 3 files");
    await page.getByRole("link", { name: "6 Page 5.pdf" }).waitFor();
    expectQuiet(seen);
  });

  it("asks where attached files go, of a document that has some", async () => {
    const pdf = await PDFDocument.load((await numbered(4)).buffer);
    await pdf.attach(new TextEncoder().encode("1,2"), "table.csv", { mimeType: "text/csv" });
    const seen = await openTool("split");
    const { page } = seen;
    const buffer = Buffer.from(await pdf.save());
    await choose(page, "Choose a PDF", { name: "with.pdf", mimeType: "application/pdf", buffer });
    await page.getByLabel("Pages of each part, one per line").fill("1-2\n3-4");
    await page.getByRole("combobox", { name: "Attached files" }).selectOption("In the first part");
    await expectAccessible(page);
    await press(page, "Make 2 files");
    await page.getByRole("link", { name: "with-3-4.pdf" }).waitFor();
    const links = page.getByRole("list", { name: "Files" }).getByRole("link");
    const held: boolean[] = [];
    for (const link of await links.all()) {
      const part = openPdf(await savedBytes(page, (await link.getAttribute("href")) as string));
      held.push(part.dict(part.catalog.get("Names"))?.has("EmbeddedFiles") ?? false);
    }
    expect(held).toEqual([true, false]);
    expectQuiet(seen);
  });

  it("marks blank pages, and cuts there", async () => {
    const pdf = await PDFDocument.create();
    for (const text of ["one", "", "two", "", "three"]) pdf.addPage([300, 400]).drawText(text, { x: 50, y: 200 });
    const seen = await openTool("split", { viewport: { width: 390, height: 844 } });
    const { page } = seen;
    const buffer = Buffer.from(await pdf.save());
    await choose(page, "Choose a PDF", { name: "stack.pdf", mimeType: "application/pdf", buffer });
    await unfold(page);
    await page.getByRole("radio", { name: "At blank pages" }).check();
    await page.getByLabel("Ignore the margins (mm)").fill("x");
    await page.getByText("Enter a number, 0 or more.").waitFor();
    await page.getByLabel("Ignore the margins (mm)").fill("3");
    await press(page, "Find the places");
    await page.getByText("Found on 2 pages").waitFor();
    expect(await page.locator("mark").allTextContents()).toEqual(["Blank", "Blank"]);
    await expectAccessible(page);
    await press(page, "Make 3 files");
    await page.getByRole("link", { name: "stack-5.pdf" }).waitFor();
    expectQuiet(seen);
  });

  it("makes files of every few pages, by size, by bookmarks, and of single pages", async () => {
    const { page } = await openTool("split");
    await press(page, "A report");
    await page.getByRole("radio", { name: "Every n pages" }).check();
    await page.getByRole("button", { name: "Make 2 files" }).waitFor();
    await expect.poll(() => page.locator(".part-size").count()).toBe(2);
    await page.getByLabel("Pages in each file").fill("0");
    await page.getByText("Enter a whole number, 1 or more.").waitFor();
    await page.getByRole("radio", { name: "By bookmarks" }).check();
    await page.getByRole("button", { name: "Make 4 files" }).waitFor();
    await page.getByRole("radio", { name: "By size" }).check();
    // The parts are measured before anything is made, and their sizes stand above them.
    const sizes = page.locator(".part-size");
    await page.getByText("The parts shown are measured.").waitFor();
    await page.getByLabel("Megabytes per file, at most").fill("0.004");
    await page.getByRole("button", { name: /^Make [3-9] files$/ }).waitFor();
    const shown = await sizes.allTextContents();
    expect(shown.map((size) => Number(/^([\d.]+) KB$/.exec(size)?.[1]) <= 4)).toEqual(shown.map(() => true));
    await page.getByRole("radio", { name: "Single pages" }).check();
    await page.getByRole("button", { name: "Make 12 files" }).waitFor();
    await press(page, "Take page 2");
    await page.getByRole("button", { name: "Take page 4" }).click({ modifiers: ["Shift"] });
    await page.getByLabel("File names").fill("leaf-{index}");
    await press(page, "Make 3 files");
    await page.getByRole("link", { name: "leaf-3.pdf" }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save all")]);
    expect(download.suggestedFilename()).toBe("report-split.zip");
    const bytes = await readFile(await download.path());
    const files = Object.entries(unzipSync(bytes));
    expect(files.map(([name]) => name)).toEqual(["leaf-1.pdf", "leaf-2.pdf", "leaf-3.pdf"]);
    for (const [, file] of files) expect((await PDFDocument.load(file)).getPageCount()).toBe(1);
    // The checksum in the head of the first file (APPNOTE 4.3.7).
    expect(bytes.readUInt32LE(14)).toBe(crc32(files[0]?.[1] as Uint8Array));
    await page.getByRole("link", { name: "Save all" }).waitFor();
  });
});

describe("a split that somebody plans", () => {
  it("by size says no number before it is measured, and one thing of many pages that are too large", async () => {
    const { page } = await openTool("split");
    await choose(page, "Choose a PDF", await heavyPages(12));
    await page.getByRole("button", { name: "Make 1 file" }).waitFor();
    await page.locator(".part-size").waitFor();
    await page.evaluate(HOLD_WORKERS);
    await page.getByRole("radio", { name: "By size" }).check();
    await page.getByLabel("Megabytes per file, at most").fill("0.0019");
    await page.getByText("Enter a number, 0.002 or more.").waitFor();
    await page.getByLabel("Megabytes per file, at most").fill("0.002");
    await page.getByText("The parts are shown as soon as they are measured.").waitFor();
    await page.getByRole("button", { name: "Make files", exact: true }).waitFor();
    expect(await page.locator(".part-head").allTextContents()).toEqual(new Array(12).fill(""));
    expect(await page.locator(".left-out").count()).toBe(0);
    await page.evaluate("letWorkersGo()");
    await page.getByText("The parts shown are measured.").waitFor();
    await press(page, "Make 12 files");
    await page.getByRole("heading", { name: "12 files made" }).waitFor();
    const notices = page.locator(".panel .notice");
    expect(await notices.count()).toBe(1);
    expect(await notices.textContent()).toMatch(/^Page 1 alone takes .*, more than a file may\.11 more like this/);
    await page.getByText("11 more like this").click();
    await page.getByText("Page 12 alone takes").waitFor();
  });

  it("by bookmarks shows the names that the files get", async () => {
    const { page } = await openTool("split");
    await choose(page, "Choose a PDF", await withBookmark(3));
    await page.getByRole("radio", { name: "By bookmarks" }).check();
    expect(await page.getByLabel("File names").getAttribute("placeholder")).toBe("{index} {title}");
    const shown = page.getByLabel(/^Name of file/);
    await expect.poll(() => shown.count()).toBe(2);
    const names = await shown.evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).placeholder));
    await press(page, "Make 2 files");
    const links = page.getByRole("list", { name: "Files" }).getByRole("link");
    await links.first().waitFor();
    expect(names).toEqual(["Beginning", "Second chapter"]);
    expect(await links.allTextContents()).toEqual(["1 Beginning.pdf", "2 Second chapter.pdf"]);
  });

  it("says why there are no scissors, and shows them again", async () => {
    const { page } = await openTool("split");
    await choose(page, "Choose a PDF", await numbered(4));
    const text = page.getByLabel("Pages of each part, one per line");
    await text.fill("1-2\n4");
    await page.getByText("No scissors: these parts leave out, repeat or move pages.").waitFor();
    expect(await page.getByRole("button", { name: /^Cut after/ }).count()).toBe(0);
    await text.fill("1-2\n3-4");
    await page.getByRole("button", { name: "Cut after page 2" }).waitFor();
    expect(await page.getByText("No scissors").count()).toBe(0);
  });

  it("keeps the band of a row whole though its pages differ in size", async () => {
    const pdf = await PDFDocument.create();
    for (const size of [
      [300, 400],
      [400, 200],
      [300, 500],
    ] as const)
      pdf.addPage([...size]).drawText("x");
    const { page } = await openTool("split");
    const buffer = Buffer.from(await pdf.save());
    await choose(page, "Choose a PDF", { name: "mixed.pdf", mimeType: "application/pdf", buffer });
    const bands = page.locator(".split-page > .thumb");
    await expect.poll(() => bands.count()).toBe(3);
    const edges = () =>
      bands.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]));
    await expect.poll(async () => new Set((await edges()).map(String)).size).toBe(1);
  });

  it("looks for a text when Enter is pressed in its field", async () => {
    const { page } = await openTool("split");
    await choose(page, "Choose a PDF", await numbered(4));
    await page.getByRole("radio", { name: "When a text appears" }).check();
    await page.getByLabel("Text", { exact: true }).fill("Page 3");
    await page.keyboard.press("Enter");
    await page.getByText("Found on 1 page").waitFor();
    await page.getByRole("radio", { name: "At blank pages" }).check();
    await page.getByLabel("Ignore the margins (mm)").press("Enter");
    await page.getByText("Found on no page.").waitFor();
  });
});

/** Pages that take more than two thousand bytes each. */
async function heavyPages(pages: number): Promise<Chosen> {
  const pdf = await PDFDocument.create();
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([300, 400]);
    for (let row = 0; row < 150; row++) {
      page.drawText(String(Math.sin(number * 100 + row)), { x: 20 + row, y: 390 - row * 2.5, size: 2 });
    }
  }
  return { name: "heavy.pdf", mimeType: "application/pdf", buffer: Buffer.from(await pdf.save()) };
}

/** Six pages with one bookmark, which leads to this page. */
async function withBookmark(number: number): Promise<Chosen> {
  const pdf = await PDFDocument.load((await numbered(6)).buffer);
  const { context } = pdf;
  const [root, item] = [context.nextRef(), context.nextRef()];
  const page = pdf.getPage(number - 1).ref;
  context.assign(
    item,
    context.obj({ Title: PDFHexString.fromText("Second chapter"), Parent: root, Dest: [page, "Fit"] }),
  );
  context.assign(root, context.obj({ Type: "Outlines", First: item, Last: item, Count: 1 }));
  pdf.catalog.set(PDFName.of("Outlines"), root);
  return { name: "book.pdf", mimeType: "application/pdf", buffer: Buffer.from(await pdf.save()) };
}
