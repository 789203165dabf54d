import { encodeLzw } from "./lzw.ts";
import { photo, toPalette } from "./picture.ts";

/** An animation whose frames redraw a moving rectangle over the first one. */
export function encodeAnimation(width: number, height: number, frames: number): Buffer {
  const { picture, palette } = toPalette(photo(width, height, 77));
  const pieces: Uint8Array[] = [
    Buffer.from("GIF89a", "latin1"),
    words(width, height),
    Buffer.from([0xf7, 0, 0]),
    palette,
  ];
  pieces.push(Buffer.from("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", "latin1"));
  for (let frame = 0; frame < frames; frame++) {
    const whole = frame === 0;
    const w = whole ? width : width >> 1;
    const h = whole ? height : height >> 1;
    const left = whole ? 0 : ((frame * 13) % (width - w)) | 0;
    const top = whole ? 0 : ((frame * 7) % (height - h)) | 0;
    const indices = new Uint8Array(w * h);
    for (let y = 0; y < h; y++) {
      const from = ((y + top + frame) % height) * width + left;
      indices.set(picture.data.subarray(from, from + w), y * w);
    }
    pieces.push(Buffer.from([0x21, 0xf9, 4, 4, 8, 0, 0, 0]), Buffer.from([0x2c]), words(left, top, w, h));
    pieces.push(Buffer.from([0, 8]), ...blocks(encodeLzw(indices, 8, "gif")), Buffer.from([0]));
  }
  pieces.push(Buffer.from([0x3b]));
  return Buffer.concat(pieces);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, i * 2);
  return bytes;
}

function* blocks(data: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    yield Uint8Array.of(block.length);
    yield block;
  }
}
