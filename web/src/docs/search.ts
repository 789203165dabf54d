import { el, uniqueId } from "../dom.ts";
import { bodySchema, entriesOf, loadDocument, type OpenApi } from "./document.ts";

interface Found {
  title: string;
  text: string;
  url: string;
}

const MOST = 8;
let index: Promise<Found[]> | undefined;

/** Everything that can be found: sections of the guides, operations, fields, and error codes. */
function entries(): Promise<Found[]> {
  index ??= (async () => {
    const guides = fetch("/docs/search.json").then((response) => response.json() as Promise<Found[]>);
    return indexOf(await guides, await loadDocument());
  })();
  index.catch(() => {
    index = undefined;
  });
  return index;
}

export function indexOf(guides: readonly Found[], document: OpenApi): Found[] {
  const found: Found[] = [];
  const codes = new Map<string, Found>();
  for (const { operation } of entriesOf(document)) {
    const isAdmin = operation.tags?.includes("Admin");
    const url = `/docs${isAdmin ? "/administration" : ""}#${operation.operationId}`;
    found.push({ title: operation.summary, text: operation.description ?? "", url });
    for (const [name, { description }] of Object.entries(bodySchema(operation)?.properties ?? {})) {
      found.push({ title: `${operation.summary} › ${name}`, text: description ?? "", url });
    }
    for (const { description } of Object.values(operation.responses)) {
      for (const [, code, meaning] of description.matchAll(/`([A-Z_]+)`: ([^\n]+)/g)) {
        // What the administration says of a code is of the administration alone.
        const isKnown = codes.has(code as string) && isAdmin;
        if (!isKnown) codes.set(code as string, { title: code as string, text: meaning as string, url });
      }
    }
  }
  return [...codes.values(), ...found, ...guides];
}

/** What people call things, and the words of these pages for them. */
const SYNONYMS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^cors$/, ["cors", "cross-origin", "other origins", "from a browser", "pages of other sites"]],
  [/^(self-?host(ed|ing)?|install|docker)$/, ["deploy", "run it", "npm start"]],
  [/^(sizes?|max(imum)?|quotas?)$/, ["size", "largest", "limit", "mb"]],
  [/^(webhooks?|callbacks?|async)$/, ["webhook", "callback"]],
  [/^(auth|tokens?|login|bearer)$/, ["key", "bearer", "authoriz"]],
  [/^(redact(ion|ed)?)$/, ["remov", "redact"]],
  [/^(privacy|gdpr|dsgvo|retention)$/, ["deleted", "kept", "stored", "privacy"]],
  [/^(price|pricing|costs?)$/, ["cost", "price"]],
  [/^(throttl\w*|429)$/, ["rate", "429"]],
  [/^(part|region|section)$/, ["part", "area"]],
  [/^(trim|autocrop)$/, ["crop", "auto"]],
  [/^(jpe?g|png|tiff?|gif|webp|photos?|pictures?)$/, ["image", "jpeg", "png"]],
  [/^(chapters?|bookmarks?)$/, ["bookmark", "outline", "chapter"]],
  [/^(password|encrypt(ed|ion)?|lock(ed)?)$/, ["password", "protect", "encrypt"]],
  [/^(black|blacken|anonymi[sz]e|censor)$/, ["redact", "black"]],
  [/^(automatic(ally)?)$/, ["auto"]],
  [/^(server|host|machine)$/, ["own account", "deploy", "server"]],
  [/^(library|sdk|python|javascript|php|java|go|ruby|c#)$/, ["client", "python", "library"]],
  [/^(valid|expires?|expire[ds]?)$/, ["valid", "expire", "hour"]],
  [/^(move|migrate|switch|replace)$/, ["from "]],
];

/** A word without its ending: "splitting" finds "split", "margins" finds "margin". */
function stem(word: string): string {
  if (word.length < 5 || /[_\d]/.test(word)) return word;
  const plain = word.replace(/(ing|ed|ies|es|s)$/, "");
  return plain.length < 3 ? word : plain.replace(/(.)\1$/, "$1");
}

function waysOf(word: string): readonly string[] {
  return SYNONYMS.find(([pattern]) => pattern.test(word))?.[1] ?? [word, stem(word)];
}

/** Pages about how the program is made are for those who ask for nothing else. */
const INTERNALS = /^\/docs\/(architecture|benchmarks|dependencies|html-sessions|html|cost|scale)\b/;

/** Words of questions that say nothing of the matter. */
const SAYING_NOTHING = new Set(
  (
    "a an the of to in on at by for from with and or is are be been do does did can could should would will how what " +
    "when where which who why i my me we our it its this that there you your if as into not no per than then us only " +
    "please want need get make use using via have has one any all some so"
  ).split(" "),
);
/** The part of what a question asks, by weight, that an answer must have. */
const ENOUGH = 0.25;

/** How much an entry says of a word: in its title, and how often in its text, for its length (BM25). */
function saying({ title, text }: Found, ways: readonly string[], usual: number): number {
  const heads = title.toLowerCase().split(" › ");
  const named = heads.some((head) => ways.includes(head)) ? 3 : heads.some((head) => countOf(head, ways) > 0) ? 1.5 : 0;
  const often = countOf(text.toLowerCase(), ways);
  return named + often / (often + 1.2 * (0.3 + (0.7 * text.length) / usual));
}

/** A question is answered by a guide; a field or a mistake that is named in it comes next, internals come last. */
function worthOf({ title, url }: Found): number {
  if (INTERNALS.test(url)) return 0.25;
  const isField = url.startsWith("/docs#") && (title.includes(" › ") || /^[A-Z_]+$/.test(title));
  return isField || /^\/docs\/(mistakes|operations|deployment|security|from-)/.test(url) ? 0.5 : 1;
}

/** How often words begin so. */
function countOf(text: string, ways: readonly string[]): number {
  let count = 0;
  for (const way of ways)
    for (let at = text.indexOf(way); at >= 0; at = text.indexOf(way, at + way.length))
      if (!isLetter(text[at - 1]) && (way.length > SHORT || !isLetter(text[at + way.length]))) count++;
  return count;
}

/** Such words are whole ones: "web" is not the beginning of "webp". */
const SHORT = 3;

function isLetter(sign = ""): boolean {
  return /^[\p{L}\p{N}]/u.test(sign);
}

/**
 * The entries that have most of what a question asks: rare words count for more, a title for more than a text, and
 * guides come before internals.
 */
export function matching(all: readonly Found[], query: string): Found[] {
  const words = [...new Set(query.toLowerCase().split(/[^\p{L}\p{N}_/-]+/u))].filter(Boolean);
  const telling = words.filter((word) => !SAYING_NOTHING.has(word));
  const usual = all.reduce((sum, { text }) => sum + text.length, 1) / Math.max(all.length, 1);
  const asked = (telling.length > 0 ? telling : words).map((word) => {
    const ways = [...new Set(waysOf(word))];
    const said = all.map((one) => saying(one, ways, usual));
    const holders = said.filter((part) => part > 0).length;
    return { said, weight: Math.log(1 + (all.length - holders + 0.5) / (holders + 0.5)) };
  });
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  const scored = all.flatMap((one, at) => {
    const there = asked.reduce((sum, { said, weight }) => sum + (said[at]! > 0 ? weight : 0), 0);
    if (there === 0 || there < whole * ENOUGH) return [];
    const score = asked.reduce((sum, { said, weight }) => sum + weight * said[at]!, 0);
    return [{ one, score: score * (there / whole) * worthOf(one) }];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ one }) => one);
}

/** A field that searches while the person types; `/` focuses it. */
export function searchBox(): HTMLElement {
  const id = uniqueId("search");
  const input = el("input", { type: "search", id, placeholder: "Search", autocomplete: "off" });
  const list = el("ul", { class: "search-results", hidden: true, "aria-label": "Found" });
  const status = el("p", { class: "visually-hidden", role: "status" });
  const show = async () => {
    const query = input.value.trim();
    const found = query === "" ? [] : matching(await entries(), query);
    if (query !== input.value.trim()) return;
    list.hidden = query === "";
    status.textContent = query === "" ? "" : `${found.length} found`;
    const items = found.map(({ title, text, url }) =>
      el("li", {}, el("a", { href: url }, el("strong", {}, title), el("span", {}, excerpt(text, query)))),
    );
    list.replaceChildren(...(items.length > 0 ? items : [el("li", { class: "hint" }, "No results.")]));
  };
  const close = () => {
    list.hidden = true;
  };
  input.addEventListener("input", () => void show());
  input.addEventListener("focus", () => void entries().catch(() => undefined));
  list.addEventListener("click", close);
  const element = el(
    "search",
    { class: "docs-search" },
    el("label", { for: id, class: "visually-hidden" }, "Search the documentation"),
    input,
    el("kbd", { "aria-hidden": "true" }, "/"),
    list,
    status,
  );
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    const links = [...list.querySelectorAll("a")];
    if (event.key === "Enter" && event.target === input) void show().then(() => list.querySelector("a")?.click());
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || links.length === 0) return;
    event.preventDefault();
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = at + step;
    (next < 0 ? input : links[Math.min(next, links.length - 1)])?.focus();
  });
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.key !== "/" || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    event.preventDefault();
    input.focus();
  });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked !== null) {
    input.value = asked;
    void show();
  }
  return element;
}

function excerpt(text: string, query: string): string {
  const plain = text.replace(/`/g, "");
  const at = Math.max(plain.toLowerCase().indexOf(query.toLowerCase()) - 40, 0);
  return `${at > 0 ? "… " : ""}${plain.slice(at, at + 140)}`;
}
