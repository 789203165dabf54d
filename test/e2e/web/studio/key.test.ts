import { describe, expect, it } from "vitest";
import { expectAccessible, expectQuiet } from "../browser.ts";
import { service } from "../service.ts";
import { awkward, drop, openTool, press } from "../studio.ts";

describe("the key", () => {
  it("is kept in the tab, and a wrong one is named beside its field", async () => {
    const { page } = await openTool("crop", {}, "qk_of_this_tab");
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("qk_of_this_tab");
    await press(page, "A report");
    await press(page, "Crop 1 page");
    await press(page, "Copy link (one hour)");
    await expect
      .poll(() => page.getByLabel("API key", { exact: true }).last().getAttribute("aria-invalid"))
      .toBe("true");
    await expectAccessible(page);
    const other = await page.context().newPage();
    await other.goto(`${service.api}/studio`);
    await other.getByRole("button", { name: "No key needed" }).click();
    expect(await other.getByRole("textbox", { name: "API key" }).inputValue()).toBe("");
  });

  it("is not needed to try: samples are there, and what is too large is named before it is sent", async () => {
    const seen = await openTool("crop", {}, "");
    const { page } = seen;
    // What another tool is tried with leads to that tool.
    await press(page, "Six photos");
    await page.getByText("6. ").waitFor();
    await page.getByRole("link", { name: "Crop" }).click();
    await press(page, "A scan");
    await page.getByRole("application").waitFor();
    await press(page, "Crop 1 page");
    await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
    await press(page, "Back to editing");
    await press(page, "Other file");
    await drop(page, "main", [await awkward("large.pdf")], 11_000_000);
    await press(page, "Crop 1 page");
    await press(page, "Copy link (one hour)");
    await page.getByRole("alert").filter({ hasText: "large.pdf is 11.0 MB. Without a key" }).waitFor();
    expectQuiet(seen);
  });
});
