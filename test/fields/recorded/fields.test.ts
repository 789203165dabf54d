import { describe, it } from "vitest";
import type { z } from "zod/mini";
import * as admin from "../../../src/admin/schemas.ts";
import { OFFERS, operationsOf } from "../../../src/api/operations/index.ts";
import { Refusal } from "../../../src/errors/errors.ts";
import type { FieldEncoding, FieldRules } from "../../../src/fields/field-schema.ts";
import { readFields } from "../../../src/fields/read-fields.ts";
import { expectTable, wrapped } from "../../support/recorded/lines.ts";
import { OWN_VALUES } from "./values.ts";

/**
 * What each field makes of each value: what it is read as, or the refusal. After an intended change `npm run record
 * -- test/fields` writes the tables again.
 */

/** What any field may be sent. */
const JSON_VALUES: unknown[] = [null, 7, -1.5, "", "x", "true", true, ["x"], [1, "2"], { x: 1 }, "[1", '{"x":1}'];
const TEXT_VALUES: (string | string[])[] = [
  "",
  " 7 ",
  "1e9",
  "TRUE",
  "x",
  "[",
  '["x"]',
  "1, 2",
  "{'x': 1}",
  "[object Object]",
];
const TWICE = ["a", "2"];

type Rules = FieldRules<z.ZodMiniObject>;

/** The least of other fields without which an operation reads none. */
const BESIDE: Record<string, Record<string, unknown>> = {
  "crop-pdf": { cropData: [{ pageNumber: 1, cropArea: { x: 0, y: 0, width: 9, height: 9 } }] },
  "split-pdf": { splitMode: "ranges" },
  "inspect-pdf-by-path": { filePath: "x" },
  newKey: { name: "N" },
};

function read(rules: Rules, field: string, value: unknown, beside: Record<string, unknown>): string {
  try {
    const { fields, unknown } = readFields(new Map(Object.entries({ ...beside, [field]: value })), rules);
    return [shortly(fields[field]) ?? "nothing", ...unknown.map((path) => `unknown: ${path}`)].join(" ");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

/** Values that come to the same stand together. */
function rowsOf(name: string, rules: Rules, encoding: FieldEncoding): string[] {
  const beside = BESIDE[name] ?? {};
  return Object.keys(rules.schema.shape).flatMap((field) => {
    const own = OWN_VALUES[field] ?? [];
    const any = encoding === "json" ? JSON_VALUES : [...TEXT_VALUES, TWICE];
    const values = encoding === "json" ? [...any, ...own] : [...any, ...own.map(asText)];
    const said = Map.groupBy(values, (value) => read({ ...rules, encoding }, field, value, beside));
    return [...said].flatMap(([answer, group]) => wrapped(`${field} ${group.map(shortly).join(" ")} → ${answer}`));
  });
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function shortly(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  return text?.length > 160 ? `${text.slice(0, 40)}… (${text.length})` : text;
}

describe.each(["json", "multipart"] as const)("as %s", (encoding) => {
  it.each(OFFERS.map(({ id }) => id))("fields of %s", async (id) => {
    const [operation] = await operationsOf(OFFERS.filter((offer) => offer.id === id));
    const { fields: schema, codes, fieldCodes = {}, examples } = operation!;
    const rules = { schema, encoding, code: codes.input, codes: fieldCodes, examples };
    await expectTable(`${id} ${encoding}`, rowsOf(id, rules, encoding));
  });
});

it("fields of the administration", async () => {
  const { newKey, keyChanges, signIn, period, rotation, auditPage } = admin;
  const lines = Object.entries({ newKey, keyChanges, signIn, period, rotation, auditPage }).flatMap(
    ([name, schema]) => {
      const encoding = /period|auditPage/.test(name) ? "query" : "json";
      return [name, ...rowsOf(name, { schema, encoding, code: "INVALID_INPUT" }, encoding)];
    },
  );
  await expectTable("administration", lines);
});
