import { expect, it } from "vitest";
import { mutateTokens } from "../../../../lab/fuzz/mutate-tokens.ts";
import { seeded } from "../../../fixtures/random.ts";

it("a file without any token of PDF stays as it is", () => {
  const file = Uint8Array.of(0xff, 0x00, 0x80);
  expect(mutateTokens(file, seeded(1))).toEqual(file);
});
