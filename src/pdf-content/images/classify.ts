import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
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
  const r = colour >> 16;
  const g = (colour >> 8) & 255;
  const b = colour & 255;
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
export function classifier(facts: ImageFacts, threshold: number, work: Work): Classify | undefined {
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
  return anyRows(facts, threshold, work);
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

/** Converts samples by the colour space. A colour equal to the one before is not converted again. */
function anyRows({ space, bits, decode }: ImageFacts, threshold: number, work: Work): Classify {
  const { components } = space!;
  const most = 2 ** Math.min(bits, 8) - 1;
  const lows = Float64Array.from({ length: components }, (_, i) => decode?.[2 * i] ?? 0);
  const steps = lows.map((low, i) => ((decode?.[2 * i + 1] ?? 1) - low) / most);
  const values = new Float64Array(components);
  const size = bits === 16 ? 2 : 1;
  const stride = components * size;
  let unpacked = new Uint8Array(0);
  return (row, ink, from, to) => {
    let samples = row;
    let at = from * stride;
    if (bits < 8) {
      const length = (to - from) * components;
      if (unpacked.length < length) unpacked = new Uint8Array(length);
      unpack(row, bits, from * components, unpacked.subarray(0, length));
      samples = unpacked;
      at = 0;
    }
    let known = -1;
    let converted = 0;
    for (let x = from; x < to; x++, at += stride) {
      let isSame = known >= 0;
      for (let i = 0; isSame && i < stride; i += size) isSame = samples[at + i] === samples[at - stride + i];
      if (!isSame) {
        for (let i = 0; i < components; i++) values[i] = lows[i]! + samples[at + i * size]! * steps[i]!;
        known = Number(isInk(space!.colour(values, 0), threshold));
        converted++;
      }
      ink[x] = known;
    }
    work.spend(converted * COST.convertedColour + (to - from) * components * COST.countedSample);
  };
}

/** Samples of fewer than eight bits, from the one at `first` on. */
function unpack(row: Uint8Array, bits: number, first: number, into: Uint8Array): void {
  const most = (1 << bits) - 1;
  for (let i = 0; i < into.length; i++) {
    const bit = (first + i) * bits;
    into[i] = (row[bit >> 3]! >> (8 - bits - (bit & 7))) & most;
  }
}
