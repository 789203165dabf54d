import { crc32 } from "node:zlib";
import { CdpError } from "./browser/cdp.ts";
import type { Page } from "./browser/page/page.ts";
import { type HtmlOptions, htmlOptions } from "./fields/options.ts";
import { HtmlProblem } from "./html-problem.ts";
import type { NetworkRules } from "./resources/fetching.ts";
import { localSource } from "./resources/html-source.ts";
import { type RenderContext, renderInBrowser } from "./session/render.ts";

/** Formats that a browser reads, and this engine does not. */
export type PictureFormat = "avif" | "svg";

const TYPES: Record<PictureFormat, string> = { avif: "image/avif", svg: "image/svg+xml" };

/** More takes too much of the memory of the browser, and of its message. */
const MAX_PIXELS = 40_000_000;
/** The longest side that browsers draw. */
const LONGEST_SIDE = 16_000;
/** Up to here the pixels are exact, and transparency is kept; larger pictures come as JPEG, over white. */
const EXACT_PIXELS = 4_000_000;
const JPEG_QUALITY = 95;
/** A drawing has no pixels of its own: it is drawn this many times as fine as a screen, as far as it stays exact. */
const FINEST = 4;
const TIMEOUT_MS = 20_000;

/** The picture by itself. In an img element, neither scripts nor links to other files work in a drawing. */
const PAGE = (name: string) =>
  `<!doctype html><style>body { margin: 0 } img { display: block }</style><img decoding="sync" alt="" src="${name}">`;
const SIZE = "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.images[0])";

/**
 * Has a browser show a picture on a page of its own, without scripts and network, and gives what it shows as a PNG or
 * JPEG. Undefined when the browser cannot show it.
 */
export async function shownPicture(
  bytes: Uint8Array,
  format: PictureFormat,
  context: RenderContext,
): Promise<Uint8Array | undefined> {
  const name = `picture.${format}`;
  const page = new TextEncoder().encode(PAGE(name));
  const source = localSource(page, undefined, [{ name, bytes, type: TYPES[format] }], "utf-8");
  const { pieces } = await renderInBrowser(source, options(), context, (page, _options, { memory }) =>
    photograph(page, format, memory),
  );
  return pieces[0];
}

function options(): HtmlOptions {
  return htmlOptions.parse({ javascript: false, network: "none", waitUntil: "load", timeout: TIMEOUT_MS });
}

async function photograph(page: Page, format: PictureFormat, memory: NetworkRules["memory"]): Promise<Uint8Array[]> {
  const [width, height] = await page.evaluate<[number, number]>(SIZE);
  if (width === 0 || height === 0) return [];
  if (width * height > MAX_PIXELS || Math.max(width, height) > LONGEST_SIDE) {
    throw new HtmlProblem("too-large", `The picture has ${width} × ${height} pixels; at most ${MAX_PIXELS} are shown.`);
  }
  const finest = Math.min(FINEST, Math.sqrt(EXACT_PIXELS / (width * height)), LONGEST_SIDE / Math.max(width, height));
  const scale = format === "svg" ? Math.max(1, finest) : 1;
  const isExact = width * height * scale * scale <= EXACT_PIXELS * 1.01;
  // Before the first picture, a browser gives pages a white background.
  if (isExact) await page.send("Emulation.setDefaultBackgroundColorOverride", { color: { r: 0, g: 0, b: 0, a: 0 } });
  try {
    const { data } = await page.send<{ data: string }>("Page.captureScreenshot", {
      ...(isExact ? { format: "png" } : { format: "jpeg", quality: JPEG_QUALITY }),
      clip: { x: 0, y: 0, width, height, scale },
      captureBeyondViewport: true,
    });
    await memory?.grow(Math.ceil((data.length * 3) / 4));
    const picture = Buffer.from(data, "base64");
    return [scale === 1 ? picture : withDensity(picture, 96 * scale)];
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
    throw new HtmlProblem("failed", "The browser could not draw the picture.", { cause: error });
  }
}

/** Where the first chunk, IHDR, ends in a PNG. */
const IHDR_END = 33;

/** A PNG that says how many pixels there are to an inch (PNG, third edition, §11.3.4.3). */
function withDensity(png: Uint8Array, dpi: number): Uint8Array {
  const chunk = Buffer.alloc(21);
  const perMetre = Math.round(dpi / 0.0254);
  chunk.writeUInt32BE(9, 0);
  chunk.write("pHYs", 4, "latin1");
  chunk.writeUInt32BE(perMetre, 8);
  chunk.writeUInt32BE(perMetre, 12);
  chunk.writeUInt8(1, 16);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  return Buffer.concat([png.subarray(0, IHDR_END), chunk, png.subarray(IHDR_END)]);
}
