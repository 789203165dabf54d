import { describe, expect, it } from "vitest";
import type { ApiDocument } from "../../src/described/api-document.ts";
import { referenceMarkdown } from "../../src/described/reference-markdown.ts";

const cut = {
  operationId: "cutPage",
  summary: "Cut a page",
  description: "Cuts one page.",
  tags: ["Pages"],
  parameters: [
    {
      name: "format",
      in: "query",
      description: "Which answer.",
      schema: { enum: ["json", "binary"], default: "json" },
    },
    { name: "id", in: "path", required: true, schema: { type: "string" } },
  ],
  requestBody: {
    content: {
      "application/json": {
        schema: { properties: { only: { type: "string" } } },
        examples: { first: { value: { width: 1 } }, second: { value: { width: 2 } } },
      },
      "multipart/form-data": {
        schema: {
          required: ["file"],
          properties: {
            file: { type: "string", contentMediaType: "application/octet-stream", description: "The page." },
            kind: { const: "page" },
            unit: { anyOf: [{ type: "string" }, { type: "string" }, { type: "number" }], default: 3 },
            areas: { type: "array", items: { type: "object", required: ["x"], properties: { x: { type: "number" } } } },
            rest: {},
            either: { type: ["string", "null"] },
            one: { oneOf: [{ type: "null" }, { properties: { y: { type: "boolean" } } }] },
          },
        },
      },
    },
  },
  responses: {
    400: { description: "INVALID_INPUT\n\nnot so" },
    200: {
      description: "Done",
      content: { "application/json": { schema: { properties: { pages: { type: "integer" } } } } },
    },
  },
};
const look = { operationId: "look", summary: "Look", tags: ["Service"], responses: {} };
const document = { paths: { "/v1/cut/{id}": { post: cut }, "/v1/look": { get: look } } } as unknown as ApiDocument;

describe("the reference as Markdown", () => {
  it("has of one operation its address, parameters, fields, example, answer and errors", () => {
    expect(referenceMarkdown(document, { id: "cutPage" })).toBe(`# Cut a page

\`POST /v1/cut/{id}\`

Cuts one page.

**Parameters**

- \`format\` ("json" or "binary", query): Which answer. Default: \`"json"\`.
- \`id\` (string, path, required)

**Body (application/json, multipart/form-data)**

- \`file\` (file, required): The page.
- \`kind\` ("page")
- \`unit\` (string or number): Default: \`3\`.
- \`areas\` (list of object)
  - \`x\` (number, required)
- \`rest\` (any)
- \`either\` (string or null)
- \`one\` (null or any)
  - \`y\` (boolean)

**Example**

\`\`\`json
{
  "width": 1
}
\`\`\`


**Answer**

- \`pages\` (integer)

**Errors**

- 400: INVALID_INPUT not so
`);
  });

  it("has all operations of some tags under one title, and no other", () => {
    const wanted = (tags: string[]) => referenceMarkdown(document, { title: "All", tags });
    expect(wanted(["Service"])).toBe("# All\n\n## Look\n\n`GET /v1/look`\n");
    expect(wanted(["Pages", "Service"])).toMatch(/^# All\n\n## Cut a page\n[\s\S]*\n## Look\n/);
    expect(wanted([])).toBe("# All\n");
  });

  it("has nothing of an operation that is not there", () => {
    expect(referenceMarkdown(document, { id: "nothing" })).toBeUndefined();
  });
});
