import { deflateSync } from "node:zlib";
import { text } from "../../../fixtures/pdf.ts";
import { INSIDE, onePage } from "../construct.ts";
import type { Secret } from "../secret.ts";

/** 40 by 40 samples over the page: ten points each, so that 10 to 30 are inside; what is outside spells the word. */
export const SIZE = 40;

export function samples(word: string, inside = "e"): string {
  let data = "";
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const isInside = x >= 10 && x < 30 && y >= 10 && y < 30;
      data += isInside ? inside : word[(y * SIZE + x) % word.length]!;
    }
  }
  return data;
}

/** One bit a sample, black outside and white inside, or in the rhythm of the secret. */
export function bits(secret: Secret, inside: number): string {
  let data = "";
  for (let y = 0; y < SIZE; y++) {
    for (let byte = 0; byte < SIZE / 8; byte++) {
      let value = 0;
      for (let bit = 0; bit < 8; bit++) {
        const x = byte * 8 + bit;
        const isInside = x >= 10 && x < 30 && y >= 10 && y < 30;
        const mark = (secret.word.charCodeAt((y + (x >> 3)) % 8) >> (x & 7)) & 1;
        value = (value << 1) | (isInside ? inside : mark);
      }
      data += String.fromCharCode(value);
    }
  }
  return data;
}

export const GRAY = `/Type/XObject/Subtype/Image/Width ${SIZE}/Height ${SIZE}/BitsPerComponent 8/ColorSpace/DeviceGray`;
export const WHOLE = "q 400 0 0 400 0 0 cm /Im Do Q";

export const image = (body: string, objects: Record<number, string> = {}, content = WHOLE) =>
  onePage(`0.5 g ${content}`, {
    inside: `0.5 g ${INSIDE}`,
    resources: "/XObject<</Im 10 0 R>>",
    objects: { 10: body, ...objects },
  });

export const packed = (data: string) => text(deflateSync(Buffer.from(data, "latin1")));

/** A renderer samples an image anew when it sees another part of it. */
export const resampled = { picture: "resampled" } as const;
