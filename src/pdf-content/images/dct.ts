import { ZIGZAG } from "../../codecs/jpeg/tables.ts";

/** cos((2x + 1)uπ/16) with its factor, c(u) / 2, at 8u + x. */
export const WAVES = Float64Array.from({ length: 64 }, (_, i) => {
  const [u, x] = [i >> 3, i & 7];
  return (Math.cos(((2 * x + 1) * u * Math.PI) / 16) * (u === 0 ? Math.SQRT1_2 : 1)) / 2;
});

/** The samples of a block from its coefficients (§A.3.3). */
export class BlockSamples {
  readonly #block = new Float64Array(64);
  readonly #half = new Float64Array(64);
  readonly #samples = new Float64Array(64);

  of(values: Int16Array, at: number, quantizer: Float64Array): Float64Array {
    const block = this.#block;
    const half = this.#half;
    const samples = this.#samples;
    block.fill(0);
    for (let k = 0; k < 64; k++) {
      const value = values[at + k]!;
      if (value !== 0) block[ZIGZAG[k]!] = value * quantizer[k]!;
    }
    for (let v = 0; v < 8; v++) {
      for (let x = 0; x < 8; x++) {
        let sum = 0;
        for (let u = 0; u < 8; u++) sum += block[v * 8 + u]! * WAVES[u * 8 + x]!;
        half[v * 8 + x] = sum;
      }
    }
    for (let y = 0; y < 8; y++) {
      for (let x = 0; x < 8; x++) {
        let sum = 128;
        for (let v = 0; v < 8; v++) sum += half[v * 8 + x]! * WAVES[v * 8 + y]!;
        samples[y * 8 + x] = sum;
      }
    }
    return samples;
  }
}

/** The reverse: how much of each wave is in a block's samples (§A.3.3), at 8v + u. */
export function wavesOf(samples: Float64Array, into: Float64Array): void {
  const half = new Float64Array(64);
  for (let y = 0; y < 8; y++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let x = 0; x < 8; x++) sum += (samples[y * 8 + x]! - 128) * WAVES[u * 8 + x]!;
      half[y * 8 + u] = sum;
    }
  }
  for (let v = 0; v < 8; v++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let y = 0; y < 8; y++) sum += half[y * 8 + u]! * WAVES[v * 8 + y]!;
      into[v * 8 + u] = sum;
    }
  }
}
