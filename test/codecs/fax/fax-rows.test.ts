import { describe, expect, it } from "vitest";
import { FAX_COLUMNS, type FaxKind, type FaxParameters } from "../../../src/codecs/fax/fax-kernels.ts";
import { eachFaxRow, faxLength, faxSource } from "../../../src/codecs/fax/fax-rows.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { END_OF_LINE, encodeFax, faxPicture } from "../../fixtures/fax.ts";
import { bitBytes } from "../../fixtures/tiff.ts";

const CODINGS = [
  { kind: "modifiedHuffman", twoDimensional: false },
  { kind: "group3", twoDimensional: false },
  { kind: "group3", twoDimensional: true },
  { kind: "group4", twoDimensional: true },
] as const satisfies { kind: FaxKind; twoDimensional: boolean }[];

/** All rows there are, read so many at a time, and how many of them are bad. */
function decoded(data: Uint8Array, parameters: FaxParameters, atOnce = 1000): { rows: Uint8Array; bad: number } {
  const rowBytes = (parameters.columns + 7) >> 3;
  let bad = 0;
  const source = faxSource(data, parameters, () => bad++);
  const parts: Uint8Array[] = [];
  const part = new Uint8Array(atOnce * rowBytes);
  for (;;) {
    const came = source.read(part) as number;
    parts.push(part.slice(0, came));
    if (came < part.length) return { rows: bytes(...parts), bad };
  }
}

/** The picture of 8 columns that text of bits gives, and how many of its rows are bad. */
function ofBits(kind: FaxKind, bits: string, rows = 9): { rows: number[]; bad: number } {
  const found = decoded(bitBytes(bits), { kind, columns: 8, rows, twoDimensional: false });
  return { rows: [...found.rows], bad: found.bad };
}

function repeated(data: Uint8Array, length: number): Uint8Array {
  const result = new Uint8Array(length);
  for (let at = 0; at < length; at += data.length) result.set(data.subarray(0, length - at), at);
  return result;
}

describe.each(CODINGS)("Rows of fax in $kind, two dimensions: $twoDimensional", (coding) => {
  it.each([
    [1, 0.5],
    [8, 0.4],
    [333, 0.5],
    [2480, 0.02],
    [9000, 0.0003],
  ])("of %i columns are what was coded, however many are read at once", (columns, share) => {
    const parameters = { ...coding, columns, rows: 40 };
    const picture = faxPicture(columns, 40, share, columns);
    const data = encodeFax(picture, parameters);
    for (const atOnce of [1, 7, 1000]) {
      const { rows, bad } = decoded(data, parameters, atOnce);
      expect([Buffer.compare(rows, picture), bad]).toEqual([0, 0]);
    }
    expect(faxLength(data, parameters)).toBe(data.length);
    expect(faxLength(data, { ...parameters, rows: 41 })).toBeUndefined();
  });

  it("are the same where they take more than is looked at at once", () => {
    const parameters = { ...coding, columns: 3000, rows: 300 };
    const picture = faxPicture(3000, 300, 0.3, 4);
    const data = encodeFax(picture, parameters);
    expect(data.length).toBeGreaterThan(64 * 1024);
    expect(Buffer.compare(decoded(data, parameters).rows, picture)).toBe(0);
  });

  it("are given as the places of their changes instead of bits", () => {
    const parameters = { ...coding, columns: 8, rows: 3 };
    const given: number[][] = [];
    const data = encodeFax(Uint8Array.of(0x18, 0, 0xff), parameters);
    expect(atOnce(eachFaxRow(data, parameters, (changes, y) => given.push([y, ...changes.subarray(0, 3)])))).toBe(true);
    expect(given).toEqual([
      [0, 3, 5, 8],
      [1, 8, 8, 8],
      [2, 0, 8, 8],
    ]);
  });
});

describe("Damaged fax", () => {
  /** Three white, two black, three white. */
  const GOOD = "1000 11 1000";
  const G4_ROW = "001 1000 11 1";
  const line = (...rows: string[]) => rows.map((row) => `${END_OF_LINE} ${row}`).join(" ");

  it("of Group 3 repeats the row above and goes on at the next end-of-line", () => {
    const black = "00110101 000101";
    expect(ofBits("group3", line(GOOD, "1000 000000001", black, GOOD))).toEqual({
      rows: [0x18, 0x18, 0xff, 0x18],
      bad: 1,
    });
    expect(ofBits("group3", line(black, "1000 00000000001", "000000001", GOOD))).toEqual({
      rows: [0xff, 0xff, 0xff, 0x18],
      bad: 2,
    });
  });

  it("of Group 3 ends with the last row when no end-of-line follows", () => {
    expect(ofBits("group3", `${line(GOOD)} ${END_OF_LINE} 1000 000000001 1111`)).toEqual({ rows: [0x18], bad: 1 });
  });

  it("of Group 4 and modified Huffman ends where it is damaged", () => {
    expect(ofBits("group4", `${G4_ROW} 1 0000000 1 1 1`)).toEqual({ rows: [0x18], bad: 0 });
    expect(ofBits("modifiedHuffman", `${GOOD} 000000 1000 000000001`)).toEqual({ rows: [0x18], bad: 0 });
    const whiteFiveBlackOne = "001 1100 010";
    const threeBeforeTheEnd = "0000010";
    expect(ofBits("group4", `${G4_ROW} ${whiteFiveBlackOne} ${threeBeforeTheEnd} 1 1`).rows).toEqual([0x18]);
  });

  it("ends at the mark of its end, whatever follows", () => {
    expect(ofBits("group4", `${G4_ROW} ${END_OF_LINE}${END_OF_LINE} 1 1 1`).rows).toEqual([0x18]);
    expect(ofBits("group3", `${line(GOOD)} ${END_OF_LINE.repeat(6)} ${line(GOOD)}`).rows).toEqual([0x18]);
  });

  it("does not go beyond its rows where runs do", () => {
    const long = "000000011111 000000011111 11011 00110101";
    expect(ofBits("modifiedHuffman", long, 1).rows).toEqual([0]);
    expect(ofBits("group4", "001 00110101 000000011111 0000001111 0000110111", 1).rows).toEqual([0xff]);
  });

  it("of a run that never ends, of empty runs and of zeros is read once and given up", () => {
    const endless = {
      modifiedHuffman: ["000000011111 000000011111", "00110101 0000110111 00110101 0000110111 0011"],
      group3: ["000000011111 000000011111", "000000000001 1000 000000001 000"],
      group4: ["001 000000011111 000000011111", "001 00110101 0000110111 001 00110101 0000110111 001"],
    };
    for (const kind of ["modifiedHuffman", "group3", "group4"] as const) {
      for (const bits of [...endless[kind], "00000000"]) {
        const data = repeated(bitBytes(bits), 70_000);
        const parameters = { kind, columns: 8, rows: 200_000, twoDimensional: false };
        expect(faxLength(data, parameters)).toBeUndefined();
        expect(atOnce(eachFaxRow(data, parameters, () => {}))).toBe(false);
        expect(decoded(data, parameters).rows.length).toBeLessThan(200_000);
      }
    }
  });
});

describe("The kernel of fax", () => {
  const parameters = { kind: "group4", columns: 64, rows: 20, twoDimensional: true } as const;

  it("reads several sources beside each other", () => {
    const pictures = [1, 2, 3].map((seed) => faxPicture(64, 20, 0.2, seed));
    const sources = pictures.map((picture) => faxSource(encodeFax(picture, parameters), parameters, () => {}));
    const found = pictures.map(() => new Uint8Array(160));
    for (let y = 0; y < 20; y++) {
      for (const [i, source] of sources.entries()) source.read(found[i]!.subarray(y * 8, y * 8 + 8));
    }
    expect(found).toEqual(pictures);
  });

  it("is used again, after damage too, and not kept when rows are wide", () => {
    const data = encodeFax(faxPicture(64, 20, 0.2, 5), parameters);
    const wide = { ...parameters, columns: FAX_COLUMNS, rows: 1 };
    let made = 0;
    const { Instance } = WebAssembly;
    class Counted extends Instance {
      constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
        super(module, imports);
        made++;
      }
    }
    WebAssembly.Instance = Counted;
    try {
      decoded(data, parameters);
      made = 0;
      for (let i = 0; i < 20; i++) {
        faxLength(data.subarray(0, i), parameters);
        atOnce(eachFaxRow(data.subarray(0, i), parameters, () => {}));
        decoded(data.subarray(0, i), parameters);
      }
      expect(made).toBe(0);
      const mostIdle = 4;
      for (let i = 0; i <= mostIdle; i++) expect(faxLength(bitBytes("1"), wide)).toBe(1);
      expect(made).toBeGreaterThan(0);
    } finally {
      WebAssembly.Instance = Instance;
    }
  });

  it("does not take wider rows", () => {
    expect(() => faxLength(bitBytes("1"), { ...parameters, columns: FAX_COLUMNS + 1 })).toThrow(RangeError);
  });
});
