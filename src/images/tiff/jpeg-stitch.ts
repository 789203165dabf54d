import { EOI, MARKER, SOI, segment } from "../../codecs/jpeg/jpeg-segments.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import type { Tile } from "../image.ts";
import type { AbbreviatedJpeg } from "./jpeg-stream.ts";
import { type Layout, PHOTOMETRIC } from "./tiff-layout.ts";

/** A JPEG, and its place on the page. */
export interface Piece {
  data: Uint8Array[];
  isYCbCr: boolean;
  place: Omit<Tile, "xobject">;
}

/** DRI holds 16 bits (ITU-T T.81 §B.2.4.4). */
export const MAX_RESTART_INTERVAL = 65535;

/** Whether all strips are coded alike. They then become one image, with restart markers between them. */
export function canStitch(layout: Layout, pieces: readonly AbbreviatedJpeg[]): boolean {
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

export function stitch(
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
export function adobeMarker(layout: Layout): Uint8Array[] {
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
