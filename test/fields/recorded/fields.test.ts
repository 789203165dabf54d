import { it } from "vitest";
import type { z } from "zod/mini";
import * as admin from "../../../src/admin/schemas.ts";
import { OFFERS, operationsOf } from "../../../src/api/operations/index.ts";
import { Refusal } from "../../../src/errors/errors.ts";
import type { FieldEncoding, FieldRules } from "../../../src/fields/field-schema.ts";
import { shown } from "../../../src/fields/field-text.ts";
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
    return `${error.code}: ${withoutNames(error.message, field, value)}`;
  }
}

/** Fields that answer alike differ in their names and examples only, and values of a wrong type in what they are. */
function withoutNames(message: string, field: string, value: unknown): string {
  const text = message.startsWith(field) ? `FIELD${message.slice(field.length)}` : message;
  return text.replace(`, got ${shown(value)}`, ", got that").replace(/; such as .+$/s, "; such as EXAMPLE");
}

/** Each field with what it answers. Values that come to the same are in one row. */
function answers(name: string, rules: Rules, encoding: FieldEncoding): [field: string, rows: string][] {
  const beside = BESIDE[name] ?? {};
  return Object.keys(rules.schema.shape).map((field) => {
    const own = OWN_VALUES[field] ?? [];
    const any = encoding === "json" ? JSON_VALUES : [...TEXT_VALUES, TWICE];
    const values = encoding === "json" ? [...any, ...own] : [...any, ...own.map(asText)];
    const said = Map.groupBy(values, (value) => read({ ...rules, encoding }, field, value, beside));
    return [
      `${name} ${field}`,
      [...said].map(([answer, group]) => `${group.map(shortly).join(" ")} → ${answer}`).join("\n"),
    ];
  });
}

/** Fields that answer alike are in one paragraph. */
function paragraphs(fields: readonly [field: string, rows: string][]): string[] {
  const alike = Map.groupBy(fields, ([, rows]) => rows);
  return [...alike].flatMap(([rows, names]) => [
    ...wrapped(names.map(([name]) => name).join(" · ")),
    ...rows.split("\n").flatMap((row) => wrapped(`  ${row}`)),
  ]);
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function shortly(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  return text?.length > 160 ? `${text.slice(0, 40)}… (${text.length})` : text;
}

it.each(["json", "multipart"] as const)("fields of operations as %s", async (encoding) => {
  const operations = await operationsOf(OFFERS);
  const fields = operations.flatMap(({ id, fields: schema, codes, fieldCodes = {}, examples }) =>
    answers(id, { schema, encoding, code: codes.input, codes: fieldCodes, examples }, encoding),
  );
  await expectTable(encoding, paragraphs(fields));
});

it("fields of the administration", async () => {
  const { newKey, keyChanges, signIn, period, rotation, auditPage } = admin;
  const fields = Object.entries({ newKey, keyChanges, signIn, period, rotation, auditPage }).flatMap(
    ([name, schema]) => {
      const encoding = /period|auditPage/.test(name) ? "query" : "json";
      return answers(name, { schema, encoding, code: "INVALID_INPUT" }, encoding);
    },
  );
  await expectTable("administration", paragraphs(fields));
});
