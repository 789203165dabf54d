import type { Orientation } from "../image.ts";

export interface TgaHeader {
  width: number;
  height: number;
  bits: number;
  kind: "palette" | "colour" | "gray";
  runLength: boolean;
  alphaBits: number;
  orientation: Orientation;
  paletteFirst: number;
  paletteLength: number;
  paletteBits: number;
  paletteAt: number;
  pixelsAt: number;
}

const HEADER_BYTES = 18;
const KINDS = { 1: "palette", 2: "colour", 3: "gray" } as const;
/** Offsets of the header's fields. */
const AT = {
  ...{ idLength: 0, hasPalette: 1, type: 2, paletteFirst: 3, paletteLength: 5, paletteBits: 7 },
  ...{ width: 12, height: 14, bits: 16, descriptor: 17 },
};
const DEPTHS = { palette: [8], colour: [15, 16, 24, 32], gray: [8, 16] };
/** Orientations, by the two bits of the descriptor that say where the first pixel is: right, then top. */
const ORIENTATIONS: readonly Orientation[] = [4, 3, 1, 2];

/**
 * Truevision's TGA has no signature: it is recognised when every field makes sense and the file is as long as they say.
 */
export function tgaHeader(bytes: Uint8Array): TgaHeader | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const u16 = (at: number): number => bytes[at]! | (bytes[at + 1]! << 8);
  const hasPalette = bytes[AT.hasPalette];
  const type = bytes[AT.type]!;
  const kind = KINDS[(type & 7) as 1 | 2 | 3];
  if (!kind || (type & ~11) !== 0 || hasPalette! > 1 || (kind === "palette") > (hasPalette === 1)) return undefined;
  const paletteBits = bytes[AT.paletteBits]!;
  const paletteLength = u16(AT.paletteLength);
  const isPaletteRight = hasPalette === 1 ? [15, 16, 24, 32].includes(paletteBits) : paletteLength === 0;
  const bits = bytes[AT.bits]!;
  const descriptor = bytes[AT.descriptor]!;
  if (!isPaletteRight || !DEPTHS[kind].includes(bits) || (descriptor & 0xc0) !== 0) return undefined;
  const width = u16(AT.width);
  const height = u16(AT.height);
  const runLength = (type & 8) !== 0;
  const paletteAt = HEADER_BYTES + bytes[AT.idLength]!;
  const pixelsAt = paletteAt + paletteLength * ((paletteBits + 7) >> 3);
  const needed = runLength ? 2 : width * height * ((bits + 7) >> 3);
  // A file that is cut off is recognised when at least half of it is there.
  if (width === 0 || height === 0 || pixelsAt + needed / 2 > bytes.length) return undefined;
  return {
    width,
    height,
    bits,
    kind,
    runLength,
    alphaBits: descriptor & 15,
    orientation: ORIENTATIONS[(descriptor >> 4) & 3]!,
    paletteFirst: u16(AT.paletteFirst),
    paletteLength,
    paletteBits,
    paletteAt,
    pixelsAt,
  };
}
