import { describe, expect, it } from "vitest";
import { expectAccessible, expectQuiet } from "../browser.ts";
import { service } from "../service.ts";
import { awkward, choose, cropping, openTool, press } from "../studio.ts";

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
    // The same while the answer is awaited.
    await devtools.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
    await page.route("**/v1/pdf/crop", () => undefined);
    await press(page, "Crop 1 page");
    await page
      .getByRole("status")
      .filter({ hasText: /Starting|Cropping/ })
      .waitFor();
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
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
