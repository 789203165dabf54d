import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../../../../src/api/limits.ts";
import { expectAccessible, expectQuiet } from "../browser.ts";
import { drop, numbered, openTool, press, saved } from "../studio.ts";

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

  it("says what the service refuses beside its field, and is not printed until that is mended", async () => {
    const { page } = await openTool("html");
    await page.getByRole("img", { name: "Page 1 as it will be" }).waitFor();
    await page.getByLabel("Search the options").fill("only these");
    const ranges = page.getByLabel("Only these pages");
    await ranges.fill("9-12");
    await expect.poll(() => ranges.getAttribute("aria-invalid")).toBe("true");
    await page.getByText("Correct first: Only these pages.").waitFor();
    expect(await page.getByRole("button", { name: /^Print/ }).isDisabled()).toBe(true);
    expect(await page.locator(".preview .notice").count()).toBe(0);
    // It may be mended elsewhere, too.
    await page.getByLabel("HTML", { exact: true }).fill("<p style='break-after: page'>1</p>".repeat(12));
    await page.getByRole("button", { name: "Print 4 pages" }).waitFor();
    expect(await ranges.getAttribute("aria-invalid")).toBe(null);
  });

  it("of an address needs no https://, and all that is wrong is named at once, beside its field", async () => {
    const { page } = await openTool("html");
    // An option is found by what people call it.
    await page.getByLabel("Search the options").fill("page number");
    await page.getByRole("combobox", { name: "Footer" }).waitFor();
    await page.getByLabel("Search the options").fill("");
    await page.getByText("Waiting", { exact: true }).click();
    await page.getByText("Access", { exact: true }).click();
    await page.getByLabel("Give up after (ms)").fill("soon");
    await page.getByLabel("Cookies").fill("session");
    await page.getByText("Correct first: ", { exact: false }).waitFor();
    for (const [label, mended] of [
      ["Give up after (ms)", "2000,5"],
      ["Cookies", ""],
    ] as const) {
      const field = page.getByLabel(label);
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      const [said] = ((await field.getAttribute("aria-describedby")) as string).split(" ");
      expect(await page.locator(`#${said}`).textContent()).not.toBe("");
      await field.fill(mended);
    }
    await page.getByText("What you type is sent to the service as you type").waitFor();
    await press(page, "Address");
    await page.getByLabel("Address of a page").fill("www.site.example");
    await page.getByText("The service fetches the page when you press Print").waitFor();
    const asked = page.waitForRequest("**/v1/convert/html-to-pdf");
    await page.route("**/v1/convert/html-to-pdf", (route) => {
      const error = { code: "URL_NOT_ACCESSIBLE", message: "url: no answer.", requestId: "1", retryable: false };
      return route.fulfill({ status: 400, json: { success: false, error } });
    });
    await press(page, "Print");
    const sent = (await asked).postData();
    expect(sent).toContain("https://www.site.example");
    // A decimal comma is one.
    expect(sent).toMatch(/name="timeout"\r\n\r\n2000\.5\r\n/);
  });
});

describe("html that somebody works on", () => {
  it("is previewed while somebody types for ten minutes, and a pause of the preview keeps the text", async () => {
    const { page } = await openTool("html", { isAlone: true }, "");
    const { buffer: body } = await numbered(1);
    const asked: number[] = [];
    let [isOver, now] = [false, 0];
    await page.clock.install({ time: new Date("2026-03-02T16:20:00") });
    await page.reload();
    await page.route("**/v1/convert/html-to-pdf*", async (route) => {
      expect(route.request().headers().authorization).toMatch(/^Bearer demo-preview/);
      asked.push(now);
      if (!isOver) return route.fulfill({ body, contentType: "application/pdf" });
      const error = { code: "RATE_LIMITED", message: "A visitor may ask no more.", requestId: "1", retryable: true };
      return route.fulfill({ status: 429, json: { success: false, error }, headers: { "Retry-After": "33300" } });
    });
    const editor = page.getByLabel("HTML", { exact: true });
    await editor.click();
    // A letter every two and a half seconds asks for the most previews that there can be.
    while (now < 600_000) {
      const rest = now < 60_000 ? 2_000 : 12_000;
      await page.keyboard.press("x");
      for (const part of [500, rest]) await page.clock.fastForward(part);
      // A preview takes its real time, in which the page's clock does not go on.
      await page.locator(".preview.renewing").waitFor({ state: "detached" });
      now += 500 + rest;
    }
    // Two letters may share a preview on a slow machine, but no minute goes by without any.
    const minutes = Array.from({ length: 10 }, (_, minute) => minute * 60_000);
    const inMinute = (from: number) => asked.filter((time) => time >= from && time < from + 60_000).length;
    expect(Math.min(...minutes.map(inMinute))).toBeGreaterThan(1);
    const { perMinute, perDay } = LIMITS.demo.preview;
    expect(asked.length).toBeLessThan(perDay);
    expect(Math.max(...asked.map(inMinute))).toBeLessThanOrEqual(perMinute);
    expect(await page.getByRole("alert").count()).toBe(0);

    isOver = true;
    await page.clock.pauseAt(new Date("2026-03-02T16:45:00"));
    await page.keyboard.press("y");
    await page.clock.runFor(2_500);
    await page
      .getByText("The preview pauses. Try again tomorrow at 02:00, or enter a key. Your text is kept.")
      .waitFor();
    const before = asked.length;
    await page.keyboard.press("z");
    await page.clock.runFor(60_000);
    expect(asked.length).toBe(before);
    expect(await editor.inputValue()).toContain("xyz");
  }, 240_000);

  it("is previewed while somebody types without a pause, though each preview takes long", async () => {
    const { page } = await openTool("html", { isAlone: true }, "");
    const { buffer: body } = await numbered(1);
    const printed: string[] = [];
    await page.route("**/v1/convert/html-to-pdf*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.fulfill({ body, contentType: "application/pdf" }).catch(() => {});
    });
    page.on("requestfinished", (request) => {
      if (request.url().includes("html-to-pdf")) printed.push(request.postData() ?? "");
    });
    await page.getByLabel("HTML", { exact: true }).click();
    for (let letter = 0; letter < 30; letter++) {
      await page.keyboard.press("q");
      await page.waitForTimeout(200);
    }
    expect(printed.length).toBeGreaterThan(0);
    await expect.poll(() => printed.at(-1), { timeout: 15_000 }).toContain("q".repeat(30));
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
    await page.getByText("Your files are sent to the service when you press Print.").waitFor();
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
