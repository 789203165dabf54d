import { expect, it } from "vitest";
import { measuresIn } from "../../../web/src/format.ts";

it.each([
  ["en-US", "in", "Letter"],
  ["en-US@posix", "in", "Letter"],
  ["en-CA", "mm", "Letter"],
  ["de", "mm", "A4"],
])("whoever reads %s measures in %s and prints on %s", (locale, unit, paper) => {
  expect(measuresIn(locale)).toEqual({ unit, paper });
});
