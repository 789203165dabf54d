import { latin1 } from "../../pdf-objects/rope.ts";
import type { PdfObject, PdfRef } from "../../pdf-objects/syntax/objects.ts";
import { COST } from "../../work/work-limits.ts";
import { corrupt, type IccProfile, ImageProblem, type ObjectSink, type Tile, unsupported } from "../image.ts";
import { EOI, jpegSegments, MARKER, SOI, segment } from "../jpeg/jpeg-segments.ts";
import { planJpeg } from "../jpeg/plan.ts";
import { type Components, deviceSpace } from "../write/colour.ts";
import { writeImage } from "../write/xobject.ts";
import { tagBytes, tagValue } from "./directory.ts";
import { type AbbreviatedJpeg, parseJpeg } from "./jpeg-stream.ts";
import {
  COMPRESSION,
  checkChunks,
  chunkBytes,
  chunkCount,
  type Layout,
  otherColours,
  PHOTOMETRIC,
} from "./tiff-layout.ts";
import type { WriteThrough } from "./tiff-passthrough.ts";

const TAG_JPEG_TABLES = 347;
const TAG_OLD_STREAM = 513;
const TAG_OLD_STREAM_LENGTH = 514;
/** DRI holds 16 bits (ITU-T T.81 §B.2.4.4). */
const MAX_RESTART_INTERVAL = 65535;

/** JPEG-in-TIFF (Adobe technical note 2): abbreviated streams whose tables lie in a tag of their own. */
export function jpegThrough(layout: Layout, profile: IccProfile | undefined): WriteThrough {
  const components = componentsOf(layout);
  if (components === undefined) throw otherColours(layout.photometric, " with JPEG data");
  if (layout.bits !== 8 || layout.planar || ![1, 3, 4].includes(layout.samples)) {
    throw unsupported("A TIFF with JPEG data is supported with 1, 3 or 4 samples of 8 bits that lie together only.");
  }
  if (components !== layout.samples) {
    throw unsupported(
      `A TIFF with JPEG data whose pixels have ${layout.samples} samples, of which ${components} are colours, is not supported.`,
    );
  }
  if (layout.compression === COMPRESSION.jpeg) checkChunks(layout);
  return (sink) => {
    const colourSpace = profile ? sink.profile(profile) : deviceSpace(components);
    const pieces = layout.compression === COMPRESSION.oldJpeg ? oldStream(layout) : newStreams(layout, sink.warn);
    return pieces.map((piece) => ({ ...piece.place, xobject: writePiece(sink, layout, piece, colourSpace) }));
  };
}

function componentsOf(layout: Layout): Components | undefined {
  switch (layout.photometric) {
    case PHOTOMETRIC.whiteIsZero:
    case PHOTOMETRIC.blackIsZero:
      return 1;
    case PHOTOMETRIC.rgb:
    case PHOTOMETRIC.yCbCr:
      return 3;
    case PHOTOMETRIC.separated:
      return 4;
    default:
      return undefined;
  }
}

interface Piece {
  data: Uint8Array[];
  isYCbCr: boolean;
  place: Omit<Tile, "xobject">;
}

function writePiece(sink: ObjectSink, layout: Layout, piece: Piece, colourSpace: PdfObject): PdfRef {
  return writeImage(sink, {
    width: piece.place.width,
    height: piece.place.height,
    colourSpace,
    bits: 8,
    filter: "DCTDecode",
    parms: layout.samples === 1 ? undefined : new Map([["ColorTransform", piece.isYCbCr ? 1 : 0]]),
    decode: layout.photometric === PHOTOMETRIC.whiteIsZero ? [1, 0] : undefined,
    data: piece.data,
  });
}

function newStreams(layout: Layout, warn: ObjectSink["warn"]): Piece[] {
  const tables = tagBytes(layout.directory, TAG_JPEG_TABLES);
  const shared = tables ? parseJpeg(tables).segments : [];
  const pieces = readablePieces(layout, shared, warn);
  const whole = { left: 0, top: 0, width: layout.width, height: layout.height };
  const adobe = adobeMarker(layout);
  const isYCbCr = layout.photometric === PHOTOMETRIC.yCbCr;
  const complete = pieces.filter((piece) => piece !== undefined);
  if (!layout.tiled && complete.length === pieces.length && canStitch(layout, complete))
    return [{ data: stitch(layout, shared, adobe, complete), isYCbCr, place: whole }];
  return pieces.flatMap((jpeg, chunk) => {
    if (!jpeg) return [];
    const left = (chunk % layout.chunksAcross) * layout.chunkWidth;
    const top = Math.floor(chunk / layout.chunksAcross) * layout.chunkHeight;
    const frame = jpeg.frame!;
    if (
      frame.width < Math.min(layout.chunkWidth, layout.width - left) ||
      frame.height < Math.min(layout.chunkHeight, layout.height - top)
    ) {
      throw corrupt("A strip or tile of the TIFF holds a JPEG that is too small for its place.");
    }
    const data = [SOI, ...shared, ...adobe, ...jpeg.segments, jpeg.frameSegment!, ...jpeg.scans, EOI];
    return [{ data, isYCbCr, place: { left, top, width: frame.width, height: frame.height } }];
  });
}

/** The strips or tiles, undefined where one is missing or damaged. When all are, it throws. */
function readablePieces(
  layout: Layout,
  shared: readonly Uint8Array[],
  warn: ObjectSink["warn"],
): (AbbreviatedJpeg | undefined)[] {
  let first: ImageProblem | undefined;
  const pieces = Array.from({ length: chunkCount(layout) }, (_, chunk) => {
    try {
      return readPiece(layout, shared, chunk);
    } catch (error) {
      if (!(error instanceof ImageProblem)) throw error;
      first ??= error;
      return undefined;
    }
  });
  if (!first) return pieces;
  const missing = pieces.filter((piece) => piece === undefined).length;
  if (missing === pieces.length) throw first;
  warn(
    `The TIFF is damaged or cut off: ${missing} of its ${pieces.length} strips or tiles are missing. ${first.message}`,
  );
  return pieces;
}

function readPiece(layout: Layout, shared: readonly Uint8Array[], chunk: number): AbbreviatedJpeg {
  const jpeg = parseJpeg(chunkBytes(layout, chunk, 0));
  if (!jpeg.frame || jpeg.frame.components !== layout.samples) {
    throw corrupt("A strip of the TIFF holds no JPEG data that fits its directory.");
  }
  checkScans(layout, shared, jpeg);
  return jpeg;
}

/** Refuses what would be an empty page in viewers: see planJpeg. It does not look at the coded data itself. */
function checkScans(layout: Layout, shared: readonly Uint8Array[], jpeg: AbbreviatedJpeg): void {
  const headers = jpeg.scans.filter((part) => part[0] === 0xff && part[1] !== 0x00);
  layout.directory.file.work.spend(shared.reduce((sum, { length }) => sum + length, 0) * COST.decodedByte);
  const file = new Uint8Array(Buffer.concat([SOI, ...shared, ...jpeg.segments, jpeg.frameSegment!, ...headers, EOI]));
  const { segments } = jpegSegments(file);
  const frame = segments.find(({ marker }) => marker >= MARKER.SOF0 && marker <= MARKER.SOF2)!;
  planJpeg(segments, frame, jpeg.frame!.width, jpeg.frame!.height, file);
}

/** Whether all strips are coded alike. They then become one image, in which restart markers stand between them. */
function canStitch(layout: Layout, pieces: readonly AbbreviatedJpeg[]): boolean {
  const first = pieces[0]!;
  const frame = first.frame!;
  if (pieces.length === 1) return frame.width === layout.width && frame.height >= layout.height;
  const rowsPerMcu = frame.mcuHeight;
  const interval = Math.ceil(layout.width / frame.mcuWidth) * (layout.chunkHeight / rowsPerMcu);
  if (layout.chunkHeight % rowsPerMcu !== 0 || interval > MAX_RESTART_INTERVAL) return false;
  return pieces.every((piece, index) => {
    const rows = Math.min(layout.chunkHeight, layout.height - index * layout.chunkHeight);
    return (
      piece.frame!.width === layout.width &&
      // The last strip may be coded at its full height; rows beyond the image are never read.
      (piece.frame!.height === rows || (index === pieces.length - 1 && piece.frame!.height >= rows)) &&
      piece.frame!.sequential &&
      piece.restartInterval === 0 &&
      piece.scans.length === 2 &&
      sameBytes(piece.scans[0]!, first.scans[0]!) &&
      sameFrame(piece.frameSegment!, first.frameSegment!) &&
      piece.segments.length === first.segments.length &&
      piece.segments.every((segment, i) => sameBytes(segment, first.segments[i]!))
    );
  });
}

function stitch(
  layout: Layout,
  shared: readonly Uint8Array[],
  adobe: readonly Uint8Array[],
  pieces: readonly AbbreviatedJpeg[],
): Uint8Array[] {
  const first = pieces[0]!;
  const head = [SOI, ...shared, ...adobe, ...first.segments, patchedHeight(first.frameSegment!, layout.height)];
  if (pieces.length === 1) return [...head, ...first.scans, EOI];
  const { mcuWidth, mcuHeight } = first.frame!;
  const interval = Math.ceil(layout.width / mcuWidth) * (layout.chunkHeight / mcuHeight);
  const data = [...head, segment(MARKER.DRI, [interval >> 8, interval]), first.scans[0]!];
  pieces.forEach((piece, index) => {
    if (index > 0) data.push(Uint8Array.of(0xff, MARKER.RST0 + ((index - 1) & 7)));
    data.push(piece.scans[1]!);
  });
  data.push(EOI);
  return data;
}

/** Tells decoders that ignore /ColorTransform that the colours are RGB. */
function adobeMarker(layout: Layout): Uint8Array[] {
  if (layout.photometric !== PHOTOMETRIC.rgb) return [];
  return [segment(MARKER.APP14, latin1("Adobe\0\x64\0\0\0\0\0"))];
}

function patchedHeight(frame: Uint8Array, height: number): Uint8Array {
  const patched = frame.slice();
  patched[5] = height >> 8;
  patched[6] = height;
  return patched;
}

/** Compared without the height. */
function sameFrame(a: Uint8Array, b: Uint8Array): boolean {
  return sameBytes(a.subarray(0, 5), b.subarray(0, 5)) && sameBytes(a.subarray(7), b.subarray(7));
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/**
 * The JPEG of TIFF 6.0 §22, which every writer understood differently. One way is clear: a complete stream of the
 * picture's size. All others are refused.
 */
function oldStream(layout: Layout): Piece[] {
  const start = tagValue(layout.directory, TAG_OLD_STREAM) ?? 0;
  const length = tagValue(layout.directory, TAG_OLD_STREAM_LENGTH) ?? 0;
  const file = layout.directory.file.bytes;
  const refusal = "The old form of JPEG in TIFF is supported only where the file holds one complete JPEG stream.";
  if (layout.tiled || start <= 0 || length <= 0 || start + length > file.length) throw unsupported(refusal);
  const jpeg = parseJpeg(file.subarray(start, start + length));
  const { frame } = jpeg;
  if (!frame || !jpeg.scans.length || frame.components !== layout.samples) throw unsupported(refusal);
  if (frame.width !== layout.width || frame.height !== layout.height) throw unsupported(refusal);
  checkScans(layout, [], jpeg);
  return [
    {
      data: [SOI, ...jpeg.segments, jpeg.frameSegment!, ...jpeg.scans, EOI],
      // The directory of such files often says RGB where the stream is YCbCr, as its JFIF segment tells.
      isYCbCr: jpeg.isYCbCr ?? layout.photometric === PHOTOMETRIC.yCbCr,
      place: { left: 0, top: 0, width: layout.width, height: layout.height },
    },
  ];
}
