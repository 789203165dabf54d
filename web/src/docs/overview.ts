import { el } from "../dom.ts";
import { codeColumn } from "./code-column.ts";
import type { Entry, OpenApi } from "./document.ts";
import { markdownLink, prose } from "./text.ts";

const GUIDES: [path: string, title: string, about: string][] = [
  ["start", "First call", "A key, one command, a PDF."],
  ["uploading", "Uploading", "Forms, addresses and base64."],
  ["links", "Links and files", "What a response links to, and for how long."],
  ["errors", "Errors", "One format, stable codes, and the field to correct."],
  ["idempotency", "Repeating a request", "Sent twice, done once."],
  ["limits", "Limits", "Sizes, rates and quotas."],
  ["using-safely", "Security", "Keys, files and private networks."],
];

function introduction({ info, tags }: OpenApi, isAdmin: boolean): HTMLElement[] {
  if (isAdmin) {
    const about = tags.find(({ name }) => name === "Admin")?.description ?? "";
    return [el("h1", {}, "Admin API"), ...prose(about), markdownLink("/docs/administration.md")];
  }
  const items = GUIDES.map(([path, title, about]) =>
    el("li", {}, el("a", { href: `/docs/${path}` }, title), el("span", { class: "soft" }, about)),
  );
  return [
    el("h1", {}, `${info.title} documentation`),
    ...prose(info.description),
    el("h2", {}, "Guides"),
    el("ul", { class: "guide-list links" }, ...items),
    el("h2", {}, "Operations"),
    el(
      "p",
      {},
      "Also as ",
      el("a", { href: "/openapi.json" }, "OpenAPI"),
      ", ",
      el("a", { href: "/docs/reference.md" }, "Markdown"),
      ", and for agents as ",
      el("a", { href: "/llms.txt" }, "llms.txt"),
      ".",
    ),
  ];
}

/** The first page: guides for newcomers, and every operation. */
export function overview(document: OpenApi, entries: Entry[], isAdmin: boolean): HTMLElement {
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
    el("div", {}, ...introduction(document, isAdmin), el("ul", { class: "operation-list links" }, ...rows)),
    first && codeColumn(first),
  );
}
