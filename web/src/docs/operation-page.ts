import { codeBlock } from "../code.ts";
import { el } from "../dom.ts";
import { bodySchema, type Entry } from "./document.ts";
import { exampleOf } from "./example.ts";
import { samplesOf } from "./samples.ts";
import { membersView, parametersView } from "./schema-view.ts";
import { prose } from "./text.ts";
import { tryIt } from "./try-it.ts";

/** One operation: what it does and takes at the left, the request and its answer at the right. */
export function operationPage(entry: Entry): HTMLElement {
  const { method, path, operation } = entry;
  const body = bodySchema(operation);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  const answer = success?.[1].content?.["application/json"];
  const failures = Object.entries(operation.responses).filter(([status]) => !status.startsWith("2"));
  const part = (title: string, ...content: (HTMLElement | undefined)[]) => [el("h2", {}, title), ...content];
  const answered =
    answer && (answer.example ?? Object.values(answer.examples ?? {})[0]?.value ?? exampleOf(answer.schema));
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
      ...(operation.parameters?.length ? part("Parameters", parametersView(operation.parameters, "Parameters")) : []),
      ...(body ? part("Body", el("p", { class: "small soft" }, types(entry)), membersView(body, "Body")) : []),
      ...(answer ? part("Answer", membersView(answer.schema, "Answer")) : []),
      ...(failures.length > 0 ? part("Errors", errors(failures)) : []),
    ),
    el(
      "aside",
      { class: "docs-code", "aria-label": "Request and answer" },
      codeBlock(samplesOf(entry), `Example of ${operation.summary}`).element,
      answered === undefined
        ? undefined
        : codeBlock([{ language: `Answer, ${success?.[0]}`, text: JSON.stringify(answered, null, 2) }], "Answer")
            .element,
    ),
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
