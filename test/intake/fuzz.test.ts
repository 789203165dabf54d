import { describe, expect, it } from "vitest";
import { JsonProblem, readJson } from "../../src/intake/json/json-text.ts";
import { random as randomNumbers } from "../fixtures/random.ts";
import { fuzzBody, readFuzzBody } from "../support/fuzz-body.ts";
import { utf8 } from "./support.ts";

describe("a mutated request body", () => {
  it("is read or refused as malformed, never anything else, and gives its memory back", async () => {
    const outcomes = new Map<string, number>();
    for (let seed = 1; seed <= 3000; seed += 1) {
      const outcome = await readFuzzBody(fuzzBody(seed), seed % 2 === 0);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect([...outcomes.keys()].sort()).toEqual(["malformed", "read"]);
    expect(Math.min(...outcomes.values())).toBeGreaterThan(300);
  });
});

describe("mutated JSON", () => {
  it("is taken exactly where JSON.parse takes it, with the same value, but for names that come twice", () => {
    const text = '{"a":[1,-2.50e+3,0,"x\\u00e9\\"\\\\"],"b":{"c":null,"d":[]},"e":true,"f":""}';
    const alphabet = '{}[]:,"\\0123.eE+-ulntrabf /\t\n\u0001é';
    let taken = 0;
    for (let seed = 1; seed <= 5000; seed += 1) {
      const random = randomNumbers(seed);
      const characters = [...text];
      for (let changes = Math.floor(random() * 3); changes >= 0; changes -= 1) {
        const at = Math.floor(random() * characters.length);
        const drawn = alphabet[Math.floor(random() * alphabet.length)]!;
        characters.splice(at, random() < 0.5 ? 1 : 0, ...(random() < 0.5 ? [drawn] : []));
      }
      const mutated = characters.join("");
      const ours = attempt(() => readJson(utf8(mutated)));
      const theirs = attempt(() => JSON.parse(mutated));
      if (ours.refusal?.includes("was given twice")) continue;
      expect(ours.value, mutated).toEqual(theirs.value);
      expect(ours.refusal === undefined, mutated).toBe(theirs.refusal === undefined);
      if (ours.refusal === undefined) taken += 1;
    }
    expect(taken).toBeGreaterThan(500);
  });
});

function attempt(read: () => unknown): { value?: unknown; refusal?: string } {
  try {
    return { value: read() };
  } catch (problem) {
    if (!(problem instanceof JsonProblem || problem instanceof SyntaxError)) throw problem;
    return { refusal: problem.message };
  }
}
