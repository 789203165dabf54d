import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import sharp from "sharp";
import type { LayerLine, PageWords } from "../../../src/text-layer/words.ts";

const require = createRequire(import.meta.url);
const CORE = "tesseract.js-core/tesseract-core-simd-lstm";
/** As src/ocr has it. */
const LEAST_CONFIDENCE = 30;

/** What the page's program has (web/src/ocr/recognise.ts): its types are those of a page, and not of a Worker. */
export interface Reader {
  recognise(
    picture: { readonly width: number; readonly height: number; readonly data: Uint8Array },
    options: { readonly resolution: number; readonly deskew: boolean; readonly turns: boolean },
  ): { readonly lines: readonly LayerLine[] };
  memory(): number;
}

interface Recognising {
  readonly Reader: {
    open(factory: unknown, program: Uint8Array, models: ReadonlyMap<string, Uint8Array>): Promise<Reader>;
  };
}

const RECOGNISING = join(import.meta.dirname, "..", "..", "..", "web", "src", "ocr", "recognise.ts");

/** What the sealed page runs, in Node. */
export async function openReader(models: string, language: string): Promise<Reader> {
  const factory: unknown = require(`${CORE}.js`);
  const { Reader } = (await import(RECOGNISING)) as Recognising;
  const program = readFileSync(require.resolve(`${CORE}.wasm`));
  return Reader.open(factory, program, new Map([[language, readFileSync(join(models, `${language}.traineddata`))]]));
}

/** Reads a picture; the processors' time has the picture's decoding in it, but neither program nor model. */
export async function readByOurs(
  reader: Reader,
  jpeg: Uint8Array,
  dpi: number,
): Promise<{ readonly page: PageWords; readonly text: string; readonly cpuMs: number; readonly memoryMb: number }> {
  const before = process.cpuUsage();
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const picture = { width: info.width, height: info.height, data: new Uint8Array(data) };
  const { lines } = reader.recognise(picture, { resolution: dpi, deskew: true, turns: true });
  const { user, system } = process.cpuUsage(before);
  const scale = 72 / dpi;
  const laid = lines.map(({ words, angle, language, direction }) => ({
    ...{ angle, language, direction },
    words: words
      .filter(({ confidence = 0 }) => confidence >= LEAST_CONFIDENCE)
      .map(({ text, confidence, box: [left, top, right, bottom] }) => {
        return { text, confidence, box: [left * scale, top * scale, right * scale, bottom * scale] as const };
      }),
  }));
  const text = laid.map(({ words }) => words.map((word) => word.text).join(" ")).join("\n");
  return {
    page: { page: 1, lines: laid.filter(({ words }) => words.length > 0) },
    ...{ text, cpuMs: (user + system) / 1000, memoryMb: reader.memory() / 2 ** 20 },
  };
}
