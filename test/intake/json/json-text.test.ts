import { describe, expect, it, vi } from "vitest";
import { readJson, readJsonInTurns } from "../../../src/intake/json/json-text.ts";
import { pause } from "../../../src/platform/pause.ts";

const read = (value: unknown) => readJson(new TextEncoder().encode(JSON.stringify(value)));
const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i]));

it("an object inside another has at most 2,000 members; the outermost, whose fields are listed, may have more", () => {
  expect(read({ headers: members(2_000) })).toEqual({ headers: members(2_000) });
  expect(() => read({ headers: members(2_001) })).toThrow("an object has more than 2000 members");
  expect(() => read([members(2_001)])).toThrow("an object has more than 2000 members");
  expect(read(members(2_001))).toEqual(members(2_001));
});

it("a long text is read in stretches, between which others get the thread", async () => {
  const value = { areas: Array.from({ length: 60_000 }, (_, x) => ({ x, y: [x] })), name: "a" };
  let others = 0;
  let isRead = false;
  const reading = readJsonInTurns(new TextEncoder().encode(JSON.stringify(value))).finally(() => {
    isRead = true;
  });
  for (; !isRead; others++) await pause(0);
  expect(await reading).toEqual(value);
  expect(others).toBeGreaterThan(3);
});

it("lists and objects nest at most 64 deep, however many there are beside each other", () => {
  const nested = (depth: number) => new TextEncoder().encode("[".repeat(depth) + "]".repeat(depth));
  expect(readJson(nested(65))).toHaveLength(1);
  expect(() => readJson(nested(66))).toThrow("JSON nests deeper than 64 levels");
  expect(read(Array.from({ length: 100 }, () => [[], {}]))).toHaveLength(100);
});

describe("strings of JSON", () => {
  it("are what they say, however long they are, and beside others", () => {
    const lengths = [0, 1, 2, 31, 62, 63, 64, 65, 66, 67, 200];
    const strings = lengths.flatMap((length) =>
      ["a", "b", "\u00e9", '"', "\\", "\n", "\u{1f600}"].flatMap((end) => [
        "a".repeat(length) + end,
        "b".repeat(length) + end,
      ]),
    );
    expect(read([...strings, ...strings])).toEqual([...strings, ...strings]);
    // These have one place among the strings that were read last.
    expect(read(["Aa", "BB", "Aa", "AaBB", "BBAa"])).toEqual(["Aa", "BB", "Aa", "AaBB", "BBAa"]);
  });

  it("are read after one that is no UTF-8", () => {
    for (let i = 0; i < 2; i++) expect(() => readJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow("expected UTF-8");
    expect(read("\u00e9")).toBe("\u00e9");
  });

  it("need no decoder of their own: making one takes longer than reading the string", () => {
    const decoders: unknown = vi.spyOn(globalThis, "TextDecoder");
    read(["", "a", "\u00e9", "\n", "a".repeat(100)]);
    expect(decoders).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
