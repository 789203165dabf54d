import { corrupt } from "../../codecs/image-problem.ts";
import { latin1Text } from "../../platform/latin1.ts";

/** One still picture inside a WebP file, as views of its chunks. */
export interface WebpPicture {
  readonly width: number;
  readonly height: number;
  readonly lossless: boolean;
  /** The VP8 or VP8L chunk. */
  readonly data: Uint8Array;
  /** The ALPH chunk, which only lossy pictures have. */
  readonly alpha: Uint8Array | undefined;
  /** Lossless pictures always have alpha values. Viewers ignore them where the picture says that it has no alpha. */
  readonly opaque: boolean;
}

/** A still picture, or the first frame of an animation at its place on the canvas (RFC 9649 §2.7.1.1). */
export interface WebpFile {
  /** Of the canvas. */
  readonly width: number;
  readonly height: number;
  readonly picture: WebpPicture;
  readonly left: number;
  readonly top: number;
  readonly iccProfile: Uint8Array | undefined;
  readonly exif: Uint8Array | undefined;
  readonly xmp: Uint8Array | undefined;
}

interface Chunk {
  readonly id: string;
  readonly data: Uint8Array;
}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FRAME_HEADER_BYTES = 16;
const ANIMATION_FLAG = 2;

export function readContainer(bytes: Uint8Array): WebpFile {
  if (ascii(bytes, 0) !== "RIFF" || ascii(bytes, 8) !== "WEBP") throw corrupt("The WebP header is damaged.");
  const declared = uint32(bytes, 4) + CHUNK_HEADER_BYTES;
  const chunks = [...readChunks(bytes.subarray(RIFF_HEADER_BYTES, Math.max(declared, RIFF_HEADER_BYTES)))];
  const first = chunks[0];
  if (first?.id !== "VP8X") return stillFile(readPicture(chunks), undefined, chunks);
  if (first.data.length < 10) throw corrupt("The WebP's VP8X chunk is damaged.");
  const width = uint24(first.data, 4) + 1;
  const height = uint24(first.data, 7) + 1;
  if ((first.data[0]! & ANIMATION_FLAG) === 0) return stillFile(readPicture(chunks), { width, height }, chunks);
  const frame = chunks.find((chunk) => chunk.id === "ANMF");
  if (!frame) throw corrupt("The WebP declares an animation and has no frames.");
  return { width, height, ...readFrame(frame.data, width, height), ...metadata(chunks) };
}

function stillFile(
  picture: WebpPicture,
  canvas: { width: number; height: number } | undefined,
  chunks: readonly Chunk[],
): WebpFile {
  const { width, height } = picture;
  if (canvas && (canvas.width !== width || canvas.height !== height)) {
    throw corrupt(`The WebP declares ${canvas.width} × ${canvas.height} pixels and holds ${width} × ${height}.`);
  }
  return { width, height, picture, left: 0, top: 0, ...metadata(chunks) };
}

function metadata(chunks: readonly Chunk[]) {
  return {
    iccProfile: chunks.find((chunk) => chunk.id === "ICCP")?.data,
    exif: chunks.find((chunk) => chunk.id === "EXIF")?.data,
    xmp: chunks.find((chunk) => chunk.id === "XMP ")?.data,
  };
}

function readFrame(data: Uint8Array, canvasWidth: number, canvasHeight: number) {
  if (data.length < FRAME_HEADER_BYTES) throw corrupt("A frame of the WebP is damaged.");
  const left = uint24(data, 0) * 2;
  const top = uint24(data, 3) * 2;
  const width = uint24(data, 6) + 1;
  const height = uint24(data, 9) + 1;
  const picture = readPicture([...readChunks(data.subarray(FRAME_HEADER_BYTES))]);
  if (picture.width !== width || picture.height !== height) {
    throw corrupt(
      `A frame of the WebP declares ${width} × ${height} pixels and holds ${picture.width} × ${picture.height}.`,
    );
  }
  if (left + width > canvasWidth || top + height > canvasHeight) {
    throw corrupt("A frame of the WebP reaches beyond its canvas.");
  }
  return { picture, left, top };
}

/** RFC 9649 §3.4. */
const LOSSLESS_SIGNATURE = 0x2f;
/** RFC 6386 §9.1: what follows the three bytes of a frame's tag. */
const KEY_FRAME_START = [0x9d, 0x01, 0x2a];

function readPicture(chunks: readonly Chunk[]): WebpPicture {
  const index = chunks.findIndex((chunk) => chunk.id === "VP8 " || chunk.id === "VP8L");
  const chunk = chunks[index];
  if (!chunk) throw corrupt("The WebP holds no picture.");
  const { data } = chunk;
  if (chunk.id === "VP8L") {
    if (data.length < 5 || data[0] !== LOSSLESS_SIGNATURE) throw corrupt("The WebP's picture is damaged.");
    const sizes = uint32(data, 1);
    return {
      width: (sizes & 0x3fff) + 1,
      height: ((sizes >>> 14) & 0x3fff) + 1,
      lossless: true,
      data,
      alpha: undefined,
      opaque: ((sizes >>> 28) & 1) === 0,
    };
  }
  if (data.length < 10 || KEY_FRAME_START.some((byte, index) => data[3 + index] !== byte)) {
    throw corrupt("The WebP's picture is damaged.");
  }
  const alpha = chunks.slice(0, index).find((other) => other.id === "ALPH")?.data;
  return {
    width: uint16(data, 6) & 0x3fff,
    height: uint16(data, 8) & 0x3fff,
    lossless: false,
    data,
    alpha,
    opaque: alpha === undefined,
  };
}

/** Chunks are padded to an even length; one that is cut off by the end of the file is taken as far as it goes. */
function* readChunks(bytes: Uint8Array): Generator<Chunk> {
  for (let at = 0; at + CHUNK_HEADER_BYTES <= bytes.length; ) {
    const start = at + CHUNK_HEADER_BYTES;
    const length = uint32(bytes, at + 4);
    yield { id: ascii(bytes, at), data: bytes.subarray(start, start + length) };
    at = start + length + (length & 1);
  }
}

function ascii(bytes: Uint8Array, at: number): string {
  return latin1Text(bytes, at, at + 4);
}

function uint16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

function uint24(bytes: Uint8Array, at: number): number {
  return uint16(bytes, at) | (bytes[at + 2]! << 16);
}

function uint32(bytes: Uint8Array, at: number): number {
  return (uint24(bytes, at) | (bytes[at + 3]! << 24)) >>> 0;
}
