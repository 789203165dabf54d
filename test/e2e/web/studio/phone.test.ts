import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { unfold } from "../../../support/page-states.ts";
import { expectAccessible, expectFits, expectQuiet } from "../browser.ts";
import { choose, middleOf, numbered, openTool, press, swipe } from "../studio.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

const boxOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox()) as { x: number; y: number; width: number; height: number };

/** As a phone that hands files to other programs. */
async function letShare(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shared: string[] = [];
    Object.assign(globalThis, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => void shared.push(`${files[0]?.name} ${files[0]?.size}`),
    });
  });
}

describe.each(SIZES)("on a phone of $width × $height", (viewport) => {
  const options = { viewport, hasTouch: true };

  it("the page comes first, as wide as the phone, and a swipe shows the rest of it", async () => {
    const seen = await openTool("crop", options, "");
    const { page } = seen;
    await choose(page, "Choose a PDF", await numbered(3));
    await page.getByRole("application").waitFor();
    expect(await page.getByRole("button", { name: "Show options" }).isVisible()).toBe(true);
    expect(await page.getByLabel("Apply to").isVisible()).toBe(false);
    expect((await boxOf(page, ".stage .page-canvas")).width).toBeGreaterThan(viewport.width - 16);
    const area = () => boxOf(page, ".area");
    const before = await area();
    const [x, y] = await middleOf(page.locator(".stage-view"));
    // Beside the handle in the middle of the area.
    await swipe(page, [{ from: [x + 60, y + 60], to: [x + 60, y - 60] }]);
    const scrolled = await page.locator(".stage-view").evaluate((one) => one.scrollTop);
    const after = await area();
    expect(Math.round(before.y - after.y)).toBe(Math.round(scrolled));
    expect(after.width).toBe(before.width);
    await expectFits(page);
    expectQuiet(seen);
  });

  it("the bar of a result is one row, and what is seldom wanted is under More", async () => {
    const { page } = await openTool("crop", options, "");
    await letShare(page);
    await choose(page, "Choose a PDF", await numbered(3));
    await press(page, "Crop 1 page");
    await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
    expect((await boxOf(page, ".action-bar")).height).toBeLessThan(80);
    expect((await boxOf(page, ".stage-view")).height).toBeGreaterThan(viewport.height / 5);
    expect(await page.getByRole("button", { name: "Back to editing" }).isVisible()).toBe(false);
    await press(page, "Share");
    await expect.poll(() => page.evaluate<string[]>("globalThis.shared")).toHaveLength(1);
    expect((await page.evaluate<string[]>("globalThis.shared"))[0]).toMatch(/^numbered-cropped\.pdf \d{3,}$/);
    await press(page, "More");
    await expectAccessible(page);
    await press(page, "Back to editing");
    await page.getByRole("application").waitFor();
  });

  it("what the service has printed is handed to other programs as a file", async () => {
    const { page } = await openTool("html", options);
    await letShare(page);
    await press(page, "Print");
    await page.getByRole("heading", { name: "1 page printed" }).waitFor();
    await press(page, "Share");
    await expect
      .poll(() => page.evaluate<string[]>("globalThis.shared"))
      .toEqual([expect.stringMatching(/^document\.pdf \d{4,}$/)]);
  });

  it("HTML is three tabs, of which one is shown, and the button stays", async () => {
    const { page } = await openTool("html", options);
    const editor = page.getByLabel("HTML", { exact: true });
    const preview = page.getByRole("region", { name: "Preview" });
    const search = page.getByLabel("Search the options");
    const shown = async () => Promise.all([editor, preview, search].map((one) => one.isVisible()));
    await expect.poll(shown).toEqual([true, false, false]);
    await press(page, "Preview");
    await page.getByRole("img", { name: "Page 1 as it will be" }).waitFor();
    expect(await shown()).toEqual([false, true, false]);
    await press(page, "Options");
    expect(await shown()).toEqual([false, false, true]);
    await page.getByRole("button", { name: "Print 1 page" }).click({ trial: true });
    await expectFits(page);
  });
});

it("handles never cover more than a third of their area, and leave a finger as much room as elsewhere", async () => {
  const { page } = await openTool("crop", { viewport: SIZES[0] as (typeof SIZES)[0], hasTouch: true }, "");
  await choose(page, "Choose a PDF", await numbered(1));
  await page.getByRole("application").waitFor();
  await unfold(page);
  await page.getByLabel("Unit").selectOption("pt");
  /** What a finger meets inside the area, as a share of it, and how large the smallest handle is. */
  const covered = () =>
    page.locator(".area.current").evaluate((area) => {
      area.scrollIntoView({ block: "nearest", behavior: "instant" });
      const { left, top, right, bottom } = area.getBoundingClientRect();
      const met = { all: 0, handles: 0 };
      for (let x = left + 1; x < right; x += 2) {
        for (let y = top + 1; y < bottom; y += 2) {
          const one = document.elementFromPoint(x, y);
          if (area.contains(one)) met.all += 1;
          if (one?.matches(".handle")) met.handles += 1;
        }
      }
      const shown = [...area.querySelectorAll(".handle")].filter((one) => one.checkVisibility());
      const widths = shown.map((one) => Number.parseFloat(getComputedStyle(one, "::after").width));
      return { ...met, smallest: Math.min(...widths) };
    });
  for (const size of [150, 90, 60, 30]) {
    for (const side of ["Width", "Height"]) await page.getByLabel(side, { exact: true }).fill(String(size));
    const { all, handles, smallest } = await covered();
    expect(all).toBeGreaterThan(50);
    expect(handles, `${size} pt: of ${all}`).toBeLessThanOrEqual(all / 3);
    expect(smallest).toBeGreaterThanOrEqual(44);
  }
});
