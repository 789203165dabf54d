import { expect, it } from "vitest";
import * as z from "zod/mini";
import { joinedLists } from "../../src/fields/joined-lists.ts";

const schema = z.object({
  ranges: z.optional(z.array(z.string())),
  areas: z.optional(z.union([z.string(), z.array(z.object({ x: z.number() }))])),
  output: z.optional(z.string()),
});

it.each<[string, [string, unknown][], Record<string, unknown>]>([
  ["without a place", [["ranges[]", "1"]], { ranges: ["1"] }],
  ["repeated", [["ranges[]", ["2", "1"]]], { ranges: ["2", "1"] }],
  [
    "by their places",
    [
      ["ranges[10]", "c"],
      ["ranges[0]", "a"],
      ["ranges[2]", "b"],
    ],
    { ranges: ["a", "b", "c"] },
  ],
  ["of a field that takes more than lists", [["areas[0]", '{"x":1}']], { areas: ['{"x":1}'] }],
])("items in brackets are a list: %s", (_, fields, joined) => {
  expect(Object.fromEntries(joinedLists(new Map(fields), schema))).toEqual(joined);
});

it.each<[string, Record<string, unknown>]>([
  ["of a field that is no list", { "output[]": "a" }],
  ["of a field that nobody knows", { "parts[0]": "a", "__proto__[]": "b" }],
  ["beside the list itself", { ranges: "1", "ranges[]": "2" }],
  ["that name a member", { "areas[0][x]": "1" }],
])("brackets stay as they are: %s", (_, fields) => {
  const before = new Map(Object.entries(fields));
  expect(joinedLists(before, schema)).toEqual(before);
});
