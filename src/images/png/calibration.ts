import { type PdfObject, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { PngChunks } from "./chunks.ts";

/** x and y of white, red, green and blue (PNG, third edition, §11.3.2.1), as sRGB has them. */
const SRGB = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
/** What sRGB's curve comes near to, as a power. */
const SRGB_GAMMA = 2.2;
/** Values that differ by less are meant to be sRGB's. */
const NEAR = 0.02;
/** Chunks hold hundred-thousandths. */
const UNIT = 100_000;

/** Transfer functions of high dynamic range (ITU-T H.273 table 3): PQ, and hybrid log-gamma. */
const HIGH_RANGES = new Set([16, 18]);

export const HIGH_RANGE =
  "The PNG's colours have a high dynamic range (PQ or HLG), which a PDF cannot say: they look dull. Save it in sRGB.";

export function isHighRange({ codePoints }: PngChunks): boolean {
  return codePoints?.length === 4 && HIGH_RANGES.has(codePoints[1]!);
}

/**
 * CalRGB or CalGray (ISO 32000-2 §8.6.5.2) of gAMA and cHRM. Undefined where these say what device colours are taken
 * for anyway, make no sense, or something else goes before them.
 */
export function calibratedSpace(chunks: PngChunks, isColour: boolean): PdfObject | undefined {
  if (chunks.isSrgb || chunks.codePoints || (!chunks.gamma && !chunks.chromaticities)) return undefined;
  const [stored = UNIT / SRGB_GAMMA] = numbers(chunks.gamma, 1);
  const gamma = UNIT / stored;
  const named = numbers(chunks.chromaticities, 8).map((value) => value / UNIT);
  const places = named.length === 8 ? named : SRGB;
  const primaries = [0, 2, 4, 6].map((at) => tristimulus(places[at]!, places[at + 1]!));
  if (!(gamma > 0.1 && gamma < 10) || primaries.flat().some((value) => !Number.isFinite(value))) return undefined;
  const [white, red, green, blue] = primaries as [Vector, Vector, Vector, Vector];
  const isSrgb = places.every((value, i) => Math.abs(value - SRGB[i]!) < NEAR);
  if (Math.abs(gamma / SRGB_GAMMA - 1) < NEAR && (isSrgb || !isColour)) return undefined;
  if (!isColour) return ["CalGray", pdfDict({ WhitePoint: rounded(white), Gamma: round(gamma) })];
  // Each primary is as bright as makes the three of them white (Cramer's rule).
  const whole = determinant(red, green, blue);
  const levels = [
    determinant(white, green, blue) / whole,
    determinant(red, white, blue) / whole,
    determinant(red, green, white) / whole,
  ];
  if (levels.some((level) => !(level > 0 && level < 1000))) return undefined;
  const matrix = [red, green, blue].flatMap((primary, i) => primary.map((value) => round(value * levels[i]!)));
  const gammas = [gamma, gamma, gamma].map(round);
  return ["CalRGB", pdfDict({ WhitePoint: rounded(white), Gamma: gammas, Matrix: matrix })];
}

type Vector = readonly [number, number, number];

/** X, Y and Z of a place in the diagram of chromaticities, at a brightness of 1. */
function tristimulus(x: number, y: number): Vector {
  return [x / y, 1, (1 - x - y) / y];
}

function determinant([a, b, c]: Vector, [d, e, f]: Vector, [g, h, i]: Vector): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function numbers(chunk: Uint8Array | undefined, count: number): number[] {
  if (chunk?.length !== 4 * count) return [];
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Array.from({ length: count }, (_, i) => view.getUint32(4 * i));
}

function rounded(vector: Vector): number[] {
  return vector.map(round);
}

function round(value: number): number {
  return Math.round(value * UNIT) / UNIT;
}
