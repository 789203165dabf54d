import { checkPixels, IMAGE_CAPS } from "../../codecs/caps.ts";
import { corrupt, tooLarge } from "../../codecs/image-problem.ts";
import type { Portions } from "../../meter/turns.ts";
import { decodedFrame, type ImageFrame, type ObjectSink } from "../image.ts";
import { deviceSpace } from "../write/colour.ts";
import { missingRows, type TakeRow, writeRows } from "../write/write-rows.ts";

const HEADER_BYTES = 14;

/** The "Quite OK Image" format (qoiformat.org): one pass over the bytes gives the pixels in order. */
export function readQoi(bytes: Uint8Array): ImageFrame[] {
  if (bytes.length < HEADER_BYTES) throw corrupt("The QOI is cut off in its header.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(4);
  const height = view.getUint32(8);
  const channels = bytes[12];
  if (channels !== 3 && channels !== 4) throw corrupt(`The QOI declares ${channels} channels; only 3 and 4 exist.`);
  checkPixels(width, height, "streamed");
  if (width * channels > IMAGE_CAPS.stripBytes) throw tooLarge(`A row of the QOI has ${width} pixels.`);
  const picture = { width, height, components: 3, bits: 8, colourSpace: deviceSpace(3) } as const;
  const write = (sink: ObjectSink) =>
    writeRows(picture, sink, function* (take) {
      const there = yield* decodeRows(bytes, width, height, channels === 4, take);
      if (there === 0) throw corrupt("The QOI holds no pixels.");
      if (there < height) sink.warn(missingRows("QOI", there, height));
    });
  return [decodedFrame(picture, write)];
}

const INDEX = 0b00;
const DIFFERENCE = 0b01;
const LUMA = 0b10;
const RGB = 0xfe;
const RGBA = 0xff;

/** Gives the rows for which there is data; returns their number. */
function* decodeRows(
  bytes: Uint8Array,
  width: number,
  height: number,
  hasAlpha: boolean,
  take: TakeRow,
): Portions<number> {
  const colour = new Uint8Array(width * 3);
  const alphas = hasAlpha ? new Uint8Array(width) : undefined;
  const seen = new Uint8Array(64 * 4);
  let at = HEADER_BYTES;
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 255;
  let run = 0;
  for (let y = 0; y < height; y++) {
    if (run === 0 && at >= bytes.length) return y;
    for (let x = 0; x < width; x++) {
      if (run > 0) run--;
      else if (at < bytes.length) {
        const byte = bytes[at++]!;
        const value = byte & 63;
        if (byte >= RGB) {
          red = bytes[at] ?? 0;
          green = bytes[at + 1] ?? 0;
          blue = bytes[at + 2] ?? 0;
          if (byte === RGBA) alpha = bytes[at + 3] ?? 0;
          at += byte === RGBA ? 4 : 3;
        } else if (byte >> 6 === INDEX) {
          red = seen[value * 4]!;
          green = seen[value * 4 + 1]!;
          blue = seen[value * 4 + 2]!;
          alpha = seen[value * 4 + 3]!;
        } else if (byte >> 6 === DIFFERENCE) {
          red = (red + ((value >> 4) & 3) - 2) & 255;
          green = (green + ((value >> 2) & 3) - 2) & 255;
          blue = (blue + (value & 3) - 2) & 255;
        } else if (byte >> 6 === LUMA) {
          const second = bytes[at++] ?? 0;
          const change = value - 32;
          red = (red + change + (second >> 4) - 8) & 255;
          green = (green + change) & 255;
          blue = (blue + change + (second & 15) - 8) & 255;
        } else {
          run = value;
        }
        const place = ((red * 3 + green * 5 + blue * 7 + alpha * 11) & 63) * 4;
        seen[place] = red;
        seen[place + 1] = green;
        seen[place + 2] = blue;
        seen[place + 3] = alpha;
      }
      colour[x * 3] = red;
      colour[x * 3 + 1] = green;
      colour[x * 3 + 2] = blue;
      if (alphas) alphas[x] = alpha;
    }
    take(colour, 0, alphas);
    yield colour.length;
  }
  return height;
}
