import { describe, expect, it } from "vitest";
import { jpegSegments, MARKER } from "../../../../src/codecs/jpeg/jpeg-segments.ts";
import { STANDARD_TABLES } from "../../../../src/codecs/jpeg/tables.ts";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../../../src/images/image-document.ts";
import { bytes } from "../../../fixtures/bytes.ts";
import { jpeg } from "../../../fixtures/jpeg.ts";
import { JPEG, OLD_JPEG, type TiffPage, tiff } from "../../../fixtures/tiff.ts";
import { nearly, RENDERERS } from "../../../support/renderers.ts";

/** Two blocks wide, four high. */
const [WIDTH, HEIGHT, STRIP] = [16, 32, 16];
const RED = [200, 30, 20];
const BLUE = [20, 40, 210];
const half = (colour: readonly number[]): number[] => colour.map((level) => Math.round((level * 128) / 255));
/** Half over the white of the page. */
const pale = (colour: readonly number[]): number[] => half(colour).map((level) => level + 127);

/** Blocks of the pixel that is on the left and the one on the right, a strip or tile of two rows of blocks. */
const strip = (left: number[], right: number[]): Uint8Array => jpeg({ blocks: [0, 1].map(() => [left, right]) });

/** Strips above and below. */
function page(samples: number, photometric: number, chunks: Uint8Array[], tags: TiffPage["tags"] = {}): TiffPage {
  return {
    chunks,
    tags: {
      ...{ 256: WIDTH, 257: HEIGHT, 258: new Array<number>(samples).fill(8), 259: JPEG, 262: photometric },
      ...{ 277: samples, 278: STRIP, ...tags },
    },
  };
}

const convert = async (one: TiffPage) => {
  const made = await imagesToPdf([{ name: "x", bytes: tiff({ pages: [one] }) }], { ...DEFAULT_OPTIONS, dpi: 72 });
  expect(made.failures).toEqual([]);
  return { pdf: made.rope.toBytes(), warnings: made.warnings.map(({ message }) => message) };
};

/** Above on the left, above on the right, below on the left and below on the right. */
const PLACES = [4, 28].flatMap((y) => [4, 12].map((x) => [x, y] as const));

describe.each(RENDERERS)("$name shows a TIFF of JPEG", ({ pages }) => {
  const shown = async (one: TiffPage) => {
    const { pdf, warnings } = await convert(one);
    expect(warnings).toEqual([]);
    const [rendered] = await pages(pdf);
    return PLACES.map(([x, y]) => rendered!.at(x, y));
  };
  const opaque = [...RED, 255];

  it("in RGB with alpha", async () => {
    const chunks = [strip(opaque, [...RED, 128]), strip([...BLUE, 255], [...BLUE, 0])];
    const expected = [RED, pale(RED), BLUE, [255, 255, 255]].map(nearly);
    expect(await shown(page(4, 2, chunks, { 338: [2] }))).toEqual(expected);
    // Of a fourth sample of which nothing is said.
    expect(await shown(page(4, 2, chunks))).toEqual(expected);
  });

  it("in RGB that is mixed with black already", async () => {
    const chunks = [strip(opaque, [...half(RED), 128]), strip([...BLUE, 255], [...half(BLUE), 128])];
    expect(await shown(page(4, 2, chunks, { 338: [1] }))).toEqual([RED, pale(RED), BLUE, pale(BLUE)].map(nearly));
  });

  it("with a further sample that is no alpha, without it", async () => {
    const chunks = [strip(opaque, [...RED, 128]), strip([...BLUE, 0], [...BLUE, 7])];
    expect(await shown(page(4, 2, chunks, { 338: [0] }))).toEqual([RED, RED, BLUE, BLUE].map(nearly));
  });

  it("in gray and in YCbCr with alpha", async () => {
    const gray = [strip([90, 255], [90, 128]), strip([30, 255], [30, 0])];
    const levels = [90, 45 + 127, 30, 255].map((level) => nearly([level, level, level]));
    expect(await shown(page(2, 1, gray, { 338: [2] }))).toEqual(levels);
    const luma = [strip([90, 128, 128, 255], [90, 128, 128, 128]), strip([30, 128, 128, 255], [30, 128, 128, 0])];
    expect(await shown(page(4, 6, luma, { 338: [2], 530: [1, 1] }))).toEqual(levels);
  });

  it("with alpha in tiles, beyond whose edge there is nothing", async () => {
    const tile = (colour: number[], alpha: number) => strip([...colour, alpha], [...colour, alpha]);
    const chunks = [tile(RED, 255), tile(BLUE, 128)];
    const tiles = { ...page(4, 2, chunks, { 322: 16, 323: 16, 338: [2] }), tiled: true };
    expect(await shown(tiles)).toEqual([RED, RED, pale(BLUE), pale(BLUE)].map(nearly));
  });

  describe("of the old form", () => {
    const chunks = [strip([90], [160]), strip([30], [220])];
    const levels = [90, 160, 30, 220].map((level) => nearly([level, level, level]));
    /** The coded data of a strip by itself. */
    const coded = (file: Uint8Array) => {
      const scan = jpegSegments(file).segments.find(({ marker }) => marker === MARKER.SOS)!;
      return file.subarray(scan.dataEnd, scan.end);
    };
    /** `before` comes before the strips in the file. */
    const old = (
      before: Uint8Array[],
      tags: (offsets: number[]) => TiffPage["tags"],
      strips = chunks,
      samples = 1,
    ): TiffPage => {
      const all = [...before, ...strips.map(coded)];
      let at = 8;
      const offsets = all.map((chunk) => {
        at += chunk.length;
        return at - chunk.length;
      });
      const places = { long: offsets.slice(-2) };
      const counts = { long: strips.map((chunk) => coded(chunk).length) };
      return page(samples, samples === 1 ? 1 : 6, all, { 259: OLD_JPEG, 273: places, 279: counts, ...tags(offsets) });
    };

    const table = (id: number) => {
      const { counts, symbols } = STANDARD_TABLES.find((each) => each.id === id)!;
      return bytes(counts, symbols);
    };
    const before = [new Uint8Array(64).fill(1), table(0), table(0x10)];

    it("whose tables lie at places that tags name", async () => {
      const tags = ([quantizer, dc, ac]: number[]) => ({
        ...{ 512: 1, 519: { long: [quantizer!] }, 520: { long: [dc!] }, 521: { long: [ac!] } },
      });
      expect(await shown(old(before, tags))).toEqual(levels);
    });

    it("whose colours are sampled as a tag says", async () => {
      // A unit is two blocks of luma and one of each chroma, which a coder of one component gives the difference 0.
      const sampled = [
        [90, 160],
        [30, 220],
      ].map(([left, right]) => jpeg({ blocks: [0, 1].map(() => [[left!], [right!], [right!], [right!]]) }));
      const three = (at: number) => ({ long: [at, at, at] });
      const tags = ([quantizer, dc, ac]: number[]) => ({
        ...{ 519: three(quantizer!), 520: three(dc!), 521: three(ac!), 530: [2, 1] },
      });
      expect(await shown(old(before, tags, sampled, 3))).toEqual(levels);
    });

    it("whose tables lie in a stream without coded data", async () => {
      const whole = chunks[0]!;
      const scan = jpegSegments(whole).segments.find(({ marker }) => marker === MARKER.SOS)!;
      for (const end of [scan.start, scan.dataEnd]) {
        const head = whole.subarray(0, end);
        expect(await shown(old([head], ([at]) => ({ 513: at!, 514: head.length })))).toEqual(levels);
      }
    });
  });
});

describe("a TIFF of JPEG with alpha", () => {
  it("keeps every coefficient, in one image of all strips with one mask", async () => {
    const chunks = [strip([...RED, 255], [...RED, 128]), strip([...BLUE, 255], [...BLUE, 0])];
    const { pdf } = await convert(page(4, 2, chunks, { 338: [2] }));
    const text = Buffer.from(pdf).toString("latin1");
    expect(text.match(/\/DCTDecode/g)).toHaveLength(2);
    expect(text.match(/\/SMask /g)).toHaveLength(1);
  });

  it("is shown without a strip that cannot be read, and says so", async () => {
    const cut = strip([...BLUE, 255], [...BLUE, 0]);
    const { warnings } = await convert(
      page(4, 2, [strip([...RED, 255], [...RED, 128]), cut.subarray(0, 40)], { 338: [2] }),
    );
    expect(warnings).toEqual([expect.stringContaining("1 of its 2 strips or tiles are missing")]);
  });
});
