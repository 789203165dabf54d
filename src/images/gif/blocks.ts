import { IMAGE_CAPS } from "../../codecs/caps.ts";
import { corrupt } from "../../codecs/image-problem.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { IccProfile } from "../image.ts";
import { iccProfile } from "../write/colour.ts";

export interface GifFrame {
  left: number;
  top: number;
  width: number;
  height: number;
  interlaced: boolean;
  /** RGB triples: the frame's own table or the global one. */
  palette: Uint8Array;
  /** The index of transparent pixels. */
  transparent: number | undefined;
  codeSize: number;
  /** Where the data sub-blocks begin. */
  dataAt: number;
}

export interface GifLayout {
  width: number;
  height: number;
  /** The first one. */
  frame: GifFrame;
  profile: IccProfile | undefined;
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const PLAIN_TEXT = 0x01;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** Reads blocks up to the first frame that has a size. */
export function gifLayout(bytes: Uint8Array): GifLayout {
  if (bytes.length < 13) throw corrupt("The GIF is cut off in its header.");
  const [width, height] = [u16(bytes, 6), u16(bytes, 8)];
  const flags = bytes[10]!;
  let at = 13;
  const global = colourTable(bytes, at, flags);
  at += global.length;
  let profile: IccProfile | undefined;
  let transparent: number | undefined;
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === EXTENSION) {
      const label = bytes[at + 1];
      if (label === GRAPHIC_CONTROL) transparent = transparentIndex(bytes, at);
      // A control block applies to the next rendering block. Plain text is such a block, though nobody draws it.
      else if (label === PLAIN_TEXT) transparent = undefined;
      else if (label === APPLICATION) profile ??= profileOf(bytes, at);
      at = endOfBlocks(bytes, at + 2);
    } else if (kind === IMAGE) {
      const frame = imageBlock(bytes, at, global, transparent);
      if (!frame) break;
      if (frame.width > 0 && frame.height > 0) {
        const hasScreen = width > 0 && height > 0;
        const screen = hasScreen
          ? { width, height }
          : { width: frame.left + frame.width, height: frame.top + frame.height };
        return { ...screen, frame, profile };
      }
      transparent = undefined;
      at = endOfBlocks(bytes, frame.dataAt);
    } else if (kind === 0) {
      // Some writers add a terminator too many, and all readers skip it.
      at++;
    } else {
      break;
    }
  }
  throw corrupt("The GIF holds no image.");
}

/** Offsets of fields in an image descriptor (GIF89a §20). */
const DESCRIPTOR = { left: 1, top: 3, width: 5, height: 7, flags: 9, bytes: 10 };

function imageBlock(bytes: Uint8Array, at: number, global: Uint8Array, transparent: number | undefined) {
  const end = at + DESCRIPTOR.bytes;
  if (end >= bytes.length) return undefined;
  const flags = bytes[at + DESCRIPTOR.flags]!;
  const local = colourTable(bytes, end, flags);
  const codeAt = end + local.length;
  if (codeAt + 1 >= bytes.length) return undefined;
  return {
    left: u16(bytes, at + DESCRIPTOR.left),
    top: u16(bytes, at + DESCRIPTOR.top),
    width: u16(bytes, at + DESCRIPTOR.width),
    height: u16(bytes, at + DESCRIPTOR.height),
    interlaced: (flags & 0x40) !== 0,
    palette: local.length >= 3 ? local : global.length >= 3 ? global : grayLevels(bytes[codeAt]!),
    transparent,
    codeSize: bytes[codeAt]!,
    dataAt: codeAt + 1,
  };
}

/** Levels of gray. A GIF without any colour table leaves the choice of colours to the reader (GIF89a §18). */
function grayLevels(codeSize: number): Uint8Array {
  const entries = 1 << Math.max(1, Math.min(codeSize, 8));
  return Uint8Array.from({ length: entries * 3 }, (_, i) => Math.round((Math.floor(i / 3) * 255) / (entries - 1)));
}

function colourTable(bytes: Uint8Array, at: number, flags: number): Uint8Array {
  return (flags & 0x80) === 0 ? new Uint8Array(0) : bytes.subarray(at, at + 3 * (2 << (flags & 7)));
}

/** Offsets of fields in a graphic control extension (GIF89a §23). */
const CONTROL = { size: 2, flags: 3, transparent: 6, bytes: 7 };

function transparentIndex(bytes: Uint8Array, at: number): number | undefined {
  if (bytes[at + CONTROL.size] !== 4 || at + CONTROL.bytes > bytes.length) return undefined;
  return (bytes[at + CONTROL.flags]! & 1) !== 0 ? bytes[at + CONTROL.transparent] : undefined;
}

/** ICC.1 (GIF embedding): application "ICCRGBG1", code "012", the profile in the sub-blocks. */
function profileOf(bytes: Uint8Array, at: number): IccProfile | undefined {
  const name = latin1Text(bytes, at + 3, at + 14);
  if (bytes[at + 2] !== 11 || name !== "ICCRGBG1012") return undefined;
  const end = Math.min(endOfBlocks(bytes, at + 14), at + 14 + IMAGE_CAPS.profileBytes);
  const joined = new Uint8Array(end - at - 14);
  let size = 0;
  for (let from = at + 14; from < end && bytes[from]! > 0; from += bytes[from]! + 1) {
    const block = bytes.subarray(from + 1, Math.min(end, from + 1 + bytes[from]!));
    joined.set(block, size);
    size += block.length;
  }
  return iccProfile(joined.subarray(0, size), 3);
}

/** The first byte after a chain of sub-blocks, or the file's end when the chain is cut off. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! > 0) at += bytes[at]! + 1;
  return at + 1;
}

function u16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}
