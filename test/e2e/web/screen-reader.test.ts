import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { awkward, choose, openTool, press } from "./studio.ts";

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });

it("progress and results are announced, and the focus goes where the next step is", async () => {
  const { page } = await openTool("crop");
  await choose(page, "Choose a PDF", await awkward());
  await page.getByRole("application").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/assets/engine-worker-*.js", (route) => gate.then(() => route.continue()));
  await press(page, "Crop 1 page");
  // What was pressed is gone: the focus is on what stops the work, and a live region says how far it is.
  await page.getByRole("status").filter({ hasText: "Cropping 1 page" }).waitFor();
  await expect.poll(() => focused(page)).toBe("Cancel");
  letGo();
  await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
  await expect.poll(() => focused(page)).toBe("1 page cropped");
  await press(page, "Back to editing");
  await expect.poll(() => focused(page)).toBe("Crop 1 page");
  // A dialog gives the focus back to what opened it.
  await press(page, "As code");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("As code");
});

it("a document is opened, cropped and looked at by keyboard alone", async () => {
  const { page } = await openTool("crop");
  const tabTo = async (name: string) => {
    for (let step = 0; step < 30 && (await focused(page)) !== name; step++) await page.keyboard.press("Tab");
    expect(await focused(page)).toBe(name);
  };
  await page.getByRole("button", { name: "A scan" }).waitFor();
  await tabTo("A scan");
  await page.keyboard.press("Enter");
  await page.getByRole("application").waitFor();
  await page.keyboard.press("PageDown");
  await page.getByRole("img", { name: "Page 2", exact: true }).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
  // The key is heard once the result's pages are there.
  const before = page.getByRole("img", { name: "Page 2 as it was" });
  await expect
    .poll(async () => {
      await page.keyboard.up("b");
      await page.keyboard.down("b");
      return before.count();
    })
    .toBe(1);
  await page.keyboard.up("b");
  await tabTo("Back to editing");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
});

it("nothing moves when reduced motion is asked for, and the focus has a ring", async () => {
  const { page } = await openTool("crop", { reducedMotion: "reduce" });
  await press(page, "A report");
  await page.getByRole("application").waitFor();
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return [animationDuration, transitionDuration].some((times) =>
          times.split(", ").some((time) => parseFloat(time) > 0.01),
        );
      })
      .map(({ className }) => String(className)),
  );
  expect(moving).toEqual([]);
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press("Tab");
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement as Element);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 ? "ring" : boxShadow;
    });
    expect(ring, `after ${step + 1} tabs: ${await focused(page)}`).not.toBe("none");
  }
});
