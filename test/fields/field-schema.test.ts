import { expect, it } from "vitest";
import * as z from "zod";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { inputSchema, itemsOf, type JsonSchema, typesIn } from "../../src/fields/field-schema.ts";

it("what is known of each field of each operation is what zod's own JSON Schema says", async () => {
  for (const { id, fields } of await operationsOf(OFFERS)) {
    const whole = z.toJSONSchema(fields, { io: "input", unrepresentable: "any" }) as JsonSchema;
    expect(view(inputSchema(fields)), id).toEqual(view(whole));
  }
});

/** What is asked of a schema, its members and items. An integer is a number. */
function view(schema: JsonSchema): unknown {
  const types = [...typesIn(schema)].map((type) => (type === "integer" ? "number" : type));
  const items = itemsOf(schema);
  const objects = [schema, ...(schema.anyOf ?? [])].filter(({ properties }) => properties !== undefined);
  return {
    types: [...new Set(types)].filter((type) => type !== "null").sort(),
    items: items && view(items),
    members: objects.map(({ properties = {} }) =>
      Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, view(member)])),
    ),
  };
}
