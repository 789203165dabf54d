import { checkPixels } from "../caps.ts";
import { densityOf } from "../exif.ts";
import { type ImageFrame, type ObjectSink, type Tile, unsupported } from "../image.ts";
import { wholeTile, writeImage } from "../write/xobject.ts";
import { type Jp2Boxes, readBoxes } from "./boxes.ts";
import { type Codestream, readCodestream } from "./codestream.ts";

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
    ...box("jP  ", 0x0d, 0x0a, 0x87, 0x0a),
    ...box("ftyp", ...ascii("jp2 "), ...word(0), ...ascii("jp2 ")),
    ...box("jp2h", ...header, ...colour),
    ...word(8 + length),
    ...ascii("jp2c"),
  ]);
}

function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}
