import * as CHAR from "../../platform/char.ts";
import type { Asset, LocalSource } from "./html-source.ts";

/** MIME types of files that pages use, for assets that were sent without one. */
const TYPES: ReadonlyMap<string, string> = new Map(
  (
    "css=text/css js=text/javascript mjs=text/javascript json=application/json html=text/html htm=text/html " +
    "txt=text/plain svg=image/svg+xml png=image/png jpg=image/jpeg jpeg=image/jpeg gif=image/gif " +
    "webp=image/webp avif=image/avif bmp=image/bmp ico=image/x-icon woff=font/woff woff2=font/woff2 " +
    "ttf=font/ttf otf=font/otf wasm=application/wasm"
  )
    .split(" ")
    .map((item) => item.split("=") as [string, string]),
);

export function mimeType(name: string): string {
  return TYPES.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "") ?? "application/octet-stream";
}

/** Each source's assets by path: a page may ask a thousand times. */
const placed = new WeakMap<LocalSource, ReadonlyMap<string, Asset>>();

/**
 * The asset that a relative reference in the document leads to. Forms send files without their folders: at an address
 * where nothing else can be, `css/a.css` is also the only asset that is called `a.css`.
 */
export function assetAt(url: URL, source: LocalSource): Asset | undefined {
  if (url.origin !== source.url.origin || source.assets.length === 0) return undefined;
  let places = placed.get(source);
  if (!places) {
    // Of assets at the same place the first one counts.
    places = new Map(source.assets.map((asset) => [decodedPath(placeOf(asset, source.url)), asset] as const).reverse());
    placed.set(source, places);
  }
  const path = decodedPath(url);
  const found = places.get(path);
  if (found || source.based) return found;
  const named = source.assets.filter(({ name }) => name === path.slice(path.lastIndexOf("/") + 1));
  return named.length === 1 ? named[0] : undefined;
}

/** The file that a data: URL holds (RFC 2397), read as browsers do: a percent sign without a number is itself. */
export function dataAsset(name: string, url: string): Asset {
  const fragment = url.indexOf("#");
  const whole = fragment < 0 ? url : url.slice(0, fragment);
  const comma = whole.indexOf(",");
  const head = whole.slice("data:".length, Math.max(comma, 0));
  const content = new TextEncoder().encode(comma < 0 ? "" : whole.slice(comma + 1));
  let length = 0;
  for (let at = 0; at < content.length; at++, length++) {
    const escaped = content[at] === CHAR.PERCENT ? Number.parseInt(hexAt(content, at + 1), 16) : Number.NaN;
    content[length] = Number.isNaN(escaped) ? (content[at] as number) : escaped;
    if (!Number.isNaN(escaped)) at += 2;
  }
  const bytes = content.subarray(0, length);
  const encoded = /;\s?base64$/i.exec(head);
  const type = (encoded ? head.slice(0, encoded.index) : head) || "text/plain";
  return { name, type, bytes: encoded ? Buffer.from(new TextDecoder("latin1").decode(bytes), "base64") : bytes };
}

function hexAt(bytes: Uint8Array, at: number): string {
  const digits = String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0);
  return /^[\da-f]{2}$/i.test(digits) ? digits : "";
}

/** The URL of an asset: its name is a path from the document's folder. */
function placeOf({ name }: Asset, document: URL): URL {
  // JSON may have halves of characters, which no address can.
  const steps = name
    .toWellFormed()
    .replace(/^(\.?\/)+/, "")
    .split("/");
  return new URL(steps.map(encodeURIComponent).join("/"), document);
}

function decodedPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    // A path that is not UTF-8 names no asset, but may still name something on the network.
    return url.pathname;
  }
}
