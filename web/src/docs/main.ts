import { codeBlock } from "../code.ts";
import { byId, el } from "../dom.ts";
import { bodySchema, type Entry, entriesOf, loadDocument, type OpenApi } from "./document.ts";
import { samplesOf } from "./samples.ts";
import { membersView, parametersView } from "./schema-view.ts";
import { inline, prose } from "./text.ts";
import { tryIt } from "./try-it.ts";

const app = byId("app");

try {
  const document = await loadDocument();
  app.replaceChildren(page(document));
  // The address names a section that was not there when the browser looked for it.
  if (location.hash !== "") window.document.getElementById(location.hash.slice(1))?.scrollIntoView();
} catch (error) {
  app.replaceChildren(el("p", { class: "notice bad", role: "alert" }, (error as Error).message));
}

function page(document: OpenApi): HTMLElement {
  const entries = entriesOf(document);
  const groups = document.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }));
  const nav = el(
    "nav",
    { class: "docs-nav", "aria-label": "Operations" },
    ...groups.flatMap(({ name, entries: members }) => [
      el("p", { class: "label" }, name),
      el(
        "ul",
        {},
        ...members.map(({ method, operation }) =>
          el(
            "li",
            {},
            el(
              "a",
              { href: `#${operation.operationId}` },
              el("span", { class: `verb ${method.toLowerCase()}` }, method),
              operation.summary,
            ),
          ),
        ),
      ),
    ]),
  );
  return el(
    "div",
    { class: "docs" },
    nav,
    el(
      "div",
      { class: "docs-body" },
      el("h1", {}, `${document.info.title} API`),
      ...prose(document.info.description),
      el(
        "p",
        {},
        ...inline("Every request but those of the service itself carries `Authorization: Bearer` with an API key."),
        " The description as a file: ",
        el("a", { href: "/openapi.json" }, "openapi.json"),
        ", and as a Postman collection: ",
        el("a", { href: "/postman.json" }, "postman.json"),
        ".",
      ),
      ...groups.map(({ name, description, entries: members }) =>
        el(
          "section",
          { class: "docs-group", "aria-label": name },
          el("h2", {}, name),
          ...prose(description),
          ...members.map(section),
        ),
      ),
    ),
  );
}

function section(entry: Entry): HTMLElement {
  const { method, path, operation } = entry;
  const body = bodySchema(operation);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  const answer = success?.[1].content?.["application/json"]?.schema;
  const failures = Object.entries(operation.responses).filter(([status]) => !status.startsWith("2"));
  const part = (title: string, ...content: (HTMLElement | undefined)[]) => [el("h4", {}, title), ...content];
  return el(
    "article",
    { class: "card operation", id: operation.operationId, "aria-label": operation.summary },
    el("h3", {}, operation.summary),
    el("p", { class: "endpoint" }, el("span", { class: `verb ${method.toLowerCase()}` }, method), el("code", {}, path)),
    ...prose(operation.description ?? ""),
    codeBlock(samplesOf(entry), `Example of ${operation.summary}`).element,
    operation.tags?.includes("Admin") ? undefined : tryIt(entry),
    ...(operation.parameters?.length ? part("Parameters", parametersView(operation.parameters, "Parameters")) : []),
    ...(body ? part("Body", el("p", { class: "small soft" }, types(entry)), membersView(body, "Body")) : []),
    ...(answer
      ? part("Answer", el("p", { class: "small soft" }, success?.[0] ?? ""), membersView(answer, "Answer"))
      : []),
    ...(failures.length > 0 ? part("Errors", errors(failures)) : []),
  );
}

function types({ operation }: Entry): string {
  return Object.keys(operation.requestBody?.content ?? {}).join(" · ");
}

function errors(failures: [string, { description: string }][]): HTMLElement {
  const rows = failures.map(([status, { description }]) =>
    el(
      "div",
      { class: "member" },
      el("dt", {}, el("code", { class: "name" }, status)),
      el("dd", {}, ...prose(description)),
    ),
  );
  return el("dl", { class: "members", "aria-label": "Errors" }, ...rows);
}
