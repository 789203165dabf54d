import { pngPredictor, RowEncoder } from "./flate.ts";
import type { ObjectSink } from "./image.ts";
import { writeImage } from "./xobject.ts";

export interface SoftMaskRows {
  /** Adds the next row of alpha: `width` samples of 8 or 16 bits. */
  row(samples: Uint8Array): void;
  /** Writes the mask and returns its reference; undefined when every pixel is opaque, since then there is none. */
  write(sink: ObjectSink, height: number): string | undefined;
}

/** An alpha channel that comes row by row. Nothing is spent on it before a row comes that is not opaque. */
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
    write(sink, height) {
      if (!encoder) return undefined;
      return writeImage(sink, {
        width,
        height,
        colourSpace: "/DeviceGray",
        bits,
        filter: "/FlateDecode",
        parms: pngPredictor(width, 1, bits),
        data: encoder.end(),
      });
    },
  };
}
