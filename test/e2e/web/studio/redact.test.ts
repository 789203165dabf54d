import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import * as mupdf from "mupdf";
import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { unfold } from "../../../support/page-states.ts";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK } from "../browser.ts";
import { service } from "../service.ts";
import { type Chosen, choose, draw, middleOf, openTool, press, savedBytes, sentBy, turnTo } from "../studio.ts";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const tick = (page: Page, text: string, number: number, at = 0) =>
  page.getByRole("checkbox", { name: `Cut “${text}” on page ${number}` }).nth(at);
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();

let made: Promise<Chosen> | undefined;

/** Three pages: the name twice on the first, once on the second, and in the title. It is made once. */
function letters(): Promise<Chosen> {
  made ??= makeLetters();
  return made;
}

async function makeLetters(): Promise<Chosen> {
  const pdf = await PDFDocument.create();
  pdf.setTitle("About Jane Doe");
  const texts = [
    ["Dear Jane Doe,", "write to jane@example.com today.", "Jane Doe signs."],
    ["Jane Doe agrees with all."],
    ["Nobody is here."],
  ];
  for (const lines of texts) {
    const page = pdf.addPage([300, 400]);
    for (const [index, line] of lines.entries()) page.drawText(line, { x: 40, y: 340 - 60 * index, size: 12 });
  }
  return { name: "letters.pdf", mimeType: "application/pdf", buffer: Buffer.from(await pdf.save()) };
}

async function redacting(options: Parameters<typeof openTool>[1] = {}, key?: string) {
  const seen = await openTool("redact", options, key);
  await choose(seen.page, "Choose a PDF", await letters());
  await seen.page.getByRole("img", { name: "Page 1", exact: true }).waitFor();
  return seen;
}

async function find(page: Page, text: string): Promise<void> {
  await page.getByLabel("Text", { exact: true }).fill(text);
  await page.keyboard.press("Enter");
  await button(page, new RegExp(`^Remove “${text}”`)).waitFor();
}

function textsOf(bytes: Uint8Array): string[] {
  const pdf = mupdf.PDFDocument.openDocument(bytes, "application/pdf");
  return Array.from({ length: pdf.countPages() }, (_, index) => pdf.loadPage(index).toStructuredText("").asText());
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function savedFile(page: Page, link: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: link, exact: true }).click(),
  ]);
  return readFile(await download.path());
}

describe("redaction in the page", () => {
  it("finds, shows, cuts and proves, and sends not one byte, without a key", async () => {
    const seen = await redacting({}, "");
    const { page } = seen;
    const sent = sentBy(page);
    await find(page, "jane doe");
    await page.getByText("Your file stays on this machine.").waitFor();
    await tick(page, "Jane Doe", 2).waitFor();
    // The words around it, and all places of one wording together.
    await page.getByText("p. 2 Jane Doe agrees with all.").waitFor();
    await button(page, "Untick 3 of “Jane Doe”").waitFor();
    await button(page, "Page 1, 2 ticked").waitFor();
    await press(page, "E-mail");
    await button(page, "Redact 4 texts").waitFor();
    await expect.poll(() => page.locator(".area-layer .found").count()).toBe(3);
    await turnTo(page, 3);
    await draw(page, [0.1, 0.1], [0.5, 0.2]);
    await button(page, "Page 3, 1 boxed").waitFor();
    await expectAccessible(page);
    await press(page, "Redact 4 texts and 1 box");
    await heading(page, "4 texts and 1 box cut");
    await page.getByText("Cut: 4 texts and 1 box, on 3 pages.").waitFor();
    await page.getByText(/^The same texts elsewhere: .*Info 1/).waitFor();
    await page.getByText("The finished file was read again: what was cut is not left in it.").waitFor();
    // Both are in view, side by side, and turn together.
    await button(page, "Page 2").click();
    const [before, after] = await Promise.all(
      ["Page 2 as it was", "Page 2 of the result"].map((name) => page.getByRole("img", { name }).boundingBox()),
    );
    expect(before!.x + before!.width).toBeLessThan(after!.x);
    await expectAccessible(page);
    const result = await savedBytes(page);
    const texts = textsOf(result);
    expect(texts.join()).not.toMatch(/Jane|jane@|Nobody/);
    expect(texts[1]).toContain("agrees with all.");
    expect((await PDFDocument.load(result)).getTitle()).toBeUndefined();
    const report = await savedFile(page, "Save report (JSON)");
    const { buffer } = await letters();
    const { input, output, rules } = JSON.parse(report.toString());
    expect(output).toEqual({ sha256: sha256(result), bytes: result.length });
    expect(input).toEqual({ sha256: sha256(buffer), bytes: buffer.length });
    expect(rules.map(({ onPages }: { onPages: number }) => onPages)).toEqual([3, 1]);
    expect(report.toString()).not.toMatch(/jane/i);
    expect(sent).toEqual([]);
    expectQuiet(seen);
  });

  it("leaves places without a tick, and says what stays with them", async () => {
    const { page } = await redacting();
    await find(page, "Jane Doe");
    await tick(page, "Jane Doe", 1).uncheck();
    await button(page, "Redact 2 texts").waitFor();
    await page.getByText("Some places of “Jane Doe” stay").waitFor();
    await expectAccessible(page);
    await press(page, "As code");
    const curl = await page.getByRole("region", { name: "The call in curl" }).textContent();
    // A page of which all go keeps its text rule.
    expect(curl).toContain('text=[{"contains":"Jane Doe","pages":"2"}]');
    expect(curl).toContain('areas=[{"pageNumber":1,');
    await press(page, "Close");
    await press(page, "Redact 2 texts");
    await heading(page, "2 texts cut");
    const result = await savedBytes(page);
    const [first, second] = textsOf(result);
    expect(first).toMatch(/Dear Jane Doe,/);
    expect(first).not.toMatch(/Jane Doe signs/);
    expect(second).not.toMatch(/Jane/);
    expect((await PDFDocument.load(result)).getTitle()).toBe("About Jane Doe");
    await press(page, "Back to editing");
    await press(page, "Tick none");
    await page.getByText("Nothing is ticked.").waitFor();
    expect(await button(page, "Redact").isDisabled()).toBe(true);
  });

  it("ticks by a click on the page and by keys, is undone step by step, and is there after a reload", async () => {
    const { page } = await redacting();
    await find(page, "Jane Doe");
    await button(page, "Redact 3 texts").waitFor();
    const [x, y] = await middleOf(page.locator(".area-layer .found").first());
    await page.mouse.click(x, y);
    await button(page, "Redact 2 texts").waitFor();
    expect(await page.getByRole("application").count()).toBe(0);
    await page.mouse.click(x, y);
    await button(page, "Redact 3 texts").waitFor();
    await page.locator("#main").focus();
    await page.keyboard.press("n");
    await page.keyboard.press("n");
    await page.getByRole("img", { name: "Page 2", exact: true }).waitFor();
    await page.keyboard.press("Space");
    await expect.poll(() => tick(page, "Jane Doe", 2).isChecked()).toBe(false);
    await page.keyboard.press("ArrowUp");
    await page.getByRole("img", { name: "Page 1", exact: true }).waitFor();
    await page.keyboard.press("a");
    await button(page, "Redact 2 texts and 1 box").waitFor();
    await press(page, "Undo");
    await button(page, "Redact 2 texts").waitFor();
    await page.keyboard.press("Control+z");
    await button(page, "Redact 3 texts").waitFor();
    await press(page, "Redo");
    await button(page, "Redact 2 texts").waitFor();
    await page.waitForTimeout(1_500);
    await page.reload();
    await button(page, "Redact 2 texts").waitFor();
    expect(await tick(page, "Jane Doe", 2).isChecked()).toBe(false);
    await press(page, /^Remove “Jane Doe”/);
    await press(page, "Undo");
    await button(page, "Redact 2 texts").waitFor();
  });

  it("looks for what was only typed before anything is cut, and names an expression that is wrong", async () => {
    const { page } = await redacting();
    await page.getByLabel("The text is").selectOption("An expression");
    await page.getByLabel("Expression", { exact: true }).fill("J[a");
    await press(page, "Redact");
    await page.locator(".find .error").waitFor();
    expect(await page.getByLabel("Expression", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Expression", { exact: true }).fill("J\\w+ D\\w+");
    await press(page, "Redact");
    await button(page, "Redact 3 texts").waitFor();
    await expect.poll(() => page.getByLabel("Expression", { exact: true }).inputValue()).toBe("");
    await page.getByLabel("The text is").selectOption("Whole words");
    await find(page, "Jan");
    await page.getByText("3 of 3 ticked").waitFor();
  });
});

describe("redaction of scans, on phones, by the service and offline", () => {
  it("says which pages were not searched, and cuts boxes of a scan", async () => {
    const { page } = await openTool("redact");
    await press(page, "A scan");
    await page.getByRole("img", { name: "Page 1", exact: true }).waitFor();
    await press(page, "Date");
    const notice = page.getByRole("region", { name: "Not searched" });
    await notice.getByText("2 of 2 pages are pictures").waitFor();
    await draw(page, [0.1, 0.1], [0.6, 0.2]);
    await press(page, "Redact 1 box");
    await notice.getByRole("alert").waitFor();
    await expect.poll(() => notice.getByRole("checkbox").evaluate((box) => box === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press("Space");
    await page.getByLabel("Word on it").fill("CUT");
    await page.getByLabel("Colour", { exact: true }).fill("#ff0000");
    await press(page, "Redact 1 box");
    await heading(page, "1 box cut");
    const pdf = mupdf.PDFDocument.openDocument(await savedBytes(page), "application/pdf");
    const pixels = pdf.loadPage(0).toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false);
    const [x, y] = [Math.round(pixels.getWidth() * 0.55), Math.round(pixels.getHeight() * 0.15)];
    const at = y * pixels.getStride() + x * 3;
    expect([...pixels.getPixels().slice(at, at + 3)]).toEqual([255, 0, 0]);
    expect(textsOf(await savedBytes(page))[0]).toContain("CUT");
  });

  it("is done by fingers on a phone in the dark, with before and after in turn", async () => {
    const seen = await redacting(PHONE_IN_DARK);
    const { page } = seen;
    await unfold(page);
    await find(page, "Jane Doe");
    await button(page, /^Add a box/).tap();
    await button(page, "Redact 3 texts and 1 box").waitFor();
    for (const one of await page.locator(".panel button, .panel .check").all()) {
      const box = await one.boundingBox();
      if (box) expect(box.height, (await one.textContent()) ?? "").toBeGreaterThanOrEqual(44);
    }
    await expectFits(page);
    await expectAccessible(page);
    await press(page, "Redact 3 texts and 1 box");
    await page.getByRole("img", { name: "Page 1 of the result" }).waitFor();
    expect(await page.getByRole("img", { name: "Page 1 as it was" }).count()).toBe(0);
    await button(page, /^As it was/).tap();
    await page.getByRole("img", { name: "Page 1 as it was" }).waitFor();
    await expectFits(page);
    await expectAccessible(page);
    expectQuiet(seen);
  });

  it("of a document with an address is done by the service, which says so", async () => {
    const { buffer } = await letters();
    const site = createServer((_, response) => response.setHeader("Content-Type", "application/pdf").end(buffer));
    await new Promise<void>((resolve) => site.listen(service.site, resolve));
    try {
      const { page } = await openTool("redact");
      await page.getByText("From an address").click();
      await page.getByLabel("Address", { exact: true }).fill(`http://localhost:${service.site}/letters.pdf`);
      await press(page, "Open");
      await find(page, "Jane Doe");
      await page.getByText("The service fetches the file from its address", { exact: false }).waitFor();
      await press(page, "Redact 3 texts");
      await heading(page, "3 texts cut");
      expect(textsOf(await savedBytes(page)).join()).not.toContain("Jane");
    } finally {
      site.close();
    }
  });

  it("works with the network off, where a receipt needs a file of keys", async () => {
    const { receipt, keys } = await signed();
    const seen = await openTool("redact", { serviceWorkers: "allow" }, "");
    const { page } = seen;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.context().setOffline(true);
    await page.reload();
    await choose(page, "Choose a PDF", await letters());
    await find(page, "Jane Doe");
    await press(page, "Redact 3 texts");
    await heading(page, "3 texts cut");
    await page.getByRole("region", { name: "Receipt" }).getByRole("link", { name: "Check a receipt" }).click();
    await choose(page, "Choose the receipt and its files", json("receipt.json", { receipt }));
    await page.getByText("The public keys cannot be fetched.").waitFor();
    await choose(page, "Add a file", json("keys.json", keys));
    await heading(page, "The signature is right");
    await page.getByText("is signed with a key of keys.json").waitFor();
    expectQuiet(seen);
  });
});

function json(name: string, value: unknown): Chosen {
  return { name, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(value)) };
}

/** A receipt of the service's own, its two files, and the service's keys. */
async function signed() {
  const input = await letters();
  const form = new FormData();
  form.append("file", new Blob([input.buffer as never]), input.name);
  form.append("text", '[{"words":"Jane Doe"}]');
  form.append("receipt", "true");
  const headers = { Authorization: `Bearer ${service.key}` };
  const response = await fetch(`${service.api}/v1/pdf/redact`, { method: "POST", body: form, headers });
  const { receipt, downloadUrl } = (await response.json()) as { receipt: string; downloadUrl: string };
  const buffer = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
  const keys = await (await fetch(`${service.api}/.well-known/quire-keys`)).json();
  return { receipt, keys, input, output: { ...input, name: "redacted.pdf", buffer } };
}

describe("a receipt", () => {
  it("is made by the service when it is asked for, and is right on the page that checks it", async () => {
    const seen = await redacting();
    const { page } = seen;
    await find(page, "Jane Doe");
    await press(page, "Redact 3 texts");
    await heading(page, "3 texts cut");
    await page.getByText("to get a signed receipt, your file is sent.", { exact: false }).waitFor();
    const report = await savedFile(page, "Save report (JSON)");
    const sending = page.waitForRequest((request) => request.method() === "POST");
    await press(page, "Send, and get a receipt");
    expect(new URL((await sending).url()).pathname).toBe("/v1/pdf/redact");
    const receipt = await savedFile(page, "Save receipt");
    await expectAccessible(page);
    const output = { ...(await letters()), name: "out.pdf", buffer: Buffer.from(await savedBytes(page)) };
    expect(textsOf(output.buffer).join()).not.toContain("Jane");
    await page.getByRole("region", { name: "Receipt" }).getByRole("link", { name: "Check a receipt" }).click();
    await heading(page, "Check a receipt");
    await expectAccessible(page);
    await choose(page, "Choose the receipt and its files", [
      { name: "r.json", mimeType: "application/json", buffer: receipt },
      output,
    ]);
    await heading(page, "The signature is right");
    await page.getByText(/^r\.json is signed with a key of this service/).waitFor();
    await page.getByText("out.pdf is the redacted file.").waitFor();
    await page.getByText("Text 1: 3 on pages, 1 elsewhere").waitFor();
    await page.getByText(/^Add the file that was redacted, of /).waitFor();
    await expectAccessible(page);
    // A report of the page says the same of its own files, without a signature.
    await press(page, "Check another");
    await choose(page, "Choose the receipt and its files", {
      name: "report.json",
      mimeType: "application/json",
      buffer: report,
    });
    await heading(page, "Not signed");
    await page.getByText("anyone could have written it").waitFor();
    expectQuiet(seen);
  });

  it("is refused when it was changed, when a file is another, and when another key signed it", async () => {
    const { receipt, input, output } = await signed();
    const seen = await openTool("receipt", PHONE_IN_DARK, "");
    const { page } = seen;
    const posts: string[] = [];
    page.on("request", (request) => request.method() !== "GET" && posts.push(request.url()));
    const other = { ...output, name: "other.pdf", buffer: Buffer.concat([output.buffer, Buffer.from("\n")]) };
    await choose(page, "Choose the receipt and its files", [input, output]);
    await heading(page, "The receipt is missing");
    await page.getByText("waits for its receipt").first().waitFor();
    await choose(page, "Add the receipt", { ...json("r.json", { receipt }) });
    await heading(page, "The receipt is right");
    await choose(page, "Add a file", other);
    await heading(page, "A file is another one");
    await page.getByText("other.pdf is neither of the two files, or was changed.").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await press(page, "Check another");
    const [head, body = "", signature] = receipt.split(".");
    const told = JSON.parse(Buffer.from(body, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...told, areas: 7 })).toString("base64url");
    await choose(page, "Choose the receipt and its files", {
      name: "changed.txt",
      mimeType: "text/plain",
      buffer: Buffer.from([head, changed, signature].join(".")),
    });
    await heading(page, "This receipt is wrong");
    await choose(page, "Add a file", json("keys.json", { keys: [] }));
    await heading(page, "Not checked");
    await page.getByText(`It names ${service.api}`, { exact: false }).waitFor();
    expect(posts).toEqual([]);
    expectQuiet(seen);
  });
});
