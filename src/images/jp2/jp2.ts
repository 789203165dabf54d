import { checkPixels } from "../caps.ts";
import { densityOf } from "../exif.ts";
import { corrupt, type ImageFrame, type ObjectSink, type Tile, unsupported } from "../image.ts";
import { wholeTile, writeImage } from "../write/xobject.ts";
import { type Jp2Boxes, readBoxes } from "./boxes.ts";

/** JPEG 2000 goes into the PDF as it is: JPXDecode takes the same file (ISO 32000-2 §7.4.9). */
export function readJp2(bytes: Uint8Array): ImageFrame[] {
  const isBare = bytes[0] === 0xff;
  const boxes = isBare ? undefined : readBoxes(bytes);
  const stream = readCodestream(boxes?.codestream ?? bytes);
  const { width, height } = stream;
  checkPixels(width, height, "passthrough");
  const colours = stream.components - (boxes?.opacity ? 1 : 0);
  if (!boxes?.hasPalette && colours !== 1 && colours !== 3 && colours !== 4) {
    throw unsupported(`The JPEG 2000 has ${colours} colour components; a PDF takes 1, 3 or 4.`);
  }
  return [
    {
      width,
      height,
      density: densityOf(boxes?.resolution?.x, boxes?.resolution?.y, 0.0254, true),
      orientation: 1,
      method: "passthrough",
      decodedPixels: 0,
      minVersion: "1.5",
      write: (sink) => writeJp2(sink, isBare ? [container(stream, bytes.length), bytes] : [bytes], stream, boxes),
    },
  ];
}

function writeJp2(sink: ObjectSink, data: Uint8Array[], stream: Codestream, boxes: Jp2Boxes | undefined): Tile[] {
  const { width, height } = stream;
  const xobject = writeImage(sink, {
    width,
    height,
    // Colour spaces for which PDF has no name (sYCC, ICC, a palette) are left to the data itself.
    colourSpace: undefined,
    bits: undefined,
    softMaskInData: boxes?.opacity,
    filter: "JPXDecode",
    data,
  });
  return wholeTile(xobject, width, height);
}

/** ISO/IEC 15444-1 annex I: the boxes that make a file of a bare codestream, which the filter does not take. */
function container({ width, height, components, bits }: Codestream, length: number): Uint8Array {
  const word = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const box = (type: string, ...data: number[]): number[] => [...word(8 + data.length), ...ascii(type), ...data];
  // sRGB, gray, or CMYK.
  const space = components === 3 ? 16 : components === 1 ? 17 : 12;
  const header = box("ihdr", ...word(height), ...word(width), components >> 8, components, bits - 1, 7, 0, 0);
  const colour = box("colr", 1, 0, 0, ...word(space));
  return Uint8Array.from([
    ...box("jP  ", ...ascii("\r\n\x87\n")),
    ...box("ftyp", ...ascii("jp2 "), ...word(0), ...ascii("jp2 ")),
    ...box("jp2h", ...header, ...colour),
    ...word(8 + length),
    ...ascii("jp2c"),
  ]);
}

function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

interface Codestream {
  width: number;
  height: number;
  components: number;
  /** Bits of the first component. */
  bits: number;
}

const SIZ = 0xff51;
const CAP = 0xff50;
const SOT = 0xff90;
/** ISO/IEC 15444-1 table A.9. */
const MAX_COMPONENTS = 16384;
/** Offsets from the beginning of the codestream, which starts with SOC and SIZ (ISO/IEC 15444-1 table A.9). */
const SIZ_AT = { marker: 2, length: 4, right: 8, bottom: 12, left: 16, top: 20, components: 40, component: 42 };
/** Of each component: its bits, and its distances between samples. */
const COMPONENT_BYTES = 3;
/** Offset of a tile-part's length from its SOT marker (table A.5). */
const PSOT = 6;
const SOT_BYTES = 12;

/** Reads the main header, and how far the tile-parts go (ISO/IEC 15444-1 annex A). */
function readCodestream(bytes: Uint8Array): Codestream {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u16 = (at: number): number => (at + 2 <= bytes.length ? view.getUint16(at) : 0);
  if (bytes.length < SIZ_AT.component || u16(SIZ_AT.marker) !== SIZ)
    throw corrupt("The JPEG 2000 codestream is cut off in its header.");
  const width = view.getUint32(SIZ_AT.right) - view.getUint32(SIZ_AT.left);
  const height = view.getUint32(SIZ_AT.bottom) - view.getUint32(SIZ_AT.top);
  const components = u16(SIZ_AT.components);
  if (
    components === 0 ||
    components > MAX_COMPONENTS ||
    SIZ_AT.component + components * COMPONENT_BYTES > bytes.length
  ) {
    throw corrupt("The JPEG 2000 codestream declares no components.");
  }
  for (let i = 0; i < components; i++) {
    const at = SIZ_AT.component + i * COMPONENT_BYTES;
    if (bytes[at + 1] === 0 || bytes[at + 2] === 0) throw corrupt("A component of the JPEG 2000 has no size.");
  }
  let at = SIZ_AT.length + u16(SIZ_AT.length);
  for (; u16(at) !== SOT; at += 2 + u16(at + 2)) {
    if (u16(at) === CAP)
      throw unsupported("This is high-throughput JPEG 2000, which a PDF cannot hold; save it as JPEG 2000.");
    if (u16(at) < 0xff00 || u16(at + 2) < 2) throw corrupt("The JPEG 2000 codestream is damaged in its header.");
  }
  checkTiles(bytes, at);
  return { width, height, components, bits: (bytes[SIZ_AT.component]! & 0x7f) + 1 };
}

/** Most viewers show nothing of a tile that is cut off: the page would be empty. */
function checkTiles(bytes: Uint8Array, first: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = first;
  while (at + SOT_BYTES <= bytes.length && view.getUint16(at) === SOT) {
    // The last tile-part may leave out its length.
    const length = view.getUint32(at + PSOT) || bytes.length - at;
    if (length < 14) throw corrupt("A tile of the JPEG 2000 has a length that makes no sense.");
    if (at + length > bytes.length) {
      const share = (bytes.length - first) / (at + length - first);
      throw corrupt(`The JPEG 2000 is cut off: ${Math.ceil((1 - share) * 100)} % of its data is missing.`);
    }
    at += length;
  }
  if (at === first) throw corrupt("The JPEG 2000 holds no tiles.");
}
