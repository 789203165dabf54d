import { escapeHtml } from "../../platform/escape-html.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { distinct, overlayOptions, type PageSize, sizeRules } from "./overlay-page.ts";

/** Whether a header or footer counts pages. If it does not, it is printed with its document. */
export function countsPages({ headerTemplate = "", footerTemplate = "" }: HtmlOptions): boolean {
  return /pageNumber|totalPages/.test(headerTemplate + footerTemplate);
}

/** The document's pages within the whole PDF. */
export interface Place {
  first: number;
  total: number;
  sizes: readonly PageSize[];
}

/**
 * Headers and footers of one of several documents. The browser counts the pages that it prints, so it is given as many
 * empty pages as the whole PDF has, and prints those in the document's place.
 */
export function letterhead(title: string, { first, total, sizes }: Place): string {
  const { kinds, kindOf } = distinct(sizes);
  const pages = Array.from({ length: total }, (_, index) => {
    const kind = kindOf[index - first];
    return kind === undefined ? "<div></div>" : `<div class="k${kind}"></div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>
body { margin: 0 } div { height: 1px; break-before: page } div:first-child { break-before: auto }
${sizeRules(kinds)}</style>${pages.join("")}`;
}

export function letterheadOptions(requested: HtmlOptions, place: Place, timeout: number): HtmlOptions {
  const { headerTemplate, footerTemplate, margin, scale, format, width, height, landscape } = requested;
  return {
    ...overlayOptions(requested, timeout),
    ...{ headerTemplate, footerTemplate, margin, scale, format, width, height, landscape },
    pageRanges: `${place.first + 1}-${place.first + place.sizes.length}`,
  };
}
