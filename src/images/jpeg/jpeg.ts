import { checkPixels } from "../../codecs/caps.ts";
import { corrupt } from "../../codecs/image-problem.ts";
import { coefficientBytes, shareOfScan } from "../../codecs/jpeg/coefficients.ts";
import { EOI, type JpegLayout, jpegSegments, MARKER, type Segment, SOI } from "../../codecs/jpeg/jpeg-segments.ts";
import { type JpegPlan, planJpeg, type Scan } from "../../codecs/jpeg/plan.ts";
import { coarser } from "../../codecs/jpeg/quality.ts";
import { recodedFrame } from "../../codecs/jpeg/recode.ts";
import { type Shrinking, shrunkFrame } from "../../codecs/jpeg/shrink.ts";
import { huffmanSegment } from "../../codecs/jpeg/tables.ts";
import type { Portions } from "../../meter/turns.ts";
import type { ImageFrame, ObjectSink, ReadOptions, Tile } from "../image.ts";
import { deviceSpace } from "../write/colour.ts";
import { wholeTile, writeImage } from "../write/xobject.ts";
import { isAdobe, isJfif, type JpegFacts, jpegFacts } from "./jpeg-facts.ts";

/**
 * A JPEG goes into the PDF as it is: DCTDecode is the same format. One kind is coded again, without loss: scans that do
 * not continue one another, which viewers show differently. One that is to have fewer pixels, or coarser ones, is
 * made anew of its blocks.
 */
export function readJpeg(bytes: Uint8Array, options: ReadOptions): ImageFrame[] {
  const layout = jpegSegments(bytes, options.stripMetadata);
  const facts = jpegFacts(layout);
  const { width, height } = facts;
  checkPixels(width, height, "passthrough");
  const plan = planJpeg(layout.segments, facts.frame, width, height, bytes);
  const times = shrinking(width * height, options.maxPixels);
  const target = options.quality === undefined ? undefined : coarser(plan, options.quality);
  const isMadeAnew = times > 1 || target !== undefined;
  const isRecoded = isMadeAnew || (plan.doubtful && layout.complete);
  if (isRecoded) checkPixels(width, height, "streamed");
  const size = { width: Math.ceil(width / times), height: Math.ceil(height / times) };
  const { x, y } = facts.density ?? { x: 96, y: 96 };
  const frame = {
    ...size,
    density: times > 1 ? { x: x / times, y: y / times } : facts.density,
    orientation: facts.orientation,
    minVersion: "1.4" as const,
  };
  if (!isRecoded) {
    const write = function* (sink: ObjectSink): Portions<Tile[]> {
      if (!layout.complete) yield* warnOfCut(sink, plan);
      return writeJpeg(sink, facts, jpegData(bytes, layout, facts, plan, options.stripMetadata));
    };
    return [{ ...frame, method: "passthrough", decodedPixels: 0, write }];
  }
  const write = function* (sink: ObjectSink): Portions<Tile[]> {
    const { data, share } = yield* isMadeAnew
      ? shrunkFrame(plan, target ?? plan, { ...size, times })
      : recodedFrame(plan, width, height);
    if (share === 0) throw corrupt("The JPEG holds no data that can be read.");
    if (share < 1) sink.warn(`The JPEG is damaged or cut off: ${missing(share)} of its data is missing.`);
    const isLarger = data.reduce((sum, { length }) => sum + length, 0) >= bytes.length;
    if (isLarger && times === 1 && !plan.doubtful) {
      return writeJpeg(sink, facts, jpegData(bytes, layout, facts, plan, options.stripMetadata));
    }
    return writeJpeg(sink, { ...facts, ...size }, [
      SOI,
      ...described(bytes, layout, facts, options.stripMetadata),
      ...data,
      EOI,
    ]);
  };
  return [
    {
      ...frame,
      method: "decoded",
      // Each scan of a file whose scans refine one another walks over the whole picture.
      decodedPixels: width * height * plan.scans.length,
      decodedBytes: 3 * width * height * (plan.scans.length + (isMadeAnew ? SHRUNK_PIXEL : 0)),
      workingBytes: 4 * 1024 * 1024 + 2 * coefficientBytes(plan.frame) + 2 * bytes.length,
      write,
    },
  ];
}

/** What a pixel counts as that is made of others, beside one that is decoded. */
const SHRUNK_PIXEL = 2;

/** A picture is halved until it has no more pixels than that, three times at most. */
function shrinking(pixels: number, most = Number.POSITIVE_INFINITY): Shrinking | 1 {
  for (const times of [1, 2, 4] as const) if (pixels <= most * times * times) return times;
  return 8;
}

/** Says what is missing of a file that is cut off, as a person sees it. */
function* warnOfCut(sink: ObjectSink, { frame, scans }: JpegPlan): Portions<void> {
  const first = scans.find((scan) => scan.from === 0 && scan.components[0]!.component === frame.components[0]);
  const share = first ? yield* shareOfScan(frame, first) : 0;
  if (share < 0.01) throw corrupt("The JPEG is cut off before its first pixels.");
  if (share < 1) sink.warn(`The JPEG is cut off: the lower ${missing(share)} of the picture is missing.`);
  else if (frame.progressive) {
    sink.warn("The JPEG is cut off in the middle of its data: the picture is whole, but less sharp than it was.");
  } else if (scans.length > 1 || first!.components.length < frame.components.length) {
    sink.warn(
      "The JPEG is cut off in the middle of its data: the picture is whole, but some of its colour is missing.",
    );
  }
}

function missing(share: number): string {
  return `${Math.ceil((1 - share) * 100)} %`;
}

function writeJpeg(sink: ObjectSink, facts: JpegFacts, data: Uint8Array[]): Tile[] {
  const xobject = writeImage(sink, {
    width: facts.width,
    height: facts.height,
    colourSpace: facts.profile ? sink.profile(facts.profile) : deviceSpace(facts.components),
    bits: 8,
    // Adobe's programs write CMYK inverted, and say so by their marker.
    decode: facts.components === 4 && facts.adobeTransform !== undefined ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined,
    filter: "DCTDecode",
    parms: facts.isRgb ? new Map([["ColorTransform", 0]]) : undefined,
    data,
  });
  return wholeTile(xobject, facts.width, facts.height);
}

/**
 * The file's bytes as views, without what must be changed or left out: a few segments, and junk between segments, which
 * not every viewer skips.
 */
function jpegData(bytes: Uint8Array, layout: JpegLayout, facts: JpegFacts, plan: JpegPlan, strip: boolean) {
  const pieces: Uint8Array[] = [];
  let kept = 0;
  const replace = (start: number, end: number, replacement?: Uint8Array): void => {
    if (start > kept) pieces.push(bytes.subarray(kept, start));
    if (replacement) pieces.push(replacement);
    kept = end;
  };
  let previousEnd = 2;
  for (const segment of layout.segments) {
    if (segment.start > previousEnd) replace(previousEnd, segment.start);
    previousEnd = segment.end;
    if (segment === facts.frame && facts.heightFromDnl) {
      replace(segment.start, segment.end, frameWithHeight(bytes, segment, facts.height));
    } else if (segment.marker === MARKER.SOS) {
      const scan = plan.scans.find((candidate) => candidate.segment === segment)!;
      // Frames of motion JPEG leave out the standard tables (T.81 annex K.3), but PDF viewers need them.
      if (scan.missing.length > 0) replace(segment.start, segment.start, huffmanSegment(scan.missing));
      if (!saysWhatItIs(segment, scan)) replace(segment.start, segment.dataEnd, patchedScan(bytes, segment));
    } else {
      const { dropped, replacement } = description(bytes, segment, facts, strip);
      if (dropped || replacement) replace(segment.start, segment.end, replacement);
      else if (segment.end === segment.start + 4 && segment.marker >= MARKER.APP0) replace(segment.start, segment.end);
    }
  }
  const eoiAt = layout.complete ? layout.end - EOI.length : layout.end;
  if (eoiAt > previousEnd) replace(previousEnd, eoiAt);
  replace(layout.end, layout.end, layout.complete ? undefined : EOI);
  return pieces;
}

/** A sequential scan holds the whole spectrum even where its header says otherwise. Some viewers believe the header. */
function saysWhatItIs({ data }: Segment, { from, to, high, low }: Scan): boolean {
  const [first, last, approximation] = data.subarray(data.length - 3);
  return first === from && last === to && approximation === ((high << 4) | low);
}

function patchedScan(bytes: Uint8Array, { start, dataEnd }: Segment): Uint8Array {
  const patched = bytes.slice(start, dataEnd);
  patched.set([0, 63, 0], patched.length - 3);
  return patched;
}

/** What happens to a segment that only describes the picture, or its colours. */
function description(bytes: Uint8Array, segment: Segment, facts: JpegFacts, strip: boolean) {
  if (strip && isJfif(segment)) return { dropped: false, replacement: jfifWithoutThumbnail(bytes, segment) };
  return { dropped: (strip && isMetadata(segment)) || (isAdobe(segment) && misleads(facts)) };
}

/** The descriptive segments of a picture that was coded again. */
function described(bytes: Uint8Array, layout: JpegLayout, facts: JpegFacts, strip: boolean): Uint8Array[] {
  return layout.segments
    .filter((segment) => segment.marker >= MARKER.APP0 && segment.data.length > 0)
    .flatMap((segment) => {
      const { dropped, replacement } = description(bytes, segment, facts, strip);
      return dropped ? [] : [replacement ?? bytes.subarray(segment.start, segment.end)];
    });
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

/** Segments that do not change the picture. The ICC profile has become an object of its own. */
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
