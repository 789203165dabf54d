import type { PdfDocument } from "../../engine.ts";
import { grouped } from "../../platform/grouped.ts";
import type { Page } from "../browser/page/page.ts";
import type { HtmlOptions } from "../fields/options.ts";
import type { NetworkRules } from "../resources/fetching.ts";

const FIELDS = ["headerTemplate", "footerTemplate"] as const;
/** Items of the outline that are read, and letters of one that are printed. */
const MAX_HEADINGS = 20_000;
const MAX_LETTERS = 500;

/** Whether a header or footer names the section that its page is in. */
export function namesSections({ headerTemplate = "", footerTemplate = "" }: HtmlOptions): boolean {
  return /\bclass\s*=\s*(?:"[^"]*\bsection\b|'[^']*\bsection\b|section\b)/i.test(`${headerTemplate} ${footerTemplate}`);
}

/**
 * The section that each page is in: the last heading of the outline's two upper levels that begins on it, or else
 * before it. Nothing before the first heading.
 */
export function sectionsOf(document: PdfDocument): string[] {
  const pages = Array.from({ length: document.pageCount }, (_, index) => document.pages.leaf(index).ref?.number);
  const indices = new Map(pages.map((number, index) => [number, index]));
  const sections: string[] = [];
  const open = [{ item: document.dict(document.catalog.get("Outlines"))?.get("First"), level: 1 }];
  for (let left = MAX_HEADINGS; left > 0; left--) {
    const { item = null, level } = open.pop() ?? {};
    if (level === undefined) break;
    const heading = document.dict(item);
    if (!heading) continue;
    open.push({ item: heading.get("Next"), level });
    if (level < 2) open.push({ item: heading.get("First"), level: level + 1 });
    const target = document.array(heading.get("Dest"))?.[0];
    const page = target instanceof Object && "number" in target ? indices.get(target.number) : undefined;
    if (page !== undefined) sections[page] = (document.text(heading.get("Title")) ?? "").slice(0, MAX_LETTERS);
  }
  let section = "";
  return pages.map((_, index) => {
    section = sections[index] ?? section;
    return section;
  });
}

/** Headers and footers of one section. */
export interface SectionHead {
  readonly pieces: Uint8Array[];
  /** The pages of the whole PDF for which they are, in the order of the file. */
  readonly pages: readonly number[];
}

/** Prints headers and footers of the pages from `first`, one file for each section. */
export async function printSections(
  page: Page,
  options: HtmlOptions,
  network: NetworkRules,
  { sections, first, print }: { sections: readonly string[]; first: number; print: Print },
): Promise<SectionHead[]> {
  const heads: SectionHead[] = [];
  for (const [section, indices] of grouped(sections.keys(), (index) => sections[index] as string)) {
    const pages = indices.map((index) => first + index + 1);
    const filled: Partial<HtmlOptions> = {};
    for (const field of FIELDS) {
      const template = options[field];
      if (template !== undefined) filled[field] = await page.evaluate<string>(filledIn(template, section));
    }
    heads.push({ pieces: await print(page, { ...options, ...filled, pageRanges: pages.join(",") }, network), pages });
  }
  return heads;
}

type Print = (page: Page, options: HtmlOptions, network: NetworkRules) => Promise<Uint8Array[]>;

/** Runs in a page of the service's own, which has no scripts. */
function filledIn(template: string, section: string): string {
  return `(() => {
    const template = document.createElement("template");
    template.innerHTML = ${JSON.stringify(template)};
    for (const element of template.content.querySelectorAll(".section")) element.textContent = ${JSON.stringify(section)};
    return template.innerHTML;
  })()`;
}
