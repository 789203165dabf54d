import { CdpError } from "../browser/cdp.ts";
import { emulatedMedia } from "../browser/page/emulation.ts";
import { EvaluationError } from "../browser/page/evaluate.ts";
import type { Page } from "../browser/page/page.ts";
import type { HtmlOptions } from "../fields/options.ts";
import type { NetworkRules } from "../resources/fetching.ts";
import type { Bookmark, ElementContent } from "../resources/printed-places.ts";
import { ContentReader, componentsOf } from "./components.ts";
import { CONTENTS_STYLE, contentsPlan } from "./contents.ts";
import { Numbers } from "./numbers.ts";
import { type Feature, PAGE_PROBE, Places } from "./places.ts";
import { RunningElements } from "./running.ts";
import { readSheets, SIDE } from "./sheets.ts";
import { Strings } from "./strings.ts";
import { neededIn, withTwins } from "./twins.ts";
import { openWorld, type Use, type World } from "./world.ts";

/** Prints until what was filled in and where things are agree. What needs longer goes in circles. */
const MOST_PRINTS = 3;
/** Of a print that is only read: the same pages, without what costs time and takes no room. */
const DRAFT: Partial<HtmlOptions> = {
  ...{ tagged: false, outline: false, printBackground: false, forms: "print" },
  ...{ pageRanges: undefined, headerTemplate: undefined, footerTemplate: undefined },
};

interface Prepared {
  readonly features: readonly Feature[];
  readonly running: RunningElements;
  readonly world: World;
  readonly countsPages: boolean;
}

/**
 * Prints a page that asks for what browsers do not print: numbers of pages that are known only once it is printed.
 * It is printed, read, filled in, and printed again.
 */
export async function printPaged(
  page: Page,
  options: HtmlOptions,
  rules: NetworkRules,
  print: (how: HtmlOptions) => Promise<Uint8Array[]>,
): Promise<Uint8Array[]> {
  const { memory } = rules;
  const prepared = await prepare(page, options, rules);
  if (!prepared) return print(options);
  const { features, running, world, countsPages } = prepared;
  const hasRanges = options.pageRanges !== undefined;
  let numbers: readonly number[] | undefined;
  let isOther = true;
  for (let left = MOST_PRINTS; ; left--) {
    // A print of some pages does not say where the others are, and one without the probe not what their numbers are.
    const isDraft = left === MOST_PRINTS || (isOther && left > 1 && (hasRanges || countsPages));
    await world("probe", isDraft && countsPages ? PAGE_PROBE : "");
    const pieces = await print(isDraft ? { ...options, ...DRAFT } : options);
    if (isDraft || !hasRanges) {
      const places = await Places.read(pieces, { memory, probed: isDraft && countsPages, numbers });
      numbers = places.numbers;
      isOther = await filled(features, places);
    }
    if (!isDraft && (!isOther || left === 1)) {
      if (isOther) page.network.noteMissing("the right page numbers", "each print moved what they refer to");
      return running.laidOn(pieces, options, { print: (how) => print({ ...options, ...DRAFT, ...how }), memory });
    }
    memory?.shrink(pieces.reduce((sum, { length }) => sum + length, 0));
  }
}

async function filled(features: readonly Feature[], places: Places): Promise<boolean> {
  let isOther = false;
  for (const feature of features) if (await feature.fill(places)) isOther = true;
  return isOther;
}

/** What is to be filled in; undefined where nothing is, or the browser cannot say. */
async function prepare(page: Page, options: HtmlOptions, rules: NetworkRules): Promise<Prepared | undefined> {
  const documents = page.documents();
  page.bookmarks = undefined;
  try {
    const { properties, countsPages, breaksToSides, added, heads } = await readSheets(page, options.css, rules);
    const plan = contentsPlan(options);
    await page.send("Emulation.setEmulatedMedia", emulatedMedia(options, options.media));
    const world = await openWorld(page);
    const inline = (await world("inline")) as { at: number; css: string }[];
    for (const { css } of inline) for (const property of neededIn(css)) properties.add(property);
    await world(
      "restyle",
      inline.map(({ at, css }) => ({ at, css: withTwins(css, properties) })),
    );
    const { made, more } = (await world("addContents", plan)) as { made: boolean; more?: boolean };
    if (made) await world("add", withTwins(CONTENTS_STYLE, properties.add("content")));
    else if (!plan.onlyInPlace) page.network.noteMissing("contents", "the page shows no headings of these levels");
    if (more) page.network.noteMissing("headings in the contents", "there are too many");
    await world("add", added);
    const uses = await usesOf(page, world, [...properties]);
    if (options.outline) page.bookmarks = await bookmarksOf(page, world, uses);
    if (heads.hasMore) page.network.noteMissing("further heads and feet", "the page has too many kinds of them");
    const running = new RunningElements(page, world, uses, heads.uses);
    // First what moves pages.
    const blanks = new BlankPages(page, world, breaksToSides || inline.some(({ css }) => SIDE.test(css)));
    const all = [blanks, new Numbers(page, world, uses), new Strings(page, world, uses, heads), running];
    const features = all.filter(({ isAsked }) => isAsked);
    if (features.length === 0) return undefined;
    for (const feature of features) await feature.prepare();
    return { features, running, world, countsPages };
  } catch (error) {
    const isRefused = error instanceof CdpError || error instanceof EvaluationError;
    if (!isRefused || page.documents() !== documents) throw error;
    page.network.noteMissing("numbers and heads of pages", "the page or the browser does not let them be read");
    return undefined;
  }
}

async function usesOf(page: Page, world: World, properties: string[]): Promise<Use[]> {
  const { uses, more } = (await world("read", properties)) as { uses: Use[]; more: boolean };
  if (more) page.network.noteMissing("further numbers of pages", "the page asks for more than are filled in");
  return uses;
}

const LONGEST_TITLE = 500;
const MOST_BOOKMARKS = 5_000;
const LEVEL = /^\+?0*([1-9]\d{0,3})$/;

/**
 * The outline as the page's sheets have it (css-content-3, bookmarks): headings have the levels of their names where
 * nothing else is said. Undefined where the sheets say nothing of it.
 */
async function bookmarksOf(page: Page, world: World, uses: readonly Use[]): Promise<Bookmark[] | undefined> {
  const own = uses.filter(({ pseudo }) => pseudo === "");
  const labels = new Map<number, string>();
  const levels: [at: number, level: number][] = [];
  for (const { at, values } of own) {
    const { "bookmark-level": said, "bookmark-label": label } = values;
    if (label !== undefined) labels.set(at, label);
    const asked = said?.trim().toLowerCase();
    const level = asked === "none" ? 0 : LEVEL.exec(asked ?? "")?.[1];
    if (level !== undefined) levels.push([at, Number(level)]);
    else if (asked !== undefined) page.network.noteMissing(`bookmark-level: ${asked.slice(0, 100)}`, "it is no level");
  }
  if (levels.length === 0 && labels.size === 0) return undefined;
  const { found, more } = (await world("bookmarked", levels, MOST_BOOKMARKS)) as {
    found: { at: number; level: number }[];
    more: boolean;
  };
  if (more) page.network.noteMissing("further items of the outline", `there are more than ${MOST_BOOKMARKS}`);
  const ats = found.map(({ at }) => at);
  const contents = (await world("contents", ats, LONGEST_TITLE + 1)) as ElementContent[];
  const names = (await world("mark", ats)) as string[];
  const reader = new ContentReader(page, "bookmark-label");
  let isCut = false;
  const bookmarks = found.map(({ at, level }, index): Bookmark => {
    const parts = componentsOf(labels.get(at) ?? "content()");
    const text = parts.map((part) => reader.textOf(part, contents[index] as ElementContent)).join("");
    const title = text.replace(/\s+/g, " ").trim();
    isCut ||= title.length > LONGEST_TITLE;
    return { title: title.slice(0, LONGEST_TITLE).toWellFormed(), level, name: names[index] as string };
  });
  if (isCut) page.network.noteMissing("titles in the outline", `they are cut after ${LONGEST_TITLE} characters`);
  return bookmarks.filter(({ title }) => title !== "");
}

interface Side {
  readonly at: number;
  readonly isOdd: boolean;
}

/** Pages that are left blank, so that what follows begins on the side that it asks for. */
class BlankPages implements Feature {
  readonly #page: Page;
  readonly #world: World;
  #sides: readonly Side[] = [];
  #names: readonly unknown[] = [];
  /** The elements before which a page is blank now. */
  #blank: ReadonlySet<number> = new Set();
  readonly isAsked: boolean;

  constructor(page: Page, world: World, isAsked: boolean) {
    this.#page = page;
    this.#world = world;
    this.isAsked = isAsked;
  }

  async prepare(): Promise<void> {
    const { sides, more } = (await this.#world("sides")) as { sides: Side[]; more: boolean };
    if (more) {
      const reason = "blank pages are left between blocks alone, and not before too many; the next page begins";
      this.#page.network.noteMissing("further breaks to a left or right page", reason);
    }
    this.#sides = sides;
    this.#names = (await this.#world(
      "mark",
      sides.map(({ at }) => at),
    )) as unknown[];
  }

  async fill(places: Places): Promise<boolean> {
    const next = new Set<number>();
    let shown = 0;
    for (const [index, { at, isOdd }] of this.#sides.entries()) {
      if (this.#blank.has(at)) shown++;
      const page = places.of(String(this.#names[index]))?.page;
      if (page !== undefined && ((page - shown + next.size) % 2 === 1) !== isOdd) next.add(at);
    }
    if (next.size === this.#blank.size && [...next].every((at) => this.#blank.has(at))) return false;
    this.#blank = next;
    await this.#world("leaveBlank", [...next]);
    return true;
  }
}
