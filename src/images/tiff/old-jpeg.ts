import { compare } from "#platform/bytes.ts";
import { unsupported } from "../../codecs/image-problem.ts";
import { EOI, endOfScan, MARKER, SOI, segment } from "../../codecs/jpeg/jpeg-segments.ts";
import { joined } from "../../platform/bytes.ts";
import type { ObjectSink } from "../image.ts";
import { tagValue, tagValues } from "./directory.ts";
import { planOf } from "./jpeg-plan.ts";
import { MAX_RESTART_INTERVAL, type Piece } from "./jpeg-stitch.ts";
import { type AbbreviatedJpeg, parseJpeg } from "./jpeg-stream.ts";
import { checkChunks, chunkBytes, chunkCount, type Layout, PHOTOMETRIC } from "./tiff-layout.ts";

/** TIFF 6.0 §22. */
const TAG_PROCESS = 512;
const TAG_STREAM = 513;
const TAG_STREAM_LENGTH = 514;
const TAG_QUANTIZERS = 519;
const TAG_DC_TABLES = 520;
const TAG_AC_TABLES = 521;
const TAG_SUBSAMPLING = 530;
const BASELINE = 1;
const QUANTIZER_BYTES = 64;
const CODE_LENGTHS = 16;

/**
 * The JPEG of TIFF 6.0 §22, which every writer understood differently: a complete stream of the picture's size; strips
 * of coded data, whose tables lie in a stream without it or at places that tags name.
 */
export function oldStream(layout: Layout, warn: ObjectSink["warn"]): Piece[] {
  if (layout.tiled || (layout.samples !== 1 && layout.samples !== 3)) throw refused();
  const header = streamOf(layout);
  const isWhole = header?.scans.length && header.frame?.width === layout.width && header.frame.height === layout.height;
  const jpeg = isWhole ? header : fromStrips(layout, header, warn);
  if (jpeg.frame?.components !== layout.samples) throw refused();
  planOf(layout, [], jpeg);
  return [
    {
      data: [SOI, ...jpeg.segments, jpeg.frameSegment!, ...jpeg.scans, EOI],
      // The directory of such files often says RGB where the stream is YCbCr, as its JFIF segment tells.
      isYCbCr: jpeg.isYCbCr ?? layout.photometric === PHOTOMETRIC.yCbCr,
      place: { left: 0, top: 0, width: layout.width, height: layout.height },
    },
  ];
}

function refused(): Error {
  return unsupported(
    "The old form of JPEG in TIFF is supported where the file holds one complete JPEG stream, or the tables of its strips.",
  );
}

function streamOf({ directory }: Layout): AbbreviatedJpeg | undefined {
  const { bytes, work } = directory.file;
  const start = tagValue(directory, TAG_STREAM) ?? 0;
  const length = tagValue(directory, TAG_STREAM_LENGTH) ?? 0;
  if (start <= 0 || length <= 0 || start + length > bytes.length || bytes[start + 1] !== MARKER.SOI) return undefined;
  return parseJpeg(bytes.subarray(start, start + length), work);
}

/** One stream of all strips. Each begins again, as after a restart marker. */
function fromStrips(layout: Layout, header: AbbreviatedJpeg | undefined, warn: ObjectSink["warn"]): AbbreviatedJpeg {
  checkChunks(layout);
  const named = header?.frameSegment ? undefined : headerOf(layout);
  const frameSegment = named?.frameSegment ?? withSize(header!.frameSegment!, layout);
  const tables = named?.segments ?? header!.segments;
  const { work } = layout.directory.file;
  const { frame } = parseJpeg(joined([SOI, frameSegment, EOI]), work);
  const count = chunkCount(layout);
  const interval = Math.ceil(layout.width / frame!.mcuWidth) * (layout.chunkHeight / frame!.mcuHeight);
  if (count > 1 && (!Number.isInteger(interval) || interval > MAX_RESTART_INTERVAL)) throw refused();
  const restarts = count > 1 ? [segment(MARKER.DRI, [interval >> 8, interval])] : [];
  const scans = [named?.scan ?? header!.scans[0] ?? scanOf(frameSegment)];
  let missing = 0;
  for (let strip = 0; strip < count; strip++) {
    if (strip > 0) scans.push(Uint8Array.of(0xff, MARKER.RST0 + ((strip - 1) & 7)));
    const data = chunkBytes(layout, strip, 0);
    // A strip that is a JPEG by itself, or holds markers, is of yet another form.
    if (data[0] === 0xff && data[1] === MARKER.SOI) throw refused();
    const coded = data.subarray(0, endOfScan(data, 0));
    if (coded.length === 0) missing++;
    scans.push(coded);
  }
  if (missing === count) throw refused();
  if (missing > 0) warn(`The TIFF is damaged or cut off: ${missing} of its ${count} strips are missing.`);
  const isYCbCr = header?.isYCbCr;
  return { segments: [...tables, ...restarts], frameSegment, frame, scans, restartInterval: interval, isYCbCr };
}

function withSize(frame: Uint8Array, { width, height }: Layout): Uint8Array {
  const sized = frame.slice();
  sized.set([height >> 8, height, width >> 8, width], 5);
  return sized;
}

interface Tables {
  readonly quantizer: Uint8Array;
  readonly dc: Uint8Array;
  readonly ac: Uint8Array;
}

/** The tables of each component, at the places that tags name. */
function tablesOf({ directory, samples }: Layout): Tables[] {
  const file = directory.file.bytes;
  const placeOf = (tag: number, component: number): number => tagValue(directory, tag, component) ?? file.length;
  const huffman = (tag: number, component: number): Uint8Array => {
    const at = placeOf(tag, component);
    const values = file.subarray(at, at + CODE_LENGTHS).reduce((sum, count) => sum + count, 0);
    const table = file.subarray(at, at + CODE_LENGTHS + values);
    if (values > 256 || table.length < CODE_LENGTHS + values) throw refused();
    return table;
  };
  return Array.from({ length: samples }, (_, component) => {
    const at = placeOf(TAG_QUANTIZERS, component);
    const quantizer = file.subarray(at, at + QUANTIZER_BYTES);
    if (quantizer.length < QUANTIZER_BYTES) throw refused();
    return { quantizer, dc: huffman(TAG_DC_TABLES, component), ac: huffman(TAG_AC_TABLES, component) };
  });
}

/** Components whose tables are alike share them: baseline decoders have room for two. */
function identifiersOf(tables: readonly Tables[]): number[] {
  const isSame = (a: Tables, b: Tables): boolean =>
    (["quantizer", "dc", "ac"] as const).every((name) => compare(a[name], b[name]) === 0);
  return tables.map((own) => tables.findIndex((other) => isSame(own, other)));
}

/** What is before the coded data of a stream whose tables tags name. Chroma is sampled as its tag says. */
function headerOf(layout: Layout): Pick<AbbreviatedJpeg, "segments"> & { frameSegment: Uint8Array; scan: Uint8Array } {
  const { directory, width, height, samples, photometric } = layout;
  if ((tagValue(directory, TAG_PROCESS) ?? BASELINE) !== BASELINE) throw refused();
  const tables = tablesOf(layout);
  const ids = identifiersOf(tables);
  const segments = ids.flatMap((id, i) => {
    if (id !== i) return [];
    const { quantizer, dc, ac } = tables[i]!;
    return [
      segment(MARKER.DQT, [id, ...quantizer]),
      segment(MARKER.DHT, [id, ...dc]),
      segment(MARKER.DHT, [0x10 | id, ...ac]),
    ];
  });
  const stored = photometric === PHOTOMETRIC.yCbCr ? tagValues(directory, TAG_SUBSAMPLING, 2) : [1, 1];
  const [across = 2, down = 2] = stored;
  const sampling = samples === 3 ? (across << 4) | down : 0x11;
  const components = ids.flatMap((id, i) => [i + 1, i === 0 ? sampling : 0x11, id]);
  const sizes = [height >> 8, height & 255, width >> 8, width & 255];
  const marker = Math.max(...ids) > 1 ? MARKER.SOF1 : MARKER.SOF0;
  return {
    segments,
    frameSegment: segment(marker, [8, ...sizes, samples, ...components]),
    scan: segment(MARKER.SOS, [samples, ...ids.flatMap((id, i) => [i + 1, (id << 4) | id]), 0, 63, 0]),
  };
}

/** The header of a scan of all components, as most writers number their tables. */
function scanOf(frame: Uint8Array): Uint8Array {
  const components = Array.from({ length: frame[9]! }, (_, i) => [frame[10 + 3 * i]!, i === 0 ? 0 : 0x11]);
  return segment(MARKER.SOS, [components.length, ...components.flat(), 0, 63, 0]);
}
