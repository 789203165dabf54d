import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { png } from "../../../fixtures/documents.ts";
import { expectAccessible, expectQuiet } from "../browser.ts";
import { awkward, choose, cropping, draw, numbered, openTool, press } from "../studio.ts";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const width = (page: Page) => page.getByLabel("Width", { exact: true }).inputValue();

describe("what was done", () => {
  it("is undone and done again, an area at a time", async () => {
    const { page } = await cropping();
    expect(await button(page, "Undo").isDisabled()).toBe(true);
    await draw(page, [0.2, 0.2], [0.8, 0.8]);
    const drawn = await width(page);
    await page.getByLabel("Apply to", { exact: true }).selectOption("all");
    await button(page, "Crop 3 pages").waitFor();
    await page.keyboard.press("Control+z");
    await button(page, "Crop 1 page").waitFor();
    expect(await width(page)).toBe(drawn);
    await press(page, "Undo");
    await expect.poll(() => width(page)).toBe("476");
    expect(await button(page, "Undo").isDisabled()).toBe(true);
    await press(page, "Redo");
    await page.keyboard.press("Control+Shift+z");
    await button(page, "Crop 3 pages").waitFor();
    await expectAccessible(page);
  });

  it("is undone in every tool: a cut, a removed image, an option", async () => {
    const { page } = await openTool("split");
    await choose(page, "Choose a PDF", await numbered(6));
    await press(page, "Cut after page 2");
    await press(page, "Cut after page 4");
    await button(page, "Make 3 files").waitFor();
    await press(page, "Undo");
    await button(page, "Make 2 files").waitFor();

    await page.getByRole("link", { name: "Images" }).click();
    const image = (name: string) => ({ name, mimeType: "image/png", buffer: png(30, 20) });
    await choose(page, "Choose images", [image("a.png"), image("b.png")]);
    await press(page, "Remove a.png");
    await button(page, "Bind 1 image").waitFor();
    await press(page, "Undo");
    await button(page, "Bind 2 images").waitFor();
    const shown = page.locator(".picture img").first();
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(30);

    await page.getByRole("link", { name: "HTML" }).click();
    await page.getByLabel("Landscape").check();
    await button(page, "Reset Landscape").waitFor();
    await press(page, "Undo");
    await button(page, "Reset Landscape").waitFor({ state: "detached" });
  });

  it("is there after a reload, with its document, and in another tab it can be continued", async () => {
    const seen = await cropping();
    const { page } = seen;
    await draw(page, [0.2, 0.2], [0.7, 0.7]);
    const drawn = await width(page);
    await page.waitForTimeout(1_500);
    await page.reload();
    await page.getByText("awkward.pdf", { exact: true }).waitFor();
    await page.getByRole("application").waitFor();
    await page.getByLabel("Unit").selectOption("pt");
    await expect.poll(() => width(page)).toBe(drawn);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("button", { name: "Continue with awkward.pdf" }).click();
    await other.getByRole("application").waitFor();
    await other.getByLabel("Unit").selectOption("pt");
    await expect.poll(() => width(other)).toBe(drawn);
    // A document that is closed is not kept.
    await press(other, "Other file");
    await expect.poll(() => other.evaluate(() => sessionStorage.getItem("quire-draft"))).toBeNull();
    await other.reload();
    await button(other, "Choose a PDF").waitFor();
    expect(await button(other, /^Continue/).count()).toBe(0);
    expectQuiet(seen);
  });

  it("is asked about once before it is left, and not when there is a result", async () => {
    const { page } = await openTool("split");
    await choose(page, "Choose a PDF", await awkward());
    let asked = 0;
    page.on("dialog", async (dialog) => {
      asked += 1;
      await dialog.dismiss();
    });
    const leave = () => page.evaluate(() => location.reload()).catch(() => undefined);
    await press(page, "Cut after page 1");
    await leave();
    await expect.poll(() => asked).toBe(1);
    await page.getByRole("button", { name: "Make 2 files" }).waitFor();
  });
});
