import type { Portions } from "../../meter/turns.ts";
import type { TakeRow } from "../write/write-rows.ts";
import type { WebpPicture } from "./container.ts";
import { giveInput, viewOf, withKernel } from "./kernel.ts";

/** Decodes a picture from the top row to the bottom row. */
export function decodeRows(picture: WebpPicture, take: TakeRow): Portions<void> {
  return picture.lossless ? decodeLossless(picture, take) : decodeLossy(picture, take);
}

function decodeLossless(picture: WebpPicture, take: TakeRow): Portions<void> {
  return withKernel(function* (kernel) {
    const [data] = giveInput(kernel, [picture.data]);
    kernel.openLossless(data!, picture.data.length);
    const colours = viewOf(kernel, kernel.losslessColours(), picture.width * 3);
    const alphas = picture.opaque ? undefined : viewOf(kernel, kernel.losslessAlphas(), picture.width);
    for (let y = 0; y < picture.height; y++) {
      kernel.nextLosslessRow();
      take(colours, 0, alphas);
      yield colours.length;
    }
  });
}

function decodeLossy(picture: WebpPicture, take: TakeRow): Portions<void> {
  const { width, height, alpha } = picture;
  return withKernel(function* (kernel) {
    const [data, alphaData] = giveInput(kernel, alpha ? [picture.data, alpha] : [picture.data]);
    const macroblockRows = kernel.openLossy(data!, picture.data.length);
    kernel.openColours();
    if (alpha) kernel.openAlpha(alphaData!, alpha.length, width, height);
    const alphas = alpha && viewOf(kernel, kernel.losslessAlphas(), width);
    const colours = viewOf(kernel, kernel.colourOutput(), width * 3 * 17);
    for (let row = 0; row < macroblockRows; row++) {
      const lines = kernel.nextColourRows();
      for (let line = 0; line < lines; line++) {
        if (alpha) kernel.nextAlphaRow();
        take(colours, line * width * 3, alphas);
      }
      yield lines * width * 3;
    }
  });
}

/** The alpha of a lossy picture, which is a separate stream. */
export function* decodeAlphaRows(
  { width, height, alpha }: WebpPicture,
  take: (alphas: Uint8Array) => void,
): Portions<void> {
  if (!alpha) return;
  yield* withKernel(function* (kernel) {
    const [data] = giveInput(kernel, [alpha]);
    kernel.openAlpha(data!, alpha.length, width, height);
    const alphas = viewOf(kernel, kernel.losslessAlphas(), width);
    for (let y = 0; y < height; y++) {
      kernel.nextAlphaRow();
      take(alphas);
      yield width;
    }
  });
}
