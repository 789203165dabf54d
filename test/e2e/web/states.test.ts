import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  cropStates,
  dashboardStates,
  docsStates,
  htmlStates,
  imageStates,
  organizeStates,
  receiptStates,
  redactStates,
  type States,
  splitStates,
} from "../../support/page-states.ts";
import { expectAccessible, expectContrast, expectFits, expectNamed, expectQuiet, visit } from "./browser.ts";
import { expectInReach, expectPagesEdged, expectPressedSeen, expectReachable, expectTouchable } from "./controls.ts";
import { service } from "./service.ts";
import { openTool } from "./studio.ts";

/**
 * In any state: nothing that axe finds, enough contrast in either scheme and under forced colours, no control without a
 * name, nothing beside a narrow window, and nothing over a control. On a phone each is as large as a finger.
 */
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

const TABLET = { width: 820, height: 1180 };
/** What a person sees of a window of 1280 by 1024 at 200 and 400 %. */
const DESKTOP = { width: 1280, height: 1024 };
const AT_200 = { width: 640, height: 512 };
const AT_400 = { width: 320, height: 256 };

async function expectFine(page: Page, states: States): Promise<void> {
  for await (const _ of states) {
    // In a window as tall as the page no bar lies over what is half scrolled beneath it.
    await page.setViewportSize({ width: PHONE.viewport.width, height: 4000 });
    await expectAccessible(page);
    await expectNamed(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectContrast(page);
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    await expectContrast(page);
    await expectPressedSeen(page);
    await expectPagesEdged(page);
    await page.emulateMedia({ forcedColors: "none" });
    for (const size of [TABLET, AT_400, AT_200, PHONE.viewport, DESKTOP]) {
      await page.setViewportSize(size);
      await expectFits(page);
      await expectReachable(page);
    }
    await withTextTwiceAsLarge(page, async () => {
      await expectFits(page);
      await expectReachable(page);
    });
    await page.setViewportSize(PHONE.viewport);
    await expectTouchable(page);
    await expectInReach(page);
  }
}

/** As a person sets it in the browser. */
async function withTextTwiceAsLarge(page: Page, look: () => Promise<void>): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await look();
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  await devtools.detach();
}

it("crop is accessible and fits in every state, light and dark", async () => {
  const seen = await openTool("crop", PHONE);
  await expectFine(seen.page, cropStates(seen.page));
  expectQuiet(seen);
});

it("split is accessible and fits in every state, light and dark", async () => {
  const seen = await openTool("split", PHONE);
  await expectFine(seen.page, splitStates(seen.page));
  expectQuiet(seen);
});

it("organizing is accessible and fits in every state, light and dark", async () => {
  const seen = await openTool("organize", PHONE);
  await expectFine(seen.page, organizeStates(seen.page));
  expectQuiet(seen);
});

it("redaction and receipts are accessible and fit in every state, light and dark", async () => {
  const seen = await openTool("redact", PHONE);
  await expectFine(seen.page, redactStates(seen.page));
  await seen.page.getByRole("region", { name: "Receipt" }).getByRole("link", { name: "Check a receipt" }).click();
  await expectFine(seen.page, receiptStates(seen.page));
  expectQuiet(seen);
});

it("images and HTML are accessible and fit in every state, light and dark", async () => {
  const seen = await openTool("images", PHONE);
  await expectFine(seen.page, imageStates(seen.page));
  await seen.page.getByRole("link", { name: "HTML" }).click();
  await expectFine(seen.page, htmlStates(seen.page));
  expectQuiet(seen);
});

it("docs and dashboard are accessible and fit in every state, light and dark", async () => {
  const seen = await visit("about:blank", PHONE);
  const { page } = seen;
  await expectFine(page, docsStates(page, service.api));
  // What was refused a moment ago is not counted yet.
  await page.route("**/keys/*/usage*", async (route) => {
    const response = await route.fetch();
    const fault = { day: "2026-01-31", operation: "crop", code: "INVALID_INPUT", requests: 2 };
    await route.fulfill({ response, json: { ...(await response.json()), faults: [fault] } });
  });
  await page.goto(`${service.api}/dashboard`);
  await expectFine(page, dashboardStates(page, service.adminSecret));
  expect(await page.getByRole("button", { name: "Revoke key Development" }).isVisible()).toBe(true);
  expectQuiet(seen);
});
