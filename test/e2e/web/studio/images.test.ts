import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { png, tiff } from "../../../fixtures/documents.ts";
import { unfold } from "../../../support/page-states.ts";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK } from "../browser.ts";
import { service } from "../service.ts";
import { choose, drop, middleOf, openTool, press, saved, swipe } from "../studio.ts";

const image = (name: string, width: number, height: number) => ({
  name,
  mimeType: "image/png",
  buffer: png(width, height),
});
const names = (page: Page) => page.locator(".picture-name").allTextContents();

describe("images", () => {
  it("are bound in the order and rotation that were chosen", async () => {
    const seen = await openTool("images");
    const { page } = seen;
    await choose(page, "Choose images", [image("wide.png", 80, 40), image("tall.png", 20, 60)]);
    const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await card("tall.png").dragTo(card("wide.png"));
    expect(await names(page)).toEqual(["1. tall.png", "2. wide.png"]);
    await press(page, "Sort by name");
    await press(page, "Earlier: wide.png");
    expect(await names(page)).toEqual(["1. wide.png", "2. tall.png"]);
    await page.getByRole("button", { name: "Move wide.png, number 1" }).press("ArrowRight");
    expect(await names(page)).toEqual(["1. tall.png", "2. wide.png"]);
    await press(page, "Rotate wide.png");
    await page.getByLabel("Paper").selectOption("Original");
    await page.getByLabel("Margin (mm)").fill("0");
    await expectAccessible(page);
    await press(page, "Bind 2 images");
    const pdf = await saved(page);
    // A pixel is 1/96 inch; the second is turned by 90°.
    expect(pdf.getPages().map((one) => [one.getWidth(), one.getHeight()])).toEqual([
      [15, 45],
      [30, 60],
    ]);
    await expectAccessible(page);
    expectQuiet(seen);
  });

  it("that are turned are shown on their page as they will be", async () => {
    const { page } = await openTool("images");
    await choose(page, "Choose images", image("tall.png", 20, 60));
    await page.getByLabel("Orientation").selectOption("Portrait");
    const shape = (selector: string) =>
      page.locator(selector).evaluate((one) => {
        const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
        return { left, right, top, bottom, ratio: width / height };
      });
    await expect.poll(async () => (await shape(".picture-inner img")).ratio).toBeCloseTo(1 / 3, 1);
    await press(page, "Rotate tall.png");
    await expect.poll(async () => (await shape(".picture-inner img")).ratio).toBeCloseTo(3, 1);
    const [shown, place] = [await shape(".picture-inner img"), await shape(".picture-inner")];
    expect(shown.left - place.left).toBeGreaterThan(-1);
    expect(place.right - shown.right).toBeGreaterThan(-1);
    expect(shown.top - place.top).toBeGreaterThan(-1);
    expect(place.bottom - shown.bottom).toBeGreaterThan(-1);
  });

  it("that no browser shows are shown as they will be, or why not; on a phone they are dragged", async () => {
    const { page } = await openTool("images", PHONE_IN_DARK);
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic")]);
    const scan = { name: "scan.tif", mimeType: "image/tiff", buffer: tiff(60, 20, 3) };
    await choose(page, "Choose images", [
      ...[image("good.png", 8, 8), { name: "bad.heic", mimeType: "", buffer: heic }, scan],
      { ...scan, name: "cut.tif", buffer: scan.buffer.subarray(0, 60) },
    ]);
    await page.getByText("This browser cannot read HEIC. Open this page in Safari").waitFor();
    const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await page.getByText("3. scan.tif, 3 pages").waitFor();
    expect(
      await card("scan.tif")
        .locator("img")
        .evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight),
    ).toBeCloseTo(3, 1);
    // What the service's engine cannot read is told before anything is sent.
    await card("cut.tif").locator(".error").waitFor();
    await unfold(page);
    await page.getByText("2 files will be left out").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    const to = await middleOf(card("cut.tif"));
    await swipe(page, [{ from: await middleOf(page.getByRole("button", { name: /^Move scan.tif/ })), to }]);
    await expect.poll(() => names(page)).toEqual(["1. good.png", "2. bad.heic", "3. cut.tif", "4. scan.tif, 3 pages"]);
    await press(page, "Bind 2 images");
    const pdf = await saved(page);
    expect(pdf.getPageCount()).toBe(4);
  });
});

describe("images by keys, of HEIC, and from addresses", () => {
  it("are one card of stops for the Tab key, and arrow keys lead to the others", async () => {
    const { page } = await openTool("images");
    await choose(page, "Choose images", [image("a.png", 8, 8), image("b.png", 8, 8), image("c.png", 8, 8)]);
    const rotate = (name: string) => page.getByRole("button", { name: `Rotate ${name}`, exact: true });
    const isFocused = (name: string) => rotate(name).evaluate((button) => button === document.activeElement);
    const stops = () => page.locator(".pictures button[tabindex='0']").count();
    await expect.poll(stops).toBe(5);
    await rotate("a.png").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => isFocused("b.png")).toBe(true);
    await page.keyboard.press("End");
    await expect.poll(() => isFocused("c.png")).toBe(true);
    await expect.poll(stops).toBe(5);
    await expect.poll(() => rotate("c.png").getAttribute("tabindex")).toBe("0");
    await expectAccessible(page);
  });

  it("of HEIC become JPEGs where the browser can read them", async () => {
    const { page } = await openTool("images");
    // As Safari does: it reads what this browser does not.
    await page.evaluate(() => {
      const real = globalThis.createImageBitmap;
      const decode = async (source: ImageBitmapSource) => {
        const head = source instanceof Blob ? await source.slice(4, 12).text() : "";
        return real(head === "ftypheic" ? new ImageData(new Uint8ClampedArray(60 * 20 * 4).fill(128), 60, 20) : source);
      };
      globalThis.createImageBitmap = decode as typeof createImageBitmap;
    });
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic")]);
    await choose(page, "Choose images", [
      ...[image("first.png", 8, 8), { name: "IMG_1.HEIC", mimeType: "image/heic", buffer: heic }],
      { name: "IMG_1.HEIC", mimeType: "", buffer: heic },
    ]);
    await expect.poll(() => names(page)).toEqual(["1. first.png", "2. IMG_1.jpg", "3. IMG_1 (2).jpg"]);
    await page.getByLabel("Paper").selectOption("Original");
    await page.getByLabel("Margin (mm)").fill("0");
    await press(page, "Bind 3 images");
    const sizes = (await saved(page)).getPages().map((one) => [one.getWidth(), one.getHeight()]);
    expect(sizes).toEqual([
      [6, 6],
      [45, 15],
      [45, 15],
    ]);
  });

  it("have a margin that leaves them room, and more is said at its field", async () => {
    const { page } = await openTool("images");
    await choose(page, "Choose images", [image("a.png", 80, 40)]);
    const margin = page.getByLabel("Margin (mm)");
    await page.getByLabel("Paper").selectOption("A4");
    await margin.fill("500");
    await page.getByText("At most 104.4 mm fit on this paper.").waitFor();
    expect(await margin.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("button", { name: "Bind 1 image" }).isDisabled()).toBe(true);
    await margin.fill("104.4");
    await press(page, "Bind 1 image");
    await page.getByRole("heading", { name: "1 image bound" }).waitFor();
    await press(page, "Back to editing");
    // Around an image of its own size there is room for more, and the engine says where that ends.
    await page.getByLabel("Paper").selectOption("Original");
    await margin.fill("2600");
    await press(page, "Bind 1 image");
    await expect.poll(() => margin.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("that have addresses are fetched by the service, and not beside files", async () => {
    const site = createServer((_, response) => response.setHeader("Content-Type", "image/png").end(png(40, 20)));
    await new Promise<void>((resolve) => site.listen(service.site, resolve));
    try {
      const { page } = await openTool("images");
      await page.getByText("From addresses").click();
      const addresses = page.getByLabel("Addresses, one per line");
      await addresses.fill("ftp://example.com/a.png");
      await press(page, "Add");
      await page.getByText("Enter addresses, such as www.example.com/photo.jpg").waitFor();
      await addresses.fill(`http://localhost:${service.site}/a.png\nhttp://localhost:${service.site}/b.png`);
      await press(page, "Add");
      expect(await names(page)).toEqual(["1. a.png", "2. b.png"]);
      await drop(page, "main", [image("own.png", 8, 8)]);
      await page.getByText("Files and addresses cannot be bound in one go.").waitFor();
      expect(await page.getByRole("button", { name: "Bind 3 images" }).isDisabled()).toBe(true);
      await press(page, "Remove own.png");
      await press(page, "Rotate b.png");
      await page.getByLabel("Paper").selectOption("Original");
      await page.getByLabel("Margin (mm)").fill("0");
      await expectAccessible(page);
      await press(page, "Bind 2 images");
      const sizes = (await saved(page)).getPages().map((one) => [one.getWidth(), one.getHeight()]);
      expect(sizes).toEqual([
        [30, 15],
        [15, 30],
      ]);
    } finally {
      site.close();
    }
  });
});
