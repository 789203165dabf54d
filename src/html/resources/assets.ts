import type { Asset, LocalSource } from "./html-source.ts";

/** MIME types of files that pages use, for assets that were sent without one. */
const TYPES: Record<string, string> = {
  css: "text/css",
  js: "text/javascript",
  mjs: "text/javascript",
  json: "application/json",
  html: "text/html",
  htm: "text/html",
  txt: "text/plain",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  ico: "image/x-icon",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
  wasm: "application/wasm",
};

export function mimeType(name: string): string {
  return TYPES[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";
}

/** The asset that a relative reference in the document leads to. */
export function assetAt(url: URL, source: LocalSource): Asset | undefined {
  if (url.origin !== source.url.origin || source.assets.length === 0) return undefined;
  const path = decodedPath(url);
  return source.assets.find((asset) => decodedPath(placeOf(asset, source.url)) === path);
}

/** The URL of an asset: its name is a path from the document's folder. */
function placeOf({ name }: Asset, document: URL): URL {
  const steps = name.replace(/^(\.?\/)+/, "").split("/");
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
