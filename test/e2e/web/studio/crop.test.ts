import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK } from "../browser.ts";
import { service } from "../service.ts";
import { awkward, cropping, draw, middleOf, press, saved, swipe, turnTo } from "../studio.ts";

const side = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const sides = async (page: Page) => {
  const of = (label: string) => side(page, label).inputValue().then(Number);
  return { left: await of("Left"), bottom: await of("Bottom"), width: await of("Width"), height: await of("Height") };
};

describe("an area on a page", () => {
  it("gives exactly what was drawn on a page that is turned, has a crop box and a user unit", async () => {
    const seen = await cropping();
    const { page } = seen;
    await press(page, "Do not crop page 1");
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
    expect([...seen.hosts]).toEqual([new URL(service.api).host]);
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
    await page.getByLabel("Lock aspect ratio").check();
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
});

describe("areas on many pages", () => {
  it("proposes an area for the page in view, and crops no page that nobody looked at", async () => {
    const { page } = await cropping();
    await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
    await turnTo(page, 3);
    await page.getByRole("button", { name: "Page 1, whole" }).waitFor();
    await draw(page, [0.2, 0.2], [0.8, 0.8]);
    await page.getByRole("button", { name: "Page 3, cropped" }).waitFor();
    await press(page, "Crop 1 page");
    const pdf = await saved(page);
    expect(pdf.getPage(0).getCropBox()).toEqual({ x: 0, y: 0, width: 595, height: 842 });
    expect(pdf.getPage(1).getCropBox()).toEqual({ x: 40, y: 60, width: 360, height: 480 });
    expect(pdf.getPage(2).getCropBox().height).toBeCloseTo(0.6 * 700, -1);
  });

  it("leaves a page whole that is outside of the pages to crop, unless an area is drawn on it", async () => {
    const { page } = await cropping();
    await page.getByLabel("Apply to", { exact: true }).selectOption("even");
    await page.getByRole("button", { name: "Page 1, whole" }).waitFor();
    await page.getByText("Page 1 stays whole.").first().waitFor();
    await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
    await draw(page, [0.2, 0.2], [0.8, 0.8]);
    await page.getByRole("button", { name: "Crop 2 pages" }).waitFor();
    await press(page, "Do not crop page 1");
    await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
  });

  it("keeps the same distances from the edges on pages of every size, or a rectangle if asked", async () => {
    const { page } = await cropping();
    const margins = { Left: "50", Right: "40", Top: "30", Bottom: "400" };
    for (const [label, text] of Object.entries(margins)) await side(page, label).fill(text);
    await page.getByLabel("Apply to", { exact: true }).selectOption("all");
    await turnTo(page, 3);
    const shown = async () => {
      const values = Object.keys(margins).map(async (label) => [label, await side(page, label).inputValue()]);
      return Object.fromEntries(await Promise.all(values));
    };
    await expect.poll(shown).toEqual(margins);
    await expect.poll(() => sides(page)).toMatchObject({ width: 610, height: 70 });
    await page.getByRole("button", { name: "Crop 3 pages" }).waitFor();
    // Twice 240 from the top and the bottom leave nothing of a page of 500.
    await turnTo(page, 1);
    await side(page, "Top").fill("240");
    await page.getByText("Too small for the area, so whole: page 3.").waitFor();
    await page.getByRole("button", { name: "Crop 2 pages" }).waitFor();
    await page.getByLabel("Pages of other sizes").selectOption("rectangle");
    await page.getByRole("button", { name: "Crop 3 pages" }).waitFor();
    await turnTo(page, 3);
    // 505 by 202, 50 from the left and 240 from the top.
    await expect.poll(() => sides(page)).toEqual({ left: 50, bottom: 58, width: 505, height: 202 });
    await press(page, "Crop 3 pages");
    const pdf = await saved(page);
    expect(pdf.getPage(0).getCropBox()).toEqual({ x: 50, y: 400, width: 505, height: 202 });
    // Turned by 270°, width and height change places.
    expect(pdf.getPage(2).getCropBox()).toMatchObject({ width: 202, height: 505 });
  });

  it("are turned to by numbers, however soon one is typed after the other", async () => {
    const { page } = await cropping();
    await page.getByLabel("Page", { exact: true }).evaluate(async (field: HTMLInputElement) => {
      for (const number of ["3", "2"]) {
        field.value = number;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await Promise.resolve();
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        await Promise.resolve();
      }
    });
    await page.getByRole("img", { name: "Page 2", exact: true }).waitFor({ timeout: 10_000 });
    expect(await page.getByLabel("Page", { exact: true }).inputValue()).toBe("2");
  });

  it("puts an area on all pages, on the odd or on chosen ones", async () => {
    const { page } = await cropping();
    await side(page, "Left").fill("50");
    await expect.poll(() => side(page, "Width").inputValue()).toBe("485.5");
    const right = await side(page, "Right").inputValue();
    await page.getByLabel("Apply to", { exact: true }).selectOption("all");
    await page.getByRole("button", { name: "Crop 3 pages" }).waitFor();
    await page.getByLabel("Apply to", { exact: true }).selectOption("odd");
    await page.getByRole("button", { name: "Crop 2 pages" }).waitFor();
    await page.getByRole("button", { name: "Page 2, whole" }).click({ modifiers: ["Control"] });
    await page.getByRole("button", { name: "Crop 3 pages" }).waitFor();
    await page.getByRole("button", { name: "Page 1, cropped" }).click({ modifiers: ["Control"] });
    await page.getByRole("button", { name: "Crop 2 pages" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Pages" }).inputValue()).toBe("2-3");
    await press(page, "Crop 2 pages");
    const pdf = await saved(page);
    expect(pdf.getPage(0).getCropBox()).toEqual({ x: 0, y: 0, width: 595, height: 842 });
    expect(pdf.getPage(2).getCropBox().height).toBeCloseTo(700 - 50 - Number(right), 1);
  });

  it("says what is wrong with pages that are typed, keeps the text, and takes a decimal comma", async () => {
    const { page } = await cropping();
    await page.getByLabel("Apply to", { exact: true }).selectOption("chosen");
    const pages = page.getByRole("textbox", { name: "Pages" });
    await pages.fill("1-2");
    await page.getByRole("button", { name: "Crop 2 pages" }).waitFor();
    await pages.fill("foo");
    await page.getByText(/^“foo”: .* The document has 3 pages\.$/).waitFor();
    expect(await pages.inputValue()).toBe("foo");
    expect(await pages.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Crop 2 pages" }).waitFor();
    await side(page, "Left").fill("50,5");
    await expect.poll(() => side(page, "Width").inputValue()).toBe("485");
  });

  it("crops nothing while the list of pages is wrong", async () => {
    const { page } = await cropping();
    await page.getByLabel("Apply to", { exact: true }).selectOption("chosen");
    const pages = page.getByRole("textbox", { name: "Pages", exact: true });
    await pages.fill("1-99");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => pages.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.waitForTimeout(300);
    expect(await page.getByRole("heading", { name: /cropped$/ }).count()).toBe(0);
    await pages.fill("1");
    await press(page, "Crop 1 page");
    await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
  });

  it("fits areas to what the pages show on this machine, and shows them before it cuts", async () => {
    const seen = await cropping();
    const { page } = seen;
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await page.getByLabel("Fit to content").check();
    await page.getByRole("button", { name: "Crop 3 pages" }).waitFor();
    await page.getByLabel("Space around (pt)").fill("10");
    await expect.poll(async () => (await sides(page)).left).toBeCloseTo(50, 0);
    expect((await sides(page)).bottom).toBeCloseTo(90, 0);
    await page.getByLabel("Areas").selectOption("all");
    await expectAccessible(page);
    await page.getByLabel("Space around (pt)").fill("");
    await page.getByText("Enter a number, 0 or more.").waitFor();
    expect(sent).toEqual([]);
    await page.getByLabel("Space around (pt)").fill("0");
    await press(page, "Crop 3 pages");
    await page.getByRole("heading", { name: "3 pages cropped" }).waitFor();
    const earlier = page.getByRole("img", { name: "Page 1 as it was" });
    // A held key repeats. The first time may come before the result listens to keys.
    await expect.poll(() => page.keyboard.down("b").then(() => earlier.isVisible())).toBe(true);
    await page.keyboard.up("b");
    await page.getByRole("img", { name: "Page 1 of the result" }).waitFor();
    expectQuiet(seen);
  });
});

describe("the crop tool", () => {
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
    // One finger scrolls the page and leaves the area alone; handles draw. Two fingers zoom.
    const zoom = page.getByRole("group", { name: "Zoom" });
    await zoom.getByText("100 %").waitFor();
    await press(page, "Hide options");
    await expectAccessible(page);
    const before = await sides(page);
    const [x, y] = await middleOf(page.locator(".stage-view"));
    await swipe(page, [{ from: [x + 60, y + 90], to: [x - 20, y - 40] }]);
    expect(await sides(page)).toEqual(before);
    const apart = (from: number, to: number) =>
      [-1, 1].map((way) => ({ from: [x + way * from, y], to: [x + way * to, y] }) as const);
    await swipe(page, apart(30, 60));
    await zoom.getByText("200 %").waitFor();
    expect(await sides(page)).toEqual(before);
    await swipe(page, apart(60, 15));
    await zoom.getByText("50 %").waitFor();
    await swipe(page, [{ from: await middleOf(page.locator(".handle.se")), to: [x - 15, y - 20] }]);
    await expect.poll(async () => (await sides(page)).width).toBeLessThan(before.width / 2);
    const small = await sides(page);
    // It has only the handles that it has room for, and moves where a finger is held on it.
    expect(await page.locator(".handle.move").isVisible()).toBe(false);
    const middle = await middleOf(page.locator(".area"));
    await swipe(page, [{ from: middle, to: [middle[0] + 20, middle[1] + 20] }]);
    expect(await sides(page)).toEqual(small);
    const again = await middleOf(page.locator(".area"));
    await swipe(page, [{ from: again, to: [again[0] + 20, again[1] + 20] }], 600);
    await expect.poll(async () => (await sides(page)).left).toBeGreaterThan(small.left + 20);
    expect((await sides(page)).width).toBe(small.width);
    await press(page, "Show options");
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
