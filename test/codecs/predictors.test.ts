import { describe, expect, it } from "vitest";
import { type Differences, joinFloats, sumDifferences } from "../../src/codecs/predictors.ts";

type Made = Partial<Differences> & Pick<Differences, "bits">;

/** Rows of these bytes with their differences undone. */
function undone(rows: number[][], { samples = 1, littleEndian = true, bits }: Made, undo = sumDifferences) {
  const rowBytes = rows[0]!.length;
  // The rows lie within a larger buffer, as they do in a file.
  const data = Uint8Array.from([99, ...rows.flat(), 99]).subarray(1, -1);
  undo(data, rowBytes, { samples, bits, littleEndian });
  return rows.map((_, y) => [...data.subarray(y * rowBytes, (y + 1) * rowBytes)]);
}

/** A float's bytes, highest first. */
function float(value: number): number[] {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return [...new Uint8Array(view.buffer)];
}

describe("differences along a row are undone", () => {
  it("in bytes, each sample from the one of its kind before", () => {
    expect(
      undone(
        [
          [1, 2, 3, 4],
          [250, 10, 0, 1],
        ],
        { bits: 8 },
      ),
    ).toEqual([
      [1, 3, 6, 10],
      [250, 4, 4, 5],
    ]);
    expect(undone([[1, 2, 3, 4]], { bits: 8, samples: 2 })).toEqual([[1, 2, 4, 6]]);
    expect(
      undone(
        [
          [1, 2, 3, 4, 5, 6, 7, 8, 9],
          [9, 9, 9, 1, 1, 1, 0, 0, 0],
        ],
        { bits: 8, samples: 3 },
      ),
    ).toEqual([
      [1, 2, 3, 5, 7, 9, 12, 15, 18],
      [9, 9, 9, 10, 10, 10, 10, 10, 10],
    ]);
    expect(undone([[1, 2, 3, 4, 5, 6, 7, 8]], { bits: 8, samples: 4 })).toEqual([[1, 2, 3, 4, 6, 8, 10, 12]]);
  });

  it.each([true, false])("in words, low byte first: %s", (littleEndian) => {
    const words = (...values: number[]) =>
      values.flatMap((value) => (littleEndian ? [value & 255, value >> 8] : [value >> 8, value & 255]));
    const made = { bits: 16, littleEndian };
    expect(undone([words(0x1ff, 0x101, 0xfe00), words(7, 1, 1)], made)).toEqual([
      words(0x1ff, 0x300, 0x100),
      words(7, 8, 9),
    ]);
    expect(undone([words(1, 300, 10, 300)], { ...made, samples: 2 })).toEqual([words(1, 300, 11, 600)]);
  });

  it.each([true, false])("in words of 32 bits, low byte first: %s", (littleEndian) => {
    const longs = (...values: number[]) => {
      const view = new DataView(new ArrayBuffer(values.length * 4));
      values.forEach((value, i) => {
        view.setUint32(i * 4, value, littleEndian);
      });
      return [...new Uint8Array(view.buffer)];
    };
    const made = { bits: 32, littleEndian };
    expect(undone([longs(0x01ffffff, 1, 0xff000000), longs(5, 1, 1)], made)).toEqual([
      longs(0x01ffffff, 0x02000000, 0x01000000),
      longs(5, 6, 7),
    ]);
    expect(undone([longs(1, 2, 3, 4)], { ...made, samples: 2 })).toEqual([longs(1, 2, 4, 6)]);
  });

  it.each([true, false])("in the bytes of floats, low byte first: %s", (littleEndian) => {
    const values = [1.5, -2.25, 1e9];
    // All highest bytes, then all next ones; then each as the difference to the one before.
    const planes = [0, 1, 2, 3].flatMap((byte) => values.map((value) => float(value)[byte]!));
    const row = planes.map((byte, i) => (byte - (i === 0 ? 0 : planes[i - 1]!)) & 255);
    const plain = values.flatMap((value) => (littleEndian ? float(value).reverse() : float(value)));
    expect(undone([row, row], { bits: 32, littleEndian }, joinFloats)).toEqual([plain, plain]);
  });

  it("in samples of less than a byte", () => {
    expect(undone([[0b01_11_10_01]], { bits: 2 })).toEqual([[0b01_00_10_11]]);
    expect(undone([[0x12, 0x3f]], { bits: 4, samples: 2 })).toEqual([[0x12, 0x41]]);
  });
});
