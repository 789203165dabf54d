import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK, visit } from "./browser.ts";
import { awkwardPdf, png } from "./documents.ts";
import { service } from "./service.ts";

async function open(tab: string, key = service.key, options = {}) {
  const seen = await visit(`${service.api}/playground#${tab}`, options);
  await seen.page.getByLabel("API key").fill(key);
  return seen;
}

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.locator("[role=tabpanel]:visible input[type=file]").setInputFiles(files);
}

const pdfFile = async () => ({
  name: "awkward.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(await awkwardPdf()),
});

/** Fetches what the page offers to save. */
async function saved(page: Page): Promise<PDFDocument> {
  const link = page.getByRole("link", { name: /^Save the PDF/ });
  await link.waitFor();
  const response = await fetch((await link.getAttribute("href")) as string);
  expect(response.status).toBe(200);
  return PDFDocument.load(await response.arrayBuffer());
}

/** Draws with the mouse between two points, given as parts of the page from its top left. */
async function draw(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const layer = page.locator(".area-layer");
  // The pointer reaches only what is in the window.
  await layer.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  const box = (await layer.boundingBox()) as { x: number; y: number; width: number; height: number };
  await page.mouse.move(box.x + box.width * from[0], box.y + box.height * from[1]);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to[0], box.y + box.height * to[1], { steps: 4 });
  await page.mouse.up();
}

async function turnTo(page: Page, number: number): Promise<void> {
  const pages = page.getByLabel("Page", { exact: true }).first();
  await pages.fill(String(number));
  await pages.press("Enter");
  await page.getByRole("img", { name: `Page ${number}`, exact: true }).waitFor();
}

const numbers = async (page: Page) => {
  const of = (label: string) => page.getByLabel(label, { exact: true }).inputValue().then(Number);
  return {
    x: await of("From the left"),
    y: await of("From the bottom"),
    width: await of("Width"),
    height: await of("Height"),
  };
};

describe("cropping in the playground", () => {
  it("gives exactly what was drawn on a page that is turned, has a crop box and a user unit", async () => {
    const seen = await open("crop");
    const { page } = seen;
    await choose(page, [await pdfFile()]);
    await page.getByText("595 × 842 pt", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Leave this page as it is" }).click();
    await turnTo(page, 2);
    // The crop box of 360 by 480 units, turned by 90°, two points to the unit.
    await page.getByText("960 × 720 pt, rotated by 90°, user unit 2").waitFor();
    await draw(page, [0.2, 0.25], [0.7, 0.75]);
    const drawn = await numbers(page);
    // A pixel of the screen is about two points here.
    for (const [side, value] of Object.entries({ x: 192, y: 180, width: 480, height: 360 })) {
      expect(Math.abs(drawn[side as keyof typeof drawn] - value), side).toBeLessThan(4);
    }
    await page.getByRole("button", { name: "Crop", exact: true }).click();
    const pdf = await saved(page);
    // Turned by 90° clockwise, what is right on the screen is up in the page's own space, and what is up is left.
    const expected = {
      x: 400 - (drawn.y + drawn.height) / 2,
      y: 60 + drawn.x / 2,
      width: drawn.height / 2,
      height: drawn.width / 2,
    };
    for (const box of [pdf.getPage(1).getCropBox(), pdf.getPage(1).getMediaBox()]) {
      for (const [side, value] of Object.entries(expected)) {
        expect(box[side as keyof typeof box], side).toBeCloseTo(value, 2);
      }
    }
    expect(pdf.getPage(1).getRotation().angle).toBe(90);
    expect(pdf.getPage(0).getCropBox()).toEqual({ x: 0, y: 0, width: 595, height: 842 });
    await expectAccessible(page);
    expectQuiet(seen);
    expect([...seen.hosts].sort()).toEqual([new URL(service.downloads).host, new URL(service.api).host].sort());
  });

  it("follows the numbers as they are typed, in every unit, and the keys", async () => {
    const { page } = await open("crop");
    await choose(page, [await pdfFile()]);
    await turnTo(page, 3);
    await page.getByText("700 × 500 pt, rotated by 270°").waitFor();
    await page.getByRole("button", { name: "Whole page" }).click();
    expect(await numbers(page)).toEqual({ x: 0, y: 0, width: 700, height: 500 });
    await page.getByLabel("Unit").selectOption("in");
    await page.getByLabel("Width", { exact: true }).fill("2");
    await page.getByLabel("Height", { exact: true }).fill("1");
    await page.getByLabel("Unit").selectOption("pt");
    expect(await numbers(page)).toEqual({ x: 0, y: 0, width: 144, height: 72 });
    const area = page.getByRole("application", { name: /^Crop area/ });
    await area.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("Alt+ArrowRight");
    expect(await numbers(page)).toEqual({ x: 1, y: 10, width: 145, height: 72 });
    await page.getByRole("tabpanel", { name: "Crop" }).getByLabel("Pages", { exact: true }).selectOption("all");
    await page.getByRole("button", { name: "Crop", exact: true }).click();
    const pdf = await saved(page);
    // On the second page a unit is two points.
    expect(pdf.getPages().map((one) => Math.round(one.getCropBox().width * 2) / 2)).toEqual([145, 36, 72]);
  });

  it("takes hold of an edge, a corner and the whole, and never leaves the page", async () => {
    const { page } = await open("crop");
    await choose(page, [await pdfFile()]);
    await page.getByText("595 × 842 pt", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Whole page" }).click();
    await draw(page, [0.998, 0.5], [0.5, 0.5]);
    const half = await numbers(page);
    expect(Math.abs(half.width - 297.5)).toBeLessThan(2);
    expect(half).toMatchObject({ x: 0, y: 0, height: 842 });
    await draw(page, [0.25, 0.5], [2, 0.5]);
    const moved = await numbers(page);
    expect(moved.x).toBeCloseTo(595 - moved.width, 1);
    expect(moved.width).toBe(half.width);
    await draw(page, [0.502, 0.002], [0.75, 0.5]);
    const corner = await numbers(page);
    expect(Math.abs(corner.x - 446)).toBeLessThan(3);
    expect(Math.abs(corner.height - 421)).toBeLessThan(3);
  });

  it("works on a phone in the dark", async () => {
    const seen = await open("crop", service.key, PHONE_IN_DARK);
    const { page } = seen;
    await choose(page, [await pdfFile()]);
    await page.getByText("595 × 842 pt", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Crop", exact: true }).click();
    await page.getByRole("img", { name: "Page 1 of the produced PDF" }).waitFor();
    await expectFits(page);
    await expectAccessible(page);
    expectQuiet(seen);
  });

  it("shows the call that it makes, and it is the one that works", async () => {
    const { page } = await open("crop");
    await choose(page, [await pdfFile()]);
    await page.getByText("The same as curl and TypeScript").first().click();
    const curl = await page.locator("pre:visible").first().textContent();
    expect(curl).toContain(`${service.api}/v1/pdf/crop`);
    const cropData = /--form-string 'cropData=(.*)'/.exec(curl ?? "")?.[1] as string;
    const form = new FormData();
    form.append("file", new Blob([(await pdfFile()).buffer]), "awkward.pdf");
    form.append("cropData", cropData);
    const headers = { Authorization: `Bearer ${service.key}` };
    const response = await fetch(`${service.api}/v1/pdf/crop`, { method: "POST", body: form, headers });
    expect(response.status).toBe(200);
    await page.getByRole("tab", { name: "TypeScript" }).first().click();
    expect(await page.locator("pre:visible").first().textContent()).toContain("quire.crop({");
  });

  it("says beside the field what is wrong: the file, the key, the area", async () => {
    const { page } = await open("crop");
    await choose(page, [{ name: "no.pdf", mimeType: "application/pdf", buffer: Buffer.from("no pdf at all") }]);
    await page.getByText(/cannot show this file/).waitFor();
    await choose(page, [await pdfFile()]);
    await page.getByText("595 × 842 pt", { exact: true }).waitFor();
    await page.getByLabel("Width", { exact: true }).fill("-5");
    await page.getByRole("button", { name: "Crop", exact: true }).click();
    await expect.poll(() => page.getByLabel("Width", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await page.getByLabel("API key").fill("qk_wrong");
    await page.getByRole("button", { name: "Crop", exact: true }).click();
    await expect.poll(() => page.getByLabel("API key").getAttribute("aria-invalid")).toBe("true");
  });
});

describe("the other operations in the playground", () => {
  it("split a document where it is cut, and link each part", async () => {
    const seen = await open("split");
    const { page } = seen;
    await choose(page, [await pdfFile()]);
    await page.getByRole("button", { name: "Cut after page 1" }).click();
    expect(await page.getByLabel("Ranges, a part each line").inputValue()).toBe("1\n2-3");
    await page.getByLabel("Ranges, a part each line").fill("1-2\n3");
    expect(await page.getByRole("button", { name: "Cut after page 2" }).getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "Split", exact: true }).click();
    const links = page.getByRole("region", { name: "Parts" }).getByRole("link");
    await links.first().waitFor();
    const counts = [];
    for (const link of await links.all()) {
      const part = await PDFDocument.load(
        await (await fetch((await link.getAttribute("href")) as string)).arrayBuffer(),
      );
      counts.push(part.getPageCount());
    }
    expect(counts).toEqual([2, 1]);
    await expectAccessible(page);
    await page.getByLabel("Ranges, a part each line").fill("2-9");
    await page.getByRole("button", { name: "Split", exact: true }).click();
    await expect.poll(() => page.getByLabel("Ranges, a part each line").getAttribute("aria-invalid")).toBe("true");
    expectQuiet(seen);
  });

  it("take single pages out", async () => {
    const { page } = await open("split");
    await choose(page, [await pdfFile()]);
    await page.getByRole("combobox", { name: "Split" }).selectOption("individual");
    await page.getByRole("button", { name: "Take page 3" }).click();
    await page.getByRole("button", { name: "Take page 1" }).click();
    expect(await page.getByLabel("Page numbers").inputValue()).toBe("1, 3");
    await page.getByRole("button", { name: "Split", exact: true }).click();
    await page.getByText("awkward-3.pdf").waitFor();
  });

  it("bind images in the order and rotation that were chosen", async () => {
    const seen = await open("images");
    const { page } = seen;
    const image = (name: string, width: number, height: number) => ({
      name,
      mimeType: "image/png",
      buffer: png(width, height),
    });
    await choose(page, [image("wide.png", 80, 40), image("tall.png", 20, 60)]);
    const [wide, tall] = [page.locator("li", { hasText: "wide.png" }), page.locator("li", { hasText: "tall.png" })];
    await tall.dragTo(wide);
    expect(await page.locator(".picture-name").allTextContents()).toEqual(["tall.png", "wide.png"]);
    await page.getByRole("button", { name: "Earlier: wide.png" }).click();
    expect(await page.locator(".picture-name").allTextContents()).toEqual(["wide.png", "tall.png"]);
    await page.getByRole("button", { name: "Later: wide.png" }).click();
    await page.getByRole("button", { name: "Turn wide.png" }).click();
    await page.getByRole("button", { name: "Make the PDF" }).click();
    const pdf = await saved(page);
    // A pixel is 1/96 inch; the second is turned by 90°.
    expect(pdf.getPages().map((one) => [one.getWidth(), one.getHeight()])).toEqual([
      [15, 45],
      [30, 60],
    ]);
    await expectAccessible(page);
    expectQuiet(seen);
  });

  it("print HTML, and say what is wrong with an option", async () => {
    const seen = await open("html");
    const { page } = seen;
    await page.getByLabel("HTML", { exact: true }).fill("<h1>From the playground</h1>");
    await page.getByLabel("Paper").selectOption("A5");
    await page.getByLabel("Landscape").check();
    await page.getByRole("button", { name: "Make the PDF" }).click();
    const { width, height } = (await saved(page)).getPage(0).getSize();
    // A5 is 595.3 by 419.5 points; a browser's paper is whole pixels of 0.75.
    expect(Math.abs(width - 595.3)).toBeLessThan(1);
    expect(Math.abs(height - 419.5)).toBeLessThan(1);
    await expectAccessible(page);
    await page.getByLabel("Margin", { exact: true }).fill("wide");
    await page.getByRole("button", { name: "Make the PDF" }).click();
    await expect.poll(() => page.getByLabel("Margin", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    expectQuiet(seen);
  });

  it("print Markdown and files, with a watermark and other options", async () => {
    const seen = await open("html");
    const { page } = seen;
    await page.getByLabel("Source").selectOption("file");
    await page.getByLabel("Documents").setInputFiles([
      { name: "one.md", mimeType: "text/markdown", buffer: Buffer.from("# One\n\n![](dot.svg)") },
      { name: "two.html", mimeType: "text/html", buffer: Buffer.from("<h1>Two</h1>") },
    ]);
    const dot = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>`;
    await page
      .getByLabel("Files that it refers to")
      .setInputFiles([{ name: "dot.svg", mimeType: "image/svg+xml", buffer: Buffer.from(dot) }]);
    await page.getByText("Watermark", { exact: true }).click();
    await page.getByLabel("Text", { exact: true }).fill("Draft");
    await page.getByLabel("On pages").fill("2");
    await page.getByText("Who looks at the page").click();
    await page.getByLabel("Language", { exact: true }).fill("de-DE");
    await page.getByText("File", { exact: true }).click();
    await page.getByLabel("File name").fill("both.pdf");
    await page.getByRole("button", { name: "Make the PDF" }).click();
    expect((await saved(page)).getPageCount()).toBe(2);
    const panel = page.getByRole("tabpanel", { name: "HTML to PDF" });
    await panel.getByText("The same as curl and TypeScript").click();
    const code = await panel.locator("pre:visible").first().textContent();
    for (const part of ['file=@"one.md"', 'file=@"two.html"', 'assets=@"dot.svg"', '"text":"Draft"', "locale=de-DE"])
      expect(code).toContain(part);
    await expectAccessible(page);
    await page.getByLabel("On pages").fill("9");
    await page.getByRole("button", { name: "Make the PDF" }).click();
    await expect.poll(() => page.getByLabel("Text", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    expectQuiet(seen);
  });

  it("keep the key in the tab", async () => {
    const { page } = await open("html", "qk_of_this_tab");
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.getItem("quire-key")])).toEqual([
      0,
      "qk_of_this_tab",
    ]);
    const other = await page.context().newPage();
    await other.goto(`${service.api}/playground`);
    expect(await other.getByLabel("API key").inputValue()).toBe("");
  });
});
