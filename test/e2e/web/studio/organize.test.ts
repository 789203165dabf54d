import * as mupdf from "mupdf";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { png } from "../../../fixtures/documents.ts";
import { expectQuiet } from "../browser.ts";
import { choose, middleOf, numbered, openTool, press, saved, savedBytes, sentBy, swipe } from "../studio.ts";

const leaf = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });

/** What is on the board, in the order of the pages. */
async function board(page: Page): Promise<string[]> {
  const all = await page
    .locator(".leaf")
    .evaluateAll((leaves) =>
      leaves
        .sort((a, b) => Number(a.getAttribute("aria-posinset")) - Number(b.getAttribute("aria-posinset")))
        .map((one) => one.querySelector("button")?.getAttribute("aria-label") ?? ""),
    );
  return all.map((label) => label.replace(/^Page \d+(: page |, )/, "").replace(/ of numbered\.pdf/, ""));
}

async function opened(pages: number): Promise<Awaited<ReturnType<typeof openTool>>> {
  const seen = await openTool("organize", {}, "");
  await choose(seen.page, "Choose PDFs or images", await numbered(pages));
  await leaf(seen.page, `Page ${pages}: page ${pages} of numbered.pdf`).waitFor();
  return seen;
}

/** The sizes of the pages that are saved, with the turn of those that are turned. */
async function sizes(page: Page): Promise<string[]> {
  const pdf = await saved(page);
  return pdf.getPages().map((one) => {
    const angle = one.getRotation().angle;
    return `${one.getWidth()} × ${one.getHeight()}${angle === 0 ? "" : ` turned ${angle}`}`;
  });
}

it("pages are turned, deleted, duplicated and joined with an image and an empty page, and not one byte is sent", async () => {
  const seen = await opened(4);
  const { page } = seen;
  const sent = sentBy(page);
  await leaf(page, /^Page 1: /).click();
  await press(page, "Turn right");
  await press(page, "Empty page");
  await press(page, "Select none");
  await leaf(page, /^Page 4: /).click();
  await press(page, "Delete");
  await leaf(page, /^Page 4: /).click();
  await press(page, "Duplicate");
  const picture = { name: "photo.png", mimeType: "image/png", buffer: png(96, 48) };
  await page.locator(".panel input[type=file]").setInputFiles(picture);
  await leaf(page, "Page 6: page 1 of photo.png").waitFor();
  expect(await board(page)).toEqual(["1, turned 90 degrees", "empty", "2", "4", "4", "1 of photo.png"]);
  await press(page, "Bind 6 pages");
  await page.getByRole("heading", { name: "6 pages bound" }).waitFor();
  const upright = "300 × 400";
  expect(await sizes(page)).toEqual([
    ...[`${upright} turned 90`, `${upright} turned 90`, upright, upright, upright],
    "72 × 36",
  ]);
  expect(sent).toEqual([]);
  expectQuiet(seen);
});

it("pages are dragged by mouse and moved by keys, and each step can be undone and done again", async () => {
  const { page } = await opened(5);
  const from = await middleOf(leaf(page, /^Page 5: /));
  const to = await middleOf(leaf(page, /^Page 2: /));
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(to[0] - 40, to[1], { steps: 6 });
  await page.locator(".drag-marker").waitFor();
  await page.mouse.up();
  expect(await board(page)).toEqual(["1", "5", "2", "3", "4"]);
  await leaf(page, /^Page 1: /).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+ArrowRight");
  expect(await board(page)).toEqual(["5", "2", "1", "3", "4"]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Page 3: page 1 of numbered.pdf",
  );
  await page.keyboard.press("r");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Delete");
  await page.keyboard.press("d");
  expect(await board(page)).toEqual(["5", "1, turned 90 degrees", "1, turned 90 degrees", "3", "4"]);
  for (let step = 0; step < 3; step++) await press(page, "Undo");
  expect(await board(page)).toEqual(["5", "2", "1", "3", "4"]);
  await press(page, "Redo");
  expect(await board(page)).toEqual(["5", "2", "1, turned 90 degrees", "3", "4"]);
});

it("several that are selected move together, and a reload shows what was done", async () => {
  const { page } = await opened(6);
  await leaf(page, /^Page 2: /).click();
  await leaf(page, /^Page 3: /).click({ modifiers: ["Shift"] });
  await press(page, "Move later");
  expect(await board(page)).toEqual(["1", "4", "2", "3", "5", "6"]);
  await page.locator(".panel input[type=file]").setInputFiles(await numbered(2, "more.pdf"));
  await leaf(page, "Page 5: page 1 of more.pdf").waitFor();
  await page.waitForTimeout(800);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await leaf(page, "Page 5: page 1 of more.pdf").waitFor();
  expect(await board(page)).toEqual(["1", "4", "2", "3", "1 of more.pdf", "2 of more.pdf", "5", "6"]);
  await press(page, "Bind 8 pages");
  await page.getByRole("heading", { name: "8 pages bound" }).waitFor();
  expect((await saved(page)).getPageCount()).toBe(8);
});

/** What is drawn on the pages of the board beside their own content, and where: from the page's left and top, in parts. */
async function marksOn(page: Page): Promise<{ text: string; x: number; y: number }[]> {
  return page.locator(".leaf-marks text").evaluateAll((all) =>
    all.map((one) => {
      const mark = one.getBoundingClientRect();
      const sheet = (one.parentElement as Element).getBoundingClientRect();
      const x = (mark.left + mark.width / 2 - sheet.left) / sheet.width;
      const y = (mark.top + mark.height / 2 - sheet.top) / sheet.height;
      return { text: one.textContent as string, x, y };
    }),
  );
}

it("numbers and a stamp are shown on the pages as they move, and are in the PDF where they were shown", async () => {
  const seen = await opened(3);
  const { page } = seen;
  await page.getByRole("checkbox", { name: "Page numbers" }).check();
  await page.getByLabel("Written as").selectOption("Bates: ACME-000001");
  await page.getByLabel("Prefix").fill("ACME-");
  await page.getByLabel("Digits").fill("4");
  await page.getByLabel("First number").fill("12");
  await page.getByLabel("Pages to skip").fill("1");
  await page.getByRole("group", { name: "Place of the number" }).getByLabel("Top right").check();
  await leaf(page, "Page 2: page 2 of numbered.pdf, numbered ACME-0012").click();
  await press(page, "Turn right");
  await press(page, "Move later");
  await leaf(page, "Page 3: page 2 of numbered.pdf, turned 90 degrees, numbered ACME-0013").waitFor();
  await page.getByRole("checkbox", { name: "Stamp" }).check();
  await page.getByLabel("Text of the stamp").fill("COPY");
  await page.getByLabel("Opacity in %").fill("40");
  const shown = await marksOn(page);
  expect(shown.map(({ text }) => text).sort()).toEqual(["ACME-0012", "ACME-0013", "COPY", "COPY", "COPY"]);
  await press(page, "As code");
  await page.getByText("ACME-", { exact: false }).first().waitFor();
  await press(page, "Close");
  await press(page, "Bind 3 pages");
  await page.getByRole("heading", { name: "3 pages bound" }).waitFor();
  const pdf = mupdf.Document.openDocument(await savedBytes(page), "application/pdf");
  const texts = [0, 1, 2].map((at) => pdf.loadPage(at).toStructuredText("").asText());
  expect(texts.map((text) => /Page \d/.exec(text)?.[0])).toEqual(["Page 1", "Page 3", "Page 2"]);
  expect(texts.map((text) => /ACME-\d+/.exec(text)?.[0])).toEqual([undefined, "ACME-0012", "ACME-0013"]);
  for (const [at, number] of [
    [1, "ACME-0012"],
    [2, "ACME-0013"],
  ] as const) {
    const one = pdf.loadPage(at);
    const [left, top, right, bottom] = one.getBounds();
    const [quad] = one.search(number, "")[0] as mupdf.Quad[];
    const [x0, y0, x1, , , y2] = quad as mupdf.Quad;
    const place = shown.find(({ text }) => text === number);
    expect(place?.x).toBeCloseTo(((x0 + x1) / 2 - left) / (right - left), 1.5);
    expect(place?.y).toBeCloseTo(((y0 + y2) / 2 - top) / (bottom - top), 1.5);
  }
  expectQuiet(seen);
});

it("letters that the font lacks are named beside the field, and marks are undone and kept as all else", async () => {
  const { page } = await opened(2);
  await page.getByRole("checkbox", { name: "Stamp" }).check();
  await page.getByLabel("Text of the stamp").fill("写し");
  await press(page, "Bind 2 pages");
  await page.locator("p.error", { hasText: 'it lacks "写", "し"' }).waitFor();
  expect(await page.getByLabel("Text of the stamp").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Text of the stamp").fill("FINAL");
  await page.getByRole("checkbox", { name: "Page numbers" }).check();
  await page.getByLabel("First number").fill("x");
  expect(await page.getByRole("button", { name: "Bind 2 pages" }).isDisabled()).toBe(true);
  await press(page, "Undo");
  await leaf(page, "Page 2: page 2 of numbered.pdf, numbered 2 / 2").waitFor();
  await page.waitForTimeout(800);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await leaf(page, "Page 2: page 2 of numbered.pdf, numbered 2 / 2").waitFor();
  expect(new Set((await marksOn(page)).map(({ text }) => text))).toEqual(new Set(["FINAL", "1 / 2", "2 / 2"]));
});

it("a link brings numbers to the document that is opened next", async () => {
  const settings = encodeURIComponent(JSON.stringify({ hasNumbers: true, style: "roman", start: "3" }));
  const { page } = await openTool(`organize=${settings}`, {}, "");
  await choose(page, "Choose PDFs or images", await numbered(2));
  await leaf(page, "Page 2: page 2 of numbered.pdf, numbered iv").waitFor();
  expect((await marksOn(page)).map(({ text }) => text)).toEqual(["iii", "iv"]);
});

it("what is made of images and texts, and what is left after redaction, goes on to it", async () => {
  const { page } = await openTool("images", {}, "");
  await choose(page, "Choose images", { name: "photo.png", mimeType: "image/png", buffer: png(96, 48) });
  await press(page, "Bind 1 image");
  await press(page, "Organize this");
  await leaf(page, /^Page 1: page 1 of /).waitFor();
  const written = (await openTool("html")).page;
  await press(written, /^Print/);
  await press(written, "Organize this");
  await leaf(written, /^Page 1: page 1 of /).waitFor();
  const redacted = (await openTool("redact", {}, "")).page;
  await choose(redacted, "Choose a PDF", await numbered(2));
  await redacted.getByLabel("Text", { exact: true }).fill("Page 1");
  await redacted.keyboard.press("Enter");
  await press(redacted, /^Redact 1 text/);
  await press(redacted, "Organize this");
  await leaf(redacted, "Page 2: page 2 of numbered-redacted.pdf").waitFor();
});

it("results go on to it, and its own to the others", async () => {
  const { page } = await openTool("crop", {}, "");
  await choose(page, "Choose a PDF", await numbered(3));
  await press(page, "Crop 1 page");
  await press(page, "Organize this");
  await leaf(page, "Page 3: page 3 of numbered-cropped.pdf").click();
  await press(page, "Delete");
  await press(page, "Bind 2 pages");
  await press(page, "Split this");
  await page.getByText("numbered-cropped-organized.pdf", { exact: true }).waitFor();
  await press(page, "Make 1 file");
  const part = page.getByRole("link", { name: /\.pdf$/ });
  expect((await savedBytes(page, (await part.getAttribute("href")) as string)).length).toBeGreaterThan(500);
});

it("a finger drags a page by its grip, and scrolls on the rest of it", async () => {
  const { page } = await openTool("organize", { viewport: { width: 390, height: 844 }, hasTouch: true }, "");
  await choose(page, "Choose PDFs or images", await numbered(30));
  await leaf(page, /^Page 3: /).waitFor();
  const grip = (number: number) => middleOf(page.locator(`[aria-posinset="${number}"] .leaf-grip`));
  const [from, to] = [await grip(1), await grip(3)];
  await swipe(page, [{ from, to: [to[0] + 60, to[1]] }]);
  await leaf(page, "Page 3: page 1 of numbered.pdf").waitFor();
  const [x, y] = await middleOf(leaf(page, /^Page 5: /));
  await swipe(page, [{ from: [x, y], to: [x, y - 120] }]);
  await expect.poll(() => page.locator(".board").evaluate((one) => one.scrollTop)).toBeGreaterThan(20);
  expect((await board(page)).slice(0, 5)).toEqual(["2", "3", "1", "4", "5"]);
});

it("of many pages only those in view are in the page, and the keys reach all of them", async () => {
  const { page } = await opened(6);
  await page.locator(".panel input[type=file]").setInputFiles(await numbered(500, "many.pdf"));
  await leaf(page, "Page 7: page 1 of many.pdf").waitFor();
  expect(await page.locator(".leaf").count()).toBeLessThan(60);
  await leaf(page, /^Page 1: /).focus();
  await page.keyboard.press("End");
  await leaf(page, "Page 506: page 500 of many.pdf").waitFor();
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Bind 505 pages" }).waitFor();
  await page.keyboard.press("Home");
  await leaf(page, "Page 1: page 1 of numbered.pdf").waitFor();
  expect(await page.locator(".leaf").count()).toBeLessThan(60);
});
