import { expect, it } from "vitest";
import { png } from "../../fixtures/documents.ts";
import { expectAccessible, expectFits, expectQuiet, visit } from "./browser.ts";
import { service } from "./service.ts";
import { awkward, choose, drop, numbered, openTool, press } from "./studio.ts";

const LANDING = () => service.api;

it("a file that is dropped on the landing page is opened in the tool that is chosen", async () => {
  const seen = await visit(LANDING());
  const { page } = seen;
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  await drop(page, "h1", [await awkward("letter.pdf")]);
  const question = page.getByRole("dialog", { name: "What is to be done with letter.pdf?" });
  await question.waitFor();
  const edges = await question.locator("strong").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  expect(new Set(edges).size).toBe(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Split it/ }).click();
  await page.getByText("letter.pdf", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Make 1 file" }).waitFor();
  expect(page.url()).toBe(`${service.api}/studio#split`);
  expect(sent).toEqual([]);
  expectQuiet(seen);
});

it("an image leads to the tool for images at once, and the landing page is still where that is wanted", async () => {
  const seen = await visit(LANDING(), { reducedMotion: "reduce" });
  const { page } = seen;
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  expect(await moving()).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectFits(page);
  await drop(page, "h1", [{ name: "a.png", mimeType: "image/png", buffer: png(30, 20) }]);
  await page.getByRole("button", { name: "Bind 1 image" }).waitFor();
});

it("moves for no longer than five seconds, and says what is kept where it is kept", async () => {
  const { page } = await visit(LANDING());
  const ends = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
  );
  expect(ends.length).toBeGreaterThan(0);
  expect(Math.max(...ends)).toBeLessThanOrEqual(5000);
  const kept = await page.getByText("deleted within two hours").textContent();
  expect(kept).toContain("What the service makes");
  expect(await page.getByText("Nothing is kept").count()).toBe(0);
});

it("says at first what nobody else has, and to developers within one scroll what they look for", async () => {
  const { page } = await visit(LANDING());
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  for (const word of ["Crop", "split", "redact", "proof"]) expect(title).toContain(word);
  const developers = page.getByRole("region", { name: "For developers" });
  const { y, height } = (await developers.boundingBox()) as { y: number; height: number };
  expect(y + height).toBeLessThan(2 * 900);
  await developers.getByText("curl").first().waitFor();
  for (const [name, path] of [
    ["sizes, pages and rates", "/docs/limits"],
    ["for a thousand calls of each kind", "/docs/cost"],
    ["anyone can run one", "/docs/deployment"],
  ] as const) {
    const href = await developers.getByRole("link", { name }).getAttribute("href");
    expect(href).toBe(path);
    expect((await page.context().request.get(`${service.api}${path}`)).status()).toBe(200);
  }
  const operations = (await page.locator(".operations").textContent()) ?? "";
  expect(operations).not.toMatch(/\bpoints\b|link to each part/);
});

it("is measured in inches and on Letter where people do so, and in millimetres elsewhere", async () => {
  for (const [locale, unit, paper] of [
    ["en-US", "in", "Letter"],
    ["de-DE", "mm", "A4"],
  ] as const) {
    const { page } = await openTool("crop", { locale });
    await press(page, "A scan");
    expect(await page.getByLabel("Unit").inputValue()).toBe(unit);
    await page.getByRole("link", { name: "Images" }).click();
    await press(page, "Six photos");
    expect(await page.getByLabel("Paper").inputValue()).toBe(paper);
    await page.getByLabel(`Margin (${unit})`).waitFor();
    await page.getByRole("link", { name: "HTML" }).click();
    expect(await page.getByLabel("Paper").inputValue()).toBe(paper);
  }
});

it("a result goes on into the next tool in one action", async () => {
  const { page } = await openTool("crop");
  await choose(page, "Choose a PDF", await numbered(4));
  await press(page, "Crop 1 page");
  await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
  await press(page, "Split this");
  await page.getByText("numbered-cropped.pdf", { exact: true }).waitFor();
  await press(page, "Cut after page 2");
  await page.getByRole("button", { name: "Make 2 files" }).waitFor();
});

it("a page of a long document is cropped with few keys, and a list of pages is one stop", async () => {
  const { page } = await openTool("crop");
  await choose(page, "Choose a PDF", await numbered(300));
  await page.getByRole("application").waitFor();
  // Seven keys from the document to the result.
  for (const key of ["g", "4", "0", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("img", { name: "Page 40", exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("application");
  const stops = await page.locator(".strip button[tabindex='0']").count();
  expect(stops).toBe(1);
  await page.getByRole("button", { name: "Page 40, cropped" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("img", { name: "Page 41", exact: true }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
  await page.getByRole("img", { name: "Page 40 of the result" }).waitFor();
});
