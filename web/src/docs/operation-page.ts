import { el } from "../dom.ts";
import { codeColumn } from "./code-column.ts";
import { bodySchema, type Entry, type Parameter, type Schema } from "./document.ts";
import { GROUPS } from "./groups.ts";
import { answerView, groupedView, membersView, parametersView } from "./schema-view.ts";
import { markdownLink, prose } from "./text.ts";
import { tryIt } from "./try-it.ts";

/** One operation: what it does and takes on the left, the request and its answer on the right. */
export function operationPage(entry: Entry): HTMLElement {
  const { method, path, operation } = entry;
  const body = bodySchema(operation);
  const isSuccess = ([status]: [string, unknown]) => status.startsWith("2");
  const answer = Object.entries(operation.responses).find(isSuccess)?.[1].content?.["application/json"];
  const failures = Object.entries(operation.responses).filter((response) => !isSuccess(response));
  return el(
    "article",
    { class: "operation", id: operation.operationId, "aria-label": operation.summary },
    el(
      "div",
      { class: "operation-prose" },
      el("h1", {}, operation.summary),
      el(
        "p",
        { class: "endpoint" },
        el("span", { class: `verb ${method.toLowerCase()}` }, method),
        el("code", {}, path),
      ),
      ...prose(operation.description ?? ""),
      operation.tags?.includes("Admin") ? undefined : tryIt(entry),
      ...(body ? part("Body", el("p", { class: "small soft" }, types(entry)), ...fields(entry, body)) : []),
      ...parameters(operation.parameters ?? []),
      ...(answer ? part("Answer", answerView(answer.schema, "Answer")) : []),
      ...(failures.length > 0 ? part("Errors", errors(failures)) : []),
      markdownLink(`/docs/reference/${operation.operationId}.md`),
    ),
    codeColumn(entry),
  );
}

function part(title: string, ...content: HTMLElement[]): HTMLElement[] {
  return [el("h2", {}, title), ...content];
}

function fields({ operation }: Entry, body: Schema): HTMLElement[] {
  const given = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {});
  const examples = Object.assign({}, ...given.map(({ value }) => value).reverse()) as Record<string, unknown>;
  const groups = GROUPS[operation.operationId];
  return groups ? groupedView(body, groups, examples) : [membersView(body, "Body", examples)];
}

/** Headers are the same for every operation, and few callers need them: they are folded away. */
function parameters(all: Parameter[]): HTMLElement[] {
  const headers = all.filter((parameter) => parameter.in === "header");
  const others = all.filter((parameter) => parameter.in !== "header");
  return [
    ...(others.length > 0 ? part("Parameters", parametersView(others, "Parameters")) : []),
    ...(headers.length > 0
      ? [
          el(
            "details",
            { class: "field-group" },
            el(
              "summary",
              {},
              "Headers",
              el("span", { class: "soft" }, ` ${headers.map(({ name }) => name).join(", ")}`),
            ),
            parametersView(headers, "Headers"),
          ),
        ]
      : []),
  ];
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
