import { type JpegPlan, quantizerOf } from "./plan.ts";
import { ZIGZAG } from "./tables.ts";

/** The steps of T.81 annex K.1, row by row: of brightness, and of colour, whose further steps are all 99. */
const BRIGHTNESS = [
  [16, 11, 10, 16, 24, 40, 51, 61],
  [12, 12, 14, 19, 26, 58, 60, 55],
  [14, 13, 16, 24, 40, 57, 69, 56],
  [14, 17, 22, 29, 51, 87, 80, 62],
  [18, 22, 37, 56, 68, 109, 103, 77],
  [24, 35, 55, 64, 81, 104, 113, 92],
  [49, 64, 78, 87, 103, 121, 120, 101],
  [72, 92, 95, 98, 112, 100, 103, 99],
].flat();
const COLOUR = [
  [17, 18, 24, 47],
  [18, 21, 26, 66],
  [24, 26, 56],
  [47, 66],
];

/**
 * The plan with steps as coarse as those of the quality from 1 to 100, as libjpeg counts it; undefined where its own
 * are as coarse already.
 */
export function coarser(plan: JpegPlan, quality: number): JpegPlan | undefined {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  const [first] = plan.frame.components;
  const hasColour = plan.frame.components.length === 3;
  let isCoarser = false;
  const quantizers = new Map<number, Uint8Array>();
  for (const id of plan.quantizers.keys()) {
    const own = quantizerOf(plan, id);
    const isColour = hasColour && id !== first?.quantizer;
    const steps = own.map((step, k) => {
      const place = ZIGZAG[k]!;
      const base = isColour ? (COLOUR[place >> 3]?.[place & 7] ?? 99) : BRIGHTNESS[place]!;
      return Math.max(step, Math.min(255, Math.max(1, Math.floor((base * scale + 50) / 100))));
    });
    if (steps.some((step, k) => step > own[k]!)) isCoarser = true;
    quantizers.set(id, tableOf(id, steps));
  }
  return isCoarser ? { ...plan, quantizers } : undefined;
}

/** A table as its segment has it (B.2.4.1): of bytes, or of two bytes for each step. */
function tableOf(id: number, steps: Float64Array): Uint8Array {
  if (steps.every((step) => step < 256)) return Uint8Array.of(id, ...steps);
  return Uint8Array.of(0x10 | id, ...Array.from(steps).flatMap((step) => [step >> 8, step & 255]));
}
