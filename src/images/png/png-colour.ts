import { IMAGE_CAPS } from "../../codecs/caps.ts";
import { inflatePieces } from "../../codecs/inflate.ts";
import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import { joined } from "../../platform/bytes.ts";
import type { IccProfile, ObjectSink } from "../image.ts";
import { deviceSpace, iccProfile, indexed } from "../write/colour.ts";
import type { Palette } from "./palette.ts";
import { hasAlphaChannel, PALETTE, type PngHeader, RGB, RGBA } from "./png-header.ts";

/** What every way of writing a PNG needs to know of it. */
export interface PngImage {
  header: PngHeader;
  data: readonly Uint8Array[];
  /** All checksums of the data are right: it is as it was when the file was made. */
  isVouchedFor: boolean;
  palette: Palette | undefined;
  profile: IccProfile | undefined;
  /** What gAMA and cHRM say, where there is no profile. */
  calibrated: PdfObject | undefined;
  /** Colour key of gray and RGB images: the samples of the one transparent colour. */
  key: number[] | undefined;
}

/** The colour space of the colour samples: that of the profile, if there is one that fits. */
export function colourSpace(sink: ObjectSink, { header, palette, profile, calibrated }: PngImage): PdfObject {
  const base = profile ? sink.profile(profile) : (calibrated ?? deviceSpace(isColour(header) ? 3 : 1));
  return palette ? indexed(base, palette.table, palette.entries) : base;
}

export function isColour(header: PngHeader): boolean {
  return header.colourType === RGB || header.colourType === RGBA || header.colourType === PALETTE;
}

/** §11.3.2.3: a name, a zero, the compression method, a zlib stream. A profile that cannot be read counts as none. */
export function embeddedProfile(chunk: Uint8Array | undefined, header: PngHeader): IccProfile | undefined {
  const nameEnd = chunk?.subarray(0, 80).indexOf(0) ?? -1;
  if (!chunk || nameEnd < 0 || chunk[nameEnd + 1] !== 0) return undefined;
  const inflated = inflatedProfile(chunk.subarray(nameEnd + 2));
  return inflated && iccProfile(inflated, isColour(header) ? 3 : 1);
}

function inflatedProfile(stream: Uint8Array): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  const { end } = inflatePieces([stream], IMAGE_CAPS.profileBytes, (piece) => pieces.push(piece.slice()));
  return end === "finished" ? joined(pieces) : undefined;
}

/** tRNS of gray and RGB (§11.3.1.1): two bytes a sample, whatever the depth. */
export function colourKey(chunk: Uint8Array | undefined, header: PngHeader): number[] | undefined {
  if (!chunk || header.colourType === PALETTE || hasAlphaChannel(header)) return undefined;
  if (chunk.length !== header.channels * 2) return undefined;
  const samples = Array.from({ length: header.channels }, (_, i) => (chunk[i * 2]! << 8) | chunk[i * 2 + 1]!);
  return samples.every((sample) => sample < 2 ** header.depth) ? samples : undefined;
}
