import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { unfold } from "../../../support/page-states.ts";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK } from "../browser.ts";
import { service } from "../service.ts";
import { type Chosen, choose, draw, middleOf, numbered, openTool, press, saved, swipe, turnTo } from "../studio.ts";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const areas = (page: Page) => page.getByRole("application");
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const ADD = /^Add another area/;

/** The crop tool with pages of 300 by 400 points. */
async function cropping(pages: number, options: Parameters<typeof openTool>[1] = {}) {
  const seen = await openTool("crop", options);
  await choose(seen.page, "Choose a PDF", await numbered(pages));
  await areas(seen.page).waitFor();
  await unfold(seen.page);
  await field(seen.page, "Unit").selectOption("pt");
  return seen;
}

/** Two wide pages, which are white from 240 to 300 points, and a tall one. */
async function bookScan(): Promise<Chosen> {
  const pdf = await PDFDocument.create();
  for (const size of [
    [600, 400],
    [600, 400],
    [300, 400],
  ] as const) {
    const page = pdf.addPage([...size]);
    const [width] = size;
    page.drawRectangle({ x: width * 0.05, y: 50, width: width * 0.35, height: 300 });
    page.drawRectangle({ x: width * 0.5, y: 50, width: width * 0.35, height: 300 });
  }
  return { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from(await pdf.save()) };
}

/** The fields of the call in curl, as "As code" shows it. */
async function fieldsOfCall(page: Page): Promise<Record<string, string>> {
  await press(page, "As code");
  const curl = (await page.getByRole("region", { name: "The call in curl" }).textContent()) ?? "";
  await press(page, "Close");
  const fields = [...curl.matchAll(/--form-string '?(\w+)=(.*?)'?(?: \\)?$/gm)];
  return Object.fromEntries(fields.map(([, name, value]) => [name, value]));
}

const sizes = (pdf: PDFDocument) => pdf.getPages().map((page) => [page.getCropBox().width, page.getCropBox().height]);

describe("several areas of a page", () => {
  it("give a page each, in their order, and the call is shown that makes them", async () => {
    const seen = await cropping(2);
    const { page } = seen;
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await draw(page, [0.15, 0.15], [0.45, 0.35]);
    await button(page, ADD).click();
    await button(page, "Crop 1 page into 2").waitFor();
    // What was added is drawn again.
    await draw(page, [0.5, 0.6], [0.9, 0.95]);
    await areas(page).nth(1).waitFor();
    await expect.poll(() => areas(page).count()).toBe(2);
    const drawn = { width: await field(page, "Width").inputValue(), height: await field(page, "Height").inputValue() };
    expect(Math.abs(Number(drawn.width) - 120)).toBeLessThan(2);
    // Then what is drawn beside them is one more.
    await draw(page, [0.1, 0.5], [0.3, 0.6]);
    await button(page, "Crop 1 page into 3").waitFor();
    await page.getByRole("button", { name: "Page 1, cropped into 3" }).waitFor();
    await press(page, "Move area 3 earlier");
    await expectAccessible(page);
    const { cropData, multiple } = await fieldsOfCall(page);
    expect(multiple).toBe("true");
    await press(page, "Crop 1 page into 3");
    await page.getByRole("heading", { name: "1 page cropped into 3" }).waitFor();
    expect(posts).toEqual([]);
    const pdf = await saved(page);
    expect(pdf.getPageCount()).toBe(4);
    const [first, second, third, whole] = sizes(pdf) as [number, number][];
    expect(Math.abs(first![0]! - 90)).toBeLessThan(2);
    expect(Math.abs(second![0]! - 60)).toBeLessThan(2);
    expect(third![0]).toBeCloseTo(Number(drawn.width), 1);
    expect(third![1]).toBeCloseTo(Number(drawn.height), 1);
    expect(whole).toEqual([300, 400]);
    // A page of the result knows the page that it is a part of.
    await button(page, "Page 3").click();
    await page.getByRole("img", { name: "Page 3 of the result" }).waitFor();
    await page.keyboard.down("b");
    await page.getByRole("img", { name: "Page 1 as it was" }).waitFor();
    await page.keyboard.up("b");
    const form = new FormData();
    form.append("file", new Blob([(await numbered(2)).buffer as never]), "numbered.pdf");
    form.append("cropData", cropData!);
    form.append("multiple", "true");
    const headers = { Authorization: `Bearer ${service.key}` };
    const response = await fetch(`${service.api}/v1/pdf/crop?format=binary`, { method: "POST", body: form, headers });
    expect(sizes(await PDFDocument.load(await response.arrayBuffer()))).toEqual(sizes(pdf));
    expectQuiet(seen);
  });

  it("are added, moved, chosen and removed by keys, undone one by one, and kept", async () => {
    const { page } = await cropping(1);
    await field(page, "Right").fill("200");
    await field(page, "Bottom").fill("300");
    await areas(page).focus();
    await page.keyboard.press("a");
    await areas(page).nth(1).waitFor();
    await page.keyboard.press("a");
    await button(page, "Crop 1 page into 3").waitFor();
    await areas(page).nth(1).focus();
    await expect.poll(() => areas(page).nth(1).getAttribute("aria-label")).toMatch(/^Area 2 of 3: /);
    const left = async () => Number(await field(page, "Left").inputValue());
    const before = await left();
    // Keys that follow each other fast are one step.
    await page.waitForTimeout(700);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(left).toBe(before - 1);
    await page.waitForTimeout(700);
    await page.keyboard.press("Delete");
    await button(page, "Crop 1 page into 2").waitFor();
    // The focus goes on to what took its place.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(focused).toMatch(/^Area 2 of 2: /);
    await page.keyboard.press("Control+z");
    await button(page, "Crop 1 page into 3").waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(left).toBe(before);
    await press(page, "Undo");
    await button(page, "Crop 1 page into 2").waitFor();
    await press(page, "Redo");
    await button(page, "Crop 1 page into 3").waitFor();
    await press(page, "Remove area 1");
    await button(page, "Crop 1 page into 2").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(ADD);
    await page.waitForTimeout(1_500);
    await page.reload();
    await areas(page).nth(1).waitFor();
    await button(page, "Crop 1 page into 2").waitFor();
    await press(page, "Remove area 2");
    await button(page, "Crop 1 page").waitFor();
    await expect.poll(() => page.getByRole("list", { name: "Areas of page 1" }).count()).toBe(0);
    await areas(page).focus();
    await page.keyboard.press("Delete");
    await page.getByText("Page 1 stays whole.").first().waitFor();
  });

  it("are put on all pages, with one definition for all", async () => {
    const { page } = await cropping(3);
    await field(page, "Right").fill("150");
    await button(page, ADD).click();
    await page.getByLabel("Apply to", { exact: true }).selectOption("all");
    await button(page, "Crop 3 pages into 6").waitFor();
    await turnTo(page, 2);
    await field(page, "Top").fill("100");
    await turnTo(page, 3);
    await expect.poll(() => field(page, "Top").inputValue()).toBe("100");
    const { cropMode, multiple, cropData } = await fieldsOfCall(page);
    expect([cropMode, multiple]).toEqual(["all", "true"]);
    expect(JSON.parse(cropData!)).toHaveLength(2);
    await press(page, "Crop 3 pages into 6");
    await page.getByRole("heading", { name: "3 pages cropped into 6" }).waitFor();
    // The page that was in view is shown by its first area.
    await page.getByRole("img", { name: "Page 5 of the result" }).waitFor();
    expect((await saved(page)).getPageCount()).toBe(6);
  });

  it("are as large as a finger on a phone in the dark", async () => {
    const seen = await cropping(1, PHONE_IN_DARK);
    const { page } = seen;
    await button(page, ADD).tap();
    await button(page, "Crop 1 page into 2").waitFor();
    for (const one of await page.locator(".area-list button, .add-area").all()) {
      const { width, height } = (await one.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await expectFits(page);
    await expectAccessible(page);
    // A finger chooses an area, which then has handles.
    await press(page, "Hide options");
    const { width, height } = (await areas(page).first().boundingBox())!;
    await areas(page)
      .first()
      .tap({ position: { x: width / 2, y: height * 0.9 } });
    await page.locator(".area.current[data-index='0'] .handle.se").waitFor();
    expect(await middleOf(page.locator(".area[data-index='0'] .area-number"))).toHaveLength(2);
    await expectFits(page);
    await expectAccessible(page);
    expectQuiet(seen);
  });
});

describe("two halves", () => {
  it("are cut through the white of wide pages, shown before anything is made, and nothing is sent", async () => {
    const seen = await openTool("crop");
    const { page } = seen;
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await choose(page, "Choose a PDF", await bookScan());
    await areas(page).waitFor();
    await field(page, "Unit").selectOption("pt");
    await page.getByLabel("Cut pages in two").check();
    await button(page, "Crop 2 pages into 4").waitFor();
    await page.getByText("Not wider than tall, so whole: page 3.").waitFor();
    expect(await field(page, "Cut").inputValue()).toBe("auto");
    await expect.poll(() => areas(page).count()).toBe(2);
    expect(await fieldsOfCall(page)).toEqual({ halves: "auto" });
    await expectAccessible(page);
    await press(page, "Do not crop page 1");
    await button(page, "Crop 1 page into 2").waitFor();
    expect(await fieldsOfCall(page)).toEqual({ halves: "auto", pages: "2" });
    await press(page, "Undo");
    await press(page, "Crop 2 pages into 4");
    await page.getByRole("heading", { name: "2 pages cropped into 4" }).waitFor();
    const made = sizes(await saved(page));
    expect(made).toHaveLength(5);
    expect(made[0]![0]! + made[1]![0]!).toBeCloseTo(600, 1);
    // Within the white, beside the middle of the page.
    expect(made[0]![0]).toBeGreaterThan(240);
    expect(made[0]![0]).toBeLessThan(295);
    expect(made[4]).toEqual([300, 400]);
    expect(posts).toEqual([]);
    expectQuiet(seen);
  });

  it.each([false, true])("share one line, which moves the edges of both (by a finger: %s)", async (hasTouch) => {
    const { page } = await cropping(2, { hasTouch });
    await page.getByLabel("Cut pages in two").check();
    const line = page.getByRole("separator", { name: "Where the page is cut" });
    await expect.poll(() => line.getAttribute("aria-valuetext")).toBe("150 pt from the left");
    const [x, y] = await middleOf(line);
    const { width } = (await page.locator(".area-layer").boundingBox()) as { width: number };
    const to = x - width / 6;
    if (hasTouch) await swipe(page, [{ from: [x, y], to: [to, y] }]);
    else {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(to, y, { steps: 4 });
      await page.mouse.up();
    }
    const at = async () => Number.parseFloat((await line.getAttribute("aria-valuetext")) ?? "");
    await expect.poll(at).toBeLessThan(105);
    await line.focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(at).toBeLessThan(95);
    await press(page, "Crop 2 pages into 4");
    await page.getByRole("heading", { name: "2 pages cropped into 4" }).waitFor();
    const [first, second, third] = sizes(await saved(page)) as [number, number][];
    expect(first![0]! + second![0]!).toBeCloseTo(300, 1);
    expect(first![0]).toBeLessThan(95);
    expect(first![0]).toBeGreaterThan(80);
    expect(third![0]).toBeCloseTo(150, 1);
  });

  it("are cut in the middle, of chosen pages, and one that is changed leaves the others as they are", async () => {
    const { page } = await cropping(3);
    await page.getByLabel("Cut pages in two").check();
    await button(page, "Crop 3 pages into 6").waitFor();
    expect(await field(page, "Cut").inputValue()).toBe("vertical");
    await field(page, "Cut").selectOption("auto");
    await page.getByRole("alert").filter({ hasText: "No page is wider than tall." }).waitFor();
    expect(await field(page, "Cut").inputValue()).toBe("vertical");
    await field(page, "Cut").selectOption("horizontal");
    await expect.poll(() => field(page, "Height").inputValue()).toBe("200");
    await page.getByLabel("Apply to", { exact: true }).selectOption("odd");
    await button(page, "Crop 2 pages into 4").waitFor();
    expect(await fieldsOfCall(page)).toEqual({ halves: "horizontal", pages: "1, 3" });
    await field(page, "Width").fill("250");
    await button(page, "Crop 2 pages into 4").waitFor();
    expect(await page.getByLabel("Cut pages in two").isChecked()).toBe(false);
    const { multiple, cropData, halves } = await fieldsOfCall(page);
    expect([multiple, halves]).toEqual(["true", undefined]);
    const definitions = JSON.parse(cropData!) as { pageNumber: number; cropArea: { width: number } }[];
    expect(definitions.map(({ pageNumber, cropArea }) => [pageNumber, cropArea.width])).toEqual([
      [1, 250],
      [1, 300],
      [3, 300],
      [3, 300],
    ]);
    await press(page, "Undo");
    await expect.poll(() => page.getByLabel("Cut pages in two").isChecked()).toBe(true);
    await page.getByLabel("Cut pages in two").uncheck();
    await button(page, "Crop 1 page").waitFor();
  });
});
