import { CdpError } from "./browser/cdp.ts";
import type { Page } from "./browser/page/page.ts";
import { noBrowser } from "./convert.ts";
import type { HtmlOptions } from "./fields/options.ts";
import { fieldProblem, SessionProblem } from "./html-problem.ts";
import type { NetworkRules } from "./resources/fetching.ts";
import type { HtmlSource } from "./resources/html-source.ts";
import { type BrowserRendering, type RenderContext, renderInBrowser } from "./session/render.ts";

export const IMAGE_FORMATS = ["png", "jpeg", "webp"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** A larger image takes too much of the memory of the browser, and of its message. */
const MAX_PIXELS = 40_000_000;
/** The longest side that browsers draw. */
const LONGEST_SIDE = 16_000;
const QUALITY = 90;
const SIZE =
  "[Math.max(innerWidth, document.documentElement?.scrollWidth ?? 0), " +
  "Math.max(document.documentElement?.getBoundingClientRect().height ?? 0, document.documentElement?.scrollHeight ?? 0), " +
  "devicePixelRatio].map(Math.ceil)";

/** An image of the whole page, as wide as the window and as high as the content. */
export async function screenshot(
  source: HtmlSource,
  options: HtmlOptions,
  format: ImageFormat,
  context: RenderContext,
): Promise<BrowserRendering> {
  try {
    const take = (page: Page, _: HtmlOptions, { memory }: NetworkRules) => photograph(page, format, memory);
    const rendering = await renderInBrowser(source, options, context, take);
    context.notes?.rendered(rendering.method);
    return rendering;
  } catch (error) {
    if (error instanceof SessionProblem) throw noBrowser([error]);
    throw error;
  }
}

async function photograph(page: Page, format: ImageFormat, memory: NetworkRules["memory"]): Promise<Uint8Array[]> {
  const [width, height, ratio] = await page.evaluate<[number, number, number]>(SIZE);
  if (width * height * ratio ** 2 > MAX_PIXELS || Math.max(width, height) * ratio > LONGEST_SIDE) {
    const most = `at most ${MAX_PIXELS}, and ${LONGEST_SIDE} on a side`;
    throw fieldProblem("output", `an image of the page has ${width * ratio} × ${height * ratio} pixels, ${most}.`);
  }
  try {
    const { data } = await page.send<{ data: string }>("Page.captureScreenshot", {
      format,
      ...(format === "png" ? {} : { quality: QUALITY }),
      clip: { x: 0, y: 0, width, height: Math.max(1, height), scale: 1 },
      captureBeyondViewport: true,
    });
    await memory?.grow(Math.ceil((data.length * 3) / 4));
    return [Buffer.from(data, "base64")];
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
    throw new SessionProblem("The browser took no image of the page", { cause: error });
  }
}
