import { codeBlock } from "../code.ts";
import { el } from "../dom.ts";
import { samplesOf } from "../samples/samples.ts";
import type { Entry, OpenApi } from "./document.ts";
import { callOf } from "./samples.ts";
import { markdownLink, prose } from "./text.ts";

const GUIDES: [path: string, title: string, about: string][] = [
  ["start", "First call", "A key, one command, a PDF."],
  ["uploading", "Uploading", "Forms, addresses and base64."],
  ["links", "Links and files", "What an answer leads to, and for how long."],
  ["errors", "Errors", "One shape, stable codes, and the field to mend."],
  ["idempotency", "Repeating a request", "Twice sent, once done."],
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
    el("ul", { class: "guide-list" }, ...items),
    el("h2", {}, "Operations"),
    el(
      "p",
      {},
      "As files: ",
      el("a", { href: "/openapi.json" }, "OpenAPI"),
      ", ",
      el("a", { href: "/postman.json" }, "Postman"),
      ", ",
      el("a", { href: "/docs/reference.md" }, "Markdown"),
      ", and a list for agents, ",
      el("a", { href: "/llms.txt" }, "llms.txt"),
      ".",
    ),
  ];
}

/** What the page has: guides for who begins, and every operation. */
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
    el("div", {}, ...introduction(document, isAdmin), el("ul", { class: "operation-list" }, ...rows)),
    first &&
      el(
        "aside",
        { class: "docs-code", "aria-label": "Example" },
        codeBlock(samplesOf(callOf(first)), "A first call").element,
      ),
  );
}
