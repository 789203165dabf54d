import { type PdfDict, type PdfObject, type PdfRef, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { ObjectSink, Tile } from "../image.ts";

interface Coding {
  filter: "FlateDecode" | "DCTDecode" | "CCITTFaxDecode" | "JPXDecode";
  parms?: PdfDict | undefined;
}

export interface ImageXObject extends Coding {
  width: number;
  height: number;
  /** Made by deviceSpace, indexed or ObjectSink.profile; undefined where the data itself says it (JPXDecode). */
  colourSpace: PdfObject | undefined;
  /** Undefined where the data itself says it (JPXDecode). */
  bits: number | undefined;
  /** For instance `[1, 0]` where white is 0. */
  decode?: number[] | undefined;
  /** Colour key mask: the lowest and the highest raw value of each sample. */
  mask?: number[] | undefined;
  /** The alpha channel's image. */
  softMask?: PdfRef | undefined;
  /** Of a soft mask: the colour with which the pixels of its picture are mixed already (ISO 32000-2 table 143). */
  matte?: readonly number[] | undefined;
  data: readonly Uint8Array[];
}

/** Writes an image dictionary (ISO 32000-2 table 87). */
export function writeImage(sink: ObjectSink, image: ImageXObject): PdfRef {
  const dict = pdfDict({ Type: "XObject", Subtype: "Image", Width: image.width, Height: image.height });
  const put = (key: string, value: PdfObject | undefined) => value !== undefined && dict.set(key, value);
  put("ColorSpace", image.colourSpace);
  put("BitsPerComponent", image.bits);
  put("Decode", image.decode);
  put("Mask", image.mask);
  put("SMask", image.softMask);
  put("Matte", image.matte && [...image.matte]);
  put("Filter", image.filter);
  put("DecodeParms", image.parms);
  return sink.stream(dict, image.data);
}

/** An alpha channel: 0 is transparent. Its rows carry PNG filters. */
export function writeSoftMask(
  sink: ObjectSink,
  mask: Pick<ImageXObject, "width" | "height" | "matte"> & { bits: number },
  data: readonly Uint8Array[],
): PdfRef {
  return writeImage(sink, { ...mask, colourSpace: "DeviceGray", ...pngRows(mask.width, 1, mask.bits), data });
}

/** The coding of deflated rows that carry PNG filters (ISO 32000-2 §7.4.4.4). */
export function pngRows(width: number, colors: number, bits: number): Coding {
  const parms: PdfDict = new Map([["Predictor", 15], ...sampleParms(width, colors, bits)]);
  return { filter: "FlateDecode", parms };
}

/** What a predictor must know of the samples (ISO 32000-2 table 8). */
export function sampleParms(width: number, colors: number, bits: number): [string, number][] {
  return [
    ["Colors", colors],
    ["BitsPerComponent", bits],
    ["Columns", width],
  ];
}

/** A tile that covers the whole frame. */
export function wholeTile(xobject: PdfRef, width: number, height: number): Tile[] {
  return [{ xobject, left: 0, top: 0, width, height }];
}
