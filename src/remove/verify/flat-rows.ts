import { faxSource } from "../../codecs/fax/fax-rows.ts";
import type { TakeRow } from "../../pdf-content/images/decoded-rows.ts";
import { type ImageData, imageRows, lastFiltered } from "../../pdf-content/images/image-rows.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { ColumnsIn } from "./sample-columns.ts";

const PLAIN = new Set(["FlateDecode", "LZWDecode", "RunLengthDecode", "ASCII85Decode", "ASCIIHexDecode"]);

/** Whether all samples of each row that lie beyond the area are equal; also false when the rows cannot be read. */
export function hasFlatRows({ document }: Reading, image: ImageData, columns: ColumnsIn): boolean {
  const { width, height, bits, space, filters, parameters } = image.facts;
  const isFax = filters.at(-1) === "CCITTFaxDecode";
  if (!isFax && filters.some((filter) => !PLAIN.has(filter))) return false;
  const size = isFax ? 1 : bits * (space?.components ?? 1);
  let isFlat = true;
  const take: TakeRow = (row, y) => {
    const [first, end] = columns.of(y);
    isFlat &&= isAlike(row, 0, first, size) && isAlike(row, end, width, size);
  };
  if (!isFax) {
    imageRows(document, image, height, take);
    return isFlat;
  }
  // Our own output: cut bilevel images are written as Group 4.
  if (document.number(parameters.get("K")) !== -1) return false;
  const coding = { kind: "group4", columns: width, rows: height, twoDimensional: false } as const;
  const source = faxSource(lastFiltered(document, image), coding, () => {});
  const row = new Uint8Array((width + 7) >> 3);
  for (let y = 0; y < height; y++) {
    if (source.read(row) === 0) break;
    take(row, y);
  }
  return isFlat;
}

/** Whether the samples [from, to) of a row are the same; each sample has `bits` bits. */
function isAlike(row: Uint8Array, from: number, to: number, bits: number): boolean {
  if (bits >= 8) {
    const size = bits >> 3;
    for (let at = (from + 1) * size; at < to * size; at++) if (row[at] !== row[at - size]) return false;
    return true;
  }
  for (let at = (from + 1) * bits; at < to * bits; at++) if (bitAt(row, at) !== bitAt(row, at - bits)) return false;
  return true;
}

function bitAt(row: Uint8Array, at: number): number {
  return (row[at >> 3]! >> (7 - (at & 7))) & 1;
}
