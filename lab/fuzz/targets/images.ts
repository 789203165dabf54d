import * as mupdf from "mupdf";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../../src/images/image-document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import type { Random } from "../../../test/fixtures/random.ts";
import { refusalCode } from "../../corpus/refusal.ts";
import { concat, edge, mutateBytes, mutateList } from "../mutate.ts";
import type { Target } from "../target.ts";
import { chunkPng, gifSeeds, jpegSeeds, pngSeeds, tiffSeeds, webpSeeds } from "./image-seeds.ts";

/** A background that no mutated picture consists of. A page that shows nothing else shows no picture. */
const BACKGROUND = [37, 143, 91] as const;

/**
 * Converts with the rarer options. The result must be a PDF with as many pages as it says. Each page
 * must show something, unless a warning says that something is missing.
 */
async function convert(input: Uint8Array, extension: string): Promise<string> {
  const options = { ...DEFAULT_OPTIONS, stripMetadata: true, background: BACKGROUND } as const;
  const result = await imagesToPdf([{ name: `fuzz.${extension}`, bytes: input }], options).catch((error: unknown) => {
    const code = refusalCode(error);
    if (code === undefined) throw error;
    return code;
  });
  if (typeof result === "string") return result;
  const failure = result.failures[0];
  if (failure !== undefined) return failure.code;
  const { pageCount } = openPdf(result.rope.toBytes());
  if (pageCount !== result.pageCount || pageCount === 0)
    throw new Error(`${pageCount} pages, ${result.pageCount} announced`);
  if (result.warnings.length > 0) return "done, with a warning";
  if (!mayBeTransparent(input, extension)) checkPictures(result.rope.toBytes());
  return "done";
}

/** A change may make every pixel transparent. That is a picture as well. */
function mayBeTransparent(input: Uint8Array, extension: string): boolean {
  if (extension !== "gif") return extension === "png" || extension === "webp";
  // A graphic control that names a transparent index.
  return input.some((byte, i) => byte === 0x21 && input[i + 1] === 0xf9 && (input[i + 3]! & 1) === 1);
}

/** Fails when a page is empty, or when a PDF renderer cannot decode what is on it. */
function checkPictures(pdf: Uint8Array): void {
  const document = mupdf.Document.openDocument(pdf, "application/pdf");
  for (let number = 0; number < document.countPages(); number++) {
    const page = document.loadPage(number);
    const [left, top, right, bottom] = page.getBounds();
    const scale = mupdf.Matrix.scale(RENDERED / (right - left), RENDERED / (bottom - top));
    const pixmap = page.toPixmap(scale, mupdf.ColorSpace.DeviceRGB, false, true);
    const isEmpty = [...pixmap.getPixels()].every((level, i) => Math.abs(level - BACKGROUND[i % 3]!) <= 1);
    pixmap.destroy();
    page.destroy();
    if (isEmpty) throw new Error("success, and an empty page");
  }
  document.destroy();
}

/** Pixels across and down: enough to see that there is something. */
const RENDERED = 24;

function imageTarget(
  extension: string,
  seeds: () => Uint8Array[] | Promise<Uint8Array[]>,
  mutateStructure: (bytes: Uint8Array, random: Random) => Uint8Array,
): Target {
  let made: Promise<Uint8Array[]> | undefined;
  return {
    extension,
    async make(random) {
      // Plain arrays: a Buffer's slice is a view, and a seed must not change.
      made ??= Promise.resolve(seeds()).then((list) => list.map((seed) => new Uint8Array(seed)));
      const seed = random.pick(await made);
      const broken = random.next() < 0.6 ? mutateStructure(seed, random) : seed;
      return broken === seed || random.next() < 0.4 ? mutateBytes(broken, random) : broken;
    },
    check: (input) => convert(input, extension),
  };
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Chunks are changed and get a correct CRC again, so that the code behind the check is reached. */
function mutatePng(bytes: Uint8Array, random: Random): Uint8Array {
  const chunks: { type: string; data: Uint8Array }[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view(bytes).getUint32(at);
    chunks.push({
      type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)),
      data: bytes.slice(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  const changed = mutateList(chunks, random, ({ type, data }) => ({ type, data: mutateBytes(data, random) }));
  return concat([bytes.subarray(0, 8), ...changed.map(({ type, data }) => chunkPng(type, data))]);
}

/** Marker segments, with corrected lengths. */
function mutateJpeg(bytes: Uint8Array, random: Random): Uint8Array {
  const segments: { marker: number; data: Uint8Array }[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const length = view(bytes).getUint16(at + 2);
    segments.push({ marker: bytes[at + 1]!, data: bytes.slice(at + 4, at + 2 + length) });
    at += 2 + length;
  }
  const changed = mutateList(segments, random, ({ marker, data }) =>
    random.next() < 0.3 ? { marker: 0xc0 + random.below(64), data } : { marker, data: mutateBytes(data, random) },
  );
  const pieces = changed.map(({ marker, data }) => {
    const length = (data.length + 2) & 0xffff;
    return concat([Uint8Array.of(0xff, marker, length >> 8, length & 255), data]);
  });
  return concat([bytes.subarray(0, 2), ...pieces, bytes.subarray(at)]);
}

/** Values of directory entries. */
function mutateTiff(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  const data = view(copy);
  const directory = data.getUint32(4, true);
  if (directory + 2 > copy.length) return copy;
  const entries = data.getUint16(directory, true);
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const entry = directory + 2 + random.below(entries) * 12;
    if (entry + 12 > copy.length) continue;
    switch (random.below(4)) {
      case 0:
        data.setUint16(
          entry,
          random.pick([254, 256, 257, 258, 259, 262, 266, 273, 277, 278, 279, 284, 317, 320, 322, 323, 324, 338, 339]),
          true,
        );
        break;
      case 1:
        data.setUint16(entry + 2, random.below(14), true);
        break;
      case 2:
        data.setUint32(entry + 4, edge(random), true);
        break;
      default:
        data.setUint32(entry + 8, random.next() < 0.6 ? edge(random) : random.below(40000), true);
    }
  }
  return copy;
}

/** RIFF chunks, with corrected sizes. */
function mutateWebp(bytes: Uint8Array, random: Random): Uint8Array {
  const chunks: { type: Uint8Array; data: Uint8Array }[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view(bytes).getUint32(at + 4, true);
    chunks.push({ type: bytes.slice(at, at + 4), data: bytes.slice(at + 8, at + 8 + length) });
    at += 8 + length + (length & 1);
  }
  const changed = mutateList(chunks, random, ({ type, data }) => ({ type, data: mutateBytes(data, random) }));
  const body = concat(
    changed.flatMap(({ type, data }) => {
      const size = new Uint8Array(4);
      view(size).setUint32(0, data.length, true);
      return [type, size, data, new Uint8Array(data.length & 1)];
    }),
  );
  const head = bytes.slice(0, 12);
  view(head).setUint32(4, body.length + 4, true);
  return concat([head, body]);
}

/** GIF has no lengths except those of its blocks, which plain mutations of bytes reach. */
function mutateGif(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  const fields = [6, 8, 10, 11, 12];
  for (let changes = 1 + random.below(3); changes > 0; changes--) copy[random.pick(fields)] = random.below(256);
  return copy;
}

export const imageTargets = {
  jpeg: imageTarget("jpg", jpegSeeds, mutateJpeg),
  png: imageTarget("png", pngSeeds, mutatePng),
  gif: imageTarget("gif", gifSeeds, mutateGif),
  tiff: imageTarget("tif", tiffSeeds, mutateTiff),
  webp: imageTarget("webp", webpSeeds, mutateWebp),
} satisfies Record<string, Target>;
