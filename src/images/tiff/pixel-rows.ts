import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { Layout } from "./tiff-layout.ts";

/** Some decompressed rows of the picture. The buffers are used again for the next band. */
export interface Band {
  readonly rows: number;
  readonly rowBytes: number;
  /** One buffer, or one for each sample when they lie in planes. */
  readonly planes: readonly Uint8Array[];
}

/** Converts rows of the file to rows of a PDF image. */
export interface PixelRows {
  readonly components: 1 | 3 | 4;
  readonly bits: number;
  /** Undefined: the device space of that many components, or the file's profile. */
  readonly colourSpace?: PdfObject | undefined;
  readonly decode?: number[] | undefined;
  /** Set for bilevel gray, whose rows can be written as Group 4: the bit that is black. */
  readonly blackBit?: 0 | 1 | undefined;
  /** The layout that `bands` reads; it may differ from the file's. */
  readonly layout: Layout;
  /** The number of the picture's rows in one row of a band. */
  readonly rowsPerBandRow: number;
  /** Looks at a row. Where the meaning of a value depends on all rows, each is looked at before any is converted. */
  measure?(band: Band, row: number): void;
  /** Converts one row of a band; the result is valid until the next call. */
  convert(band: Band, row: number): ConvertedRow;
}

export function bytesOf({ rows, rowBytes, planes }: Band): number {
  return rows * rowBytes * planes.length;
}

export interface ConvertedRow {
  readonly colour: Uint8Array;
  readonly at: number;
  readonly alpha: Uint8Array | undefined;
}
