import { Deflate, type DeflateOptions, Z_FINISH, Z_RLE, Z_SYNC_FLUSH } from "pako";
import { joined } from "../bytes.ts";

export function deflate(bytes: Uint8Array, options: { level?: number; memLevel?: number } = {}): Uint8Array {
  return deflated(bytes, options, true);
}

export function deflateRaw(bytes: Uint8Array, level: number, isLast: boolean): Uint8Array {
  return deflated(bytes, { raw: true, level }, isLast);
}

export function lengthOfRuns(bytes: Uint8Array, level: number): number {
  return deflated(bytes, { raw: true, level, strategy: Z_RLE }, true).length;
}

function deflated(bytes: Uint8Array, options: DeflateOptions, isLast: boolean): Uint8Array {
  const pieces: Uint8Array[] = [];
  const stream = new Deflate(options);
  stream.onData = (piece: Uint8Array) => pieces.push(piece);
  stream.push(bytes, isLast ? Z_FINISH : Z_SYNC_FLUSH);
  return joined(pieces);
}

/** The engine's own kernel does all of it. */
export function inflate(_data: Uint8Array, _most: number): Uint8Array | "too long" | undefined {
  return undefined;
}

const POLYNOMIAL = 0xedb88320;
const TABLE = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0);
  return sum;
});

export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (let at = 0; at < bytes.length; at++) sum = TABLE[(sum ^ bytes[at]!) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}
