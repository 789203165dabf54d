import type { PdfDocument } from "../../engine.ts";
import { type HtmlOptions, htmlOptions } from "../fields/options.ts";
import type { Asset, HtmlSource, LocalSource } from "../resources/html-source.ts";

export type PageSize = readonly [width: number, height: number];

export function pageSizes(document: PdfDocument): PageSize[] {
  return Array.from({ length: document.pageCount }, (_, index) => {
    const box = document.array(document.page(index).attribute("MediaBox"));
    const [left = 0, bottom = 0, right = 612, top = 792] = box?.map((side) => document.number(side) ?? 0) ?? [];
    return [Math.abs(right - left), Math.abs(top - bottom)];
  });
}

/** Each size that occurs, once, and each page's index among them. */
export function distinct(sizes: readonly PageSize[]): { kinds: PageSize[]; kindOf: number[] } {
  const known = new Map<string, number>();
  const kinds: PageSize[] = [];
  const kindOf = sizes.map((size) => {
    const key = size.map((length) => length.toFixed(1)).join("x");
    const kind = known.get(key) ?? kinds.push(size) - 1;
    known.set(key, kind);
    return kind;
  });
  return { kinds, kindOf };
}

/** CSS rules that give a page of the class `kN` the N-th size. */
export function sizeRules(kinds: readonly PageSize[]): string {
  return kinds
    .map(([width, height], kind) => `@page k${kind} { size: ${width}pt ${height}pt } .k${kind} { page: k${kind} }`)
    .join("\n");
}

/**
 * A document made by the service, at the address of a requested one: with the same assets, and behind the same guard.
 */
export function overlaySource(html: string, source: HtmlSource, own: readonly Asset[] = []): LocalSource {
  const local = source.kind === "local";
  return {
    kind: "local",
    url: source.url,
    charset: "utf-8",
    type: "text/html; charset=utf-8",
    bytes: new TextEncoder().encode(html),
    assets: local ? [...own, ...source.assets] : own,
    based: local ? source.based : true,
  };
}

/** Overlays have no background, structure or outline, and are refused when they are incomplete. */
export function overlayOptions(requested: HtmlOptions, timeout: number): HtmlOptions {
  const { locale, acceptLanguage, timezone, userAgent, extraHeaders, originHeaders, cookies, network } = requested;
  return {
    ...htmlOptions.parse({}),
    ...{ locale, acceptLanguage, timezone, userAgent, extraHeaders, originHeaders, cookies, network },
    timeout,
    tagged: false,
    outline: false,
    omitBackground: true,
    preferCSSPageSize: true,
    javascript: false,
    fallback: "none",
  };
}
