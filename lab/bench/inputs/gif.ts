import { type GifFrameFixture, gif } from "../../../test/fixtures/gif.ts";
import { encodeLzw } from "../../../test/fixtures/lzw.ts";
import { photo, toPalette } from "../../../test/fixtures/picture.ts";

/** An animation whose frames redraw a moving rectangle over the first one. */
export function encodeAnimation(width: number, height: number, count: number): Uint8Array {
  const { picture, palette } = toPalette(photo(width, height, 77));
  const frames = Array.from({ length: count }, (_, frame): GifFrameFixture => {
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
    return { left, top, width: w, height: h, disposal: 1, delay: 8, data: encodeLzw(indices, 8, "gif") };
  });
  const forEver = Buffer.from("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", "latin1");
  return gif({ width, height, palette, frames, blocks: [forEver] });
}
