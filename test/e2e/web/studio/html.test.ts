import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectQuiet } from "../browser.ts";
import { drop, openTool, press, saved } from "../studio.ts";

describe("html", () => {
  it("is previewed as it will be printed, and a wrong option is named", async () => {
    const seen = await openTool("html");
    const { page } = seen;
    await page.getByRole("img", { name: "Page 1 as it will be" }).waitFor();
    await page.getByLabel("HTML", { exact: true }).fill("<h1>One</h1><p style='break-before: page'>Two</p>");
    await page.getByRole("button", { name: "Print 2 pages" }).waitFor();
    await page.getByLabel("Paper", { exact: true }).selectOption("A5");
    await page.getByLabel("Landscape").check();
    await expectAccessible(page);
    await press(page, /^Print/);
    const { width, height } = (await saved(page)).getPage(0).getSize();
    // A5 is 595.3 by 419.5 points; a browser's paper is whole pixels of 0.75.
    expect(Math.abs(width - 595.3)).toBeLessThan(1);
    expect(Math.abs(height - 419.5)).toBeLessThan(1);
    await press(page, "Back to editing");
    await page.getByRole("button", { name: "Reset Landscape" }).click();
    await page.getByLabel("Search the options").fill("cook");
    await page.getByLabel("Cookies").fill("session");
    await page.getByText("Write each as name=value.").waitFor();
    expect(await page.getByRole("button", { name: /^Print/ }).isDisabled()).toBe(true);
    await page.getByLabel("Cookies").fill("");
    // A line above each page, of a template and with what is put into it.
    await page.getByLabel("Search the options").fill("header");
    const header = page.getByRole("group", { name: "Header", exact: true });
    await header.getByLabel("Header", { exact: true }).selectOption("Confidential");
    await header.getByRole("button", { name: "Page", exact: true }).click();
    const html = await header.getByLabel("HTML of the header").inputValue();
    expect(html).toMatch(/Confidential<span class="pageNumber"><\/span><\/div>$/);
    await press(page, /^Print/);
    await page.getByRole("heading", { name: "2 pages printed" }).waitFor();
    const link = (await page.getByRole("link", { name: "Save", exact: true }).getAttribute("href")) as string;
    const printed = mupdf.PDFDocument.openDocument(await (await fetch(link)).arrayBuffer(), "application/pdf");
    expect(printed.loadPage(1).toStructuredText("").asText()).toContain("Confidential2");
    expectQuiet(seen);
  });

  it("is printed of Markdown and files, with a watermark and other options", async () => {
    const seen = await openTool("html");
    const { page } = seen;
    const dot = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>`;
    await drop(page, ".panel", [
      { name: "one.md", mimeType: "text/markdown", buffer: Buffer.from("# One\n\n![](dot.svg)") },
      { name: "two.html", mimeType: "text/html", buffer: Buffer.from("<h1>Two</h1>") },
      { name: "dot.svg", mimeType: "image/svg+xml", buffer: Buffer.from(dot) },
    ]);
    await page.getByText("one.md, two.html").waitFor();
    await page.getByText("Look", { exact: true }).click();
    const watermark = page.getByRole("group", { name: "Watermark" });
    await watermark.getByLabel("Pages").fill("2");
    await watermark.getByText("Enter text or a picture.").waitFor();
    await watermark.getByLabel("Text").fill("Draft");
    await watermark.getByLabel("Position").selectOption("top");
    await watermark.getByLabel("Opacity, 0 to 1").fill("0.5");
    await page.getByText("Document", { exact: true }).click();
    await page.getByLabel("File name", { exact: true }).fill("both.pdf");
    await page.getByText("Access", { exact: true }).click();
    await page.getByLabel("Accepted languages").fill("de, en;q=0.8");
    await page.getByLabel("Fail when a script reports an error").check();
    await page.getByLabel("Cookies").fill("session=1\ntheme=dark");
    await page.getByLabel("Headers for the page's origin").fill("X-Team: Bindery");
    await page.getByLabel("Fail on these HTTP statuses").fill("404, 5xx");
    await press(page, "As code");
    const code = await page.getByRole("region", { name: "The call in curl" }).textContent();
    for (const part of [
      ...['file=@"one.md"', 'file=@"two.html"', 'assets=@"dot.svg"'],
      'watermark={"pages":"2","text":"Draft","position":"top","opacity":0.5}',
      "acceptLanguage=de, en;q=0.8",
      "failOnConsoleError=true",
      'cookies=[{"name":"session","value":"1"},{"name":"theme","value":"dark"}]',
      'extraHeaders={"X-Team":"Bindery"}',
      'failOnHttpStatus=[404,"5xx"]',
    ]) {
      expect(code).toContain(part);
    }
    await press(page, "Close");
    await press(page, "Print");
    await page.getByRole("heading", { name: "2 pages printed" }).waitFor();
    expect((await saved(page)).getPageCount()).toBe(2);
    await press(page, "Back to editing");
    await page.getByText("Look", { exact: true }).click();
    await watermark.getByLabel("Pages").fill("9");
    await press(page, "Print");
    await watermark.getByRole("alert").waitFor();
    await expectAccessible(page);
    expectQuiet(seen);
  });
});
