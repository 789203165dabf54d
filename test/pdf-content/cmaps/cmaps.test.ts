import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { readCMap } from "../../../src/pdf-content/cmaps/embedded.ts";
import { cmapTokens } from "../../../src/pdf-content/cmaps/lexer.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { freeHolding } from "../../support/holding.ts";

/** The CIDs of these codes in a CMap with this section. */
const cids = (section: string, codes: number[]) => {
  const cmap = readCMap(
    latin1(`1 begincodespacerange <0000> <ffff> endcodespacerange ${section}`),
    undefined,
    freeHolding(),
  );
  return codes.map((code) => cmap.cid(code));
};

describe("a CMap of a font's own", () => {
  it("gives CIDs to single codes and to ranges of them", () => {
    expect(cids("2 begincidchar <0005> 70 <0009> 80 endcidchar", [5, 9])).toEqual([70, 80]);
    const ranges = "2 begincidrange <0010> <0012> 100 <0020> <0020> 7 endcidrange";
    expect(cids(ranges, [0x10, 0x11, 0x12, 0x20])).toEqual([100, 101, 102, 7]);
  });

  it("goes on behind a mapping that is none", () => {
    expect(cids("2 begincidrange <0010> <0011> /X <0020> <0021> 7 endcidrange", [0x20, 0x21])).toEqual([7, 8]);
    expect(cids("2 begincidchar <0010> /X <0020> 7 endcidchar", [0x20])).toEqual([7]);
  });

  it("has the strings that it ends within", () => {
    expect([...cmapTokens(latin1("<41 4"), new Work())]).toEqual([
      { kind: "string", bytes: Uint8Array.of(0x41, 0x40) },
    ]);
  });
});
