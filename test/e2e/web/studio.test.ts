import { createServer } from "node:http";
import * as mupdf from "mupdf";
import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK } from "./browser.ts";
import { png, tiff } from "./documents.ts";
import { service } from "./service.ts";
import { awkward, choose, draw, drop, middleOf, numbered, openTool, press, saved, swipe, turnTo } from "./studio.ts";

const side = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const sides = async (page: Page) => {
  const of = (label: string) => side(page, label).inputValue().then(Number);
  return { left: await of("Left"), bottom: await of("Bottom"), width: await of("Width"), height: await of("Height") };
};

/** The crop tool with a document, in points. */
async function cropping(options = {}) {
  const seen = await openTool("crop", options);
  await choose(seen.page, "Choose a PDF", await awkward());
  await seen.page.getByRole("application").waitFor();
  await seen.page.getByLabel("Unit").selectOption("pt");
  return seen;
}

describe("crop", () => {
  it("gives exactly what was drawn on a page that is turned, has a crop box and a user unit", async () => {
    const seen = await cropping();
    const { page } = seen;
    await press(page, "Leave page 1 whole");
    await turnTo(page, 2);
    // The crop box of 360 by 480 units, turned by 90°, two points to the unit.
    await page.getByText("960 × 720 pt", { exact: true }).waitFor();
    await draw(page, [0.2, 0.25], [0.7, 0.75]);
    const drawn = await sides(page);
    // A pixel of the screen is about two points here.
    for (const [name, value] of Object.entries({ left: 192, bottom: 180, width: 480, height: 360 })) {
      expect(Math.abs(drawn[name as keyof typeof drawn] - value), name).toBeLessThan(4);
    }
    await expectAccessible(page);
    await press(page, "Crop 1 page");
    // The result begins with the page that was cropped.
    await page.getByRole("img", { name: "Page 2 of the result" }).waitFor();
    const pdf = await saved(page);
    // Turned by 90° clockwise, what is right on the screen is up in the page's own space, and what is up is left.
    const expected = {
      x: 400 - (drawn.bottom + drawn.height) / 2,
      y: 60 + drawn.left / 2,
      width: drawn.height / 2,
      height: drawn.width / 2,
    };
    for (const box of [pdf.getPage(1).getCropBox(), pdf.getPage(1).getMediaBox()]) {
      // The numbers are shown to a hundredth.
      for (const [name, value] of Object.entries(expected)) {
        expect(box[name as keyof typeof box], name).toBeCloseTo(value, 1);
      }
    }
    expect(pdf.getPage(1).getRotation().angle).toBe(90);
    expect(pdf.getPage(0).getCropBox()).toEqual({ x: 0, y: 0, width: 595, height: 842 });
    await expectAccessible(page);
    expectQuiet(seen);
    expect([...seen.hosts].sort()).toEqual([new URL(service.downloads).host, new URL(service.api).host].sort());
  });

  it("follows the numbers from each side, in every unit, and the keys", async () => {
    const { page } = await cropping();
    await turnTo(page, 3);
    await press(page, "Whole page");
    await expect.poll(() => sides(page)).toEqual({ left: 0, bottom: 0, width: 700, height: 500 });
    await page.getByLabel("Unit").selectOption("in");
    await side(page, "Width").fill("2");
    await side(page, "Height").fill("1");
    await page.getByLabel("Unit").selectOption("pt");
    // From the top left, as a page is read.
    await expect.poll(() => sides(page)).toEqual({ left: 0, bottom: 428, width: 144, height: 72 });
    await side(page, "Right").fill("500");
    await expect.poll(() => sides(page)).toMatchObject({ left: 0, width: 200 });
    await page.getByLabel("Keep the shape").check();
    await side(page, "Width").fill("100");
    await expect.poll(() => sides(page)).toMatchObject({ width: 100, height: 36 });
    const area = page.getByRole("application", { name: /^Area: 100 by 36 pt/ });
    await area.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(() => sides(page)).toEqual({ left: 1, bottom: 454, width: 100, height: 36 });
  });

  it("takes hold of an edge, a corner and the whole, and never leaves the page", async () => {
    const { page } = await cropping();
    await press(page, "Whole page");
    await draw(page, [0.998, 0.5], [0.5, 0.5]);
    const half = await sides(page);
    expect(Math.abs(half.width - 297.5)).toBeLessThan(2);
    expect(half).toMatchObject({ left: 0, bottom: 0, height: 842 });
    await draw(page, [0.25, 0.5], [2, 0.5]);
    const moved = await sides(page);
    expect(moved.left).toBeCloseTo(595 - moved.width, 1);
    expect(moved.width).toBe(half.width);
    await draw(page, [0.502, 0.002], [0.75, 0.5]);
    const corner = await sides(page);
    expect(Math.abs(corner.left - 446)).toBeLessThan(3);
    expect(Math.abs(corner.height - 421)).toBeLessThan(3);
  });

  it("puts an area on all pages, keeps it when pages are turned, and on the odd or chosen ones", async () => {
    const { page } = await cropping();
    await side(page, "Left").fill("50");
    await expect.poll(() => side(page, "Width").inputValue()).toBe("485.5");
    const before = await sides(page);
    await page.getByLabel("On", { exact: true }).selectOption("all");
    await turnTo(page, 3);
    await expect
      .poll(() => sides(page))
      .toMatchObject({ left: before.left, width: before.width, height: before.height });
    await page.getByRole("button", { name: "Crop 3 pages" }).waitFor();
    await page.getByLabel("On", { exact: true }).selectOption("odd");
    await page.getByRole("button", { name: "Crop 2 pages" }).waitFor();
    await page.getByRole("button", { name: "Page 2, whole" }).click({ modifiers: ["Control"] });
    await page.getByRole("button", { name: "Crop 3 pages" }).waitFor();
    await page.getByRole("button", { name: "Page 1, cropped" }).click({ modifiers: ["Control"] });
    await page.getByRole("button", { name: "Crop 2 pages" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Pages" }).inputValue()).toBe("2-3");
    await press(page, "Crop 2 pages");
    const pdf = await saved(page);
    expect(pdf.getPage(0).getCropBox()).toEqual({ x: 0, y: 0, width: 595, height: 842 });
    expect(pdf.getPage(2).getCropBox().height).toBeCloseTo(before.width, 1);
  });

  it("sends nothing until the button is pressed, and the file once", async () => {
    const seen = await openTool("crop");
    const { page } = seen;
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(new URL(request.url()).pathname));
    let fetched = 0;
    // The first request is for the whole, and is given up when it is known that parts can be had.
    page.on("requestfinished", async (request) => {
      if (request.url().startsWith(service.downloads)) fetched += (await request.sizes()).responseBodySize;
    });
    // White space after the end of the file is no part of the document, but of what is moved.
    const { buffer, ...rest } = await awkward();
    await choose(page, "Choose a PDF", { ...rest, buffer: Buffer.concat([buffer, Buffer.alloc(3_000_000, 10)]) });
    await turnTo(page, 2);
    await draw(page, [0.2, 0.2], [0.8, 0.8]);
    expect(posts).toEqual([]);
    await press(page, "Crop 2 pages");
    await saved(page);
    expect(posts).toEqual(["/v1/pdf/crop"]);
    // Of the result only what is looked at is fetched.
    await page.getByText("3 pages, 3.0 MB").waitFor();
    await page.getByRole("img", { name: "Page 2 of the result" }).waitFor();
    expect(fetched).toBeGreaterThan(10_000);
    expect(fetched).toBeLessThan(1_000_000);
  });

  it("fits areas to what the pages show, and shows them before it cuts", async () => {
    const seen = await cropping();
    const { page } = seen;
    await page.getByLabel("Fit to what the pages show").check();
    await page.getByRole("button", { name: "Crop 3 pages" }).waitFor();
    await page.getByLabel("Space around (pt)").fill("10");
    await expect.poll(async () => (await sides(page)).left).toBeCloseTo(50, 0);
    expect((await sides(page)).bottom).toBeCloseTo(90, 0);
    await page.getByLabel("Areas").selectOption("all");
    await expectAccessible(page);
    await page.getByLabel("Space around (pt)").fill("");
    await page.getByText("Enter a number, 0 or more.").waitFor();
    await page.getByLabel("Space around (pt)").fill("0");
    await press(page, "Crop 3 pages");
    await page.getByRole("heading", { name: "3 pages cropped" }).waitFor();
    await page.keyboard.down("b");
    await page.getByRole("img", { name: "Page 1 as it was" }).waitFor();
    await page.keyboard.up("b");
    await page.getByRole("img", { name: "Page 1 of the result" }).waitFor();
    expectQuiet(seen);
  });

  it("says beside the field what is wrong, and sends nothing", async () => {
    const { page } = await cropping();
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") posts += 1;
    });
    const faults = [
      ["Width", "", "Enter a number."],
      ["Width", "9999", "Wider than page 1 (595 pt)."],
      ["Left", "-5", "Must be 0 or more."],
      ["Top", "842", "Nothing would be left."],
    ] as const;
    for (const [label, text, said] of faults) {
      const before = await side(page, label).inputValue();
      await side(page, label).fill(text);
      await page.getByText(said).waitFor();
      expect(await side(page, label).getAttribute("aria-invalid")).toBe("true");
      await press(page, "Crop 1 page");
      expect(await side(page, label).evaluate((input) => input === document.activeElement)).toBe(true);
      await side(page, label).fill(before);
      await page.getByText(said).waitFor({ state: "detached" });
    }
    expect(posts).toBe(0);
    await expectAccessible(page);
  });

  it("works on a phone in the dark", async () => {
    const seen = await cropping(PHONE_IN_DARK);
    const { page } = seen;
    await expectFits(page);
    await expectAccessible(page);
    // Two fingers zoom the page and draw nothing; one draws.
    const zoom = page.getByRole("group", { name: "Zoom" });
    await zoom.getByText("100 %").waitFor();
    const before = await sides(page);
    const [x, y] = await middleOf(page.locator(".stage-view"));
    const apart = (from: number, to: number) =>
      [-1, 1].map((way) => ({ from: [x + way * from, y], to: [x + way * to, y] }) as const);
    await swipe(page, apart(30, 60));
    await zoom.getByText("200 %").waitFor();
    expect(await sides(page)).toEqual(before);
    await swipe(page, apart(60, 15));
    await zoom.getByText("50 %").waitFor();
    await swipe(page, [{ from: await middleOf(page.locator(".handle.se")), to: [x - 15, y - 20] }]);
    await expect.poll(async () => (await sides(page)).width).toBeLessThan(before.width / 2);
    await press(page, "Crop 1 page");
    await page.getByRole("img", { name: "Page 1 of the result" }).waitFor();
    await expectFits(page);
    await expectAccessible(page);
    expectQuiet(seen);
  });

  it("shows the call that it makes, and it is the one that works", async () => {
    const { page } = await cropping();
    await press(page, "As code");
    const curl = await page.getByRole("region", { name: "The call in curl" }).textContent();
    expect(curl).toContain(`${service.api}/v1/pdf/crop`);
    const cropData = /--form-string 'cropData=(.*)'/.exec(curl ?? "")?.[1] as string;
    const form = new FormData();
    form.append("file", new Blob([(await awkward()).buffer as never]), "awkward.pdf");
    form.append("cropData", cropData);
    const headers = { Authorization: `Bearer ${service.key}` };
    const response = await fetch(`${service.api}/v1/pdf/crop`, { method: "POST", body: form, headers });
    expect(response.status).toBe(200);
    await expectAccessible(page);
    await press(page, "Python");
    expect(await page.getByRole("region", { name: "The call in Python" }).textContent()).toContain("requests.post(");
    await press(page, "TypeScript");
    expect(await page.getByRole("region", { name: "The call in TypeScript" }).textContent()).toContain("quire.crop({");
  });
});

describe("work that takes time", () => {
  it("shows its upload, and what was begun can be cancelled", async () => {
    const seen = await openTool("crop");
    const { page } = seen;
    const { buffer } = await awkward();
    // White space after the end of the file is no part of the document, but of the upload.
    const large = {
      name: "large.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.concat([buffer, Buffer.alloc(900_000, 10)]),
    };
    await choose(page, "Choose a PDF", large);
    await page.getByRole("application").waitFor();
    const devtools = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
    await devtools.send("Network.emulateNetworkConditions", slow);
    await press(page, "Crop 1 page");
    await page.getByText(/Sending .* of 9\d\d KB/).waitFor();
    await expectAccessible(page);
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
    expect(await page.getByRole("link", { name: "Save" }).count()).toBe(0);
    expectQuiet(seen);
  });

  it("is not done before the result is there, can be cancelled then, and leaves nothing of an earlier result", async () => {
    const { page } = await cropping();
    await press(page, "Crop 1 page");
    await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
    await press(page, "Back to editing");
    const held: (() => void)[] = [];
    await page.route(`${service.downloads}/**`, (route) => void held.push(() => void route.continue()));
    await press(page, "Crop 1 page");
    await page.getByText("Fetching the result").waitFor();
    expect(await page.getByRole("heading", { name: "1 page cropped" }).count()).toBe(0);
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
    for (const letGo of held) letGo();
    await page.unroute(`${service.downloads}/**`);

    const busy = {
      success: false,
      error: { code: "BUSY", message: "All capacity is in use.", requestId: "1", retryable: true },
    };
    await page.route(`${service.api}/v1/pdf/crop`, (route) =>
      route.fulfill({ status: 503, json: busy, headers: { "Retry-After": "0" } }),
    );
    await press(page, "Crop 1 page");
    await page.getByRole("alert").filter({ hasText: "The service is busy." }).waitFor();
    expect(await page.getByRole("link", { name: "Save" }).count()).toBe(0);
    await page.unroute(`${service.api}/v1/pdf/crop`);
    await press(page, "Crop 1 page");
    await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("shows the viewer come on a slow line", async () => {
    const { page } = await openTool("crop");
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/pdf.worker.min.mjs", async (route) => {
      await gate;
      await route.continue();
    });
    await choose(page, "Choose a PDF", await awkward());
    await page.getByText("Loading the viewer").waitFor();
    await page.getByRole("progressbar", { name: "Loading the viewer" }).waitFor();
    letGo();
    await page.getByRole("application").waitFor();
  });
});

describe("files", () => {
  it("that are dropped anywhere are opened, and take no work away", async () => {
    const { page } = await openTool("crop");
    await drop(page, ".brand", [await awkward("dropped.pdf")]);
    await page.getByText("dropped.pdf", { exact: true }).waitFor();
    expect(page.url()).toBe(`${service.api}/studio#crop`);
    await drop(page, ".stage-bar", [await awkward("another.pdf")]);
    await page.getByText("another.pdf", { exact: true }).waitFor();
  });

  it("that cannot be opened are told so, in words for people", async () => {
    const { page } = await openTool("split");
    await choose(page, "Choose a PDF", { name: "no.pdf", mimeType: "application/pdf", buffer: Buffer.from("no pdf") });
    await page.getByText("This file cannot be read as a PDF.").waitFor();
    await expectAccessible(page);
    await choose(page, "Choose a PDF", { name: "a.png", mimeType: "image/png", buffer: png(4, 4) });
    await page.getByText("a.png is an image.").waitFor();
  });

  it("from an address are fetched by the service, and shown", async () => {
    const made = await openTool("html");
    await made.page.getByRole("button", { name: /^Print 1 page/ }).click();
    const link = (await made.page.getByRole("link", { name: "Save", exact: true }).getAttribute("href")) as string;
    const { page } = await openTool("split");
    await page.getByText("From an address").click();
    await page.getByLabel("Address", { exact: true }).fill("example.com");
    await press(page, "Open");
    await page.getByText("Enter an address that begins with https://.").waitFor();
    await page.getByLabel("Address", { exact: true }).fill(link);
    await press(page, "Open");
    await press(page, "As code");
    expect(await page.getByRole("region", { name: "The call in curl" }).textContent()).toContain("--form-string 'url=");
  });
});

describe("split", () => {
  it("cuts where it is told, in step with the text, and links each part", async () => {
    const seen = await openTool("split");
    const { page } = seen;
    await choose(page, "Choose a PDF", await numbered(6));
    const text = page.getByLabel("Pages of each part, a line each");
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

describe("images", () => {
  const image = (name: string, width: number, height: number) => ({
    name,
    mimeType: "image/png",
    buffer: png(width, height),
  });
  const names = (page: Page) => page.locator(".picture-name").allTextContents();

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
    await press(page, "Turn wide.png");
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

  it("that no browser shows are shown as they will be, or why not; on a phone they are dragged", async () => {
    const { page } = await openTool("images", PHONE_IN_DARK);
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic")]);
    const scan = { name: "scan.tif", mimeType: "image/tiff", buffer: tiff(60, 20, 3) };
    await choose(page, "Choose images", [
      ...[image("good.png", 8, 8), { name: "bad.heic", mimeType: "", buffer: heic }, scan],
      { ...scan, name: "cut.tif", buffer: scan.buffer.subarray(0, 60) },
    ]);
    await page.getByText("HEIC is not taken. Save it as JPEG").waitFor();
    const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await page.getByText("3. scan.tif, 3 pages").waitFor();
    expect(
      await card("scan.tif")
        .locator("img")
        .evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight),
    ).toBeCloseTo(3, 1);
    // What the service's engine cannot read is told before anything is sent.
    await card("cut.tif").locator(".error").waitFor();
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

  it("that have addresses are fetched by the service, and not beside files", async () => {
    const site = createServer((_, response) => response.setHeader("Content-Type", "image/png").end(png(40, 20)));
    await new Promise<void>((resolve) => site.listen(service.site, resolve));
    try {
      const { page } = await openTool("images");
      await page.getByText("From addresses").click();
      const addresses = page.getByLabel("Addresses, one per line");
      await addresses.fill("example.com/a.png");
      await press(page, "Add");
      await page.getByText("Enter addresses that begin with https://").waitFor();
      await addresses.fill(`http://localhost:${service.site}/a.png\nhttp://localhost:${service.site}/b.png`);
      await press(page, "Add");
      expect(await names(page)).toEqual(["1. a.png", "2. b.png"]);
      await drop(page, "main", [image("own.png", 8, 8)]);
      await page.getByText("Files and addresses cannot be bound in one go.").waitFor();
      expect(await page.getByRole("button", { name: "Bind 3 images" }).isDisabled()).toBe(true);
      await press(page, "Remove own.png");
      await press(page, "Turn b.png");
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

describe("html", () => {
  it("is shown as it will be printed while it is written, and an option that is no good is told", async () => {
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
    await watermark.getByText("Enter a text or a picture.").waitFor();
    await watermark.getByLabel("Text").fill("Draft");
    await watermark.getByLabel("Position").selectOption("top");
    await watermark.getByLabel("Opacity, 0 to 1").fill("0.5");
    await page.getByText("Document", { exact: true }).click();
    await page.getByLabel("File name", { exact: true }).fill("both.pdf");
    await page.getByText("Access", { exact: true }).click();
    await page.getByLabel("Accepted languages").fill("de, en;q=0.8");
    await page.getByLabel("Refuse when a script reports an error").check();
    await page.getByLabel("Cookies").fill("session=1\ntheme=dark");
    await page.getByLabel("Headers for the page's origin").fill("X-Team: Bindery");
    await page.getByLabel("Refuse pages of these statuses").fill("404, 5xx");
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

describe("the key", () => {
  it("is kept in the tab, and a wrong one is told beside its field", async () => {
    const { page } = await openTool("crop", {}, "qk_of_this_tab");
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("qk_of_this_tab");
    await press(page, "A report");
    await press(page, "Crop 1 page");
    await expect
      .poll(() => page.getByLabel("API key", { exact: true }).last().getAttribute("aria-invalid"))
      .toBe("true");
    await expectAccessible(page);
    const other = await page.context().newPage();
    await other.goto(`${service.api}/studio`);
    await other.getByRole("button", { name: "No key needed" }).click();
    expect(await other.getByRole("textbox", { name: "API key" }).inputValue()).toBe("");
  });

  it("is not needed to try: samples are there, and what is too large is told before it is sent", async () => {
    const seen = await openTool("crop", {}, "");
    const { page } = seen;
    await press(page, "A scan");
    await page.getByRole("application").waitFor();
    await press(page, "Crop 1 page");
    await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
    await press(page, "Back to editing");
    await press(page, "Other file");
    await drop(page, "main", [await awkward("large.pdf")], 11_000_000);
    await press(page, "Crop 1 page");
    await page.getByRole("alert").filter({ hasText: "large.pdf has 11.0 MB. Without a key" }).waitFor();
    expectQuiet(seen);
  });
});
