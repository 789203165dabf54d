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
/** The longest side of what is looked at for its colours. */
const PROBED_SIDE = 1000;

/** The picture by itself. In an img element, neither scripts nor links to other files work in a drawing. */
const PAGE = (name: string, [width, height]: Partial<Size>) =>
  `<!doctype html><style>body { margin: 0 } img { display: block }</style><img decoding="sync" alt="" src="${name}"${width ? ` width="${width}" height="${height}"` : ""}>`;
/** As large as the picture is by itself, whatever the page would make of it. */
const SIZE = `(image => {
  if (!image.naturalWidth || !image.naturalHeight) return [0, 0];
  if (!image.hasAttribute("width")) [image.width, image.height] = [image.naturalWidth, image.naturalHeight];
  const { width, height } = image.getBoundingClientRect();
  return [width, height];
})(document.images[0])`;
/** Whether all of it has one colour. A drawing of which a canvas does not tell counts as having several. */
const IS_PLAIN = `(image => {
  const { width, height } = image;
  const scale = Math.min(1, ${PROBED_SIDE} / Math.max(width, height));
  const [across, down] = [width, height].map(side => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(across, down).getContext("2d");
  canvas.drawImage(image, 0, 0, across, down);
  try {
    const pixels = new Uint32Array(canvas.getImageData(0, 0, across, down).data.buffer);
    return pixels.every(pixel => pixel === pixels[0]);
  } catch {
    return false;
  }
})(document.images[0])`;

type Size = [width: number, height: number];

interface ShownPicture {
  /** A PNG or JPEG. */
  readonly bytes: Uint8Array;
  /** All of it has one colour: either it is so, or the browser could not read it. */
  readonly isPlain: boolean;
}

/**
 * Has a browser show a picture on a page of its own, without scripts and network, and gives what it shows. Undefined
 * when the browser cannot show it.
 */
export async function shownPicture(
  bytes: Uint8Array,
  format: PictureFormat,
  context: RenderContext,
): Promise<ShownPicture | undefined> {
  const name = `picture.${format}`;
  const page = new TextEncoder().encode(PAGE(name, format === "svg" ? drawingSize(bytes) : []));
  const source = localSource(page, undefined, [{ name, bytes, type: TYPES[format] }], "utf-8");
  let isPlain = false;
  const { pieces } = await renderInBrowser(source, options(), context, async (page, _options, { memory }) => {
    const shown = await photograph(page, format, memory);
    isPlain = shown.length > 0 && (await page.evaluate<boolean>(IS_PLAIN));
    return shown;
  });
  return pieces[0] && { bytes: pieces[0], isPlain };
}

/** The first tag of a drawing; what comes before it may only be as long as this. */
const ROOT = /<(?:[\w.-]{1,99}:)?svg\b[^>]{0,9999}>/i;
const MAX_PROLOGUE = 64 << 10;

const ATTRIBUTE = /\s([\w:-]{1,40})\s{0,9}=\s{0,9}(?:"([^"]{0,1000})"|'([^']{0,1000})')/g;

/**
 * A size for a drawing that has none but its viewBox, a unit of which is a pixel; without it browsers show its top left
 * corner. Undefined where the drawing says its size, or nothing about it.
 */
function drawingSize(bytes: Uint8Array): Partial<Size> {
  const root = ROOT.exec(new TextDecoder().decode(bytes.subarray(0, MAX_PROLOGUE)))?.[0] ?? "";
  const attributes = new Map([...root.matchAll(ATTRIBUTE)].map(([, name, one, other]) => [name, one ?? other]));
  const attribute = (name: string) => attributes.get(name);
  const side = (name: string) => {
    const [, value, unit = ""] =
      /^(\d{1,9}(?:\.\d{1,9})?)\s{0,9}([a-z]{0,2})$/i.exec(attribute(name)?.trim() ?? "") ?? [];
    return value === undefined ? undefined : Number(value) * (PX[unit.toLowerCase()] ?? Number.NaN);
  };
  const [, , across = 0, down = 0] = (attribute("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] = [side("width"), side("height")];
  if (!(across > 0 && down > 0) || (width !== undefined && height !== undefined)) return [];
  if (width !== undefined) return sized(width, (width * down) / across);
  if (height !== undefined) return sized((height * across) / down, height);
  const shrink = Math.min(1, Math.sqrt(EXACT_PIXELS / (across * down)), LONGEST_SIDE / Math.max(across, down));
  return sized(across * shrink, down * shrink);
}

/** CSS pixels of a unit. */
const PX: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 };

function sized(width: number, height: number): Partial<Size> {
  const whole = [width, height].map((value) => Math.max(1, Math.round(value)));
  return whole.every(Number.isFinite) ? (whole as Size) : [];
}

function options(): HtmlOptions {
  return htmlOptions.parse({ javascript: false, network: "none", waitUntil: "load", timeout: TIMEOUT_MS });
}

async function photograph(page: Page, format: PictureFormat, memory: NetworkRules["memory"]): Promise<Uint8Array[]> {
  const [width, height] = await page.evaluate<Size>(SIZE);
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
