import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectQuiet } from "../browser.ts";
import { service } from "../service.ts";
import { awkward, choose, cropping, numbered, openTool, press, turnTo } from "../studio.ts";

/** What workers are asked that is so waits until they may go. All that they are asked is written down. */
function holdWorkers(page: Page, isSo: string): Promise<unknown> {
  return page.evaluate(`{
    const { postMessage } = Worker.prototype;
    const waiting = [];
    globalThis.asksOfWorkers = [];
    Worker.prototype.postMessage = function (asked) {
      asksOfWorkers.push(asked);
      if (asked.operation && ${isSo}) waiting.push(() => postMessage.call(this, asked));
      else postMessage.apply(this, arguments);
    };
    globalThis.letWorkersGo = () => {
      Worker.prototype.postMessage = postMessage;
      for (const send of waiting) send();
    };
  }`);
}

/** Work goes on for ever: workers' results never arrive. */
function holdResults(page: Page): Promise<unknown> {
  return page.evaluate(`{
    const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
    Object.defineProperty(Worker.prototype, "onmessage", {
      set(handler) {
        set.call(this, (event) => "place" in event.data && handler(event));
      },
    });
  }`);
}

/** The bar has a share, and says at which page the work is. */
async function expectPageFigure(page: Page, count: number): Promise<void> {
  await page.locator(".progress .soft", { hasText: new RegExp(`^ page \\d+ of ${count}$`) }).waitFor();
  expect(await page.getByRole("progressbar", { name: "Progress" }).getAttribute("value")).toMatch(/^0\.\d+$|^1$/);
}

describe("work that takes time", () => {
  it("is done in the page, and can be cancelled there", async () => {
    const seen = await cropping();
    const { page } = seen;
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/assets/engine-worker-*.js", (route) => gate.then(() => route.continue()));
    await press(page, "Crop 1 page");
    await page.getByRole("status").filter({ hasText: "Cropping 1 page" }).waitFor();
    await expectAccessible(page);
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
    expect(await page.getByRole("link", { name: "Save" }).count()).toBe(0);
    letGo();
    await press(page, "Crop 1 page");
    await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
    expectQuiet(seen);
  });

  it("says at which page of a long document it is", async () => {
    const seen = await openTool("crop", {}, "");
    const { page } = seen;
    await choose(page, "Choose a PDF", await numbered(600));
    await page.getByLabel("Apply to", { exact: true }).selectOption("all");
    await page.getByLabel("Remove what is outside").check();
    await holdResults(page);
    await press(page, "Crop 600 pages");
    await expectPageFigure(page, 600);
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Crop 600 pages" }).waitFor();
    expectQuiet(seen);
  });

  it("says at which page of a document it is that becomes many files", async () => {
    const { page } = await openTool("split", {}, "");
    await choose(page, "Choose a PDF", await numbered(2000));
    await page.getByRole("radio", { name: "Single pages" }).check();
    await page.getByRole("button", { name: "Make 2,000 files" }).waitFor();
    await holdResults(page);
    await press(page, "Make 2,000 files");
    await expectPageFigure(page, 2000);
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Make 2,000 files" }).waitFor();
  });

  it("fits the page in view to its content before the others are read, and can be cancelled", async () => {
    const seen = await openTool("crop", {}, "");
    const { page } = seen;
    await choose(page, "Choose a PDF", await numbered(300));
    await page.getByRole("application").waitFor();
    await page.getByLabel("Unit").selectOption("pt");
    const left = page.getByLabel("Left", { exact: true });
    const before = await left.inputValue();
    await turnTo(page, 150);
    await holdWorkers(page, `asked.operation === "inspect" && asked.fields.limit > 1`);
    await page.getByLabel("Fit to content").check();
    // The words begin at 60 points, with 5 points around them.
    await expect.poll(() => left.inputValue().then(Number)).toBeCloseTo(57, -1);
    await page.getByRole("status").filter({ hasText: "Finding the content of the pages" }).waitFor();
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
    expect(await page.getByLabel("Fit to content").isChecked()).toBe(false);
    expect(await left.inputValue()).toBe(before);
    await page.evaluate("letWorkersGo()");
    await page.getByLabel("Fit to content").check();
    await page.getByRole("button", { name: "Crop 300 pages" }).waitFor();
    expectQuiet(seen);
  });
});

describe("what has to be waited for", () => {
  it("shows parts at once, while their sizes are found, and lets go of sizes that nobody waits for", async () => {
    const seen = await openTool("split", {}, "");
    const { page } = seen;
    await choose(page, "Choose a PDF", await numbered(300));
    await page.locator(".part-size").first().waitFor();
    await holdWorkers(page, "asked.measures");
    await press(page, "Cut after page 2");
    await page.getByRole("button", { name: "Make 2 files" }).waitFor();
    await press(page, "Cut after page 4");
    await page.getByRole("button", { name: "Make 3 files" }).waitFor();
    await expect.poll(() => page.evaluate("asksOfWorkers")).toContain("stop");
    expect(await page.locator(".part-size").count()).toBe(0);
    await page.evaluate("letWorkersGo()");
    await expect.poll(() => page.locator(".part-size").count()).toBe(3);
    await holdWorkers(page, "!asked.measures");
    await press(page, "Make 3 files");
    await page.getByRole("status").filter({ hasText: "Making 3 files" }).waitFor();
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Make 3 files" }).waitFor();
    await page.evaluate("letWorkersGo()");
    await press(page, "Make 3 files");
    await page.getByRole("heading", { name: "3 files made" }).waitFor();
    expectQuiet(seen);
  });

  it("finds the sizes of parts in view first, and of a part that is known already never again", async () => {
    const { page } = await openTool("split", {}, "");
    await choose(page, "Choose a PDF", await numbered(300));
    await page.getByRole("img", { name: "Page 150", exact: true }).scrollIntoViewIfNeeded();
    await page.locator(".part-size").first().waitFor({ state: "attached" });
    await holdWorkers(page, "asked.measures && asked.fields.ranges.length > 100");
    const measured = () => page.evaluate("asksOfWorkers.flatMap(({ fields }) => fields?.ranges ?? [])");
    await page.getByRole("radio", { name: "Single pages" }).check();
    const sizeOf = (number: number) =>
      page
        .getByRole("listitem")
        .filter({ has: page.getByRole("button", { name: `Take page ${number}`, exact: true }) })
        .locator(".part-size");
    await sizeOf(150).waitFor();
    expect(await sizeOf(1).count()).toBe(0);
    await page.evaluate("letWorkersGo()");
    await expect.poll(() => page.locator(".part-size").count()).toBe(300);
    const all = (await measured()) as string[];
    expect(all.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 300 }, (_, at) => `${at + 1}`));
    await page.getByRole("radio", { name: "Every n pages" }).check();
    await expect.poll(() => page.locator(".part-size").count()).toBe(30);
    await holdWorkers(page, "asked.measures");
    await page.getByRole("radio", { name: "Single pages" }).check();
    await expect.poll(() => page.locator(".part-size").count()).toBe(300);
    expect(await measured()).toEqual([]);
  });

  it("shows the upload for a link, which can be cancelled, and what the service says to it", async () => {
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
    await press(page, "Crop 1 page");
    await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
    const devtools = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
    await devtools.send("Network.emulateNetworkConditions", slow);
    await press(page, "Copy link (one hour)");
    await page.getByText(/Sending .* of 9\d\d KB/).waitFor();
    await expectAccessible(page);
    await press(page, "Cancel");
    await page.getByRole("link", { name: "Save", exact: true }).waitFor();
    await devtools.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
    const busy = {
      success: false,
      error: { code: "BUSY", message: "All capacity is in use.", requestId: "1", retryable: true },
    };
    await page.route(`${service.api}/v1/pdf/crop`, (route) =>
      route.fulfill({ status: 503, json: busy, headers: { "Retry-After": "0" } }),
    );
    await press(page, "Copy link (one hour)");
    await page.getByRole("alert").filter({ hasText: "The service is busy." }).waitFor();
    await page.unroute(`${service.api}/v1/pdf/crop`);
    await press(page, "Copy link (one hour)");
    await page.getByLabel("Link, for one hour").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expectQuiet(seen);
  });

  it("shows that the viewer is loading on a slow line", async () => {
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
