/**
 * The objects of PDF (ISO 32000-2 §7.3) as plain values. Names are JavaScript strings without the slash and with #xx
 * decoded (one char per byte, and a mark before a number: platform/map-key.ts). Strings keep their bytes. Streams keep
 * the place of their raw bytes, never a copy.
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
  /**
   * The raw bytes, still filtered and encrypted: a view into the file, or into the decoded object stream that holds
   * them.
   */
  readonly raw: Uint8Array;
  /** The object that holds the stream. Its encryption key depends on it. Undefined for a new stream. */
  readonly home: PdfRef | undefined;
  /** Whether it is an edit of the document: its bytes are not in the file, and never encrypted. */
  readonly isEdit: boolean;
  constructor(dict: PdfDict, raw: Uint8Array, home?: PdfRef, isEdit = false) {
    this.dict = dict;
    this.raw = raw;
    this.home = home;
    this.isEdit = isEdit;
  }

  /** The same data under another dictionary. */
  withDict(dict: PdfDict): PdfStream {
    return new PdfStream(dict, this.raw, this.home, this.isEdit);
  }
}

export type PdfObject = null | boolean | number | string | PdfString | PdfRef | PdfObject[] | PdfDict | PdfStream;

export function dictWithout(dict: PdfDict, names: readonly string[]): PdfDict {
  const left = new Map(dict);
  for (const name of names) left.delete(name);
  return left;
}

export function pdfDict(entries: Readonly<Record<string, PdfObject>>): PdfDict {
  return new Map(Object.entries(entries));
}
