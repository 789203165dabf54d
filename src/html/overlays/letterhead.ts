import { escapeHtml } from "../../platform/escape-html.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { distinct, overlayOptions, type PageSize, sizeRules } from "./overlay-page.ts";
import { namesSections } from "./sections.ts";

/**
 * Whether headers and footers are printed apart from their document, and laid on its pages: those that count the pages
 * of several, and those that name the section, which is known when the document is printed.
 */
export function isPrintedApart(options: HtmlOptions, many: boolean): boolean {
  const { headerTemplate = "", footerTemplate = "" } = options;
  return namesSections(options) || (many && /pageNumber|totalPages/.test(headerTemplate + footerTemplate));
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
