import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { HOLD_WORKERS } from "../../../support/page-states.ts";
import { expectAccessible } from "../browser.ts";
import { type Chosen, choose, draw, numbered, openTool, press, turnTo } from "../studio.ts";

const states = (page: Page, within: string) =>
  page.locator(`${within} .page-canvas`).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.state));

async function pdfOf(pdf: PDFDocument, name: string): Promise<Chosen> {
  return { name, mimeType: "application/pdf", buffer: Buffer.from(await pdf.save({ useObjectStreams: false })) };
}

/** A page, and what is said to be another, which is no dictionary. */
async function withBrokenPage(): Promise<Chosen> {
  const pdf = await PDFDocument.load((await numbered(2)).buffer);
  const second = pdf.getPage(1).ref;
  pdf.context.assign(second, pdf.context.obj(7));
  return pdfOf(pdf, "broken.pdf");
}

it("a page that cannot be drawn says so and why, where it is shown and in each list", async () => {
  const { page } = await openTool("crop");
  await choose(page, "Choose a PDF", await withBrokenPage());
  await expect.poll(() => states(page, ".strip")).toEqual(["drawn", "failed"]);
  await page.getByRole("button", { name: /^Page 2/ }).click();
  await page.getByText("This page cannot be drawn: ").waitFor();
  await expectAccessible(page);
  for (const [tool, list] of [
    ["Split", ".split-pages"],
    ["Organize", ".board"],
  ] as const) {
    await page.getByRole("link", { name: tool }).click();
    await expect.poll(() => states(page, list)).toEqual(["drawn", "failed"]);
    const said = page.locator(`${list} .undrawn`);
    expect(await said.evaluate((one) => getComputedStyle(one, "::before").content)).toBe('"Cannot be drawn"');
    expect(await said.getAttribute("title")).not.toBe("");
  }
});

/** The pages of a list whose drawing does not lie exactly on them. */
const beside = (page: Page, within: string) =>
  page.locator(`${within} .page-canvas`).evaluateAll((all) =>
    all.flatMap((one, index) => {
      const sides = ({ left, top, right, bottom }: DOMRect) => [left, top, right, bottom].map(Math.round).join();
      const [own, drawn] = [one, one.querySelector("canvas") as HTMLElement].map((it) =>
        sides(it.getBoundingClientRect()),
      );
      return own === drawn ? [] : [`${index}: ${own}, drawn at ${drawn}`];
    }),
  );

it("the drawing of a page lies on its page, wherever it is shown", async () => {
  const { page } = await openTool("crop");
  await choose(page, "Choose a PDF", await numbered(3));
  const lies = async (within: string) => {
    await expect.poll(() => states(page, within)).toContain("drawn");
    expect(await beside(page, within)).toEqual([]);
  };
  await lies(".strip");
  await lies(".stage");
  await page.getByRole("link", { name: "Organize" }).click();
  await lies(".board");
  await page.getByRole("link", { name: "Split" }).click();
  await lies(".split-pages");
  await page.getByRole("radio", { name: "Single pages" }).check();
  await press(page, "Make 3 files");
  await lies(".files");
});

it("a page that is not drawn yet is a skeleton in its own shape, or the small drawing that is there", async () => {
  const pdf = await PDFDocument.create();
  for (const size of [
    [300, 400],
    [300, 400],
    [800, 400],
  ] as const)
    pdf.addPage([...size]).drawText("x");
  const { page } = await openTool("crop");
  await choose(page, "Choose a PDF", await pdfOf(pdf, "mixed.pdf"));
  await expect.poll(() => states(page, ".strip")).toEqual(["drawn", "drawn", "drawn"]);
  await page.evaluate(HOLD_WORKERS);
  await turnTo(page, 3);
  const stage = page.locator(".stage .page-canvas");
  // Blurred, but there: it comes from the list.
  expect(await stage.getAttribute("data-state")).toBe("drawn");
  const { width, height } = (await stage.boundingBox()) as { width: number; height: number };
  expect(width / height).toBeCloseTo(2, 1);
  await page.getByRole("button", { name: "Larger" }).click();
  expect(await stage.getAttribute("data-state")).toBe("drawn");
  await page.evaluate("letWorkersGo()");
});

it("a long list has skeletons until its turn comes, in which something is seen", async () => {
  const { page } = await openTool("organize");
  await choose(page, "Choose PDFs or images", await numbered(300));
  await expect.poll(async () => (await states(page, ".board"))[0]).toBe("drawn");
  await page.evaluate(HOLD_WORKERS);
  await page.locator(".board").evaluate((board) => board.scrollTo({ top: board.scrollHeight / 2 }));
  const inView = () =>
    page
      .locator(".board .page-canvas")
      .evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().top > 0 && one.getBoundingClientRect().bottom < innerHeight)
          .map((one) => [(one as HTMLElement).dataset.state, getComputedStyle(one).backgroundImage !== "none"].join()),
      );
  await expect.poll(async () => new Set(await inView())).toEqual(new Set(["waiting,true"]));
  await page.evaluate("letWorkersGo()");
  await expect.poll(async () => new Set(await inView())).toEqual(new Set(["drawn,false"]));
});

/** What pdf.js asks its worker of documents: how many are opened, and the pages that are drawn of the last. */
const WATCH_VIEWER = `{
  const { postMessage } = Worker.prototype;
  globalThis.asked = { opened: 0, drawn: [] };
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.action === "GetDocRequest") globalThis.asked = { opened: globalThis.asked.opened + 1, drawn: [] };
    if (message?.action === "GetOperatorList") globalThis.asked.drawn.push(message.data.pageIndex + 1);
    return postMessage.call(this, message, ...rest);
  };
}`;

it("a result's pages that nothing changed come from the document, which is drawn already", async () => {
  const { page } = await openTool("crop");
  await page.evaluate(WATCH_VIEWER);
  const asked = () => page.evaluate<{ opened: number; drawn: number[] }>("globalThis.asked");
  await choose(page, "Choose a PDF", await numbered(6));
  await expect.poll(async () => new Set(await states(page, ".strip"))).toEqual(new Set(["drawn"]));
  await draw(page, [0.2, 0.2], [0.8, 0.8]);
  await press(page, "Crop 1 page");
  await page.getByRole("heading", { name: "1 page cropped" }).waitFor();
  await expect.poll(() => states(page, ".strip")).toEqual(new Array(6).fill("drawn"));
  const onward = page.getByRole("group", { name: "Go on with it" });
  expect(await onward.innerText()).toBe((await onward.getByRole("button").allInnerTexts()).join("\n"));
  expect(await asked()).toEqual({ opened: 2, drawn: [1] });
  await page.getByRole("link", { name: "Split" }).click();
  await page.getByRole("radio", { name: "Single pages" }).check();
  await press(page, "Make 6 files");
  await page.getByRole("heading", { name: "6 files made" }).waitFor();
  await expect.poll(() => states(page, ".files")).toEqual(new Array(6).fill("drawn"));
  expect((await asked()).opened).toBe(2);
});
