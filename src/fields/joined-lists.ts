import type { z } from "zod/mini";
import { addTo } from "../platform/grouped.ts";
import { inputSchema, typesIn } from "./field-schema.ts";

/**
 * `ranges[]` and `ranges[0]` are items of the list `ranges`: PHP, Rails and axios write lists so in forms. Beside a
 * field that has the list's own name they stay unknown.
 */
export function joinedLists(fields: ReadonlyMap<string, unknown>, schema: z.ZodMiniObject): Map<string, unknown> {
  const known = inputSchema(schema).properties ?? {};
  const joined = new Map<string, unknown>();
  const lists = new Map<string, { place: number; items: unknown[] }[]>();
  for (const [name, value] of fields) {
    const [, list = "", place = ""] = /^(\w+)\[(\d*)\]$/.exec(name) ?? [];
    if (!Object.hasOwn(known, list) || !typesIn(known[list] ?? {}).has("array") || fields.has(list)) {
      joined.set(name, value);
    } else addTo(lists, list, { place: Number(place), items: [value].flat() });
  }
  for (const [list, parts] of lists) {
    joined.set(
      list,
      parts.sort((a, b) => a.place - b.place).flatMap(({ items }) => items),
    );
  }
  return joined;
}
