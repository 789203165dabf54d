import { expect, it } from "vitest";
import { decryptPrivate, Type1 } from "../../../../src/pdf/content/fonts/type1.ts";
import { prunedType1 } from "../../../../src/pdf/remove/fonts/pruned-type1.ts";
import { latin1Text } from "../../../../src/pdf-objects/syntax/names.ts";
import { type1 } from "../../../fixtures/removal/made/type1.ts";

it("ends a cut Type 1 program with a word that readers can tell from the bytes behind it", () => {
  const { program } = type1("abcde");
  const { data, lengths } = prunedType1(program, new Set([new Type1(program).named("b")!]), new Set([0x62]));
  const secret = latin1Text(decryptPrivate(data, lengths[0]!));
  expect(secret).toMatch(/\/b \d+ RD /);
  expect(secret).not.toMatch(/\/[acde] \d+ RD /);
  expect(secret.slice(secret.indexOf("closefile"))).toMatch(/^closefile\n/);
});
