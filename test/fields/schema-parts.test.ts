import { expect, it } from "vitest";
import * as z from "zod/mini";
import { testedText } from "../../src/fields/schema-parts.ts";

it("a text is tested as long as it may be, and no longer one", () => {
  const tested: number[] = [];
  const schema = testedText(
    5,
    (text) => {
      tested.push(text.length);
      return text.startsWith("a");
    },
    "expected an a",
  );
  const faults = (text: string) => z.safeParse(schema, text).error?.issues.map(({ message }) => message) ?? [];
  expect(faults("abcde")).toEqual([]);
  expect(faults("bcdef")).toEqual(["expected an a"]);
  expect(faults("b".repeat(6))).toHaveLength(1);
  expect(tested).toEqual([5, 5]);
});
