import { crc32 } from "#platform/zlib.ts";
import { checkFrames } from "../../codecs/caps.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { Rectangle } from "../write/canvas.ts";
import { HEAD_BYTES, SIGNATURE, SUM_BYTES } from "./chunks.ts";
import type { PngHeader } from "./png-header.ts";

/** A frame of an animation, as its fcTL chunk tells (PNG, third edition, §11.3.6.2). */
export interface PngFrame extends Rectangle {
  /** What happens to its rectangle before the next frame is drawn. */
  readonly dispose: "keep" | "clear" | "restore";
  /** Drawn over the canvas; otherwise it replaces that part of the canvas. */
  readonly blend: boolean;
  /** The zlib stream: of IDAT if the frame is also the still picture, otherwise of its fdAT chunks. */
  data(): Uint8Array[];
}

export interface PngAnimation {
  /** As many as acTL declares, unless some are damaged or missing. */
  readonly frames: PngFrame[];
  readonly declared: number;
}

const DISPOSALS = ["keep", "clear", "restore"] as const;
/** Offsets of fields in an fcTL chunk. */
const CONTROL = { width: 4, height: 8, left: 12, top: 16, dispose: 24, blend: 25 };
const CONTROL_BYTES = 26;

/**
 * The frames of an animated PNG; undefined without an acTL chunk before the pixels. The list ends at a frame that makes
 * no sense. The still picture is the first frame if an fcTL chunk comes before it.
 */
export function readFrames(
  bytes: Uint8Array,
  header: PngHeader,
  still: readonly Uint8Array[],
): PngAnimation | undefined {
  let declared: number | undefined;
  let isAfterStill = false;
  const frames: PngFrame[] = [];
  for (const { name, at, end } of chunks(bytes)) {
    if (name === "IDAT") {
      if (declared === undefined) return undefined;
      isAfterStill = true;
    } else if (name === "acTL" && end - at >= 8) {
      declared ??= new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0); // num_frames
    } else if (name === "fcTL") {
      const isStill = !isAfterStill;
      const frame = isWhole(bytes, at, end) && readControl(bytes, at, header, isStill ? still : end + SUM_BYTES);
      if (!frame || frames.length === declared || (isStill && frames.length > 0)) break;
      frames.push(frame);
      checkFrames(frames.length);
    }
  }
  return declared === undefined ? undefined : { frames, declared };
}

/** `source`: the data itself, or where in the file its chunks begin. Undefined for an impossible frame. */
function readControl(
  bytes: Uint8Array,
  at: number,
  header: PngHeader,
  source: readonly Uint8Array[] | number,
): PngFrame | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, CONTROL_BYTES);
  const [width, height] = [view.getUint32(CONTROL.width), view.getUint32(CONTROL.height)];
  const [left, top] = [view.getUint32(CONTROL.left), view.getUint32(CONTROL.top)];
  const dispose = DISPOSALS[view.getUint8(CONTROL.dispose)];
  const blend = view.getUint8(CONTROL.blend);
  const isInside = width > 0 && height > 0 && left + width <= header.width && top + height <= header.height;
  if (!isInside || !dispose || blend > 1) return undefined;
  // The still picture is as large as the canvas.
  if (typeof source !== "number" && (width !== header.width || height !== header.height)) return undefined;
  return {
    ...{ width, height, left, top, dispose },
    blend: blend === 1,
    data: () => (typeof source === "number" ? frameData(bytes, source) : [...source]),
  };
}

/**
 * An fdAT chunk is an IDAT chunk with a number before its data (§11.3.6.3). The chunks are gathered only when needed: a
 * file may have millions of them.
 */
function frameData(bytes: Uint8Array, from: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (const { name, at, end } of chunks(bytes, from)) {
    if (name === "fcTL" || name === "IEND") break;
    if (name === "fdAT" && end > at + 4) pieces.push(bytes.subarray(at + 4, end));
  }
  return pieces;
}

interface ChunkPlace {
  name: string;
  /** Where its data begins and ends; a chunk that is cut off ends with the file. */
  at: number;
  end: number;
}

function* chunks(bytes: Uint8Array, from = SIGNATURE.length): Generator<ChunkPlace> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = from; at + HEAD_BYTES <= bytes.length; ) {
    const end = at + HEAD_BYTES + view.getUint32(at);
    const name = latin1Text(bytes, at + 4, at + HEAD_BYTES);
    yield { name, at: at + HEAD_BYTES, end: Math.min(end, bytes.length) };
    if (name === "IEND") return;
    at = end + SUM_BYTES;
  }
}

function isWhole(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at !== CONTROL_BYTES || end + SUM_BYTES > bytes.length) return false;
  const sum = new DataView(bytes.buffer, bytes.byteOffset + end).getUint32(0);
  return crc32(bytes.subarray(at - 4, end)) === sum;
}
