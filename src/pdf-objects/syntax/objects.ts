/**
 * The objects of PDF (ISO 32000-2 §7.3) as plain values. Names are JavaScript strings without the slash and with
 * #xx decoded (one char per byte); strings keep their bytes; streams keep the place of their raw bytes, never a copy.
 */

export class PdfRef {
  readonly number: number;
  readonly generation: number;
  constructor(number: number, generation: number) {
    this.number = number;
    this.generation = generation;
  }
}

export class PdfString {
  readonly bytes: Uint8Array;
  /** Written as <hex> when true, as (literal) otherwise. */
  readonly hex: boolean;
  constructor(bytes: Uint8Array, hex = false) {
    this.bytes = bytes;
    this.hex = hex;
  }
}

export type PdfDict = Map<string, PdfObject>;

export class PdfStream {
  readonly dict: PdfDict;
  /** The raw (still filtered, still encrypted) bytes: a view into the file or into a decoded object stream's owner. */
  readonly raw: Uint8Array;
  /** The object that holds the stream, which its encryption key depends on; undefined when it is new. */
  readonly home: PdfRef | undefined;
  constructor(dict: PdfDict, raw: Uint8Array, home?: PdfRef) {
    this.dict = dict;
    this.raw = raw;
    this.home = home;
  }
}

export type PdfObject = null | boolean | number | string | PdfString | PdfRef | PdfObject[] | PdfDict | PdfStream;
