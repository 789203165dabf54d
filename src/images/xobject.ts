import type { DictEntries, ObjectSink, Tile } from "./image.ts";

export interface ImageXObject {
  width: number;
  height: number;
  /** In PDF syntax: from deviceSpace, indexed or ObjectSink.profile; undefined where the data itself says it (JPXDecode). */
  colourSpace: string | undefined;
  /** Undefined where the data itself says it (JPXDecode). */
  bits: number | undefined;
  filter: "/FlateDecode" | "/DCTDecode" | "/CCITTFaxDecode" | "/JPXDecode";
  parms?: string | undefined;
  /** For instance `[1 0]` for MinIsWhite. */
  decode?: string | undefined;
  /** Colour key mask, `[min max …]` of the raw sample values. */
  mask?: string | undefined;
  /** Reference to the alpha channel's image. */
  softMask?: string | undefined;
  /** The alpha channel is in the data itself (JPXDecode); 2: the colours are multiplied with it. */
  softMaskInData?: 1 | 2 | undefined;
  data: readonly Uint8Array[];
}

/** Writes an image dictionary (ISO 32000-2 table 87); returns its reference. */
export function writeImage(sink: ObjectSink, image: ImageXObject): string {
  const dict: DictEntries = {
    Type: "/XObject",
    Subtype: "/Image",
    Width: image.width,
    Height: image.height,
    ColorSpace: image.colourSpace,
    BitsPerComponent: image.bits,
    Decode: image.decode,
    Mask: image.mask,
    SMask: image.softMask,
    SMaskInData: image.softMaskInData,
    Filter: image.filter,
    DecodeParms: image.parms,
  };
  return sink.stream(dict, image.data);
}

/** A tile that covers the whole frame. */
export function wholeTile(xobject: string, width: number, height: number): Tile[] {
  return [{ xobject, left: 0, top: 0, width, height }];
}
