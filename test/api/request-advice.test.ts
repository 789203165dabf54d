import { describe, expect, it } from "vitest";
import { advised, ignoredInAddress } from "../../src/api/pipeline.ts";
import { Refusal } from "../../src/errors/errors.ts";
import { asWarning } from "../../src/fields/unknown-fields.ts";

describe("parameters in the address", () => {
  const warnings = (query: string) =>
    ignoredInAddress(new Request(`https://api.quire.test/v1/x?${query}`), ["pages"]).map(asWarning);

  it.each([
    ["format=binary", undefined],
    ["token=1", "a key in an address ends up in logs"],
    ["API_KEY=1", "a key in an address ends up in logs"],
    ["apikey=1", "a key in an address ends up in logs"],
    ["tokens=1", 'Unknown query parameter "tokens" was ignored.'],
    ["pages=1", "send it in the body"],
    ["formt=json", 'did you mean "format"?'],
    ["other=1", 'Unknown query parameter "other" was ignored.'],
  ])("%s", (query, said) => {
    expect(warnings(query)).toEqual(said === undefined ? [] : [expect.stringContaining(said)]);
  });

  it("are named once each, and twenty at most", () => {
    expect(warnings("a=1&a=2&b=3")).toHaveLength(2);
    const many = (count: number) => Array.from({ length: count }, (_, i) => `p${i}=1`).join("&");
    expect(warnings(many(20))).toHaveLength(20);
    const most = warnings(`format=json&${many(21)}`);
    expect([most.length, most.at(-1)]).toEqual([20, 'Unknown query parameter "p19" was ignored.']);
  });
});

describe("a refusal", () => {
  const said = (code: "INVALID_INPUT" | "FILE_TOO_LARGE", advice: string[]) =>
    advised(new Refusal(code, "It is wrong. See below.", { field: "a" }), advice);

  it("of a request that is wrong names three more things at most, and none twice", () => {
    const refusal = said("INVALID_INPUT", ["See below.", "One.", "Two.", "Three.", "Four."]);
    expect([refusal.message, refusal.code, refusal.details.field]).toEqual([
      "It is wrong. See below. One. Two. Three.",
      "INVALID_INPUT",
      "a",
    ]);
  });

  it("stays as it is where there is nothing to add, or the request was well", () => {
    expect(said("INVALID_INPUT", ["See below."]).message).toBe("It is wrong. See below.");
    expect(said("FILE_TOO_LARGE", ["One."]).message).toBe("It is wrong. See below.");
  });
});
