import type { Page } from "../browser/page/page.ts";
import type { Bookmark, ElementContent } from "../resources/printed-places.ts";
import { ContentReader, componentsOf } from "./components.ts";
import type { Use, World } from "./world.ts";

const LONGEST_TITLE = 500;
const MOST_BOOKMARKS = 5_000;
const LEVEL = /^\+?0*([1-9]\d{0,3})$/;

/**
 * The outline as the page's sheets have it (css-content-3, bookmarks): headings have the levels of their names where
 * nothing else is said. Undefined where the sheets say nothing of it.
 */
export async function bookmarksOf(page: Page, world: World, uses: readonly Use[]): Promise<Bookmark[] | undefined> {
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
