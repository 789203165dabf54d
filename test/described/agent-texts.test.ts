import { expect, it } from "vitest";
import { llmsText } from "../../scripts/lib/docs-nav.ts";
import skill from "../../skills/quire-pdf/SKILL.md?raw";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { openApiDocument } from "../../src/described/openapi.ts";

interface Described {
  operationId: string;
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
}
type Paths = Record<string, Record<string, Described>>;
const { paths } = JSON.parse(JSON.stringify(openApiDocument(await operationsOf(OFFERS)))) as { paths: Paths };

/** The names that a request of this operation may have. */
function fieldsOf({ parameters = [], requestBody }: Described): string[] {
  const form = requestBody?.content["multipart/form-data"]?.schema.properties ?? {};
  return [...Object.keys(form), ...parameters.map(({ name }) => name)];
}

const chapters = skill.split(/^## /m).slice(1);

it("the skill for agents has every operation on documents, and none that is not there", () => {
  const named = chapters.map((chapter) => chapter.split("\n")[0]);
  const offered = OFFERS.filter(({ method }) => method === "POST").map(({ method, path }) => `${method} ${path}`);
  expect(named.toSorted()).toEqual([...offered, "DELETE /v1/files"].toSorted());
});

it.each(chapters.map((chapter) => [chapter.split("\n")[0] as string, chapter]))(
  "each field that the skill names of %s is one",
  (head, chapter) => {
    const [method = "", route = ""] = head.split(" ");
    const fields = fieldsOf(paths[route]![method.toLowerCase()]!);
    const listed = [...chapter.matchAll(/^- ((?:`[\w.]+`(?:, )?)+)/gm)].flatMap(([, names]) => names!.match(/\w+/g)!);
    const sent = [...chapter.matchAll(/(?:-F '?|--form-string '|--data-urlencode ")(\w+)=/g)].map(([, name]) => name!);
    expect(listed.length).toBeGreaterThan(0);
    expect([...listed, ...sent].filter((name) => !fields.includes(name))).toEqual([]);
    expect(chapter).toContain(`$QUIRE${route}`);
  },
);

it("llms.txt names operations by names of the interface", () => {
  const known = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  const named = [...llmsText().matchAll(/\/docs\/reference\/(\w+)\.md/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  for (const { id } of OFFERS) {
    const operationId = id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(named, id).toContain(operationId);
  }
});
