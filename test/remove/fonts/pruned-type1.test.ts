import { expect, it } from "vitest";
import { decryptPrivate, Type1 } from "../../../src/pdf-content/fonts/programs/type1.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { latin1Text } from "../../../src/platform/latin1.ts";
import { prunedType1 } from "../../../src/remove/fonts/pruned-type1.ts";
import { WantedGlyphs } from "../../../src/remove/fonts/wanted-glyphs.ts";
import { FIRST_SUBROUTINE, type1 } from "../../fixtures/removal/made/type1.ts";
import { freeHolding } from "../../support/holding.ts";

/** The clear and the encrypted part of a program, pruned to these letters, which numbers show in this order. */
function pruned(program: Uint8Array, letters: string, codes: readonly number[] = []) {
  const font = new Type1(program, freeHolding());
  const wanted = new WantedGlyphs("name", true, false);
  for (const [at, letter] of [...letters].entries()) wanted.want(at, [font.named(letter)!]);
  for (const code of codes) wanted.codes.add(code);
  const { data, lengths } = prunedType1(program, wanted, (name) => name, freeHolding());
  const secret = latin1Text(decryptPrivate(data, lengths[0]!));
  return { clear: latin1Text(data, 0, lengths[0]!), secret, font: new Type1(data, freeHolding()) };
}

it("ends a cut Type 1 program with a word that readers can tell from the bytes behind it", () => {
  const { secret } = pruned(type1("abcde").program, "b", [0x62]);
  expect(secret).toMatch(/\/b \d+ RD /);
  expect(secret).not.toMatch(/\/[acde] \d+ RD /);
  expect(secret.slice(secret.indexOf("closefile"))).toMatch(/^closefile\n/);
});

it("leaves nothing of comments, strings and own entries of a Type 1 program", () => {
  const { program } = type1("abcde");
  const remarks = latin1("/Notice (one (two (three)) \\) % four) def % (five\n/Own 612 def\n");
  const said = new Uint8Array([...program.subarray(0, program.indexOf(0x0a) + 1), ...remarks, ...program]);
  const { clear } = pruned(said, "b");
  expect(clear).not.toMatch(/one|two|three|four|five|Notice|Own|612/);
  expect(clear).toContain("/FontMatrix [ 0.001 0 0 0.001 0 0 ] def\n");
});

it("reads and leaves codes of a Type 1 program in any base", () => {
  const { program } = type1("abc");
  const text = latin1Text(program).replace("dup 98 /b", "dup 16#7A /b").replace("dup 99 /c", "dup 8#173 /c");
  const before = new Type1(latin1(text), freeHolding());
  expect([0x7a, 0x7b].map((code) => before.builtIn(code))).toEqual(["b", "c"]);
  const { clear, font } = pruned(latin1(text), "b", [0x7a]);
  expect(font.builtIn(0x7a)).toBe("b");
  expect(clear).not.toMatch(/\/c |173|123/);
});

it("keeps the subroutines that its glyphs call, and nothing of what the others draw", () => {
  const { program } = type1("abcde", { inSubroutines: true });
  const [, b, , d] = new Type1(program, freeHolding()).subroutines.slice(FIRST_SUBROUTINE);
  const left = pruned(program, "bd").font.subroutines.slice(FIRST_SUBROUTINE);
  const nothing = Uint8Array.of(11);
  expect(left).toEqual([nothing, b, nothing, d]);
});

it("has the glyphs in the order of their numbers", () => {
  const { secret } = pruned(type1("abcde").program, "db");
  expect([...secret.matchAll(/\/(\S+) \d+ RD/g)].map(([, name]) => name)).toEqual([".notdef", "d", "b"]);
});
