import { describe, expect, it } from "vitest";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { keySet, newScan, scanDict } from "../../../src/pdf-file/syntax/scan.ts";

const KEYS = keySet("Type", "Kids");

/** The values of /Type and /Kids as they stand; undefined where the dictionary is left to the parser. */
function scanned(text: string): (string | undefined)[] | undefined {
  const scan = newScan(KEYS);
  if (!scanDict(latin1(text), 0, text.length, KEYS, scan)) return undefined;
  return [0, 1].map((key) => {
    const [from, to] = [scan.slots[key * 3 + 1]!, scan.slots[key * 3 + 2]!];
    return from < 0 ? undefined : text.slice(from, to);
  });
}

describe("the wanted entries of a dictionary are found without reading the others", () => {
  it.each([
    ["names and arrays", "<</Type/Pages/Kids[1 0 R 2 0 R]/Count 2>>", ["/Pages", "[1 0 R 2 0 R]"]],
    ["references", "<</Kids 7 0 R /Type /Pages>>", ["/Pages", "7 0 R"]],
    ["behind strings with brackets", "<</A(>> /Type/No \\) [)/B<2f54>/Type/Page>>", ["/Page", undefined]],
    [
      "not in dictionaries and arrays inside",
      "<</A<</Type/No/B[(x)<41><</Kids 1>>]>>/Kids null>>",
      [undefined, "null"],
    ],
  ])("%s", (_, text, values) => {
    expect(scanned(text)).toEqual(values);
  });

  it.each([
    ["a string does not end", "<</A(x/Type/Page>>"],
    ["a hexadecimal string does not end", "<</A<41"],
    ["an array does not end", "<</A[1 2/Type/Page>>"],
    ["brackets cross", "<</A[<<]>>/Type/Page>>"],
    ["a bracket closes what nothing opened", "<</A ]/Type/Page>>"],
    ["a word is no value", "<</A maybe/Type/Page>>"],
    ["a wanted key comes twice", "<</Type/Page/Type/Pages>>"],
    ["a key is escaped", "<</T#79pe/Page>>"],
    ["it does not end", "<</Type/Page"],
  ])("a dictionary is left to the parser where %s", (_, text) => {
    expect(scanned(text)).toBeUndefined();
  });
});
