import type { ByteWriter } from "../syntax/byte-writer.ts";
import type { PdfDict } from "../syntax/objects.ts";
import { type SealString, writeDict } from "../syntax/serialise.ts";

/** The first line of a file, and the bytes that tell transfer programs that it is binary (7.5.2). */
export function fileHeader(version: string): string {
  return `%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`;
}

/** The last lines of a file or an update, whose cross-reference begins at `start` (7.5.5). */
export function fileEnd(start: number): string {
  return `startxref\n${start}\n%%EOF\n`;
}

export function objectHead(number: number, generation: number): string {
  return `${number} ${generation} obj\n`;
}

export const END_OBJECT = "\nendobj\n";
export const END_STREAM = "\nendstream\nendobj\n";

/** A stream object up to its data. The dictionary contains the data's length. */
export function writeStreamHead(out: ByteWriter, number: number, generation: number, dict: PdfDict, seal?: SealString) {
  out.text(objectHead(number, generation));
  writeDict(out, dict, seal);
  out.text("\nstream\n");
}
