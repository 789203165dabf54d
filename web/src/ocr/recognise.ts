/**
 * Reads a picture of a page: tesseract's core, driven directly, without the wrapper that fetches, caches and starts
 * workers. Runs wherever WebAssembly does: in the sealed page of the service, in a worker of the studio, and in Node.
 */

/** Rows from the top, a byte for each pixel, 0 black. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Pixels from the top left corner. */
export type PixelBox = readonly [left: number, top: number, right: number, bottom: number];

export interface ReadWord {
  text: string;
  box: PixelBox;
  /** 0 to 100. */
  confidence: number;
}

export interface ReadLine {
  words: ReadWord[];
  /** Degrees by which it rises. */
  angle: number;
  /** The name of the model that read it. */
  language: string;
  direction: "ltr" | "rtl";
}

export interface Reading {
  lines: ReadLine[];
  /** Degrees clockwise by which the picture is to be turned for most of its words to stand upright. */
  turn: Turn;
  /** Of all characters, by what each word has; 0 where nothing was read. */
  confidence: number;
}

export interface ReadOptions {
  /** Pixels to the inch. */
  resolution: number;
  /** Straightens lines before they are read. */
  deskew: boolean;
  /** Reads what stands on its head, too. */
  turns: boolean;
}

type Turn = 0 | 90 | 180 | 270;

/** What is used here of the interface of tesseract.js-core. */
interface Core {
  FS: { writeFile(name: string, bytes: Uint8Array): void; unlink(name: string): void };
  TessBaseAPI: new () => Api;
}

interface Api {
  Init(folder: null, languages: string, mode: number): number;
  SetPageSegMode(mode: number): void;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(exif: number, radians: number): number;
  SetSourceResolution(dpi: number): void;
  FindLines(): number;
  GetGradient(): number;
  Recognize(monitor: null): number;
  GetIterator(): Iterator;
  Clear(): void;
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface Iterator {
  Begin(): void;
  Next(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  GetUTF8Text(level: number): string;
  Confidence(level: number): number;
  getBoundingBox(level: number): Box;
  getBaseline(level: number): Box & { has_baseline: boolean };
  WordDirection(): number;
  WordRecognitionLanguage(): string;
}

export type CoreFactory = (options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): void;
  print(text: string): void;
  printErr(text: string): void;
}) => Promise<unknown>;

/** Of tesseract's own lists: pieces of a page, the direction of a word, and how a page is divided. */
const RIL_TEXTLINE = 2;
const RIL_WORD = 3;
const DIR_RIGHT_TO_LEFT = 2;
const PSM_AUTO = 3;
/** Models of long short-term memory alone: the program has no other engine. */
const LSTM_ONLY = 1;
/** Below about a third of a degree lines are read as well as straight ones. */
const LEAST_SKEW = 0.005;
/** A base line is measured to a pixel: of a shorter line its angle would say little. */
const LONG_LINE = 12;
/** What stands on its head is read as words of low confidence, or as none. What lies on its side is read as it is. */
const DOUBTFUL = 75;
const SURE = 70;
/** The other way up is tried on the darkest band of this height. */
const TRIED_INCHES = 3;
/** A picture with fewer dark pixels than this, of a thousand, has nothing to read. */
const LEAST_INK = 0.5;
const DARK = 128;

export class Reader {
  /** Bytes that the program holds now. */
  readonly memory: () => number;
  readonly #core: Core;
  readonly #api: Api;

  private constructor(core: Core, api: Api, memory: () => number) {
    this.#core = core;
    this.#api = api;
    this.memory = memory;
  }

  /** `models` by the names of their languages, the first of which counts most. */
  static async open(
    factory: CoreFactory,
    program: BufferSource,
    models: ReadonlyMap<string, Uint8Array>,
  ): Promise<Reader> {
    let memory: WebAssembly.Memory | undefined;
    const core = await new Promise<Core>((resolve, reject) => {
      const quiet = () => {};
      const instantiateWasm: Parameters<CoreFactory>[0]["instantiateWasm"] = (imports, done) => {
        WebAssembly.instantiate(program, imports).then(({ instance, module }) => {
          memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
          done(instance, module);
        }, reject);
      };
      factory({ instantiateWasm, print: quiet, printErr: quiet }).then((made) => resolve(made as Core), reject);
    });
    for (const [name, bytes] of models) core.FS.writeFile(`${name}.traineddata`, bytes);
    const api = new core.TessBaseAPI();
    if (api.Init(null, [...models.keys()].join("+"), LSTM_ONLY) !== 0) {
      throw new Error(`The models of ${[...models.keys()].join(", ")} cannot be used`);
    }
    for (const name of models.keys()) core.FS.unlink(`${name}.traineddata`);
    api.SetPageSegMode(PSM_AUTO);
    return new Reader(core, api, () => memory?.buffer.byteLength ?? 0);
  }

  recognise(picture: Grey, options: ReadOptions): Reading {
    const lying = this.#read(picture, options);
    if (!options.turns || (lying.confidence >= DOUBTFUL && lying.lines.length > 0) || isEmpty(picture)) return lying;
    const part = darkest(picture, Math.round(options.resolution * TRIED_INCHES));
    const found = this.#read(overturned(part), options);
    // What can be read in no way, such as a photograph, stays as it lies.
    if (found.confidence < DOUBTFUL || sure(found) <= 2 * sure(this.#read(part, options)) + 10) return lying;
    return turnedBack(this.#read(overturned(picture), options), picture);
  }

  #read(picture: Grey, { resolution, deskew }: ReadOptions): Reading {
    const api = this.#api;
    this.#show(picture, 0, resolution);
    let skew = 0;
    if (deskew && api.FindLines() === 0) skew = api.GetGradient();
    if (Math.abs(skew) < LEAST_SKEW) skew = 0;
    else this.#show(picture, skew, resolution);
    const lines = api.Recognize(null) === 0 ? this.#lines() : [];
    api.Clear();
    const straight = skew === 0 ? lines : lines.map((line) => skewedBack(line, skew, picture));
    return { lines: straight, turn: turnOf(straight), confidence: confidenceOf(straight) };
  }

  /** The plainest format that the program reads (netpbm's PGM): the pixels as they are. */
  #show({ width, height, data }: Grey, radians: number, resolution: number): void {
    const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
    const file = new Uint8Array(head.length + data.length);
    file.set(head);
    file.set(data, head.length);
    this.#core.FS.writeFile("/input", file);
    const refused = this.#api.SetImageFile(1, radians);
    this.#core.FS.unlink("/input");
    if (refused !== 0) throw new Error("The picture cannot be used");
    this.#api.SetSourceResolution(Math.round(Math.min(Math.max(resolution, 70), 2_400)));
  }

  #lines(): ReadLine[] {
    const lines: ReadLine[] = [];
    const at = this.#api.GetIterator();
    at.Begin();
    do {
      const text = at.GetUTF8Text(RIL_WORD)?.trim();
      if (!text) continue;
      const { x0, y0, x1, y1 } = at.getBoundingBox(RIL_WORD);
      const direction = at.WordDirection() === DIR_RIGHT_TO_LEFT ? "rtl" : "ltr";
      if (at.IsAtBeginningOf(RIL_TEXTLINE) || lines.length === 0) {
        const angle = riseOf(at.getBaseline(RIL_TEXTLINE), at.getBoundingBox(RIL_TEXTLINE));
        lines.push({ words: [], angle, language: at.WordRecognitionLanguage(), direction });
      }
      const line = lines.at(-1) as ReadLine;
      if (direction === "rtl") line.direction = direction;
      line.words.push({ text, box: [x0, y0, x1, y1], confidence: at.Confidence(RIL_WORD) });
    } while (at.Next(RIL_WORD));
    return lines;
  }
}

/** Of a line on its side, too. */
function riseOf({ x0, y0, x1, y1, has_baseline }: Box & { has_baseline: boolean }, line: Box): number {
  if (!has_baseline) return 0;
  const rise = degrees(Math.atan2(y0 - y1, x1 - x0));
  const height = Math.min(line.x1 - line.x0, line.y1 - line.y0);
  return Math.hypot(x1 - x0, y1 - y0) < height * LONG_LINE ? Math.round(rise / 90) * 90 : rise;
}

/** The turn of most characters. */
function turnOf(lines: readonly ReadLine[]): Turn {
  const letters = new Map<Turn, number>();
  for (const { words, angle } of lines) {
    const turn = ((((Math.round(angle / 90) * 90) % 360) + 360) % 360) as Turn;
    letters.set(turn, (letters.get(turn) ?? 0) + words.reduce((sum, { text }) => sum + text.length, 0));
  }
  return [...letters].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0] as [Turn, number])[0];
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

function confidenceOf(lines: readonly ReadLine[]): number {
  let [sum, letters] = [0, 0];
  for (const { words } of lines) {
    for (const { text, confidence } of words) {
      sum += confidence * text.length;
      letters += text.length;
    }
  }
  return letters === 0 ? 0 : sum / letters;
}

/** How many characters are in words that were read well. */
function sure({ lines }: Reading): number {
  const words = lines.flatMap((line) => line.words).filter(({ confidence }) => confidence >= SURE);
  return words.reduce((sum, { text }) => sum + text.length, 0);
}

/** A line of a picture that was turned about its centre to be straight, in the picture as it was. */
function skewedBack(line: ReadLine, radians: number, { width, height }: Grey): ReadLine {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const words = line.words.map((word) => {
    const [left, top, right, bottom] = word.box;
    const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
    const [cx, cy] = [x * cos + y * sin + width / 2, y * cos - x * sin + height / 2];
    const [w, h] = [right - left, bottom - top];
    const [halfW, halfH] = [(w * cos + h * Math.abs(sin)) / 2, (w * Math.abs(sin) + h * cos) / 2];
    return { ...word, box: [cx - halfW, cy - halfH, cx + halfW, cy + halfH] as const };
  });
  return { ...line, words, angle: line.angle + degrees(radians) };
}

/** What was read of a picture that stood on its head, in the picture as it lies. */
function turnedBack(reading: Reading, { width, height }: Grey): Reading {
  const lines = reading.lines.map((line) => ({
    ...line,
    angle: line.angle + 180,
    words: line.words.map((word) => {
      const [left, top, right, bottom] = word.box;
      return { ...word, box: [width - right, height - bottom, width - left, height - top] as const };
    }),
  }));
  return { ...reading, lines, turn: turnOf(lines) };
}

function overturned({ width, height, data }: Grey): Grey {
  return { width, height, data: data.slice().reverse() };
}

/** The band of so many rows that has the most that is dark. */
function darkest({ width, height, data }: Grey, rows: number): Grey {
  const dark = new Uint32Array(height + 1);
  for (let y = 0, at = 0; y < height; y++) {
    let sum = dark[y] as number;
    for (const end = at + width; at < end; at++) if ((data[at] as number) < DARK) sum++;
    dark[y + 1] = sum;
  }
  const high = Math.min(rows, height);
  let [top, most] = [0, -1];
  for (let y = 0; y + high <= height; y++) {
    const inside = (dark[y + high] as number) - (dark[y] as number);
    if (inside > most) [top, most] = [y, inside];
  }
  return { width, height: high, data: data.subarray(top * width, (top + high) * width) };
}

function isEmpty({ data }: Grey): boolean {
  let dark = 0;
  for (const value of data) if (value < DARK) dark++;
  return dark < (data.length * LEAST_INK) / 1_000;
}

/** What the eye sees of colours (ITU-R BT.601). */
export function greyOf({ width, height, data: colours }: ImageData): Grey {
  const data = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < data.length; at++, from += 4) {
    const [red, green, blue] = [colours[from] as number, colours[from + 1] as number, colours[from + 2] as number];
    data[at] = (red * 77 + green * 151 + blue * 28) >> 8;
  }
  return { width, height, data };
}
