import { checkPixels, IMAGE_CAPS } from "../../codecs/caps.ts";
import { corrupt, ImageProblem, unsupported } from "../../codecs/image-problem.ts";
import { type Jp2Boxes, readBoxes } from "../../codecs/jpx/boxes.ts";
import { checkCodestream } from "../../codecs/jpx/check.ts";
import { readSize, type Size } from "../../codecs/jpx/size.ts";
import { withinTurns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import type { PdfRef } from "../../pdf-file/syntax/objects.ts";
import { densityOf } from "../exif.ts";
import type { ImageFrame, ObjectSink, ReadOptions, Tile } from "../image.ts";
import { type Components, deviceSpace, iccProfile } from "../write/colour.ts";
import { type ImageXObject, wholeTile, writeImage } from "../write/xobject.ts";

/** JPEG 2000 goes into the PDF as it is: JPXDecode takes the same file (ISO 32000-2 §7.4.9). */
export async function readJp2(bytes: Uint8Array, _options: ReadOptions, work: Work): Promise<ImageFrame[]> {
  const found = bytes[0] === 0xff ? undefined : readBoxes(bytes);
  const codestream = found?.codestream ?? bytes;
  const size = readSize(codestream);
  const { width, height } = size;
  checkPixels(width, height, "passthrough");
  if (found) checkAgreement(found, size);
  if (size.components.every(({ across, down }) => across > 1 || down > 1)) {
    // PDFium shows nothing.
    throw unsupported("The JPEG 2000 has fewer samples than pixels in all of its components; save it again.");
  }
  const boxes = found && hasUndescribedChannel(found) ? undefined : found;
  const opacity = boxes ? boxes.opacity : impliedOpacity(size);
  const colours = size.components.length - (opacity ? 1 : 0);
  if (!boxes?.hasPalette && colours !== 1 && colours !== 3 && colours !== 4) {
    throw unsupported(`The JPEG 2000 has ${colours} colour components; a PDF takes 1, 3 or 4.`);
  }
  const colourSpace = boxes && explicitSpace(boxes, colours);
  const { missing, tiles } = await withinTurns(checkCodestream(codestream, size, work), work);
  const image = { width, height, colourSpace, bits: undefined, filter: "JPXDecode" } as const;
  const picture: Picture = { image, bytes, boxes, codestream, size, opacity };
  const warn = (sink: ObjectSink): void => {
    if (missing > 0) sink.warn(`The JPEG 2000 is damaged: ${missing} of its ${tiles} tiles are missing.`);
  };
  const facts = {
    width,
    height,
    density: densityOf(found?.resolution?.x, found?.resolution?.y, 0.0254, true),
    orientation: 1,
    decodedPixels: 0,
    minVersion: "1.5",
  } as const;
  if (!opacity) {
    const write = (sink: ObjectSink): Tile[] => {
      warn(sink);
      return wholeTile(writeAsItIs(sink, picture), width, height);
    };
    return [{ ...facts, method: "passthrough", write }];
  }
  const write = async (sink: ObjectSink): Promise<Tile[]> => {
    warn(sink);
    return wholeTile(await writeParted(sink, picture, work), width, height);
  };
  const mask = Math.min(width * height, IMAGE_CAPS.outputBytes);
  return [{ ...facts, method: "decoded", workingBytes: SEGMENTS_BYTES + codestream.length + mask, write }];
}

/** Rows that are being compressed. */
const SEGMENTS_BYTES = 4 * 1024 * 1024;

interface Picture {
  readonly image: Omit<ImageXObject, "data">;
  readonly bytes: Uint8Array;
  /** Undefined where it needs boxes of ours. */
  readonly boxes: Jp2Boxes | undefined;
  readonly codestream: Uint8Array;
  readonly size: Size;
  readonly opacity: Jp2Boxes["opacity"];
}

function writeAsItIs(sink: ObjectSink, { image, bytes, boxes, codestream, size, opacity }: Picture): PdfRef {
  const data = boxes ? [bytes] : [container(size, undefined, opacity, codestream.length), codestream];
  return writeImage(sink, { ...image, data });
}

/** Opacity becomes a picture of its own: viewers differ in what they do with one inside the data. */
async function writeParted(sink: ObjectSink, picture: Picture, work: Work): Promise<PdfRef> {
  const { image, boxes, codestream, size, opacity } = picture;
  const components = size.components.slice(0, -1);
  const { parted, unmixed } = await import("./opacity.ts");
  try {
    if (boxes?.hasPalette) throw unsupported("The JPEG 2000 has a palette.");
    if (boxes?.isReordered) throw unsupported("The JPEG 2000 has its channels in an order of its own.");
    const count = components.length as Components;
    const profile = boxes?.profile && iccProfile(boxes.profile, count);
    const colourSpace = profile ? sink.profile(profile) : image.colourSpace;
    if (opacity === 2) {
      if (boxes?.enumeratedSpace === SYCC) throw unsupported("The JPEG 2000 has sYCC that is mixed with black.");
      const rows = await withinTurns(unmixed(sink, codestream, size, work), work);
      return writeImage(sink, { ...rows, colourSpace: colourSpace ?? deviceSpace(count) });
    }
    const { colours, softMask } = await withinTurns(parted(sink, codestream, size, work), work);
    const head = container({ ...size, components }, boxes?.enumeratedSpace, undefined, colours.length);
    return writeImage(sink, { ...image, colourSpace, softMask, data: [head, colours] });
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error;
    sink.warn(`The image's transparency may be missing. ${error.message}`);
    return writeAsItIs(sink, picture);
  }
}

/** Viewers show nothing of a file whose header describes another picture than it holds. */
function checkAgreement({ size }: Jp2Boxes, { width, height, components }: Size): void {
  if (size.width !== width || size.height !== height || size.components !== components.length) {
    throw corrupt(
      `The JPEG 2000 file announces ${size.width} × ${size.height} pixels of ${size.components} components, and holds ${width} × ${height} of ${components.length}.`,
    );
  }
  if (size.depth !== DEPTHS_DIFFER && components.some(({ depth }) => depth !== size.depth)) {
    throw corrupt("The JPEG 2000 file announces other depths of samples than it holds.");
  }
}

/** A bare codestream does not say what its components are. Decoders take the last one of two or four as alpha. */
function impliedOpacity({ components }: Size): Jp2Boxes["opacity"] {
  return components.length === 2 || components.length === 4 ? 1 : undefined;
}

/** IHDR and BPCC: depths are said component by component, since they differ. */
const DEPTHS_DIFFER = 255;

/** ISO/IEC 15444-1 annex I: the boxes that make a file of a bare codestream, which the filter does not take. */
function container(
  { width, height, components }: Pick<Size, "width" | "height" | "components">,
  space: number | undefined,
  opacity: Jp2Boxes["opacity"],
  length: number,
): Uint8Array {
  const half = (value: number): number[] => [(value >>> 8) & 255, value & 255];
  const word = (value: number): number[] => [...half(value >>> 16), ...half(value)];
  const box = (type: string, ...data: number[]): number[] => [...word(8 + data.length), ...ascii(type), ...data];
  const depths = components.map(({ depth }) => depth);
  const isOneDepth = depths.every((depth) => depth === depths[0]);
  const depth = isOneDepth ? depths[0]! : DEPTHS_DIFFER;
  const header = box("ihdr", ...word(height), ...word(width), ...half(components.length), depth, 7, 0, 0);
  if (!isOneDepth) header.push(...box("bpcc", ...depths));
  const colours = components.length - (opacity ? 1 : 0);
  header.push(...box("colr", 1, 0, 0, ...word(space ?? (colours === 4 ? CMYK : colours === 3 ? SRGB : GRAY))));
  if (opacity) {
    const channels = components.map((_, channel) => (channel < colours ? [0, channel + 1] : [opacity, 0]));
    const definitions = channels.flatMap(([type, colour], channel) => [channel, type!, colour!].flatMap(half));
    header.push(...box("cdef", ...half(components.length), ...definitions));
  }
  return Uint8Array.from([
    ...box("jP  ", ...ascii("\r\n\x87\n")),
    ...box("ftyp", ...ascii("jp2 "), ...word(0), ...ascii("jp2 ")),
    ...box("jp2h", ...header),
    ...word(8 + length),
    ...ascii("jp2c"),
  ]);
}

function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

const CMYK = 12;
const SRGB = 16;
const GRAY = 17;
const SYCC = 18;

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
function hasUndescribedChannel({ enumeratedSpace, hasPalette, describesChannels, size }: Jp2Boxes): boolean {
  if (hasPalette || describesChannels || (enumeratedSpace !== SRGB && enumeratedSpace !== GRAY)) return false;
  return size.components === COLOURS.get(enumeratedSpace)! + 1;
}

/**
 * The colour space that the image needs beside its data: undefined where the data says one that viewers know and that
 * fits its components. Others are shown by the number of components.
 */
function explicitSpace(boxes: Jp2Boxes, colours: number): string | undefined {
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
