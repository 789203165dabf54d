import { describe, expect, it } from "vitest";
import type { ImageFacts } from "../../../src/pdf-content/images/image-facts.ts";
import type { SampleRect, Visible } from "../../../src/remove/images/part-rows.ts";
import { RowCutter } from "../../../src/remove/images/row-cutter.ts";
import { type Random, seeded } from "../../fixtures/random.ts";

type Spans = readonly (readonly [number, number])[];

const WIDTH = 61;
const facts = (isIndexed = false) => ({ width: WIDTH, height: 1, space: { isIndexed } }) as unknown as ImageFacts;
const rectOf = (left: number, right: number): SampleRect => ({ left, top: 0, right, bottom: 1 });
const visibleIn = (spans: Spans) => ({ spans: () => spans }) as unknown as Visible;

/** Pixels of so many bits, one behind the other. */
function packed(pixels: readonly bigint[], bits: number): Uint8Array {
  const digits = pixels.map((pixel) => pixel.toString(2).padStart(bits, "0")).join("");
  return Uint8Array.from(digits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

function anySpans({ below }: Random): Spans {
  const ends = Array.from({ length: 2 * (1 + below(3)) }, () => below(WIDTH + 1)).sort((a, b) => a - b);
  const spans = ends.flatMap((from, i) => (i % 2 === 0 && from < ends[i + 1]! ? [[from, ends[i + 1]!] as const] : []));
  return spans.length > 0 ? spans : [[0, WIDTH]];
}

/** The pixel that stands for the one at `x`: itself where it is visible, or the nearest in the span at or before it. */
function standsFor(x: number, spans: Spans): number {
  const [from, end] = spans.findLast(([first]) => first <= x) ?? spans[0]!;
  return Math.min(Math.max(x, from), end - 1);
}

describe("a row of pixels that is cut", () => {
  it.each([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64])("has only pixels that are visible, of %i bits", (bits) => {
    const random = seeded(bits);
    for (let round = 0; round < 200; round++) {
      const pixels = Array.from({ length: WIDTH }, () =>
        BigInt.asUintN(bits, BigInt(random.below(2 ** 32)) * 0x1_0001n),
      );
      const spans = anySpans(random);
      const left = random.below(WIDTH);
      const right = left + 1 + random.below(WIDTH - left);
      const out = new RowCutter(bits, facts(), rectOf(left, right), visibleIn(spans)).cut(packed(pixels, bits), 0);
      const isOutside = spans.length === 1 && (spans[0]![0] >= right || spans[0]![1] <= left);
      const kept = pixels.map((_, x) => (isOutside ? 0n : pixels[standsFor(x, spans)]!)).slice(left, right);
      expect(out, `${left} to ${right} of ${JSON.stringify(spans)}`).toEqual(packed(kept, bits));
    }
  });

  it.each([1, 2, 4, 8])("tells which colours of a palette its pixels have, of %i bits", (bits) => {
    const random = seeded(bits);
    for (let round = 0; round < 50; round++) {
      const most = 1 + random.below(2 ** bits - 1);
      const pixels = Array.from({ length: WIDTH }, () => BigInt(1 + random.below(most)));
      const [left, right] = [random.below(10), 40 + random.below(20)];
      const cutter = new RowCutter(bits, facts(true), rectOf(left, right), visibleIn([[0, WIDTH]]));
      cutter.cut(packed(pixels, bits), 0);
      const used = [...cutter.used().entries()].flatMap(([index, isUsed]) => (isUsed ? [index] : []));
      const wanted = new Set(pixels.slice(left, right).map(Number));
      expect(used).toEqual([...wanted].sort((a, b) => a - b));
    }
  });
});
