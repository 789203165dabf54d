import { expect, it } from "vitest";
import { readJson } from "../../../src/intake/json/json-text.ts";

const read = (value: unknown) => readJson(new TextEncoder().encode(JSON.stringify(value)));
const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i]));

it("an object inside another has at most 2,000 members; the outermost, whose fields are listed, may have more", () => {
  expect(read({ headers: members(2_000) })).toEqual({ headers: members(2_000) });
  expect(() => read({ headers: members(2_001) })).toThrow("an object has more than 2000 members");
  expect(() => read([members(2_001)])).toThrow("an object has more than 2000 members");
  expect(read(members(2_001))).toEqual(members(2_001));
});
