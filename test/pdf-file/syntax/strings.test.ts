import { expect, it } from "vitest";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { hexEnd } from "../../../src/pdf-file/syntax/strings.ts";

it.each([
  ["behind its bracket", "<41 4f>>", 8, 7],
  ["where nothing follows", "<41 4f", 6, 6],
  ["with what is read, although its digits go on behind", "<41 4f>", 4, 4],
  ["with what is read, although its bracket is the next", "<41 4f>", 6, 6],
  ["before what is no digit", "<41(x)>", 7, 3],
])("a hexadecimal string ends %s", (_, text, end, found) => {
  expect(hexEnd(latin1(text), 0, end)).toBe(found);
});
