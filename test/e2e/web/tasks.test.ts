import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { lockedPdf } from "../../fixtures/documents.ts";
import { unfold } from "../../support/page-states.ts";
import { visit } from "./browser.ts";
import { service } from "./service.ts";
import { awkward, choose, drop, openTool, saved, sentBy } from "./studio.ts";

/** A person's hands: they know elements by role and name alone, and each thing that they do counts. */
class Hands {
  done = 0;
  readonly page: Page;
  /** On a phone they are fingers. */
  readonly #touch: "tap" | "click";
  constructor(page: Page, hasTouch = false) {
    this.page = page;
    this.#touch = hasTouch ? "tap" : "click";
  }
  async press(name: string | RegExp): Promise<void> {
    await (await this.at(this.page.getByRole("button", { name, exact: typeof name === "string" })))[this.#touch]();
  }
  /** What is folded away is unfolded first, which counts too. */
  private async at(found: Locator): Promise<Locator> {
    await found.waitFor({ timeout: 3_000 }).catch(async () => {
      this.done += await unfold(this.page);
    });
    this.done++;
    return found;
  }
  async fill(name: string, text: string): Promise<void> {
    // A field for a password has no role; its label is its name all the same.
    const field = this.page.getByRole("textbox", { name, exact: true }).or(this.page.getByLabel(name, { exact: true }));
    await (await this.at(field)).fill(text);
  }
  async select(name: string, option: string): Promise<void> {
    await (await this.at(this.page.getByRole("combobox", { name, exact: true }))).selectOption({ label: option });
  }
  async check(role: "checkbox" | "radio", name: string): Promise<void> {
    const box = await this.at(this.page.getByRole(role, { name, exact: true }));
    expect(await box.isChecked()).toBe(false);
    await box[this.#touch]();
    expect(await box.isChecked()).toBe(true);
  }
  heading(name: string): Promise<void> {
    return this.page.getByRole("heading", { name, exact: true }).waitFor();
  }
}

type Task = [what: string, tool: string, most: number, work: (hands: Hands) => Promise<void>];

const TASKS: Task[] = [
  [
    "crop one page",
    "crop",
    3,
    async (hands) => {
      await hands.press("A report");
      await hands.press("Crop 1 page");
      await hands.heading("1 page cropped");
    },
  ],
  [
    "crop all pages to what they show, with 5 mm",
    "crop",
    3,
    async (hands) => {
      await hands.press("A report");
      await hands.check("checkbox", "Fit to content");
      await hands.press("Crop 12 pages");
      await hands.heading("12 pages cropped");
    },
  ],
  [
    "crop odd pages only",
    "crop",
    4,
    async (hands) => {
      await hands.press("A report");
      await hands.select("Apply to", "Odd pages");
      await hands.press("Crop 6 pages");
      await hands.heading("6 pages cropped");
    },
  ],
  [
    "remove what is outside and read what went",
    "crop",
    4,
    async (hands) => {
      await hands.press("A report");
      await hands.check("checkbox", "Remove what is outside");
      await hands.press("Crop 1 page");
      await hands.page.getByRole("row", { name: /^Show page 1 \d+ characters/ }).waitFor();
      await hands.page.getByText("nothing outside the areas is left in it").waitFor();
    },
  ],
  [
    "split at three places",
    "split",
    5,
    async (hands) => {
      await hands.press("A report");
      for (const page of [2, 5, 9]) await hands.press(`Cut after page ${page}`);
      await hands.press("Make 4 files");
      await hands.heading("4 files made");
    },
  ],
  [
    "split every ten pages",
    "split",
    3,
    async (hands) => {
      await hands.press("A report");
      await hands.check("radio", "Every n pages");
      await hands.press("Make 2 files");
      await hands.heading("2 files made");
    },
  ],
  [
    "split by chapters",
    "split",
    3,
    async (hands) => {
      await hands.press("A report");
      await hands.check("radio", "By bookmarks");
      await hands.press("Make 4 files");
      await hands.page.getByRole("link", { name: /Boards and cloth/ }).waitFor();
    },
  ],
  [
    "redact a word wherever it is, and read what went",
    "redact",
    4,
    async (hands) => {
      await hands.press("A report");
      await hands.fill("Text", "thread");
      await hands.press("Find");
      await hands.press(/^Redact \d+ texts$/);
      await hands.page.getByText(/^Cut: \d+ texts, on 12 pages\.$/).waitFor();
      await hands.page.getByText("what was cut is not left in it").waitFor();
    },
  ],
  [
    "bind six photos on A4 with a margin",
    "images",
    3,
    async (hands) => {
      await hands.press("Six photos");
      await hands.fill("Margin (mm)", "15");
      await hands.press("Bind 6 images");
      await hands.heading("6 images bound");
    },
  ],
  [
    "turn all photos and let two change places",
    "images",
    4,
    async (hands) => {
      await hands.press("Six photos");
      await hands.press("Rotate all");
      await hands.press("Later: dawn.jpg");
      await hands.page.getByText("2. dawn.jpg").waitFor();
      await hands.press("Bind 6 images");
      await hands.heading("6 images bound");
    },
  ],
  [
    "print an invoice with page numbers",
    "html",
    4,
    async (hands) => {
      hands.done++;
      hands.done += await unfold(hands.page);
      await hands.page.getByText("Margins and headers", { exact: true }).click();
      await hands.select("Footer", "Page X of Y");
      await hands.press(/^Print/);
      await hands.heading("1 page printed");
    },
  ],
  [
    "print an address on Letter",
    "html",
    3,
    async (hands) => {
      await hands.fill("HTML", "https://example.com/");
      await hands.select("Paper", "Letter");
      await hands.page.route("**/v1/convert/html-to-pdf", async (route) => {
        // What lies on the internet is no part of a test: what would be asked for is.
        const body = route.request().postData() ?? "";
        expect(body).toMatch(/name="url"\r\n\r\nhttps:\/\/example\.com\//);
        expect(body).toMatch(/name="format"\r\n\r\nLetter/);
        const error = { code: "URL_NOT_ACCESSIBLE", message: "url: no answer.", requestId: "1", retryable: false };
        await route.fulfill({ status: 400, json: { success: false, error } });
      });
      await hands.press("Print");
      await hands.page.getByRole("alert").filter({ hasText: "The address could not be opened: no answer." }).waitFor();
    },
  ],
];

const DESKTOP = { hasTouch: false };
const phone = (width: number, height: number) => ({ viewport: { width, height }, hasTouch: true });

describe.each([
  ["a desktop", DESKTOP],
  ["a phone of 390 × 844", phone(390, 844)],
  ["a phone of 360 × 640", phone(360, 640)],
])("on %s", (_, options) => {
  it.each(TASKS)("one can %s (%s) in %i actions", async (_, tool, most, work) => {
    const { page } = await openTool(tool, options);
    const hands = new Hands(page, options.hasTouch);
    await work(hands);
    // On a phone the page comes first, and the options are one action away.
    expect(hands.done).toBeLessThanOrEqual(options.hasTouch ? most + 1 : most);
  });

  it("one binds six photographs of twelve megapixels without a key in two actions", async () => {
    const create = { width: 4000, height: 3000, channels: 3, background: "#7a5" } as const;
    const buffer = await sharp({ create }).jpeg().toBuffer();
    const photos = [1, 2, 3, 4, 5, 6].map((number) => ({ name: `${number}.jpg`, mimeType: "image/jpeg", buffer }));
    const { page } = await openTool("images", options, "");
    const sent = sentBy(page);
    // The first action.
    await choose(page, "Choose images", photos);
    const hands = new Hands(page, options.hasTouch);
    await hands.press("Bind 6 images");
    await hands.heading("6 images bound");
    expect(hands.done).toBeLessThanOrEqual(1);
    const pdf = await saved(page);
    expect(pdf.getPages().map((one) => Math.round((one.getWidth() / one.getHeight()) * 3))).toEqual(
      photos.map(() => 4),
    );
    expect(sent).toEqual([]);
  });

  it("one can copy the call as Python, and share the settings, in two further actions each", async () => {
    const { page } = await openTool("split", { ...options, permissions: ["clipboard-read", "clipboard-write"] });
    await page.evaluate(() => localStorage.setItem("quire-language", "Python"));
    const hands = new Hands(page, options.hasTouch);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await hands.press("A report");
    await hands.check("radio", "Every n pages");
    hands.done = 0;
    await hands.press("As code");
    await hands.press("Copy");
    await expect.poll(copied).toContain('"every": json.dumps(10)');
    expect(hands.done).toBeLessThanOrEqual(2);
    await page.keyboard.press("Escape");
    await hands.press("Copy settings as link");
    await expect.poll(copied).toContain("/studio#split=");
    const other = await page.context().newPage();
    await other.goto(await copied());
    await other.getByRole("button", { name: "A report" }).click();
    await other.getByRole("button", { name: "Make 2 files" }).waitFor();
  });

  it("one recovers from a wrong password in two actions, and from too large a file in one", async () => {
    const buffer = await lockedPdf("open sesame");
    const { page } = await openTool("crop", options, "");
    const hands = new Hands(page, options.hasTouch);
    await choose(page, "Choose a PDF", { name: "l.pdf", mimeType: "application/pdf", buffer });
    await hands.fill("Password of l.pdf", "wrong");
    await hands.press("Open");
    await page.getByText("That password does not open it.").waitFor();
    hands.done = 0;
    await hands.fill("Password of l.pdf", "open sesame");
    await hands.press("Open");
    await page.getByRole("application").waitFor();
    expect(hands.done).toBeLessThanOrEqual(2);

    await unfold(page);
    await drop(page, "main", [await awkward("large.pdf")], 11_000_000);
    await page.getByText("large.pdf", { exact: true }).waitFor();
    await hands.press("Crop 1 page");
    await hands.press("Copy link (one hour)");
    await page.getByRole("alert").waitFor();
    // The one action: the result is there, and can be saved.
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Save", exact: true }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("large-cropped.pdf");
  });

  it("one cancels an upload in one action", async () => {
    const { page } = await openTool("crop", options);
    const hands = new Hands(page, options.hasTouch);
    const { buffer, ...file } = await awkward();
    await choose(page, "Choose a PDF", { ...file, buffer: Buffer.concat([buffer, Buffer.alloc(900_000, 10)]) });
    await hands.press("Crop 1 page");
    await hands.heading("1 page cropped");
    const devtools = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
    await devtools.send("Network.emulateNetworkConditions", slow);
    await hands.press("Copy link (one hour)");
    await page.getByText(/Sending .* of 9\d\d KB/).waitFor();
    hands.done = 0;
    await hands.press("Cancel");
    await page.getByRole("link", { name: "Save", exact: true }).waitFor();
    expect(hands.done).toBeLessThanOrEqual(1);
  });

  it("one sees in three actions why calls failed, today's and yesterday's", async () => {
    const headers = { Authorization: `Bearer ${service.key}` };
    // The list has the most frequent failures, those of other tests among them.
    for (let failures = 0; failures < 20; failures++) {
      const failed = await fetch(`${service.api}/v1/pdf/split`, { method: "POST", headers, body: new FormData() });
      expect(failed.status).toBe(400);
    }
    const { page } = await visit(`${service.api}/dashboard`, options);
    const hands = new Hands(page, options.hasTouch);
    await hands.fill("Admin secret", service.adminSecret);
    await hands.press("Sign in");
    const why = page.getByRole("region", { name: "Failed requests by code" });
    const row = why.getByRole("row", { name: /split-pdf [A-Z_]+ \d+$/ }).first();
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole("heading", { name: "Usage" }).waitFor();
        return row.isVisible();
      })
      .toBe(true);
    expect(hands.done).toBeLessThanOrEqual(3);
  });
});

it("one makes a key in three actions, and revokes it on a phone in two", async () => {
  const { page } = await visit(`${service.api}/dashboard`, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.getByLabel("Admin secret").fill(service.adminSecret);
  await page.keyboard.press("Enter");
  const hands = new Hands(page, true);
  await hands.press("Create a key");
  await hands.fill("Name", "Of three actions");
  await hands.press("Create key");
  await page.getByLabel("The new API key").waitFor();
  expect(hands.done).toBeLessThanOrEqual(3);
  await page.getByRole("button", { name: "I have stored it" }).click();
  const revoke = page.getByRole("button", { name: "Revoke key Of three actions" });
  // It is in the window, and not beside it.
  const box = await revoke.boundingBox();
  expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  hands.done = 0;
  await hands.press("Revoke key Of three actions");
  await hands.press("Revoke it");
  await page.getByText("revoked", { exact: true }).first().waitFor();
  expect(hands.done).toBeLessThanOrEqual(3);
});
