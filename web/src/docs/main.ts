import { codeBlock } from "../code.ts";
import { byId, el } from "../dom.ts";
import { type Entry, entriesOf, loadDocument, type OpenApi } from "./document.ts";
import { operationPage } from "./operation-page.ts";
import { samplesOf } from "./samples.ts";
import { searchBox } from "./search.ts";
import { inline, prose } from "./text.ts";

const app = byId("app");
byId("search").append(searchBox());

try {
  const document = await loadDocument();
  const tags = (app.dataset.tags ?? "").split(" ");
  const all = entriesOf(document);
  const entries = tags.flatMap((tag) => all.filter(({ operation }) => operation.tags?.includes(tag)));
  byId("operations").append(...navigation(document, entries, tags));
  const follow = () => show(document, entries);
  addEventListener("hashchange", () => {
    follow();
    scrollTo({ top: 0, behavior: "instant" });
  });
  follow();
} catch (error) {
  app.replaceChildren(el("p", { class: "notice bad", role: "alert" }, (error as Error).message));
}

/** The operation that the address names, or the overview. */
function show(document: OpenApi, entries: Entry[]): void {
  const wanted = entries.find(({ operation }) => location.hash === `#${operation.operationId}`);
  app.replaceChildren(wanted ? operationPage(wanted) : overview(document, entries));
  for (const link of window.document.querySelectorAll<HTMLAnchorElement>("#operations a")) {
    if (wanted && link.hash === location.hash) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function navigation(document: OpenApi, entries: Entry[], tags: string[]): HTMLElement[] {
  return document.tags
    .filter(({ name }) => tags.includes(name))
    .flatMap(({ name }) => [
      el("p", { class: "label" }, name === "Documents" ? "API" : name),
      el(
        "ul",
        {},
        ...entries
          .filter(({ operation }) => operation.tags?.includes(name))
          .map(({ operation }) => el("li", {}, el("a", { href: `#${operation.operationId}` }, operation.summary))),
      ),
    ]);
}

function overview(document: OpenApi, entries: Entry[]): HTMLElement {
  const first = entries.find(({ operation }) => operation.operationId === "htmlToPdf") ?? entries[0];
  const rows = entries.map(({ method, path, operation }) =>
    el(
      "li",
      {},
      el("a", { href: `#${operation.operationId}` }, operation.summary),
      el("span", { class: `verb ${method.toLowerCase()}` }, method),
      el("code", {}, path),
    ),
  );
  return el(
    "div",
    { class: "overview" },
    el(
      "div",
      {},
      el("h1", {}, `${document.info.title} API`),
      ...prose(document.info.description),
      el(
        "p",
        {},
        ...inline("Every request but those of the service itself carries `Authorization: Bearer` with an API key. "),
        el("a", { href: "/docs/start" }, "First calls"),
        " says how to send files, what comes back, and what to do when something goes wrong. The description as a file: ",
        el("a", { href: "/openapi.json" }, "openapi.json"),
        ", and as a Postman collection: ",
        el("a", { href: "/postman.json" }, "postman.json"),
        ".",
      ),
      el("h2", {}, "Operations"),
      el("ul", { class: "operation-list" }, ...rows),
    ),
    first &&
      el("aside", { class: "docs-code", "aria-label": "Example" }, codeBlock(samplesOf(first), "A first call").element),
  );
}
