import { el, uniqueId } from "../dom.ts";
import { bodySchema, entriesOf, loadDocument } from "./document.ts";

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
    const [guides, document] = await Promise.all([
      fetch("/docs/search.json").then((response) => response.json() as Promise<Found[]>),
      loadDocument(),
    ]);
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
  })();
  index.catch(() => {
    index = undefined;
  });
  return index;
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
  [/^(trim|autocrop)$/, ["crop"]],
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

/** The entries that contain every word; a word in the title counts for more, and guides come before internals. */
export function matching(all: readonly Found[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const scored = all.flatMap((one) => {
    const [title, text] = [one.title.toLowerCase(), one.text.toLowerCase()];
    const has = (where: string, word: string) => waysOf(word).some((way) => where.includes(way));
    if (!words.every((word) => has(title, word) || has(text, word))) return [];
    const found = words.reduce((sum, word) => sum + (title === word ? 9 : has(title, word) ? 3 : 1), 0);
    return [{ one, score: INTERNALS.test(one.url) ? found / 4 : found }];
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
