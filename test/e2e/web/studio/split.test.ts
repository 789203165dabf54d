import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectQuiet } from "../browser.ts";
import { choose, numbered, openTool, press } from "../studio.ts";

describe("split", () => {
  it("cuts where it is told, in step with the text, and links each part", async () => {
    const seen = await openTool("split");
    const { page } = seen;
    await choose(page, "Choose a PDF", await numbered(6));
    const text = page.getByLabel("Pages of each part, one per line");
    await press(page, "Cut after page 1");
    expect(await text.inputValue()).toBe("1\n2-6");
    await text.fill("1-2\n3-6");
    expect(await page.getByRole("button", { name: "Cut after page 2" }).getAttribute("aria-pressed")).toBe("true");
    await text.fill("2-9");
    await page.getByText("goes beyond the last page, which is 6").waitFor();
    expect(await page.getByRole("button", { name: "Make 1 file" }).isDisabled()).toBe(true);
    await text.fill("1-2\n3-6");
    await expectAccessible(page);
    await page.getByLabel("Name of file 2").fill("The rest");
    await press(page, "Make 2 files");
    const links = page.getByRole("list", { name: "Files" }).getByRole("link");
    await page.getByRole("link", { name: "The rest.pdf" }).waitFor();
    expect(await links.allTextContents()).toEqual(["numbered-1-2.pdf", "The rest.pdf"]);
    const counts = [];
    for (const link of await links.all()) {
      const part = await fetch((await link.getAttribute("href")) as string);
      counts.push((await PDFDocument.load(await part.arrayBuffer())).getPageCount());
    }
    expect(counts).toEqual([2, 4]);
    await expectAccessible(page);
    expectQuiet(seen);
  });

  it("makes files of every few pages, by size, by bookmarks, and of single pages", async () => {
    const { page } = await openTool("split");
    await press(page, "A report");
    await page.getByRole("radio", { name: "Every n pages" }).check();
    await page.getByRole("button", { name: "Make 2 files" }).waitFor();
    await page.getByLabel("Pages in each file").fill("0");
    await page.getByText("Enter a whole number, 1 or more.").waitFor();
    await page.getByRole("radio", { name: "By bookmarks" }).check();
    await page.getByRole("button", { name: "Make 4 files" }).waitFor();
    await page.getByRole("radio", { name: "By size" }).check();
    await page.getByRole("button", { name: "Make about 1 file" }).waitFor();
    await page.getByRole("radio", { name: "Single pages" }).check();
    await page.getByRole("button", { name: "Make 12 files" }).waitFor();
    await press(page, "Take page 2");
    await page.getByRole("button", { name: "Take page 4" }).click({ modifiers: ["Shift"] });
    await page.getByLabel("File names").fill("leaf-{index}");
    await press(page, "Make 3 files");
    await page.getByRole("link", { name: "leaf-3.pdf" }).waitFor();
  });
});
