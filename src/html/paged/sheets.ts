import { pause } from "../../platform/pause.ts";
import { CdpError } from "../browser/cdp.ts";
import type { Page } from "../browser/page/page.ts";
import type { SheetHeader } from "../browser/page/page-events.ts";
import type { NetworkRules } from "../resources/fetching.ts";
import { HeadRules } from "./head-rules.ts";
import { neededIn, withTwins } from "./twins.ts";
import { BLANK_PAGE } from "./world-blank-pages.ts";

/** Longer ones come from no author, and one message of the browser holds no more. */
const LONGEST_SHEET = 2_000_000;
const MOST_TEXT = 4_000_000;
/** A sheet whose text is replaced loads what it imports again. */
const DEEPEST_IMPORT = 5;
const IMPORTED_WITHIN_MS = 3_000;

/** What the sheets of a page give values to that browsers do not print. */
export interface Sheets {
  /** Properties that have twins now. */
  readonly properties: Set<string>;
  /** Whether rules for pages change what `counter(page)` is. */
  readonly countsPages: boolean;
  /** Whether something is to begin on a left or on a right page. */
  readonly breaksToSides: boolean;
  /** The request's own sheet, with twins. */
  readonly added: string;
  /** What margin boxes show of strings and running elements. */
  readonly heads: HeadRules;
}

/** Whether a sheet says itself what the number of a page is. */
const PAGE_COUNTER = /counter-(?:reset|increment|set)\s{0,9}:[^;}]{0,200}(?<![-\w])page(?![-\w])/i;

/** Whether something is to begin on a left or on a right page. */
export const SIDE = /break-(?:before|after)\s{0,9}:\s{0,9}(?:left|right|recto|verso)/i;
/** Blank pages have a name of ours, which browsers know rules for. */
const BLANK_RULE = /@page\s{0,9}:blank(?=\s{0,9}\{)/gi;

/** What style sheets ask for, and neither browsers nor we do: what is shown in its place. */
const UNDONE: readonly (readonly [pattern: RegExp, what: string, reason: string])[] = [
  [/float\s{0,9}:\s{0,9}footnote/i, "float: footnote", "no browser has footnotes; they are printed where they stand"],
  [/bookmark-state\s{0,9}:\s{0,9}closed/i, "bookmark-state: closed", "all items of the outline are open"],
  [
    /@page[^{}]{0,40}(?::nth\(|[-\w)]:blank|:blank\s{0,9}[:,])/i,
    "@page :nth(), and :blank beside something else",
    "the browser drops these rules",
  ],
];

/**
 * Reads the page's sheets, also those of other sites and those that sheets import, and gives each the twins of the
 * declarations that browsers drop. Each stays where it is: the order of the cascade, conditions and layers hold.
 */
export async function readSheets(page: Page, added: string | undefined, rules: NetworkRules): Promise<Sheets> {
  page.network.rereading = true;
  try {
    return await readAll(page, added, rules);
  } finally {
    page.network.rereading = false;
  }
}

async function readAll(page: Page, added = "", { memory }: NetworkRules): Promise<Sheets> {
  await Promise.all([page.send("DOM.enable"), page.send("CSS.enable")]);
  const properties = new Set<string>();
  const read = new SheetTexts(page, memory);
  let fresh = await read.more(page.sheets);
  // Of a sheet that a script has constructed the browser keeps no text.
  const texts = [added, ...read.texts.values()];
  for (const text of texts) for (const property of neededIn(text)) properties.add(property);
  for (const [pattern, what, reason] of UNDONE) {
    if (texts.some((text) => pattern.test(text))) page.network.noteMissing(what, reason);
  }
  const countsPages = texts.some((text) => PAGE_COUNTER.test(text));
  const heads = new HeadRules();
  const hasHeads = texts.some((text) => /@page/i.test(text) && /(?:string|element)\(/i.test(text));
  const hasBlank = texts.some((text) => text.search(BLANK_RULE) >= 0);
  const rewritten = (css: string) => {
    const twins = withTwins(css.replace(BLANK_RULE, `@page ${BLANK_PAGE}`), properties);
    return hasHeads ? heads.rewritten(twins) : twins;
  };
  const isAsked = properties.size > 0 || hasHeads || hasBlank;
  for (let depth = 0; isAsked && fresh.length > 0 && depth < DEEPEST_IMPORT; depth++) {
    const known = page.sheets.length;
    let imports = 0;
    for (const styleSheetId of fresh) {
      const text = read.texts.get(styleSheetId) as string;
      const changed = rewritten(text);
      if (changed === text) continue;
      await ifThere(page.send("CSS.setStyleSheetText", { styleSheetId, text: changed }));
      imports += text.split(/@import\b/i).length - 1;
    }
    for (const until = Date.now() + IMPORTED_WITHIN_MS; imports > 0 && Date.now() < until; ) {
      if (page.sheets.length >= known + imports && page.network.inFlight === 0) break;
      await pause(20);
    }
    fresh = imports > 0 ? await read.more(page.sheets.slice(known)) : [];
  }
  read.close();
  const breaksToSides = texts.some((text) => SIDE.test(text));
  return { properties, countsPages, breaksToSides, added: rewritten(added), heads };
}

/** The texts of a page's sheets, by their ids. */
class SheetTexts {
  readonly texts = new Map<string, string>();
  readonly #page: Page;
  readonly #memory: NetworkRules["memory"];
  #room = MOST_TEXT;

  constructor(page: Page, memory: NetworkRules["memory"]) {
    this.#page = page;
    this.#memory = memory;
  }

  /** Reads those that are not read yet, and tells which they are. */
  async more(headers: readonly SheetHeader[]): Promise<string[]> {
    const fresh: string[] = [];
    for (const { styleSheetId, frameId, length } of headers) {
      if (frameId !== this.#page.mainFrame || this.texts.has(styleSheetId)) continue;
      if (length > LONGEST_SHEET || length > this.#room) {
        this.#page.network.noteMissing("numbers and heads of a style sheet", "there is too much of it");
        continue;
      }
      this.#room -= length;
      await this.#memory?.grow(length * 2);
      const read = await ifThere(this.#page.send<{ text: unknown }>("CSS.getStyleSheetText", { styleSheetId }));
      if (!read) {
        this.#memory?.shrink(length * 2);
        continue;
      }
      this.texts.set(styleSheetId, String(read.text));
      fresh.push(styleSheetId);
    }
    return fresh;
  }

  close(): void {
    this.#memory?.shrink([...this.texts.values()].reduce((sum, { length }) => sum + length * 2, 0));
  }
}

/** Undefined for a sheet that is gone: one that was changed has loaded what it imports again, as another sheet. */
async function ifThere<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CdpError && /no style ?sheet/i.test(error.message)) return undefined;
    throw error;
  }
}
