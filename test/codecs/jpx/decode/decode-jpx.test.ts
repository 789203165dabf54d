import { describe, expect, it } from "vitest";
import { jpxRows, readJpx } from "../../../../src/codecs/jpx/decode/decode-jpx.ts";
import { atOnce } from "../../../../src/meter/turns.ts";
import { Work } from "../../../../src/meter/work.ts";
import { bytes } from "../../../fixtures/bytes.ts";
import { jpxOf } from "../../../fixtures/hostile/coded.ts";
import { box, boxed } from "../../../fixtures/jp2.ts";
import { type JpxOptions, jpxStream } from "../../../fixtures/jpx.ts";
import { seeded } from "../../../fixtures/random.ts";

const random = seeded(2000);

/** A slope with spots. */
function channel(width: number, height: number, most = 255): number[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) =>
      random.next() < 0.1 ? random.below(most + 1) : (5 * x + 3 * y) % (most + 1),
    ),
  );
}

/** The rows of the picture, its channels apart, with samples as the decoder gives them. */
function decoded(data: Uint8Array, colours: number, work = new Work(), isIndexed = false): number[][][] {
  const { height, bits } = readJpx(data, new Work());
  const channels = Array.from({ length: colours }, (): number[][] => []);
  atOnce(
    jpxRows(data, { colours, isIndexed }, height, work, (row) => {
      channels.forEach((rows, i) => {
        const samples = Array.from({ length: row.length / colours / (bits / 8) }, (_, x) => x * colours + i);
        rows.push(samples.map((at) => (bits === 8 ? row[at]! : row[2 * at]! * 256 + row[2 * at + 1]!)));
      });
    }),
  );
  return channels;
}

describe("JPEG 2000", () => {
  it.each<[width: number, height: number, channels: number, options: JpxOptions]>([
    [8, 8, 1, { levels: 0 }],
    [40, 40, 1, { levels: 1 }],
    [61, 33, 3, { levels: 2 }],
    [100, 70, 3, { levels: 2, isMixed: true }],
    [1, 9, 1, { levels: 2 }],
    [5, 1, 1, { levels: 1 }],
    [30, 20, 4, { levels: 1 }],
    [70, 150, 1, { levels: 0, isDivided: true }],
  ])("of %i by %i samples and %i channels gives them: %o", (width, height, count, options) => {
    const channels = Array.from({ length: count }, () => channel(width, height));
    expect(decoded(jpxStream(channels, options), count)).toEqual(channels);
  });

  it.each([0, 1, 2, 3, 4])("has its packets in order %i", (progression) => {
    for (const options of [{ levels: 2 }, { levels: 0, isDivided: true }]) {
      const channels = [0, 1, 2].map(() => channel(90, 70));
      expect(decoded(jpxStream(channels, { ...options, progression }), 3)).toEqual(channels);
    }
  });

  it("may have ends of packets' headers that it does not announce", () => {
    const body = Uint8Array.of(0, 0xff, 0x92, 0, 0xff, 0x92);
    expect(decoded(jpxOf({ width: 2, height: 1, components: 2, body }), 1)).toEqual([[[128, 128]]]);
  });

  it("costs nothing for precincts that it has no data of", () => {
    const work = new Work();
    decoded(jpxOf({ width: 400, height: 400, precincts: [0], body: new Uint8Array(1000) }), 1, work);
    expect(work.used.bytes).toBeLessThan(10_000);
  });

  it("spreads samples of fewer bits to 8 or 16, except for those of a palette", () => {
    const four = channel(12, 10, 15);
    const data = jpxStream([four], { bits: 4 });
    expect(decoded(data, 1)).toEqual([four.map((row) => row.map((sample) => sample * 17))]);
    expect(decoded(data, 1, new Work(), true)).toEqual([four]);
    const twelve = channel(12, 10, 4095);
    const spread = twelve.map((row) => row.map((sample) => Math.round((sample * 65_535) / 4095)));
    expect(decoded(jpxStream([twelve], { bits: 12 }), 1)).toEqual([spread]);
  });

  it("says its size and its colours", () => {
    const rgb = jpxStream([channel(9, 7), channel(9, 7), channel(9, 7)]);
    expect(readJpx(boxed(rgb, 9, 7, 3, 16), new Work())).toMatchObject({ width: 9, height: 7, bits: 8, space: "rgb" });
    const gray = jpxStream([channel(9, 7)]);
    expect(readJpx(gray, new Work())).toMatchObject({ space: "gray", profile: undefined });
    expect(readJpx(boxed(jpxStream([0, 1, 2, 3].map(() => channel(9, 7))), 9, 7, 4, 12), new Work()).space).toBe(
      "cmyk",
    );
    expect(readJpx(boxed(rgb, 9, 7, 3, 14), new Work()).space).toBeUndefined();
  });

  it("turns luma and differences of sYCC into colours", () => {
    const [luma, blue, red] = [200, 128, 228].map((value) => [[value, value]]);
    const data = boxed(jpxStream([luma!, blue!, red!], { levels: 0 }), 2, 1, 3, 18);
    expect(decoded(data, 3).map(([row]) => row![0])).toEqual([255, 129, 200]);
  });

  it("is not decoded with a palette, or with channels in another order", () => {
    const data = jpxStream([channel(4, 4), channel(4, 4), channel(4, 4)]);
    const palette = box("pclr", bytes([0, 1, 1, 7, 0]));
    expect(() => readJpx(boxed(data, 4, 4, 3, 16, [palette]), new Work())).toThrow("palette");
    const order = box("cdef", bytes([0, 3, 0, 0, 0, 0, 0, 3, 0, 1, 0, 0, 0, 2, 0, 2, 0, 0, 0, 1]));
    expect(() => readJpx(boxed(data, 4, 4, 3, 16, [order]), new Work())).toThrow("order of its own");
  });

  it("may have tiles without samples in their lowest resolutions", () => {
    const data = jpxOf({ width: 1, height: 6, tile: [1, 3, 2], levels: 4, body: new Uint8Array(0) });
    // The irreversible transform.
    data[Buffer.from(data).indexOf(Buffer.of(0xff, 0x5c)) - 1] = 0;
    expect(decoded(data, 1)).toEqual([Array.from({ length: 6 }, () => [128])]);
  });

  it("is damaged when it ends early", () => {
    const data = jpxStream([channel(20, 20)]);
    for (let length = 0; length < data.length - 2; length++) {
      expect(() => decoded(data.subarray(0, length), 1)).toThrow("JPEG 2000");
    }
  });

  it("holds few rows of a large picture, and charges them", () => {
    const data = jpxStream([channel(128, 128)], { levels: 1 });
    const work = new Work();
    decoded(data, 1, work);
    expect(work.used.bytes).toBeLessThan(100_000);
    expect(work.used.steps).toBeGreaterThan(1000);
    expect(() => decoded(data, 1, new Work(0, { steps: 600 }))).toThrow("more than its size");
    expect(() => decoded(data, 1, new Work(0, { steps: 100 }))).toThrow("too large");
  });

  it("of a size that its data cannot have takes no more than a request may", () => {
    const data = jpxOf({ width: 0xffffff, height: 0xffffff, body: new Uint8Array(0) });
    const rows = (wanted: number) => () =>
      atOnce(jpxRows(data, { colours: 1, isIndexed: false }, wanted, new Work(), () => {}));
    expect(rows(100)).toThrow("too large");
    expect(rows(1)).toThrow("memory");
  });

  it("whatever its bytes are, is decoded, or is damaged, or takes too much", () => {
    const files = [
      jpxStream([channel(40, 40)], { levels: 2 }),
      boxed(jpxStream([channel(20, 20), channel(20, 20), channel(20, 20)], { isMixed: true }), 20, 20, 3, 16),
    ];
    const outcomes = new Set<string>();
    for (let round = 0; round < 500; round++) {
      const data = random.pick(files).slice();
      for (let i = random.below(4); i >= 0; i--) {
        data[random.below(random.next() < 0.5 ? 250 : data.length)] = random.below(256);
      }
      outcomes.add(outcome(data));
    }
    outcomes.delete("WorkProblem");
    expect([...outcomes].sort()).toEqual(["ImageProblem", "decoded"]);
  });
});

function outcome(data: Uint8Array): string {
  try {
    const { height, colours } = readJpx(data, new Work());
    const work = new Work(0, { steps: 50_000, heldBytes: 4 << 20 });
    atOnce(jpxRows(data, { colours, isIndexed: false }, Math.min(height, 1000), work, () => {}));
    return "decoded";
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
