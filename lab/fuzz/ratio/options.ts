import * as z from "zod/mini";
import type { Operation } from "../../../src/api/operation.ts";
import type { Random } from "../../../test/fixtures/random.ts";
import { edge } from "../mutate.ts";

/** What of JSON Schema says how a value may be. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

type Fields = Record<string, unknown>;

const WORDS = [
  "a",
  "1-",
  "1,2",
  "#a0b0c0",
  "email",
  "é",
  "{index}",
  "2-1",
  "[ab]",
  "(a*)*b",
  "",
  "pdfa-2b",
  "number:6",
];
const LONG = ["a", "1,", "a|", "{index}", "é\u0301", "[a-z]?", "\n", "0.5 "];

/** Fields that name a file by its address, or ask for a browser: there is neither here. */
const ELSEWHERE = ["url", "urls", "images", "receipt", "ocr"];

/** Fields of an operation: those of one of its examples, of which some are gone, and others drawn. */
export function drawnFields({ fields, examples }: Pick<Operation, "fields" | "examples">, random: Random): Fields {
  const { properties = {} } = z.toJSONSchema(fields, { io: "input", unrepresentable: "any" }) as Schema;
  const drawn: Fields = { ...(random.pick(Object.values(examples)) as Fields) };
  for (let changes = random.below(4); changes > 0; changes--) {
    const name = random.pick(Object.keys(properties));
    if (random.next() < 0.2) delete drawn[name];
    else drawn[name] = drawnValue(properties[name]!, random);
  }
  for (const name of ELSEWHERE) delete drawn[name];
  return drawn;
}

function drawnValue(schema: Schema, random: Random): unknown {
  if (schema.anyOf) return drawnValue(random.pick(schema.anyOf), random);
  if (schema.enum) return random.pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case "boolean":
      return random.next() < 0.5;
    case "integer":
    case "number":
      return random.next() < 0.7 ? 1 + random.below(10) : edge(random);
    case "array": {
      const item = drawnValue(schema.items ?? {}, random);
      return Array.from({ length: timesOf(random, 3000, item) }, () =>
        random.next() < 0.5 ? item : drawnValue(schema.items ?? {}, random),
      );
    }
    case "object": {
      const asked = Object.entries(schema.properties ?? {}).filter(
        ([name]) => schema.required?.includes(name) || random.next() < 0.3,
      );
      return Object.fromEntries(asked.map(([name, one]) => [name, drawnValue(one, random)]));
    }
    default:
      return random.next() < 0.8 ? random.pick(WORDS) : random.pick(LONG).repeat(10 ** (random.next() * 3));
  }
}

/** Rarely many, and few of what is large itself. */
function timesOf(random: Random, most: number, item: unknown): number {
  const room = 60_000 / (JSON.stringify(item) ?? "").length;
  return Math.max(1, Math.min(most, room, 10 ** (random.next() ** 2 * 3.5)) | 0);
}
