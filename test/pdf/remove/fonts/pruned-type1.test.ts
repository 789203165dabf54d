import { expect, it } from "vitest";
import { decryptPrivate, Type1 } from "../../../../src/pdf/content/fonts/programs/type1.ts";
import { prunedType1 } from "../../../../src/pdf/remove/fonts/pruned-type1.ts";
import { latin1 } from "../../../../src/pdf-objects/rope.ts";
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

it("leaves nothing of comments and strings in front of a Type 1 program, however they are nested", () => {
  const { program } = type1("abcde");
  const remarks = latin1("/Notice (one (two (three)) \\) % four) def % (five\n/Kept 6 def\n");
  const said = new Uint8Array([...program.subarray(0, program.indexOf(0x0a) + 1), ...remarks, ...program]);
  const { data, lengths } = prunedType1(said, new Set([new Type1(said).named("b")!]), new Set([0x62]));
  const clear = latin1Text(data, 0, lengths[0]!);
  expect(clear).toContain("/Notice () def \n/Kept 6 def\n");
  expect(clear).not.toMatch(/one|two|three|four|five/);
});
