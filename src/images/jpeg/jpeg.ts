import { checkPixels } from "../caps.ts";
import { deviceSpace } from "../colour.ts";
import type { ImageFrame, ObjectSink, ReadOptions, Tile } from "../image.ts";
import { wholeTile, writeImage } from "../xobject.ts";
import { isAdobe, isJfif, type JpegFacts, jpegFacts } from "./facts.ts";
import { EOI, type JpegLayout, jpegSegments, MARKER, type Segment } from "./segments.ts";
import { standardHuffmanTables } from "./tables.ts";

/** A JPEG goes into the PDF as it is: the PDF's DCTDecode is the same format. */
export function readJpeg(bytes: Uint8Array, options: ReadOptions): ImageFrame[] {
  const layout = jpegSegments(bytes, options.stripMetadata);
  const facts = jpegFacts(layout);
  checkPixels(facts.width, facts.height, "passthrough");
  return [
    {
      width: facts.width,
      height: facts.height,
      density: facts.density,
      orientation: facts.orientation,
      method: "passthrough",
      decodedPixels: 0,
      minVersion: "1.4",
      write: (sink) => writeJpeg(sink, facts, jpegData(bytes, layout, facts, options.stripMetadata)),
    },
  ];
}

function writeJpeg(sink: ObjectSink, facts: JpegFacts, data: Uint8Array[]): Tile[] {
  const xobject = writeImage(sink, {
    width: facts.width,
    height: facts.height,
    colourSpace: facts.profile ? sink.profile(facts.profile) : deviceSpace(facts.components),
    bits: 8,
    // Adobe's programs write CMYK upside down, and say so by their marker.
    decode: facts.components === 4 && facts.adobeTransform !== undefined ? "[1 0 1 0 1 0 1 0]" : undefined,
    filter: "/DCTDecode",
    parms: facts.isRgb ? "<</ColorTransform 0>>" : undefined,
    data,
  });
  return wholeTile(xobject, facts.width, facts.height);
}

/**
 * The file's bytes as views, in runs between what must be changed or left out: a few segments, and junk between
 * segments, over which not every viewer steps.
 */
function jpegData(bytes: Uint8Array, layout: JpegLayout, facts: JpegFacts, strip: boolean): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let kept = 0;
  const replace = (start: number, end: number, replacement?: Uint8Array): void => {
    if (start > kept) pieces.push(bytes.subarray(kept, start));
    if (replacement) pieces.push(replacement);
    kept = end;
  };
  let hasTables = false;
  let previousEnd = 2;
  for (const segment of layout.segments) {
    if (segment.start > previousEnd) replace(previousEnd, segment.start);
    previousEnd = segment.end;
    if (segment.marker === MARKER.DHT) hasTables = true;
    if (segment === facts.frame && facts.heightFromDnl) {
      replace(segment.start, segment.end, frameWithHeight(bytes, segment, facts.height));
    } else if (strip && isJfif(segment)) {
      replace(segment.start, segment.end, jfifWithoutThumbnail(bytes, segment));
    } else if ((strip && isMetadata(segment)) || (isAdobe(segment) && misleads(facts))) {
      replace(segment.start, segment.end);
    } else if (segment.marker === MARKER.SOS && !hasTables) {
      // Frames of motion JPEG leave out the tables that everyone knows (T.81 annex K.3); viewers of PDF want them.
      replace(segment.start, segment.start, standardHuffmanTables());
      hasTables = true;
    }
  }
  const eoiAt = layout.complete ? layout.end - EOI.length : layout.end;
  if (eoiAt > previousEnd) replace(previousEnd, eoiAt);
  replace(layout.end, layout.end, layout.complete ? undefined : EOI);
  return pieces;
}

function frameWithHeight(bytes: Uint8Array, frame: Segment, height: number): Uint8Array {
  const patched = bytes.slice(frame.start, frame.end);
  patched[5] = height >> 8;
  patched[6] = height & 0xff;
  return patched;
}

function jfifWithoutThumbnail(bytes: Uint8Array, segment: Segment): Uint8Array {
  const short = new Uint8Array(18);
  short.set(bytes.subarray(segment.start, segment.start + 16));
  short[3] = 16;
  short[2] = 0;
  return short;
}

/** Everything that does not change the picture. The ICC profile is an object of its own by now. */
function isMetadata(segment: Segment): boolean {
  return (
    segment.marker === MARKER.COM ||
    (segment.marker >= MARKER.APP0 && segment.marker <= MARKER.APP15 && !isJfif(segment) && !isAdobe(segment))
  );
}

/** JFIF means YCbCr; an Adobe marker that says RGB beside it would win in some viewers of PDF and lose in others. */
function misleads(facts: JpegFacts): boolean {
  return facts.hasJfif && facts.components === 3 && facts.adobeTransform === 0;
}
