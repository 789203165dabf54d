import { OFFERS, operationsOf } from "../api/operations/index.ts";
import type { ApiDocument } from "./api-document.ts";
import { openApiDocument } from "./openapi.ts";
import { referenceMarkdown, type Wanted } from "./reference-markdown.ts";
import { toolsOf } from "./tools.ts";

/**
 * All that describes the interface, by the names under which src/app/published.ts asks for it. Each build makes static
 * assets of it: the Worker holds none of this folder.
 */
export async function describedFiles(): Promise<Map<string, string>> {
  const operations = await operationsOf(OFFERS);
  const text = JSON.stringify(openApiDocument(operations));
  const document = JSON.parse(text) as ApiDocument;
  const reference = (wanted: Wanted): string => referenceMarkdown(document, wanted) ?? "";
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  return new Map([
    ["openapi.json", text],
    // Some generators of clients take one body for each operation, and prefer the one that cannot hold files.
    ["openapi-forms.json", JSON.stringify(openApiDocument(operations, { formsOnly: true }))],
    ["tools.json", JSON.stringify(toolsOf(operations))],
    ["reference.md", reference({ title: "Reference", tags: ["Documents", "Service"] })],
    ["administration.md", reference({ title: "Admin API", tags: ["Admin"] })],
    ...ids.map((id): [string, string] => [`reference/${id}.md`, reference({ id })]),
  ]);
}
