import { Buffer } from "node:buffer";
import { constants, inflateRawSync } from "node:zlib";
import { ImageProblem } from "../../../src/codecs/image-problem.ts";
import type { ImageFrame, ObjectSink, ReadOptions, Tile } from "../../../src/images/image.ts";
import { READERS } from "../../../src/images/image-document.ts";
import { sniffFormat } from "../../../src/images/sniff.ts";
import { Work } from "../../../src/meter/work.ts";
import { ByteWriter } from "../../../src/pdf-file/syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../../src/pdf-file/syntax/objects.ts";
import { writeObject } from "../../../src/pdf-file/syntax/serialise.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { samplesOf, tilesOf } from "../sink.ts";

/** What the data of an image shows. */
type Shows = (dict: PdfDict, data: Uint8Array) => string;

/** What a user gets of a file, in words: its pages with their images and what these show, or the refusal. */
export async function outcome(
  file: Uint8Array,
  options: Partial<ReadOptions> = {},
  shows: Shows = (dict, data) => shown(dict, data, file),
): Promise<string> {
  const lines: string[] = [];
  try {
    const reading = { stripMetadata: false, webp: "jpeg", ...options } as const;
    const frames = await READERS[sniffFormat(file)](file, reading, new Work(file.length));
    for (const frame of frames) lines.push(await page(frame, shows));
  } catch (error) {
    lines.push(refusal(error));
  }
  return inWords(lines.join(" | "));
}

/** How samples are stored says little where they are shown. */
function inWords(text: string): string {
  return text
    .replaceAll(/(\d+×\d+)(?=([^|;]*); \1 )([^|;]*); \1 /g, "$1$3; ")
    .replaceAll(/ \/FlateDecode( <<\/Predictor 15\/Colors \d>>)?/g, "")
    .replaceAll(/\/Device(Gray|RGB|CMYK)\b/g, "$1");
}

/** Only these are answers to a client. Any other error is a fault of ours, and fails the test. */
function refusal(error: unknown): string {
  if (!(error instanceof ImageProblem)) throw error;
  return `${error.code}: ${error.message}`;
}

async function page(frame: ImageFrame, shows: Shows): Promise<string> {
  const { density, orientation, method, minVersion } = frame;
  const facts = [
    `${frame.width}×${frame.height}`,
    density && `${density.x.toFixed(3)}×${density.y.toFixed(3)} dpi`,
    orientation !== 1 && `orientation ${orientation}`,
    method,
    minVersion !== "1.4" && minVersion,
  ];
  const said: string[] = [];
  const images = new Map<PdfObject | undefined, string>();
  const sink: ObjectSink = {
    stream(dict, data) {
      const reference = new PdfRef(images.size + 1, 0);
      images.set(reference, image(dict, bytes(...data), shows, images));
      return reference;
    },
    profile: ({ components, bytes: profile }) => [`Profile${components}`, profile.length],
    warn: (message) => said.push(message),
  };
  let shown: string;
  try {
    const tiles = await tilesOf(frame, sink);
    shown = tiles.map((tile) => `${place(tile, frame)}${images.get(tile.xobject)}`).join(" ");
  } catch (error) {
    shown = refusal(error);
  }
  return [facts.filter(Boolean).join(" "), shown, ...said].join("; ");
}

function place({ left, top, width, height }: Tile, frame: ImageFrame): string {
  const isWhole = left === 0 && top === 0 && width === frame.width && height === frame.height;
  return isWhole ? "" : `at ${left},${top} ${width}×${height}: `;
}

/** Entries of the dictionary that say something, and what the data shows. */
function image(
  dict: PdfDict,
  data: Uint8Array,
  shows: Shows,
  others: ReadonlyMap<PdfObject | undefined, string>,
): string {
  const left = new Map(dict);
  const take = (key: string): PdfObject | undefined => {
    const value = left.get(key);
    left.delete(key);
    return value;
  };
  take("Type");
  take("Subtype");
  const width = take("Width");
  const size = `${width}×${take("Height")}`;
  const mask = others.get(take("SMask"));
  const usual = `/BitsPerComponent ${dict.get("BitsPerComponent")}/Columns ${width}>>`;
  const rest = [...left.values()].map(syntax).join(" ").replace(usual, ">>");
  return `${size} ${rest}, ${shows(dict, data)}${mask ? ` under ${mask}` : ""}`;
}

/** The first and the last sample, and the mean of all; or that the data is the file's own. */
function shown(dict: PdfDict, data: Uint8Array, file: Uint8Array): string {
  if (Buffer.from(file).includes(data)) return "its own bytes";
  if (dict.get("Filter") !== "FlateDecode") return `${data.length} bytes`;
  // Like a viewer, it takes what there is of a stream that ends early or has a wrong checksum.
  const held = new Uint8Array(inflateRawSync(data.subarray(2), { finishFlush: constants.Z_SYNC_FLUSH }));
  const rows = samplesOf(dict, held);
  const all = rows.flat();
  if (all.length === 0) return "no samples";
  const mean = all.reduce((sum, sample) => sum + sample, 0) / all.length;
  const missing = Number(dict.get("Height")) - rows.length;
  return `${all[0]} … ${all.at(-1)}, mean ${mean.toFixed(2)}${missing > 0 ? `, ${missing} rows missing` : ""}`;
}

/** PDF syntax. Of a palette only the first and the last colour are shown. */
function syntax(object: PdfObject): string {
  const out = new ByteWriter();
  writeObject(out, object);
  const text = new TextDecoder("latin1").decode(out.view());
  return text.replace(/<[0-9a-f]{24,}>/gi, (table) => `<${table.slice(1, 7)} … ${table.slice(-7, -1)}>`);
}
