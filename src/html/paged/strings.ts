import type { Page } from "../browser/page/page.ts";
import type { ElementContent } from "../resources/printed-places.ts";
import { ContentReader, componentsOf, quoted } from "./components.ts";
import { type HeadRules, type HeadUse, type Keyword, PAGE_INDEX, STRING } from "./head-rules.ts";
import type { Feature, Places } from "./places.ts";
import type { Use, World } from "./world.ts";

/** What is shown of one string, and all characters of a sheet that shows strings on pages. */
const LONGEST = 1_000;
const MOST_CHARS = 4_000_000;
/** Points in a CSS pixel. */
export const PX = 0.75;

/** A value that an element gives to a string. */
export interface Assignment<Value = string> {
  /** Counted from 1. */
  readonly page: number;
  /** Whether nothing of the page is before the element. */
  readonly isFirst: boolean;
  readonly value: Value;
}

/**
 * What a string or a running element is on each page (css-gcpm-3 §1.1.2, §1.2.2). The assignments are in the order of
 * the pages.
 */
export function valuesOnPages<Value>(
  assignments: readonly Assignment<Value>[],
  keyword: Keyword,
  pageCount: number,
  none: Value,
): Value[] {
  let entry = none;
  let next = 0;
  return Array.from({ length: pageCount }, (_, index) => {
    const from = next;
    while (next < assignments.length && assignments[next]!.page <= index + 1) next++;
    const [first, last] = from < next ? [assignments[from]!, assignments[next - 1]!] : [];
    const before = entry;
    entry = last ? last.value : entry;
    if (!first || (keyword === "start" && !first.isFirst)) return before;
    if (keyword === "first-except") return none;
    return keyword === "last" ? entry : first.value;
  });
}

/** An element that sets strings: its name in the PDF, and their values. */
interface Setter {
  place: string;
  /** CSS pixels above it where it begins a page. */
  above: number;
  strings: Map<string, string>;
}

/** Strings that elements set and margin boxes show. */
export class Strings implements Feature {
  readonly #page: Page;
  readonly #world: World;
  readonly #uses: readonly Use[];
  readonly #shown: readonly HeadUse[];
  readonly #reader: ContentReader;
  #setters: Setter[] = [];
  #css = "";

  constructor(page: Page, world: World, uses: readonly Use[], { uses: shown }: HeadRules) {
    this.#page = page;
    this.#world = world;
    this.#reader = new ContentReader(page, "string-set");
    this.#uses = uses.filter(({ pseudo, values }) => pseudo === "" && values["string-set"] !== undefined);
    this.#shown = shown.filter(({ kind }) => kind === "string");
  }

  get isAsked(): boolean {
    return this.#uses.length > 0 && this.#shown.length > 0;
  }

  async prepare(): Promise<void> {
    await this.#world("countPages");
    const ats = this.#uses.map(({ at }) => at);
    const contents = (await this.#world("contents", ats)) as ElementContent[];
    const above = (await this.#world("roomAbove", ats)) as number[];
    const places = (await this.#world("mark", ats)) as string[];
    this.#setters = this.#uses.map(({ values }, index) => ({
      place: places[index] as string,
      above: above[index] as number,
      strings: this.#stringsOf(values["string-set"] as string, contents[index] as ElementContent),
    }));
  }

  #stringsOf(value: string, content: ElementContent): Map<string, string> {
    const strings = new Map<string, string>();
    let name: string | undefined;
    for (const part of componentsOf(value)) {
      if (part.css === ",") name = undefined;
      else if (name === undefined) {
        name = part.css;
        if (name !== "none") strings.set(name, "");
      } else if (strings.has(name))
        strings.set(name, (strings.get(name) + this.#reader.textOf(part, content)).slice(0, LONGEST));
    }
    return strings;
  }

  async fill(places: Places): Promise<boolean> {
    const css = this.#sheet(places);
    if (css === this.#css) return false;
    this.#css = css;
    await this.#world("heads", "strings", css);
    return true;
  }

  /** Each string is a counter of pages, in a style that has a text for each of them. */
  #sheet(places: Places): string {
    const sheets: string[] = [];
    let room = MOST_CHARS;
    const shown = this.#shown.map(({ name, keyword }, index) => {
      const values = valuesOnPages(this.#assignments(name, places), keyword, places.pageCount, "");
      room -= values.reduce((sum, { length }) => sum + length + 3, 0);
      if (room < 0) {
        this.#page.network.noteMissing(
          `string-set: ${name.slice(0, 100)}`,
          `the strings of all pages have more than ${MOST_CHARS} characters`,
        );
        return "";
      }
      sheets.push(`@counter-style quire-string-${index} {
        system: fixed 1; symbols: ${values.map(quoted).join(" ")}; suffix: ""; fallback: quire-none }`);
      return `${STRING}${keyword}-${name}: counter(${PAGE_INDEX}, quire-string-${index}) !important;`;
    });
    return `@counter-style quire-none { system: cyclic; symbols: ""; suffix: "" }
      ${sheets.join("\n")} :root { ${shown.join(" ")} }`;
  }

  #assignments(name: string, places: Places): Assignment[] {
    return this.#setters.flatMap(({ place, above, strings }) => {
      const page = places.of(place)?.page;
      const value = strings.get(name);
      return page === undefined || value === undefined
        ? []
        : [{ page, isFirst: places.isAtTop(place, above * PX), value }];
    });
  }
}
