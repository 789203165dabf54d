import { corrupt, unsupported } from "../../codecs/image-problem.ts";
import { isFrame, jpegSegments, MARKER } from "../../codecs/jpeg/jpeg-segments.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { latin1Text } from "../../platform/latin1.ts";

/** The parts of a JPEG stream as views (ITU-T T.81 annex B), without segments that only describe it (APPn, COM). */
export interface AbbreviatedJpeg {
  /** DQT, DHT and DRI segments before the first scan, markers included. */
  readonly segments: Uint8Array[];
  readonly frameSegment: Uint8Array | undefined;
  readonly frame: Frame | undefined;
  /** For each scan: the headers up to and including its SOS, then its entropy-coded data. */
  readonly scans: Uint8Array[];
  readonly restartInterval: number;
  /** What a JFIF or Adobe segment says about the stream's colours. */
  readonly isYCbCr: boolean | undefined;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** SOF0 or SOF1: one scan may hold all. */
  readonly sequential: boolean;
  readonly mcuWidth: number;
  readonly mcuHeight: number;
}

/** Memory of a segment, and of a scan with its data. */
const SEGMENT_BYTES = 150;
const SCAN_BYTES = 400;

export function parseJpeg(data: Uint8Array, work: Work): AbbreviatedJpeg {
  // Stuffed zeros are looked for one by one.
  work.spend(data.length * COST.codedByte);
  const layout = jpegSegments(data, true, true);
  // Many streams lack EOI. A segment that does not fit is damage.
  if (!layout.complete && layout.end + 4 <= data.length) throw corrupt("The JPEG data of the TIFF is damaged.");
  const segments: Uint8Array[] = [];
  const scans: Uint8Array[] = [];
  let frameSegment: Uint8Array | undefined;
  let frame: Frame | undefined;
  let restartInterval = 0;
  let isYCbCr: boolean | undefined;
  for (const { marker, start, dataEnd, end } of layout.segments) {
    const segment = data.subarray(start, dataEnd);
    work.spend(marker === MARKER.SOS ? COST.jpegScan : COST.segment);
    work.hold(marker === MARKER.SOS ? SCAN_BYTES : SEGMENT_BYTES);
    if (marker === MARKER.SOS) {
      if (segment.length < 10) throw corrupt("The JPEG data of the TIFF is damaged.");
      scans.push(frame?.sequential ? wholeSpectrum(segment) : segment, data.subarray(dataEnd, end));
      continue;
    }
    if (marker === MARKER.APP0 && latin1Text(segment, 4, 8) === "JFIF") isYCbCr = true;
    if (marker === MARKER.APP14 && latin1Text(segment, 4, 8) === "Adob") isYCbCr ??= segment[15] === 1;
    if (isFrame(marker)) {
      if (frame) throw corrupt("The JPEG data of the TIFF has two frames.");
      frame = readFrame(segment, marker);
      frameSegment = segment;
    } else if (marker === MARKER.DQT || marker === MARKER.DHT || marker === MARKER.DRI) {
      if (marker === MARKER.DRI && segment.length === 6) restartInterval = (segment[4]! << 8) | segment[5]!;
      if (scans.length > 0) scans.push(segment);
      else segments.push(segment);
    }
  }
  return { segments, scans, frameSegment, frame, restartInterval, isYCbCr };
}

function readFrame(segment: Uint8Array, marker: number): Frame {
  const components = segment[9] ?? 0;
  if (marker > MARKER.SOF2) throw unsupported("The TIFF holds a kind of JPEG that PDF cannot hold.");
  if (segment.length < 10 + components * 3 || components === 0) throw corrupt("The JPEG data of the TIFF is damaged.");
  if (segment[4] !== 8) throw unsupported(`The TIFF holds JPEG data of ${segment[4]} bits; PDF has 8.`);
  let across = 1;
  let down = 1;
  for (let component = 0; component < components; component++) {
    const sampling = segment[11 + component * 3]!;
    across = Math.max(across, sampling >> 4);
    down = Math.max(down, sampling & 15);
  }
  // The blocks of a single component are not grouped (T.81 §A.2.2).
  if (components === 1) across = down = 1;
  return {
    width: (segment[7]! << 8) | segment[8]!,
    height: (segment[5]! << 8) | segment[6]!,
    components,
    sequential: marker !== MARKER.SOF2,
    mcuWidth: across * 8,
    mcuHeight: down * 8,
  };
}

/**
 * The header of a sequential scan ends with 0, 63, 0 (T.81 table B.3). Writers of the old form leave zeros there, of
 * which decoders warn.
 */
function wholeSpectrum(scanHeader: Uint8Array): Uint8Array {
  const header = scanHeader.slice();
  header.set([0, 63, 0], header.length - 3);
  return header;
}
