import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import type { PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { ObjectSink } from "../image.ts";
import { writeSoftMask } from "./xobject.ts";

export interface SoftMaskRows {
  /** Adds the next row of alpha: `width` samples of 8 or 16 bits. */
  row(samples: Uint8Array): void;
  /**
   * Writes the mask; undefined when every pixel is opaque and none is needed. `matte`: the colour with which the
   * picture's pixels are mixed already.
   */
  write(sink: ObjectSink, height: number, matte?: readonly number[]): PdfRef | undefined;
}

/** Takes an alpha channel row by row. It costs nothing before the first row that is not opaque. */
export function softMaskRows(width: number, bits: 8 | 16): SoftMaskRows {
  const rowBytes = (width * bits) / 8;
  let opaqueRows = 0;
  let encoder: RowEncoder | undefined;
  return {
    row(samples) {
      if (!encoder) {
        if (samples.every((sample) => sample === 255)) {
          opaqueRows++;
          return;
        }
        encoder = new RowEncoder(rowBytes);
        const opaque = new Uint8Array(rowBytes).fill(255);
        for (; opaqueRows > 0; opaqueRows--) encoder.row(opaque);
      }
      encoder.row(samples);
    },
    write(sink, height, matte) {
      if (!encoder) return undefined;
      return writeSoftMask(sink, { width, height, bits, matte }, encoder.end());
    },
  };
}
