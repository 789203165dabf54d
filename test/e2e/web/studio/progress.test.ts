import { describe, expect, it } from "vitest";
import { expectAccessible, expectQuiet } from "../browser.ts";
import { service } from "../service.ts";
import { awkward, choose, cropping, numbered, openTool, press } from "../studio.ts";

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
    await press(page, "Crop 600 pages");
    await page.locator(".progress .soft", { hasText: /^ page \d+$/ }).waitFor();
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Crop 600 pages" }).waitFor();
    expectQuiet(seen);
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
