import type { ImageFacts } from "./image-facts.ts";

/** Marks the samples of a row from `from` to before `to` that are ink with 1, others with 0. */
export type Classify = (row: Uint8Array, ink: Uint8Array, from: number, to: number) => void;

/** How far a light colour may be from gray and still count as a scan's paper: yellowed paper does, a yellow bar not. */
const COLOURFUL = 96;

/** The same for any threshold: where only what is nearly white is paper, paper has nearly no colour. */
function colourfulAt(threshold: number): number {
  return Math.min(COLOURFUL, 1.5 * (255 - threshold));
}

/** Whether a colour leaves a mark on white paper. */
function isInk(colour: number, threshold: number): boolean {
  if (colour < 0) return colour === -1;
  const [r, g, b] = [colour >> 16, (colour >> 8) & 255, colour & 255];
  if (299 * r + 587 * g + 114 * b < threshold * 1000) return true;
  return Math.max(r, g, b) - Math.min(r, g, b) > colourfulAt(threshold);
}

/**
 * For each value of a sample of one component, whether it is ink. Samples of 16 bits are judged by their first byte.
 */
export function inkOfValues(facts: ImageFacts, threshold: number): Uint8Array {
  const bits = Math.min(facts.bits, 8);
  const most = (1 << bits) - 1;
  const space = facts.space!;
  const [low, high] = facts.decode ?? [0, space.isIndexed ? most : 1];
  const value = new Float64Array(1);
  return Uint8Array.from({ length: most + 1 }, (_, sample) => {
    value[0] = low! + (sample * (high! - low!)) / most;
    // A stencil paints where its sample is 0 (8.9.6.2).
    return Number(facts.isStencil ? value[0] < 0.5 : isInk(space.colour(value, 0), threshold));
  });
}

/** The classifier for the rows of an image; undefined when there is none. */
export function classifier(facts: ImageFacts, threshold: number): Classify | undefined {
  const { space, bits, decode } = facts;
  if (!space || ![1, 2, 4, 8, 16].includes(bits)) return undefined;
  if (space.components === 1) {
    const values = inkOfValues(facts, threshold);
    if (bits < 8) return packed(values, bits);
    const step = bits >> 3;
    return (row, ink, from, to) => {
      for (let x = from, at = from * step; x < to; x++, at += step) ink[x] = values[row[at]!]!;
    };
  }
  if (bits === 8 && !decode && space.device === "rgb") return rgbRows(threshold);
  return anyRows(facts, threshold);
}

function packed(values: Uint8Array, bits: number): Classify {
  const most = (1 << bits) - 1;
  return (row, ink, from, to) => {
    for (let x = from; x < to; x++) {
      const bit = x * bits;
      ink[x] = values[(row[bit >> 3]! >> (8 - bits - (bit & 7))) & most]!;
    }
  };
}

function rgbRows(threshold: number): Classify {
  const limit = threshold * 1000;
  const colourful = colourfulAt(threshold);
  return (row, ink, from, to) => {
    for (let x = from, at = from * 3; x < to; x++, at += 3) {
      const r = row[at]!;
      const g = row[at + 1]!;
      const b = row[at + 2]!;
      if (299 * r + 587 * g + 114 * b < limit) ink[x] = 1;
      else {
        const most = r > g ? (r > b ? r : b) : g > b ? g : b;
        const least = r < g ? (r < b ? r : b) : g < b ? g : b;
        ink[x] = most - least > colourful ? 1 : 0;
      }
    }
  };
}

/** Converts samples by the colour space. A sample equal to the one before is not converted again. */
function anyRows({ space, bits, decode }: ImageFacts, threshold: number): Classify {
  const { components } = space!;
  const most = 2 ** Math.min(bits, 8) - 1;
  const samples = new Uint8Array(components);
  const values = new Float64Array(components);
  return (row, ink, from, to) => {
    let known = -1;
    for (let x = from; x < to; x++) {
      let same = known >= 0;
      for (let i = 0; i < components; i++) {
        const sample = sampleAt(row, (x * components + i) * bits, bits);
        if (sample !== samples[i]) same = false;
        samples[i] = sample;
      }
      if (!same) {
        for (let i = 0; i < components; i++) {
          const [low, high] = [decode?.[2 * i] ?? 0, decode?.[2 * i + 1] ?? 1];
          values[i] = low + (samples[i]! * (high - low)) / most;
        }
        known = Number(isInk(space!.colour(values, 0), threshold));
      }
      ink[x] = known;
    }
  };
}

function sampleAt(row: Uint8Array, bit: number, bits: number): number {
  const byte = row[bit >> 3] ?? 0;
  return bits >= 8 ? byte : (byte >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}
