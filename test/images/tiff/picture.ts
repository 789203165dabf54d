import { readTiff } from "../../../src/images/tiff/tiff.ts";
import { random } from "../../fixtures/random.ts";
import { type PictureFixture, strips, type TiffFixture, type TiffPage, tiff } from "../../fixtures/tiff.ts";
import { readOne } from "../sink.ts";

/** Three samples of a picture that is all noise. */
export const noise = random(11);
export const RGB = { width: 10, height: 7, samples: 3, photometric: 2 };
export const rgb = Uint8Array.from({ length: 210 }, () => Math.floor(noise() * 256));
export const rgbRows = Array.from({ length: 7 }, (_, y) => [...rgb.subarray(y * 30, y * 30 + 30)]);

export const one = (page: TiffPage, file: Omit<TiffFixture, "pages"> = {}) => tiff({ pages: [page], ...file });
export const image = async (picture: PictureFixture, data: Uint8Array, file: Omit<TiffFixture, "pages"> = {}) =>
  (await readOne(readTiff, one(strips(picture, data), file))).image;
