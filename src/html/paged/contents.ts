import type { HtmlOptions } from "../fields/options.ts";
import { CONTENTS_LANGUAGE } from "../resources/paged-words.ts";

/** A table of contents as it was asked for, or as a place for it asks. */
export interface ContentsPlan {
  title: string;
  /** The levels of headings that are listed. */
  first: number;
  last: number;
  /** Whether there is one only if the page has a place for it. */
  onlyInPlace: boolean;
}

const LEVELS = 3;

export function contentsPlan({ contents }: HtmlOptions): ContentsPlan {
  const { title = "", from = 1, levels = LEVELS } = typeof contents === "object" ? contents : {};
  const isAsked = contents !== undefined && contents !== false;
  return { title, first: from, last: Math.min(6, from + levels - 1), onlyInPlace: !isAsked };
}

/** Rules of a page go before these where they are more specific. */
export const CONTENTS_STYLE = `
nav[data-contents] ol { list-style: none; margin: 0; padding: 0 }
nav[data-contents] ol ol { padding-inline-start: 1.5em }
nav[data-contents] li { margin: 0; break-inside: avoid }
nav[data-contents] a { color: inherit; text-decoration: none }
nav[data-contents] a::after { content: " " leader(dotted) " " target-counter(attr(href), page) }
nav[data-contents] > [data-title] { margin: 0 0 .8em; font-size: 1.5em; font-weight: bold }
nav[data-contents=before] { break-after: page }`;

/** The most headings that are listed, and characters of one. */
const MOST_HEADINGS = 5_000;
const LONGEST_HEADING = 500;

/** A part of the script beside the page: a list of its headings, with links to them. */
export const CONTENTS_SCRIPT = `
  /** Whether there is one now, and whether it lists all headings. */
  const addContents = ({ title, first, last, onlyInPlace }) => {
    let place = querySelector.call(document, "nav[data-contents]");
    if (onlyInPlace && !place) return { made: false };
    if (!document.body) return { made: false };
    const language = place?.closest("[lang]")?.lang ?? document.documentElement.lang;
    const create = (name, parent) => {
      const element = createElement.call(document, name);
      parent?.append(element);
      return element;
    };
    const levels = Array.from({ length: last - first + 1 }, (_, at) => "h" + (first + at)).join(", ");
    const headings = [...querySelectorAll.call(document, levels)].map((heading) => ({
      heading,
      level: Number(heading.localName.slice(1)),
      text: heading.textContent.slice(0, ${LONGEST_HEADING * 4}).replace(/\\s+/g, " ").trim().slice(0, ${LONGEST_HEADING}),
    })).filter(({ heading, text }) => text !== "" && heading.getClientRects().length > 0 && !heading.closest("nav[data-contents]"));
    if (headings.length === 0) return { made: false };
    if (!place) {
      place = create("nav");
      place.setAttribute("data-contents", "before");
      document.body.prepend(place);
    }
    if (!place.hasAttribute("role")) place.setAttribute("role", "doc-toc");
    if (title !== "") {
      const shown = create("div", place);
      shown.setAttribute("data-title", "");
      shown.textContent = title;
    }
    const createList = (parent) => {
      const list = create("ol", parent);
      list.lang = "${CONTENTS_LANGUAGE}";
      return list;
    };
    const lists = [{ list: createList(place), level: 0 }];
    for (const { heading, level, text } of headings.slice(0, ${MOST_HEADINGS})) {
      while (lists.length > 1 && lists.at(-1).level > level) lists.pop();
      const item = lists.at(-1).list.lastElementChild;
      if (item && lists.at(-1).level < level) lists.push({ list: createList(item), level });
      else lists.at(-1).level = level;
      const link = create("a", create("li", lists.at(-1).list));
      link.parentElement.lang = language;
      for (let at = 1; !heading.id; at++) {
        if (!getElementById.call(document, "contents-" + at)) heading.id = "contents-" + at;
      }
      link.href = "#" + encodeURIComponent(heading.id.toWellFormed());
      link.textContent = text;
    }
    return { made: true, more: headings.length > ${MOST_HEADINGS} };
  };`;
