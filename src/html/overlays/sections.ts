import { grouped } from "../../platform/grouped.ts";
import type { Page } from "../browser/page/page.ts";
import type { HtmlOptions } from "../fields/options.ts";
import type { NetworkRules } from "../resources/fetching.ts";

const FIELDS = ["headerTemplate", "footerTemplate"] as const;

/** Whether a header or footer names the section that its page is in. */
export function namesSections({ headerTemplate = "", footerTemplate = "" }: HtmlOptions): boolean {
  return /\bclass\s*=\s*(?:"[^"]*\bsection\b|'[^']*\bsection\b|section\b)/i.test(`${headerTemplate} ${footerTemplate}`);
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
