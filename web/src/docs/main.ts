import { byId, el } from "../dom.ts";
import { showTheme } from "../theme.ts";
import { type Entry, entriesOf, loadDocument, type OpenApi } from "./document.ts";
import { operationPage } from "./operation-page.ts";
import { overview } from "./overview.ts";
import { searchBox } from "./search.ts";

showTheme();
const app = byId("app");
const ownTitle = document.title;
const tags = (app.dataset.tags ?? "").split(" ");
byId("search").append(searchBox());

try {
  const document = await loadDocument();
  const all = entriesOf(document);
  const entries = tags.flatMap((tag) => all.filter(({ operation }) => operation.tags?.includes(tag)));
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
  app.replaceChildren(wanted ? operationPage(wanted) : overview(document, entries, tags.includes("Admin")));
  window.document.title = wanted ? `${wanted.operation.summary} · Quire` : ownTitle;
  window.document.querySelector("details.docs-menu")?.removeAttribute("open");
  for (const link of window.document.querySelectorAll<HTMLAnchorElement>(".docs-nav a")) {
    const isHere = link.pathname === location.pathname && link.hash === (wanted ? location.hash : "");
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
