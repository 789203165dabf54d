import { codeBlock } from "../code.ts";
import { el } from "../dom.ts";
import { samplesOf } from "../samples/samples.ts";
import type { Entry, Operation } from "./document.ts";
import { exampleOf } from "./example.ts";
import { callOf } from "./samples.ts";

/** A call in every language, and below it what comes back. */
export function codeColumn(entry: Entry): HTMLElement {
  const { operation } = entry;
  const answered = exampleAnswer(operation);
  return el(
    "aside",
    { class: "docs-code", "aria-label": "Request and answer" },
    codeBlock(samplesOf(callOf(entry)), `Example of ${operation.summary}`).element,
    answered && codeBlock([answered], "Answer").element,
  );
}

function exampleAnswer({ responses }: Operation): { language: string; text: string } | undefined {
  const [status, response] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const answer = response?.content?.["application/json"];
  if (!answer) return undefined;
  const example = answer.example ?? Object.values(answer.examples ?? {})[0]?.value ?? exampleOf(answer.schema);
  return { language: `Answer, ${status}`, text: JSON.stringify(example, null, 2) };
}
