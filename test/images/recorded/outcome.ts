import { constants, inflateRawSync } from "node:zlib";
import { ImageProblem } from "../../../src/codecs/image-problem.ts";
import type { ImageFrame, ObjectSink, ReadOptions, Tile } from "../../../src/images/image.ts";
import { READERS } from "../../../src/images/readers.ts";
import { sniffFormat } from "../../../src/images/sniff.ts";
import { Work } from "../../../src/meter/work.ts";
import { ByteWriter } from "../../../src/pdf-file/syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { writeObject } from "../../../src/pdf-file/syntax/serialise.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { checksum } from "../../support/recorded/digest.ts";

/**
 * What a user gets of a file, in words: its pages with their images and a digest of each image's samples, or the
 * refusal. Compressed bytes differ between machines, so the digest is of what they hold.
 */
export async function outcome(file: Uint8Array, options: Partial<ReadOptions> = {}): Promise<string> {
  const told: string[] = [];
  try {
    const reading = { frames: "first", stripMetadata: false, webp: "jpeg", ...options } as const;
    const frames = await READERS[sniffFormat(file)](file, reading, new Work(file.length));
    for (const frame of frames) told.push(await page(frame));
  } catch (error) {
    told.push(refusal(error));
  }
  return told.join(" | ");
}

/** Only these are answers to a client. Any other error is a fault of ours, and fails the test. */
function refusal(error: unknown): string {
  if (!(error instanceof ImageProblem)) throw error;
  return `${error.code}: ${error.message}`;
}

async function page(frame: ImageFrame): Promise<string> {
  const { density, orientation, method, decodedPixels, minVersion, workingBytes, sharedBytes } = frame;
  const facts = [
    `${frame.width}×${frame.height}`,
    density && `${density.x.toFixed(3)}×${density.y.toFixed(3)} dpi`,
    orientation !== 1 && `orientation ${orientation}`,
    `${method} ${decodedPixels}`,
    minVersion !== "1.4" && minVersion,
    workingBytes !== undefined && `needs ${workingBytes}`,
    sharedBytes && `shares ${sharedBytes}`,
  ];
  const said: string[] = [];
  const images = new Map<PdfObject | undefined, string>();
  const sink: ObjectSink = {
    stream(dict, data) {
      const reference = new PdfRef(images.size + 1, 0);
      images.set(reference, image(dict, bytes(...data), images));
      return reference;
    },
    profile: ({ components, bytes: profile }) => [
      `Profile${components}`,
      new PdfString(bytes(checksum(profile)), false),
    ],
    warn: (message) => said.push(message),
  };
  let shown: string;
  try {
    const tiles = await frame.write(sink);
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

/** Entries of the dictionary that say something, and a digest of the data. */
function image(dict: PdfDict, data: Uint8Array, others: ReadonlyMap<PdfObject | undefined, string>): string {
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
  return `${size} ${rest} #${checksum(held(data, dict.get("Filter")))}${mask ? ` under ${mask}` : ""}`;
}

/** Like a viewer, it takes what there is of a stream that ends early or has a wrong checksum. */
function held(data: Uint8Array, filter: PdfObject | undefined): Uint8Array {
  if (filter !== "FlateDecode") return data;
  return new Uint8Array(inflateRawSync(data.subarray(2), { finishFlush: constants.Z_SYNC_FLUSH }));
}

/** PDF syntax. Of a palette only a digest is shown. */
function syntax(object: PdfObject): string {
  const out = new ByteWriter();
  writeObject(out, object);
  const text = new TextDecoder("latin1").decode(out.view());
  return text.replace(/<[0-9a-f]{24,}>/gi, (table) => `<${checksum(bytes(table))}>`);
}
