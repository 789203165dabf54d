import { corrupt, ImageProblem, unsupported } from "../../codecs/image-problem.ts";
import { EOI, SOI } from "../../codecs/jpeg/jpeg-segments.ts";
import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { IccProfile, ObjectSink, Tile } from "../image.ts";
import { type Components, deviceSpace } from "../write/colour.ts";
import { writeImage } from "../write/xobject.ts";
import { tagBytes } from "./directory.ts";
import { partAlpha } from "./jpeg-alpha.ts";
import { planOf } from "./jpeg-plan.ts";
import { adobeMarker, canStitch, type Piece, stitch } from "./jpeg-stitch.ts";
import { type AbbreviatedJpeg, parseJpeg } from "./jpeg-stream.ts";
import { oldStream } from "./old-jpeg.ts";
import { alphaSample } from "./samples/row-samples.ts";
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

export interface JpegPicture {
  readonly write: WriteThrough;
  /** Whether its coefficients are coded again: those of alpha go apart from the colours. */
  readonly isRecoded: boolean;
}

/** JPEG-in-TIFF (Adobe technical note 2): abbreviated streams whose tables lie in a tag of their own. */
export function jpegThrough(
  layout: Layout,
  profileOf: (components: Components) => IccProfile | undefined,
): JpegPicture {
  const components = componentsOf(layout);
  if (components === undefined) throw otherColours(layout.photometric, " with JPEG data");
  if (layout.bits !== 8 || layout.planar) {
    throw unsupported("A TIFF with JPEG data is supported with samples of 8 bits that lie together only.");
  }
  if (layout.samples < components) {
    throw corrupt(`The TIFF has ${layout.samples} samples per pixel, its colours need ${components}.`);
  }
  const isOld = layout.compression === COMPRESSION.oldJpeg;
  const isRecoded = layout.samples > components;
  if (isOld && isRecoded) throw unsupported("The old form of JPEG in TIFF is supported without further samples only.");
  if (!isOld) checkChunks(layout);
  const profile = profileOf(components);
  return {
    isRecoded,
    *write(sink) {
      const colourSpace = profile ? sink.profile(profile) : deviceSpace(components);
      const image = { layout, components, colourSpace };
      if (isOld) return oldStream(layout, sink.warn).map((piece) => writePiece(sink, image, piece));
      const shared = sharedTables(layout);
      const pieces = yield* readablePieces(layout, shared, sink.warn);
      if (!isRecoded) return placed(layout, shared, [pieces])[0]!.map((piece) => writePiece(sink, image, piece));
      const alpha = alphaSample(layout, components);
      const parted = yield* partAlpha(layout, shared, pieces, { components, alpha: alpha?.index }, sink.warn);
      const [colours, alphas] = placed(layout, [], alpha ? [parted.colours, parted.alphas] : [parted.colours]);
      const matte = alpha?.premultiplied ? new Array<number>(components).fill(0) : undefined;
      return colours!.map((piece, i) => writePiece(sink, image, piece, alphas && { piece: alphas[i]!, matte }));
    },
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

interface Target {
  readonly layout: Layout;
  readonly components: Components;
  readonly colourSpace: PdfObject;
}

function writePiece(
  sink: ObjectSink,
  { layout, components, colourSpace }: Target,
  { data, isYCbCr, place }: Piece,
  mask?: { piece: Piece; matte: readonly number[] | undefined },
): Tile {
  const { width, height } = place;
  const coded = { width, height, bits: 8, filter: "DCTDecode" } as const;
  const softMask =
    mask && writeImage(sink, { ...coded, colourSpace: "DeviceGray", matte: mask.matte, data: mask.piece.data });
  const xobject = writeImage(sink, {
    ...coded,
    colourSpace,
    parms: components === 1 ? undefined : new Map([["ColorTransform", isYCbCr ? 1 : 0]]),
    decode: layout.photometric === PHOTOMETRIC.whiteIsZero ? [1, 0] : undefined,
    softMask,
    data,
  });
  return { ...place, xobject };
}

function sharedTables(layout: Layout): Uint8Array[] {
  const tables = tagBytes(layout.directory, TAG_JPEG_TABLES);
  return tables ? parseJpeg(tables, layout.directory.file.work).segments : [];
}

type Pieces = readonly (AbbreviatedJpeg | undefined)[];

/**
 * Where the pieces of each list lie on the page: all strips as one image where they can be joined in each of the lists,
 * and else one by one.
 */
function placed(layout: Layout, shared: readonly Uint8Array[], lists: readonly Pieces[]): Piece[][] {
  const whole = { left: 0, top: 0, width: layout.width, height: layout.height };
  const isYCbCr = layout.photometric === PHOTOMETRIC.yCbCr;
  const { work } = layout.directory.file;
  const complete = lists.map((pieces) => pieces.filter((piece) => piece !== undefined));
  const areWhole = complete.every((some, i) => some.length === lists[i]!.length);
  const areJoined = !layout.tiled && areWhole && complete.every((some) => canStitch(layout, some));
  return lists.map((pieces, i) => {
    const adobe = adobeMarker(layout);
    if (areJoined) return [{ data: stitch(layout, shared, adobe, complete[i]!), isYCbCr, place: whole }];
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
      const parts = [...shared, ...adobe, ...jpeg.segments, jpeg.frameSegment!, ...jpeg.scans];
      work.hold(parts.length * PART_BYTES);
      const place = { left, top, width: frame.width, height: frame.height };
      return [{ data: [SOI, ...parts, EOI], isYCbCr, place }];
    });
  });
}

/** Memory of a place in a list. */
const PART_BYTES = 8;

/** The strips or tiles, undefined where one is missing or damaged. When all are, it throws. */
function* readablePieces(layout: Layout, shared: readonly Uint8Array[], warn: ObjectSink["warn"]) {
  let first: ImageProblem | undefined;
  const pieces: (AbbreviatedJpeg | undefined)[] = [];
  for (let chunk = 0; chunk < chunkCount(layout); chunk++) {
    try {
      const piece = parseJpeg(chunkBytes(layout, chunk, 0), layout.directory.file.work);
      if (!piece.frame || piece.frame.components !== layout.samples) {
        throw corrupt("A strip of the TIFF holds no JPEG data that fits its directory.");
      }
      planOf(layout, shared, piece);
      pieces.push(piece);
    } catch (error) {
      if (!(error instanceof ImageProblem)) throw error;
      first ??= error;
      pieces.push(undefined);
    }
    yield 0;
  }
  if (!first) return pieces;
  const missing = pieces.filter((piece) => piece === undefined).length;
  if (missing === pieces.length) throw first;
  warn(
    `The TIFF is damaged or cut off: ${missing} of its ${pieces.length} strips or tiles are missing. ${first.message}`,
  );
  return pieces;
}
