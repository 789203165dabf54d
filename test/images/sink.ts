import { inflateSync } from "node:zlib";
import type { IccProfile, ImageFrame, ImageReader, ObjectSink, ReadOptions, Tile } from "../../src/images/image.ts";
import { atOnce } from "../../src/meter/turns.ts";
import { Work } from "../../src/meter/work.ts";
import { ByteWriter } from "../../src/pdf-file/syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../src/pdf-file/syntax/objects.ts";
import { writeObject } from "../../src/pdf-file/syntax/serialise.ts";
import { bytes } from "../fixtures/bytes.ts";

const READ: ReadOptions = { stripMetadata: false, webp: "jpeg" };

export interface WrittenImage {
  /** Numbers as they are, everything else in PDF syntax. */
  dict: Record<string, string | number>;
  data: Uint8Array;
  /** What /SMask refers to. */
  softMask: WrittenImage | undefined;
}

export interface WrittenFrame {
  frame: ImageFrame;
  tiles: Tile[];
  /** The image of the first tile. */
  image: WrittenImage;
  profiles: IccProfile[];
  warnings: string[];
}

/** Reads a file and writes its frames into a sink that keeps what it gets. */
export async function readAll(
  reader: ImageReader,
  file: Uint8Array,
  options: Partial<ReadOptions> = {},
): Promise<WrittenFrame[]> {
  const written: WrittenFrame[] = [];
  for (const frame of await reader(file, { ...READ, ...options }, new Work(file.length))) {
    const images = new Map<PdfObject | undefined, WrittenImage>();
    const profiles: IccProfile[] = [];
    const warnings: string[] = [];
    const sink: ObjectSink = {
      stream(dict, data) {
        const reference = new PdfRef(images.size + 1, 0);
        images.set(reference, { dict: shown(dict), data: bytes(...data), softMask: images.get(dict.get("SMask")) });
        return reference;
      },
      profile(profile) {
        profiles.push(profile);
        return ["ICCBased", new PdfRef(99, 0)];
      },
      warn: (message) => warnings.push(message),
    };
    const tiles = await tilesOf(frame, sink);
    written.push({ frame, tiles, image: images.get(tiles[0]!.xobject)!, profiles, warnings });
  }
  return written;
}

/** What a frame writes, without others between its portions. */
export async function tilesOf(frame: ImageFrame, sink: ObjectSink): Promise<Tile[]> {
  const tiles = await frame.write(sink);
  return Array.isArray(tiles) ? tiles : atOnce(tiles);
}

function shown(dict: PdfDict): WrittenImage["dict"] {
  return Object.fromEntries([...dict].map(([key, value]) => [key, typeof value === "number" ? value : syntax(value)]));
}

function syntax(object: PdfObject): string {
  const out = new ByteWriter();
  writeObject(out, object);
  return new TextDecoder("latin1").decode(out.view());
}

export async function readOne(
  reader: ImageReader,
  file: Uint8Array,
  options: Partial<ReadOptions> = {},
): Promise<WrittenFrame> {
  return (await readAll(reader, file, options))[0]!;
}

/** The samples of a FlateDecode image, row by row, as a PDF viewer would see them before /Decode and colours. */
export function samples(image: WrittenImage): number[][] {
  const { dict, data } = image;
  const { width, bits, parms } = layout(dict);
  // What the predictor undoes is what the image holds.
  const undone = [/\/BitsPerComponent (\d+)/, /\/Columns (\d+)/].map((entry) => Number(entry.exec(parms)?.[1]));
  if (parms && (undone[0] !== bits || undone[1] !== width)) throw new Error(`${parms}: ${bits} bits, ${width} wide`);
  const inflated = new Uint8Array(inflateSync(data));
  const { rowBytes, hasFilters } = layout(dict);
  const bytesDeclared = (rowBytes + (hasFilters ? 1 : 0)) * Number(dict.Height);
  if (inflated.length !== bytesDeclared) throw new Error(`${inflated.length} bytes for ${bytesDeclared}`);
  return rowsOf(dict, inflated);
}

/** The samples of as many rows as inflated data holds, whatever its dictionary declares. */
export function samplesOf(declared: PdfDict, held: Uint8Array): number[][] {
  return rowsOf(shown(declared), held);
}

function rowsOf(dict: WrittenImage["dict"], held: Uint8Array): number[][] {
  const { bits, colours, rowBytes, hasFilters } = layout(dict);
  const stride = rowBytes + (hasFilters ? 1 : 0);
  let previous = new Uint8Array(rowBytes);
  return Array.from({ length: Math.floor(held.length / stride) }, (_, y) => {
    const row = held.slice(y * stride + (hasFilters ? 1 : 0), (y + 1) * stride);
    if (hasFilters) undo(row, previous, held[y * stride]!, Math.max(1, (colours * bits) / 8));
    previous = row;
    return Array.from({ length: Number(dict.Width) * colours }, (_, i) => sampleAt(row, i * bits, bits));
  });
}

function layout(dict: WrittenImage["dict"]) {
  const width = Number(dict.Width);
  const bits = Number(dict.BitsPerComponent ?? 1);
  const parms = String(dict.DecodeParms ?? "");
  const colours = parms
    ? Number(/\/Colors (\d+)/.exec(parms)?.[1])
    : /Indexed|Gray|Profile1/.test(String(dict.ColorSpace)) || dict.ImageMask
      ? 1
      : /CMYK|Profile4/.test(String(dict.ColorSpace))
        ? 4
        : 3;
  return { width, bits, parms, colours, rowBytes: Math.ceil((width * colours * bits) / 8), hasFilters: parms !== "" };
}

function sampleAt(row: Uint8Array, bit: number, bits: number): number {
  if (bits === 16) return (row[bit / 8]! << 8) | row[bit / 8 + 1]!;
  return (row[bit >> 3]! >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}

function undo(row: Uint8Array, previous: Uint8Array, filter: number, distance: number): void {
  for (let i = 0; i < row.length; i++) {
    const left = i < distance ? 0 : row[i - distance]!;
    const above = previous[i]!;
    const corner = i < distance ? 0 : previous[i - distance]!;
    const nearest = [left, above, corner].sort(
      (a, b) => Math.abs(left + above - corner - a) - Math.abs(left + above - corner - b),
    )[0]!;
    row[i] = row[i]! + [0, left, above, (left + above) >> 1, nearest][filter]!;
  }
}
