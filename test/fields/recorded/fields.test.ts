import { it } from "vitest";
import type { z } from "zod/mini";
import * as admin from "../../../src/admin/schemas.ts";
import { OFFERS, operationsOf } from "../../../src/api/operations/index.ts";
import { Refusal } from "../../../src/errors/errors.ts";
import type { FieldEncoding, FieldRules } from "../../../src/fields/field-schema.ts";
import { shown } from "../../../src/fields/field-text.ts";
import { readFields } from "../../../src/fields/read-fields.ts";
import { fieldPath } from "../../../src/fields/unknown-fields.ts";
import { expectTable, wrapped } from "../../support/recorded/lines.ts";
import { OWN_VALUES } from "./values.ts";

/**
 * What each field makes of each value: what it is read as, or the refusal. After an intended change `npm run record
 * -- test/fields` writes the tables again.
 */

/** What any field may be sent. */
const JSON_VALUES: unknown[] = [null, 7, -1.5, "", "x", "true", true, ["x"], [1, "2"], { x: 1 }, "[1", '{"x":1}'];
const TEXT_VALUES: string[] = ["", " 7 ", "1e9", "TRUE", "x", "[", '["x"]', "1, 2", "{'x': 1}", "[object Object]"];
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
    const isSame = JSON.stringify(fields[field]) === JSON.stringify(value);
    return [
      isSame ? "as it is" : (shortly(fields[field]) ?? "nothing"),
      ...unknown.map((path) => `unknown: ${fieldPath(path)}`),
    ].join(" ");
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

type Answers = [field: string, rows: string];

/** Each field with what it answers. Values that come to the same are in one row. */
function answers(operation: Operation, valuesOf: (field: string) => readonly unknown[]): Answers[] {
  const { name, rules } = operation;
  const beside = BESIDE[name] ?? {};
  return Object.keys(rules.schema.shape).map((field) => {
    const said = Map.groupBy(valuesOf(field), (value) => read(rules, field, value, beside));
    const rows = [...said].map(([answer, group]) => `${group.map(shortly).join(" ")} → ${answer}`);
    return [`${name} ${field}`, rows.join("\n")];
  });
}

/** Fields that answer alike are in one paragraph. */
function paragraphs(fields: readonly Answers[]): string[] {
  const alike = Map.groupBy(fields, ([, rows]) => rows);
  return [...alike].flatMap(([rows, names]) => {
    if (rows === "") return [];
    const heading = wrapped(names.map(([name]) => name).join(" · "));
    return [...heading, ...rows.split("\n").flatMap((row) => wrapped(`  ${row}`))];
  });
}

/**
 * What fields make of values of any kind, and then what each makes of its own, where it also names its words and its
 * least and most.
 */
const chapters = (any: readonly Answers[], own: readonly Answers[]) => [
  "VALUES OF ANY KIND",
  ...paragraphs(any.map(([name, rows]) => [name, hasOwn(name) ? ofAnyKind(rows) : rows])),
  "VALUES OF THEIR OWN",
  ...paragraphs(own),
];

const hasOwn = (name: string) => Object.hasOwn(OWN_VALUES, name.split(" ").at(-1) ?? "");
const ofAnyKind = (rows: string) =>
  rows
    .replaceAll(/expected (one of )?("\w+"(, )?)+(?=, got)/g, "expected its words")
    .replaceAll(/(a number|an integer)? ?of at (least|most) -?[\d.]+/g, "a number in its limits");

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function shortly(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  return text?.length > 160 ? `${text.slice(0, 40)}… (${text.length})` : text;
}

const ownOf = (field: string): unknown[] => OWN_VALUES[field] ?? [];

interface Operation {
  name: string;
  rules: Rules;
}

async function operationsAs(encoding: FieldEncoding): Promise<Operation[]> {
  const operations = await operationsOf(OFFERS);
  return operations.map(({ id, fields: schema, codes, fieldCodes = {}, examples }) => ({
    name: id,
    rules: { schema, encoding, code: codes.input, codes: fieldCodes, examples },
  }));
}

it("fields of operations as JSON", async () => {
  const operations = await operationsAs("json");
  const any = operations.flatMap((operation) => answers(operation, () => JSON_VALUES));
  const own = operations.flatMap((operation) => answers(operation, ownOf));
  await expectTable("json", chapters(any, own));
});

it("fields of operations in forms, and which values of their own are read otherwise there than as JSON", async () => {
  const operations = await operationsAs("multipart");
  const any = operations.flatMap((operation) => answers(operation, () => TEXT_VALUES));
  const twice = operations.flatMap((operation) => answers(operation, () => [TWICE]));
  const asJson = await operationsAs("json");
  const own = operations.flatMap((operation, at) =>
    answers(operation, (field) => {
      const beside = BESIDE[operation.name] ?? {};
      const { rules } = asJson[at] as Operation;
      const isOther = (value: unknown) =>
        read(operation.rules, field, asText(value), beside) !== read(rules, field, value, beside);
      return ownOf(field).filter(isOther).map(asText);
    }),
  );
  await expectTable("multipart", ["WHAT IS GIVEN TWICE", ...paragraphs(twice), ...chapters(any, own)]);
});

it("fields of the administration", async () => {
  const { newKey, keyChanges, signIn, period, rotation, auditPage } = admin;
  const schemas = Object.entries({ newKey, keyChanges, signIn, period, rotation, auditPage });
  const operations = schemas.map(([name, schema]): Operation => {
    const encoding = /period|auditPage/.test(name) ? "query" : "json";
    return { name, rules: { schema, encoding, code: "INVALID_INPUT" } };
  });
  const own = (operation: Operation) => (field: string) =>
    operation.rules.encoding === "query" ? ownOf(field).map(asText) : ownOf(field);
  const anyOf = ({ rules }: Operation) => (rules.encoding === "query" ? [...TEXT_VALUES, TWICE] : JSON_VALUES);
  const any = operations.flatMap((operation) => answers(operation, () => anyOf(operation)));
  await expectTable(
    "administration",
    chapters(
      any,
      operations.flatMap((operation) => answers(operation, own(operation))),
    ),
  );
});
