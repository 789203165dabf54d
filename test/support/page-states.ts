import type { Page } from "playwright-core";
import { lockedPdf } from "../fixtures/documents.ts";

/** What a person sees on the way through a tool or a page: each state by its name, when the page is in it. */
export type States = AsyncGenerator<string, void>;

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const FOLDED = [".sheet-grip[aria-expanded=false]", ".more[aria-expanded=false]", ".of-phone :last-child"].join();

/**
 * On a phone the options are a sheet that is put away, and what is seldom wanted of a result is under "More". Says how
 * many of them were opened.
 */
export async function unfold(page: Page): Promise<number> {
  await page.locator(".panel").waitFor({ state: "attached" });
  let count = 0;
  for (const fold of await page.locator(FOLDED).all()) {
    if (!(await fold.isVisible())) continue;
    await fold.click();
    count += 1;
  }
  return count;
}

/** On a phone one of the three parts of the HTML tool is shown. */
async function show(page: Page, part: "Edit" | "Preview" | "Options"): Promise<void> {
  const tab = page.getByRole("group", { name: "Shown" }).getByRole("button", { name: part });
  if (await tab.isVisible()) await tab.click();
}

/** What workers are asked waits: the engine is loaded already, for what is shown before. */
export const HOLD_WORKERS = `{
  const { postMessage } = Worker.prototype;
  const waiting = [];
  Worker.prototype.postMessage = function (...message) {
    waiting.push(() => postMessage.apply(this, message));
  };
  globalThis.letWorkersGo = () => {
    Worker.prototype.postMessage = postMessage;
    for (const send of waiting) send();
  };
}`;

/** Holds back the answers to what matches, until it is let go. */
async function held(page: Page, pattern: string): Promise<() => void> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(pattern, (route) => gate.then(() => route.continue()));
  return letGo;
}

export async function* cropStates(page: Page): States {
  await page.getByRole("button", { name: /^Key/ }).first().waitFor();
  yield "crop-start";
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  yield "crop-keyboard-help";
  await page.keyboard.press("Escape");
  await page.locator(".key-place > button").click();
  yield "crop-key";
  await page.getByText("From an address").click();
  await press(page, "Open");
  await page.getByText("Enter an address, such as www.example.com/report.pdf.").waitFor();
  yield "crop-wrong-address";
  const letViewerCome = await held(page, "**/pdf.min.mjs");
  const locked = { name: "locked.pdf", mimeType: "application/pdf", buffer: await lockedPdf("open sesame") };
  await page.locator(".drop-place input").setInputFiles(locked);
  await page.getByText("Loading the viewer").waitFor();
  yield "crop-viewer-loading";
  letViewerCome();
  await page.getByText("This PDF needs a password.").waitFor();
  yield "crop-password";
  await page.getByLabel("Password of locked.pdf").fill("wrong");
  await press(page, "Open");
  await page.getByText("That password does not open it.").waitFor();
  yield "crop-wrong-password";
  await press(page, "A report");
  await page.getByRole("application").waitFor();
  await page.getByRole("img", { name: "Page 1", exact: true }).waitFor();
  yield "crop-document";
  await unfold(page);
  await page.getByLabel("Apply to", { exact: true }).selectOption("chosen");
  await page.getByLabel("Width", { exact: true }).fill("9999");
  await page.getByText("Wider than page 1").waitFor();
  yield "crop-too-wide";
  await press(page, "Whole page");
  await press(page, "Do not crop page 1");
  await press(page, "Crop");
  await page.getByRole("alert").filter({ hasText: "Draw an area on a page first." }).waitFor();
  yield "crop-no-area";
  await page.getByLabel("Fit to content").check();
  await page.getByRole("button", { name: "Crop 1 page" }).waitFor();
  await page.getByLabel("Remove what is outside").check();
  yield "crop-fit-and-remove";
  await page.getByLabel("Cut pages in two").check();
  await page.getByRole("list", { name: "Areas of page 1" }).waitFor();
  yield "crop-halves";
  await page.getByRole("button", { name: /^Add another area/ }).click();
  await page.getByRole("button", { name: "Remove area 3" }).waitFor();
  yield "crop-areas";
  await press(page, "Undo");
  await press(page, "Undo");
  await press(page, "As code");
  yield "crop-as-code";
  await press(page, "Close");
  await page.evaluate(HOLD_WORKERS);
  await press(page, "Crop 1 page");
  await page.getByText("Cropping 1 page").waitFor();
  yield "crop-working";
  await page.evaluate("letWorkersGo()");
  await page.getByRole("region", { name: "What was removed" }).waitFor();
  await page.getByRole("img", { name: "Page 1 of the result" }).waitFor();
  yield "crop-result";
  await unfold(page);
  const error = { code: "BUSY", message: "All capacity is in use.", requestId: "1", retryable: false };
  const refused = { status: 503, json: { success: false, error } };
  await page.route("**/v1/pdf/crop", (route) => route.fulfill(refused));
  await press(page, "Copy link (one hour)");
  await page.getByRole("alert").filter({ hasText: "The service is busy." }).waitFor();
  yield "crop-link-refused";
  await page.unroute("**/v1/pdf/crop");
  await press(page, "Copy link (one hour)");
  await page.getByLabel("Link, for one hour").waitFor();
  yield "crop-link";
}

export async function* splitStates(page: Page): States {
  await press(page, "A report");
  await press(page, "Cut after page 2");
  yield "split-cut";
  await unfold(page);
  await page.getByLabel("Pages of each part, one per line").fill("1-99");
  await page.getByText("goes beyond the last page").waitFor();
  yield "split-wrong-range";
  await page.getByRole("radio", { name: "Every n pages" }).check();
  await page.getByLabel("Pages in each file").fill("x");
  yield "split-every";
  await page.getByRole("radio", { name: "By size" }).check();
  yield "split-by-size";
  await page.getByRole("radio", { name: "Single pages" }).check();
  await press(page, "Take page 2");
  yield "split-single";
  await page.getByRole("radio", { name: "At blank pages" }).check();
  yield "split-blank";
  await page.getByRole("radio", { name: "When a text appears" }).check();
  await page.getByLabel("Text", { exact: true }).fill("the");
  await press(page, "Find the places");
  await page.getByText("marked in the view").waitFor();
  yield "split-text";
  await page.getByRole("radio", { name: "By bookmarks" }).check();
  await page.getByRole("button", { name: "Make 4 files" }).waitFor();
  yield "split-bookmarks";
  await press(page, "Make 4 files");
  await page.getByRole("heading", { name: "4 files made" }).waitFor();
  yield "split-result";
}

export async function* redactStates(page: Page): States {
  await press(page, "A report");
  await page.getByRole("img", { name: "Page 1", exact: true }).waitFor();
  yield "redact-document";
  await unfold(page);
  await press(page, "Find");
  await page.getByText("Enter a text.").waitFor();
  yield "redact-no-text";
  await page.getByLabel("Text", { exact: true }).fill("thread");
  await press(page, "Find");
  await page.getByText(/^\d+ of \d+ ticked$/).waitFor();
  await press(page, "IBAN");
  yield "redact-found";
  await page.locator(".finding input").first().uncheck();
  await page.getByText("Some places of “thread” stay").waitFor();
  await page.getByRole("button", { name: /^Add a box/ }).click();
  await page.getByRole("application").waitFor();
  await page.getByLabel("Word on it").fill("Ä");
  yield "redact-partly";
  await page.getByLabel("Word on it").fill("");
  await page.getByRole("button", { name: /^Redact \d+ texts and 1 box$/ }).click();
  await page.getByRole("region", { name: "What was removed" }).waitFor();
  await page.getByRole("img", { name: /of the result$/ }).waitFor();
  yield "redact-result";
  await press(page, "Send, and get a receipt");
  await page.getByRole("link", { name: "Save receipt" }).waitFor();
  yield "redact-receipt";
}

export async function* organizeStates(page: Page): States {
  await press(page, "A report");
  await page.getByRole("button", { name: "Page 1: page 1 of report.pdf", exact: true }).waitFor();
  yield "organize-document";
  await unfold(page);
  await page.getByRole("button", { name: /^Page 2: / }).click();
  await press(page, "Turn right");
  await page.getByRole("button", { name: "Page 2: page 2 of report.pdf, turned 90 degrees" }).waitFor();
  await press(page, "Empty page");
  await page.getByRole("button", { name: "Page 3, empty" }).waitFor();
  yield "organize-turned-and-empty";
  const locked = { name: "locked.pdf", mimeType: "application/pdf", buffer: await lockedPdf("open sesame") };
  await page.locator(".panel input[type=file]").setInputFiles(locked);
  await page.getByText("This PDF needs a password.").waitFor();
  yield "organize-password";
  await page.getByLabel("Password of locked.pdf").fill("open sesame");
  await press(page, "Open");
  await page.getByRole("button", { name: "Page 4: page 1 of locked.pdf" }).waitFor();
  yield "organize-two-files";
  await page.getByRole("checkbox", { name: "Page numbers" }).check();
  await page.getByLabel("Written as").selectOption("Bates: ACME-000001");
  await page.getByRole("checkbox", { name: "Stamp" }).check();
  await page.getByLabel("Opacity in %").fill("none");
  await page.getByText("Enter a number from 1 to 100.").first().waitFor();
  yield "organize-numbers-and-stamp";
  await page.getByLabel("Opacity in %").fill("20");
  await page.getByRole("button", { name: /^Bind \d+ pages$/ }).click();
  await page.getByRole("img", { name: "Page 1 of the result" }).waitFor();
  yield "organize-result";
}

export async function* receiptStates(page: Page): States {
  await page.getByRole("button", { name: "Choose the receipt and its files" }).waitFor();
  yield "receipt-start";
  const report = {
    ...{
      time: "2026-11-26T10:40:00.000Z",
      areas: 1,
      pages: { read: 2, partly: 0, pictures: 12 },
      input: { sha256: "0", bytes: 48_213 },
    },
    rules: [{ rule: "text[0]", onPages: 12, elsewhere: 3 }],
  };
  const file = (name: string, value: unknown) => ({
    ...{ name, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(value)) },
  });
  await page.locator("input[type=file]").setInputFiles([file("report.json", report), file("other.txt", 1)]);
  await page.getByRole("heading", { name: "A file is another one" }).waitFor();
  yield "receipt-not-signed";
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const receipt = `${part({ kid: "none" })}.${part({ ...report, service: "https://api.example.com" })}.AAAA`;
  await press(page, "Check another");
  await page.locator("input[type=file]").setInputFiles(file("receipt.json", { receipt }));
  await page.getByRole("heading", { name: "Not checked" }).waitFor();
  yield "receipt-other-key";
}

export async function* imageStates(page: Page): States {
  await page.getByText("From addresses").click();
  await press(page, "Add");
  yield "images-wrong-address";
  await press(page, "Six photos");
  await page.getByText("1. dawn.jpg").waitFor();
  yield "images-six";
  await unfold(page);
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  await page.locator(".panel input[type=file]").setInputFiles({ name: "phone.heic", mimeType: "", buffer: heic });
  await page.getByText("This browser cannot read HEIC.").waitFor();
  yield "images-refused";
  await press(page, "Remove phone.heic");
  await page.getByLabel("Margin (mm)").fill("");
  yield "images-no-margin";
  await page.getByLabel("Margin (mm)").fill("5");
  await press(page, "Bind 6 images");
  await page.getByRole("heading", { name: "6 images bound" }).waitFor();
  await page.getByRole("img", { name: "Page 1 of the result" }).waitFor();
  yield "images-result";
}

export async function* htmlStates(page: Page): States {
  await page.getByLabel("HTML", { exact: true }).waitFor();
  yield "html-edit";
  await show(page, "Preview");
  await page.getByRole("img", { name: "Page 1 as it will be" }).waitFor();
  yield "html-start";
  await press(page, "Print 1 page");
  await page.getByRole("img", { name: "Page 1 of the result" }).waitFor();
  yield "html-result";
  await unfold(page);
  await press(page, "Back to editing");
  await show(page, "Options");
  for (const group of ["Margins and headers", "Waiting", "Look", "Access", "Document"]) {
    await page.getByText(group, { exact: true }).click();
  }
  await page.getByRole("combobox", { name: "Header" }).selectOption("Title left, date right");
  await page.getByRole("group", { name: "Watermark" }).getByLabel("Pages").fill("2");
  await page.getByLabel("Give up after (ms)").fill("soon");
  await page.getByText("Enter a number.").waitFor();
  yield "html-options";
  await show(page, "Edit");
  for (const source of ["Markdown", "Address", "File"]) {
    await press(page, source);
    yield `html-${source.toLowerCase()}`;
  }
}

export async function* docsStates(page: Page, origin: string): States {
  await page.goto(origin);
  yield "landing";
  await page.goto(`${origin}/docs`);
  await page.getByRole("heading", { name: "Guides" }).waitFor();
  yield "docs";
  await page.locator("details.docs-menu").evaluate((menu) => menu.setAttribute("open", ""));
  yield "docs-menu";
  await page.goto(`${origin}/docs#cropPdf`);
  await page.getByRole("article", { name: "Crop PDF" }).getByText("Try it").click();
  await page.locator(".member details").evaluateAll((all) => {
    for (const details of all) details.setAttribute("open", "");
  });
  yield "docs-crop";
  await page.goto(`${origin}/docs/start`);
  await page.getByRole("tab", { name: "Python" }).first().click();
  yield "docs-guide";
  await page.goto(`${origin}/docs/from-stirling?q=ranges`);
  await page.getByRole("heading", { name: "Coming from Stirling-PDF" }).waitFor();
  yield "docs-search";
  await page.goto(`${origin}/docs/administration#adminCreateKey`);
  await page.getByRole("heading", { name: "Create a key" }).waitFor();
  yield "docs-administration";
}

export async function* dashboardStates(page: Page, adminSecret: string): States {
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Enter the admin secret.").first().waitFor();
  yield "dashboard-sign-in";
  await page.getByLabel("Admin secret").fill(adminSecret);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "API keys" }).waitFor();
  for (const name of ["Create a key", "Change key Development", "Rotate key Development", "Revoke key Development"]) {
    await press(page, name);
    yield `dashboard-${name.toLowerCase().replaceAll(" ", "-")}`;
    await press(page, "Cancel");
  }
  await press(page, "Create a key");
  await page.getByLabel("Name").fill("Of the states");
  await press(page, "Create key");
  await page.getByLabel("The new API key").waitFor();
  yield "dashboard-new-key";
  await press(page, "I have stored it");
  await press(page, "Usage key Development");
  await page.getByRole("region", { name: "Usage", exact: true }).getByText("This hour").waitFor();
  yield "dashboard-usage";
}
