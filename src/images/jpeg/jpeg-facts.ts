import { IMAGE_CAPS } from "../../codecs/caps.ts";
import { corrupt, unsupported } from "../../codecs/image-problem.ts";
import { MARKER, type Segment } from "../../codecs/jpeg/jpeg-segments.ts";
import * as CHAR from "../../platform/char.ts";
import { densityOf, readExif } from "../exif.ts";
import type { Density, IccProfile, Orientation } from "../image.ts";
import { type Components, iccProfile } from "../write/colour.ts";

export interface JpegFacts {
  width: number;
  height: number;
  components: Components;
  frame: Segment;
  /** The height is in a DNL segment, and must be written into the frame header. */
  heightFromDnl: boolean;
  hasJfif: boolean;
  /** The Adobe marker's colour transform, when the marker is there. */
  adobeTransform: number | undefined;
  /** Three components that are RGB, not YCbCr. */
  isRgb: boolean;
  orientation: Orientation;
  density: Density | undefined;
  profile: IccProfile | undefined;
}

/**
 * Kinds of frame that DCTDecode does not take (ISO 32000-2 §7.4.8 wants baseline, extended or progressive). Few viewers
 * read arithmetic coding.
 */
const REFUSED_KINDS = new Map<number, string>([
  [MARKER.SOF0 + 3, "lossless"],
  [MARKER.SOF0 + 5, "hierarchical"],
  [MARKER.SOF0 + 6, "hierarchical progressive"],
  [MARKER.SOF0 + 7, "hierarchical lossless"],
  [MARKER.SOF9, "arithmetic-coded"],
  [MARKER.SOF10, "arithmetic-coded progressive"],
  [MARKER.SOF0 + 11, "arithmetic-coded lossless"],
  [MARKER.SOF0 + 13, "arithmetic-coded hierarchical"],
  [MARKER.SOF0 + 14, "arithmetic-coded hierarchical progressive"],
  [MARKER.SOF0 + 15, "arithmetic-coded hierarchical lossless"],
]);

/** Baseline, extended and progressive. */
const FRAME_KINDS = new Set<number>([MARKER.SOF0, MARKER.SOF1, MARKER.SOF2]);

export function jpegFacts(layout: { readonly segments: readonly Segment[] }): JpegFacts {
  const frame = frameHeader(layout.segments);
  const data = frame.data;
  const components = componentCount(data);
  const declaredHeight = (data[1]! << 8) | data[2]!;
  const height = declaredHeight || heightOfDnl(layout.segments);
  const hasJfif = layout.segments.some(isJfif);
  const adobeTransform = layout.segments.find(isAdobe)?.data[11];
  const exif = readExif(layout.segments.find(isExif)?.data, layout.segments.find(isXmp)?.data);
  return {
    width: (data[3]! << 8) | data[4]!,
    height,
    components,
    frame,
    heightFromDnl: declaredHeight === 0,
    hasJfif,
    adobeTransform,
    isRgb: components === 3 && !hasJfif && (adobeTransform === undefined ? hasRgbIds(data) : adobeTransform === 0),
    orientation: exif.orientation,
    density: jfifDensity(layout.segments) ?? exif.density,
    profile: joinedProfile(layout.segments, components),
  };
}

function frameHeader(segments: readonly Segment[]): Segment {
  let frame: Segment | undefined;
  for (const segment of segments) {
    const kind = REFUSED_KINDS.get(segment.marker);
    if (kind) throw unsupported(`This is ${kind} JPEG, which a PDF cannot hold; save it as baseline JPEG.`);
    if (!FRAME_KINDS.has(segment.marker)) continue;
    if (frame) throw corrupt("The JPEG has two frame headers.");
    frame = segment;
  }
  if (!frame) throw corrupt("The JPEG has no frame header.");
  return frame;
}

function componentCount(frame: Uint8Array): Components {
  const count = frame[5] ?? 0;
  if (frame.length < 6 + 3 * count || count === 0) throw corrupt("The JPEG's frame header is cut off.");
  if (frame[0] !== 8) throw unsupported(`The JPEG has ${frame[0]} bits per sample; a PDF takes only 8.`);
  if (count !== 1 && count !== 3 && count !== 4) {
    throw unsupported(`The JPEG has ${count} colour components; a PDF takes 1, 3 or 4.`);
  }
  return count;
}

/** T.81 §B.2.5: a height of 0 means that a DNL segment gives it after the first scan. */
function heightOfDnl(segments: readonly Segment[]): number {
  const data = segments.find((segment) => segment.marker === MARKER.DNL)?.data;
  return data && data.length >= 2 ? (data[0]! << 8) | data[1]! : 0;
}

function hasRgbIds(frame: Uint8Array): boolean {
  return frame[6] === CHAR.R && frame[9] === CHAR.G && frame[12] === CHAR.B;
}

export function isJfif(segment: Segment): boolean {
  return segment.marker === MARKER.APP0 && segment.data.length >= 12 && begins(segment.data, "JFIF\0");
}

export function isAdobe(segment: Segment): boolean {
  return segment.marker === MARKER.APP14 && segment.data.length >= 12 && begins(segment.data, "Adobe");
}

function isExif(segment: Segment): boolean {
  return segment.marker === MARKER.APP1 && begins(segment.data, "Exif\0");
}

function isXmp(segment: Segment): boolean {
  return segment.marker === MARKER.APP1 && begins(segment.data, "http://ns.adobe.com/xap/1.0/\0");
}

function jfifDensity(segments: readonly Segment[]): Density | undefined {
  const data = segments.find(isJfif)?.data;
  if (!data) return undefined;
  const unit = data[7]!;
  const x = (data[8]! << 8) | data[9]!;
  const y = (data[10]! << 8) | data[11]!;
  return densityOf(x, y, unit === 2 ? 2.54 : 1, unit === 1 || unit === 2);
}

const ICC_MARK = "ICC_PROFILE\0";

/** ICC.1 annex B.4: numbered chunks in APP2 segments, in any order. An incomplete set gives no profile. */
function joinedProfile(segments: readonly Segment[], components: Components): IccProfile | undefined {
  const chunks: Uint8Array[] = [];
  let expected = 0;
  let size = 0;
  for (const { marker, data } of segments) {
    if (marker !== MARKER.APP2 || data.length <= 14 || !begins(data, ICC_MARK)) continue;
    const number = data[12]!;
    expected = data[13]!;
    if (number === 0 || number > expected || chunks[number - 1]) return undefined;
    chunks[number - 1] = data.subarray(14);
    size += data.length - 14;
  }
  if (expected === 0 || size > IMAGE_CAPS.profileBytes) return undefined;
  const joined = new Uint8Array(size);
  let at = 0;
  for (let i = 0; i < expected; i++) {
    const chunk = chunks[i];
    if (!chunk) return undefined;
    joined.set(chunk, at);
    at += chunk.length;
  }
  return iccProfile(joined, components);
}

function begins(data: Uint8Array, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (data[i] !== text.charCodeAt(i)) return false;
  return true;
}
