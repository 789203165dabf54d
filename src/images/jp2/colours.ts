import { unsupported } from "../../codecs/image-problem.ts";
import type { Jp2Boxes } from "../../codecs/jpx/boxes.ts";
import { type Components, deviceSpace, iccProfile } from "../write/colour.ts";

export const CMYK = 12;
export const SRGB = 16;
export const GRAY = 17;
export const SYCC = 18;

/** The colours of the spaces that PDF viewers read from the data: CMYK, sRGB, gray and sYCC (ISO 32000-2 §7.4.9). */
const COLOURS = new Map([
  [CMYK, 4],
  [SRGB, 3],
  [GRAY, 1],
  [SYCC, 3],
]);

/** Spaces of ISO/IEC 15444-2 table M.25 whose samples viewers would show in wrong colours. */
const OTHER_SPACES = new Map([
  [0, "black and white"],
  [1, "YCbCr"],
  [3, "YCbCr"],
  [4, "YCbCr"],
  [9, "PhotoYCC"],
  [11, "CMY"],
  [13, "YCCK"],
  [14, "CIE L*a*b*"],
  [15, "black and white"],
  [19, "CIE Jab"],
  [22, "YPbPr"],
  [23, "YPbPr"],
  [24, "e-sYCC"],
]);

/**
 * Whether the file has one channel more than its colours, and says nothing of it. Some viewers then take all of them as
 * CMYK, others leave it out. As in a bare codestream, it is alpha.
 */
export function hasUndescribedChannel({ enumeratedSpace, hasPalette, describesChannels, size }: Jp2Boxes): boolean {
  if (hasPalette || describesChannels || (enumeratedSpace !== SRGB && enumeratedSpace !== GRAY)) return false;
  return size.components === COLOURS.get(enumeratedSpace)! + 1;
}

/**
 * The colour space that the image needs beside its data: undefined where the data says one that viewers know and that
 * fits its components. Others are shown by the number of components.
 */
export function explicitSpace(boxes: Jp2Boxes, colours: number): string | undefined {
  const { enumeratedSpace, profile, hasPalette } = boxes;
  if (hasPalette) return undefined;
  const components = colours as Components;
  if (enumeratedSpace === undefined) {
    // Of a way to say colours that viewers do not know, some show nothing.
    return profile && iccProfile(profile, components) ? undefined : deviceSpace(components);
  }
  const name = OTHER_SPACES.get(enumeratedSpace);
  if (name) throw unsupported(`A JPEG 2000 whose colours are ${name} is not supported. Save it in sRGB.`);
  return COLOURS.get(enumeratedSpace) === colours ? undefined : deviceSpace(components);
}
