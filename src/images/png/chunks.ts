import { crc32 } from "#platform/zlib.ts";
import { corrupt } from "../../codecs/image-problem.ts";
import * as CHAR from "../../platform/char.ts";
import { latin1Text } from "../../platform/latin1.ts";

export interface PngChunks {
  header: Uint8Array;
  palette: Uint8Array | undefined;
  transparency: Uint8Array | undefined;
  profile: Uint8Array | undefined;
  exif: Uint8Array | undefined;
  physical: Uint8Array | undefined;
  xmp: Uint8Array | undefined;
  gamma: Uint8Array | undefined;
  chromaticities: Uint8Array | undefined;
  /** Code points of video (ITU-T H.273). */
  codePoints: Uint8Array | undefined;
  isSrgb: boolean;
  /** The zlib stream, in the pieces of the IDAT chunks. */
  data: Uint8Array[];
  /** False when one of its checksums is wrong, or cut off at its end. */
  isVouchedFor: boolean;
  /** Chunks that are used although their checksum is wrong. */
  doubtful: string[];
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** A chunk (PNG, third edition, §5.3): its length and name, the data, and a checksum. */
const HEAD_BYTES = 8;
const SUM_BYTES = 4;

/** IDAT chunks are joined when they are smaller than this on average: a file could hold millions of them. */
const SMALL_CHUNK = 1024;
const FEW_CHUNKS = 256;

/**
 * Reads the chunks up to IEND, checking the sums of those that are used (PNG, third edition, §5). A necessary chunk is
 * used even when its checksum is wrong; its values are checked later.
 */
export function pngChunks(bytes: Uint8Array): PngChunks {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) throw corrupt("The PNG's signature is damaged.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, Uint8Array>();
  const data: Uint8Array[] = [];
  let at = SIGNATURE.length;
  let ended = false;
  let isVouchedFor = true;
  const doubtful: string[] = [];
  while (!ended && at + HEAD_BYTES + SUM_BYTES <= bytes.length) {
    const length = view.getUint32(at);
    const name = chunkName(bytes, at + 4);
    if (name === undefined) {
      // After the pixels nothing more is needed; before them, no other chunk can be found.
      if (data.length === 0) throw corrupt("The PNG's chunks are damaged.");
      break;
    }
    const end = at + HEAD_BYTES + length;
    if (end + SUM_BYTES > bytes.length) {
      // A cut-off IDAT may still hold all rows; inflating shows it.
      if (name === "IDAT") {
        data.push(bytes.subarray(at + HEAD_BYTES));
        isVouchedFor = false;
      }
      break;
    }
    if (name === "IDAT") {
      if (length > 0) data.push(bytes.subarray(at + HEAD_BYTES, end));
      isVouchedFor &&= sumIsRight(bytes, view, at, end);
    } else if (name === "IEND") {
      ended = true;
    } else if (KEPT.has(name)) {
      keep(found, name, bytes, view, at, end, data.length > 0, doubtful);
    } else if (isCritical(name) && data.length === 0) {
      throw corrupt(`The PNG has an unknown critical chunk "${name}".`);
    }
    at = end + SUM_BYTES;
  }
  const header = found.get("IHDR");
  if (header?.length !== 13) throw corrupt("The PNG has no valid IHDR chunk.");
  if (data.length === 0) throw corrupt("The PNG has no image data.");
  return {
    header,
    palette: found.get("PLTE"),
    transparency: found.get("tRNS"),
    profile: found.get("iCCP"),
    exif: found.get("eXIf"),
    physical: found.get("pHYs"),
    xmp: found.get("iTXt"),
    gamma: found.get("gAMA"),
    chromaticities: found.get("cHRM"),
    codePoints: found.get("cICP"),
    isSrgb: found.has("sRGB"),
    data: coalesced(data),
    isVouchedFor,
    doubtful,
  };
}

/** Chunks that we read, and whether the image needs them. */
const KEPT = new Map([
  ["IHDR", true],
  ["PLTE", true],
  ["tRNS", false],
  ["iCCP", false],
  ["eXIf", false],
  ["pHYs", false],
  ["gAMA", false],
  ["cHRM", false],
  ["cICP", false],
  ["sRGB", false],
  ["iTXt", false],
]);

/** The keyword of the international text that holds XMP (§11.3.3.4). */
const XMP = "XML:com.adobe.xmp";

function keep(
  found: Map<string, Uint8Array>,
  name: string,
  bytes: Uint8Array,
  view: DataView,
  at: number,
  end: number,
  afterData: boolean,
  doubtful: string[],
): void {
  if (found.size === 0 && name !== "IHDR") throw corrupt("The PNG does not begin with its IHDR chunk.");
  if (name === "iTXt" && latin1Text(bytes, at + HEAD_BYTES, at + HEAD_BYTES + XMP.length) !== XMP) return;
  // Only the first chunk of a name counts. All but eXIf and XMP must come before the pixels.
  if (found.has(name) || (afterData && name !== "eXIf" && name !== "iTXt")) return;
  const isRight = sumIsRight(bytes, view, at, end);
  if (isRight || KEPT.get(name)) found.set(name, bytes.subarray(at + HEAD_BYTES, end));
  if (!isRight) doubtful.push(name);
}

function sumIsRight(bytes: Uint8Array, view: DataView, at: number, end: number): boolean {
  return crc32(bytes.subarray(at + 4, end)) === view.getUint32(end);
}

/** Undefined unless there are four letters. */
function chunkName(bytes: Uint8Array, at: number): string | undefined {
  let name = "";
  for (let i = at; i < at + 4; i++) {
    const byte = bytes[i]!;
    const isLetter = (byte >= CHAR.A && byte <= CHAR.Z) || (byte >= CHAR.a && byte <= CHAR.z);
    if (!isLetter) return undefined;
    name += String.fromCharCode(byte);
  }
  return name;
}

function isCritical(name: string): boolean {
  return (name.charCodeAt(0) & 0x20) === 0;
}

function coalesced(pieces: Uint8Array[]): Uint8Array[] {
  if (pieces.length <= FEW_CHUNKS) return pieces;
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (total / pieces.length >= SMALL_CHUNK) return pieces;
  const joined = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return [joined];
}
