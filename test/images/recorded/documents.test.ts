import { constants, inflateRawSync } from "node:zlib";
import { it } from "vitest";
import { DEFAULT_OPTIONS, type ImagesToPdfOptions, imagesToPdf } from "../../../src/images/image-document.ts";
import { LayoutProblem } from "../../../src/images/page/layout.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { exifBlock } from "../../fixtures/exif.ts";
import { gif } from "../../fixtures/gif.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { exifSegment, jfif, jpeg } from "../../fixtures/jpeg.ts";
import { png } from "../../fixtures/png.ts";
import { LZW, tiff } from "../../fixtures/tiff.ts";
import { expectTable, wrapped } from "../../support/recorded/lines.ts";
import { page } from "./tiff-pages.ts";

const flat = (width: number, height: number) =>
  Array.from({ length: height }, () => Array.from({ length: width }, () => [90]));
const INPUTS: Record<string, Uint8Array> = {
  "wide.jpg": jpeg({ blocks: flat(5, 2), segments: [jfif(1, 150, 300)] }),
  "turned.jpg": jpeg({ blocks: flat(4, 1), segments: [exifSegment(exifBlock(6, 100))] }),
  "mirrored.jpg": jpeg({ blocks: flat(1, 3), segments: [exifSegment(exifBlock(5))] }),
  "tall.png": png({ width: 7, height: 19, colourType: 6, depth: 8, pixel: (x, y) => [x, y, 7, 100 + x] }),
  "deep.png": png({ width: 3, height: 3, colourType: 0, depth: 16, pixel: (x) => [x * 999] }),
  "beyond.gif": gif({
    width: 6,
    height: 5,
    palette: [0, 0, 0, 255, 0, 0],
    frames: [{ left: 3, top: 2, width: 9, height: 8, index: (x) => x & 1 }],
  }),
  "frames.gif": gif({
    width: 4,
    height: 4,
    palette: [0, 0, 0, 0, 255, 0],
    frames: [0, 1].map((i) => ({ width: 4, height: 4, index: () => i })),
  }),
  "profile.jpg": jpeg({
    blocks: flat(1, 1),
    segments: [{ marker: 0xe2, data: bytes("ICC_PROFILE\0", [1, 1], iccHeader("GRAY")) }],
  }),
  "broken.png": png({
    width: 4,
    height: 4,
    colourType: 6,
    depth: 8,
    pixel: () => [1, 2, 3, 4],
    rows: (rows) => rows.subarray(0, 3),
  }),
  "half.png": png({
    width: 4,
    height: 4,
    colourType: 6,
    depth: 8,
    pixel: () => [1, 2, 3, 4],
    rows: (rows) => rows.subarray(0, 40),
  }),
  "pages.tif": tiff({ pages: [1, 77, 1].map((photometric) => page({ photometric, compression: LZW })) }),
  "shared.gif": gif({
    width: 300,
    height: 300,
    palette: [0, 0, 0, 0, 255, 0],
    frames: [0, 1].map((i) => ({ width: 3, height: 3, index: () => i })),
  }),
  "words.txt": bytes("words"),
};

/**
 * The document's text, each stream inflated: words as they are, of pixels only how many bytes. Places in the file are
 * left out.
 */
function shown(file: Uint8Array): string[] {
  const text = Buffer.from(file).toString("latin1");
  const lines: string[] = [];
  for (const [, number, body] of text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)) {
    const stream = /^([\s\S]*?)\nstream\n([\s\S]*?)\nendstream/.exec(body!);
    if (!stream) {
      lines.push(`${number}: ${body}`);
      continue;
    }
    const dict = stream[1]!
      .replace(/\/Length \d+/, "")
      .replaceAll(/<[0-9a-f]{24,}>/gi, (palette) => `<${palette.slice(1, 7)} … ${palette.slice(-7, -1)}>`);
    let data = Buffer.from(stream[2]!, "latin1");
    if (dict.includes("/FlateDecode")) data = inflateRawSync(data.subarray(2), { finishFlush: constants.Z_SYNC_FLUSH });
    lines.push(`${number}: ${dict} ${dict.includes("/Filter") ? `${data.length} bytes` : data.toString("latin1")}`);
  }
  const trailer = /trailer\n([\s\S]*?)\nstartxref/.exec(text)?.[1] ?? "none";
  return [text.slice(0, 8), ...lines, trailer.replace(/\/ID\s*\[[^\]]*\]/, "")];
}

/** Images whose place on a page differs. */
const SHAPES = ["turned.jpg", "tall.png", "deep.png"];

/** What a frame asks for. What it gives back depends on how small its pixels became, which differs between machines. */
const isRound = (asked: string) => asked.startsWith("+");

async function linesOf(names: readonly string[], options: Partial<ImagesToPdfOptions>): Promise<string[]> {
  try {
    const asked: string[] = [];
    const memory = {
      grow: async (size: number) => void asked.push(`+${size}`),
      shrink: (size: number) => void asked.push(`-${size}`),
    };
    const inputs = names.map((name) => ({ name, bytes: INPUTS[name]! }));
    const { rope, length, ...made } = await imagesToPdf(inputs, { ...DEFAULT_OPTIONS, memory, ...options });
    const file = rope.toBytes();
    return [
      ...shown(file),
      JSON.stringify({ ...made, isWhole: file.length === length }),
      asked.filter(isRound).join(" "),
    ];
  } catch (error) {
    if (!(error instanceof LayoutProblem)) throw error;
    return [`${error.field}: ${error.message}`];
  }
}

const CASES: [names: readonly string[], options: Partial<ImagesToPdfOptions>][] = [
  [Object.keys(INPUTS), {}],
  [Object.keys(INPUTS), { stripMetadata: true }],
  [["broken.png", "words.txt"], {}],
  [[], {}],
  [["words.txt", "deep.png", "profile.jpg", "profile.jpg"], {}],
];
const LAYOUTS: Partial<ImagesToPdfOptions>[] = [
  ...(["A4", "Original"] as const).flatMap((pageSize) =>
    (["contain", "cover", "fill"] as const).flatMap((fitMode) =>
      (["portrait", "landscape", "auto"] as const).map((orientation) => ({
        pageSize,
        fitMode,
        orientation,
        margin: 20,
      })),
    ),
  ),
  ...[1, 393, 394, 396, 397].map((margin) => ({ pageSize: "A4" as const, margin })),
  ...[5, 9597, 9598, 9599].map((margin) => ({ margin })),
  ...[1, 72, 96, 300].map((dpi) => ({ dpi })),
  { dpi: 0.01 },
  { dpi: 100_000 },
  { dpi: 0.05, margin: 100 },
  { background: [255, 0, 51] },
];
const ORDERS: ImagesToPdfOptions["imageOrder"][] = [
  ...[45, 90, 180, 270, 360, -90, 450].map((rotation) => SHAPES.map((name) => ({ name, rotation, order: undefined }))),
  SHAPES.map((name, i) => ({ name, rotation: undefined, order: 100 - i })),
  SHAPES.map((name, i) => ({ name, rotation: undefined, order: (i * 2) % 3 })),
  [
    { name: "deep.png", rotation: 90, order: 2 },
    { name: "nobody", rotation: 0, order: 1 },
    { name: "tall.png", rotation: undefined, order: 2 },
  ],
  [
    { name: "deep.png", rotation: 90, order: 2 },
    { name: "deep.png", rotation: 180, order: 1 },
  ],
];

/** The size of each page, what is painted behind and cut off, and the image's matrix. */
function pages(file: readonly string[]): string {
  const text = file.join(" ").replaceAll("\n", " ");
  const painted =
    /<<>> (\S+ \S+ \S+) rg 0 0 (\S+) (\S+) re f (.*?) ?q ([^q]*?) cm \/I0 Do Q +\d+: \S+ 2 0 R\/MediaBox\[0 0 \2 \3\]/g;
  const short = (numbers: string) =>
    numbers.replaceAll(/\d+\.\d+/g, (number) => String(Math.round(+number * 100) / 100));
  return Array.from(text.matchAll(painted), ([, paper, width, height, clip, matrix]) =>
    short(`${width}×${height}${paper === "1 1 1" ? "" : ` on ${paper}`}${clip && ` in ${clip}`} at ${matrix}`),
  ).join(" | ");
}

it("Documents", async () => {
  const lines: string[] = [];
  for (const [names, options] of CASES) {
    lines.push(`${names.join(" ")} ${JSON.stringify(options)}`, ...(await linesOf(names, options)));
  }
  const alike = new Map<string, string[]>();
  for (const options of [...LAYOUTS, ...ORDERS.map((imageOrder) => ({ imageOrder }))]) {
    const all = await linesOf(SHAPES, options);
    const unmatched = all.filter((line) => /^margin|"unmatchedOrder":\[[^\]]/.test(line));
    const text = [pages(all), ...unmatched].join(" ");
    const asked = JSON.stringify(options).replaceAll(/["{}]/g, "").replaceAll(",", ", ");
    alike.set(text, [...(alike.get(text) ?? []), asked]);
  }
  lines.push(...[...alike].map(([text, asked]) => `${asked.join(" · ")} → ${text}`));
  const shownLines = lines.flatMap((line) => wrapped(line.replaceAll("\n", " ")));
  await expectTable("Documents", shownLines);
});
