import { corrupt } from "../image-problem.ts";
import { MARKER, type Segment } from "./jpeg-segments.ts";
import { type HuffmanTable, STANDARD_TABLES } from "./tables.ts";

/** The class of a table for AC coefficients, in the upper half of its identifier (T.81 §B.2.4.2). */
const AC_TABLE = 0x10;

export interface FrameComponent {
  readonly id: number;
  /** Sampling factors. */
  readonly across: number;
  readonly down: number;
  readonly quantizer: number;
  /** Blocks of 8 × 8 that hold pixels of the picture. */
  readonly blocksAcross: number;
  readonly blocksDown: number;
}

export interface Frame {
  readonly marker: number;
  readonly progressive: boolean;
  readonly components: readonly FrameComponent[];
  /** Minimum coded units (across and down) of a scan of all components. */
  readonly unitsAcross: number;
  readonly unitsDown: number;
}

export interface Scan {
  readonly segment: Segment;
  readonly components: readonly { readonly component: FrameComponent; readonly dc: number; readonly ac: number }[];
  /** Spectral selection and successive approximation (ITU-T T.81 §B.2.3). */
  readonly from: number;
  readonly to: number;
  readonly high: number;
  readonly low: number;
  readonly restartInterval: number;
  /** Huffman tables by class × 16 + identifier, as they are when the scan begins. */
  readonly tables: ReadonlyMap<number, HuffmanTable>;
  /** Standard tables that the scan names and the file leaves out. */
  readonly missing: readonly HuffmanTable[];
  readonly entropy: Uint8Array;
}

/** What a decoder would do with the file: its frame, quantizers and scans. */
export interface JpegPlan {
  readonly frame: Frame;
  /** The DQT entry (precision, identifier and values) of each identifier, as it is when a scan needs it first. */
  readonly quantizers: ReadonlyMap<number, Uint8Array>;
  readonly scans: readonly Scan[];
  /** The scans of a progressive file do not continue one another: viewers differ in what they show. */
  readonly doubtful: boolean;
}

/** Real progressive files have ten or so; each costs a walk over all coefficients. */
const MAX_SCANS = 500;
/** §B.2.3: blocks of one minimum coded unit. */
const MAX_UNIT_BLOCKS = 10;

/**
 * Reads the segments, and refuses what no decoder takes: in a PDF such a file would be an empty page. The rules are
 * libjpeg's, which most viewers use.
 */
export function planJpeg(
  segments: readonly Segment[],
  frameSegment: Segment,
  width: number,
  height: number,
  bytes: Uint8Array,
): JpegPlan {
  const frame = readFrame(frameSegment, width, height);
  const tables = new Map<number, HuffmanTable>();
  const current = new Map<number, Uint8Array>();
  const quantizers = new Map<number, Uint8Array>();
  const scans: Scan[] = [];
  const progress = new Progress();
  let restartInterval = 0;
  for (const segment of segments) {
    const { marker, data } = segment;
    if (marker === MARKER.DHT) readHuffmanTables(data, tables);
    else if (marker === MARKER.DQT) readQuantizers(data, current);
    else if (marker === MARKER.DRI) {
      if (data.length !== 2) throw corrupt("The JPEG's restart interval is damaged.");
      restartInterval = (data[0]! << 8) | data[1]!;
    } else if (marker === MARKER.SOS) {
      if (scans.length === MAX_SCANS) throw corrupt("The JPEG has more scans than any real image.");
      const header = readScanHeader(data, frame);
      for (const { component } of header.components) keepQuantizer(component, current, quantizers);
      progress.add(frame, header);
      scans.push({
        ...header,
        segment,
        restartInterval,
        ...tablesFor(header, tables),
        entropy: bytes.subarray(segment.dataEnd, segment.end),
      });
    }
  }
  return { frame, quantizers, scans, doubtful: progress.doubtful };
}

/** The steps of a quantizer, in the order in which coefficients are coded: bytes, or two bytes each. */
export function quantizerOf({ quantizers }: JpegPlan, id: number): Float64Array {
  const entry = quantizers.get(id);
  if (!entry) throw corrupt("The JPEG leaves out a component.");
  const isWide = entry[0]! >> 4 !== 0;
  return Float64Array.from({ length: 64 }, (_, k) =>
    isWide ? entry[1 + 2 * k]! * 256 + entry[2 + 2 * k]! : entry[1 + k]!,
  );
}

function readFrame({ marker, data }: Segment, width: number, height: number): Frame {
  const count = data[5]!;
  if (data.length !== 6 + 3 * count) throw corrupt("The JPEG's frame header has a wrong length.");
  const components = Array.from({ length: count }, (_, i) => {
    const [id, factor, quantizer] = data.subarray(6 + i * 3);
    const [across, down] = [factor! >> 4, factor! & 15];
    if (across < 1 || across > 4 || down < 1 || down > 4) {
      throw corrupt(`The JPEG declares sampling factors of ${across} × ${down}.`);
    }
    return { id: id!, across, down, quantizer: quantizer! };
  });
  return frameOf(marker, components, width, height);
}

/** The frame of a picture of this size with these components. */
export function frameOf(
  marker: number,
  components: readonly Omit<FrameComponent, "blocksAcross" | "blocksDown">[],
  width: number,
  height: number,
): Frame {
  const across = Math.max(...components.map((component) => component.across));
  const down = Math.max(...components.map((component) => component.down));
  return {
    marker,
    progressive: marker === MARKER.SOF2,
    components: components.map((component) => ({
      ...component,
      blocksAcross: Math.ceil(Math.ceil((width * component.across) / across) / 8),
      blocksDown: Math.ceil(Math.ceil((height * component.down) / down) / 8),
    })),
    unitsAcross: Math.ceil(width / (8 * across)),
    unitsDown: Math.ceil(height / (8 * down)),
  };
}

function readHuffmanTables(data: Uint8Array, tables: Map<number, HuffmanTable>): void {
  let at = 0;
  while (at < data.length) {
    const id = data[at]!;
    const symbolsAt = at + 1 + 16;
    const counts = data.subarray(at + 1, symbolsAt);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const end = symbolsAt + total;
    if ((id & 0xef) > 3 || counts.length < 16 || total > 256 || end > data.length) {
      throw corrupt("The JPEG's Huffman tables are damaged.");
    }
    tables.set(id, { id, counts, symbols: data.subarray(symbolsAt, end) });
    at = end;
  }
}

/**
 * Whether a length has more codes than can exist (the code of all ones is not allowed, T.81 annex C), or a DC size is
 * more than 15.
 */
function isUsable({ id, counts, symbols }: HuffmanTable): boolean {
  let code = 0;
  for (let i = 0; i < 16; i++) {
    code += counts[i]!;
    if (counts[i]! > 0 && code >= 2 << i) return false;
    code <<= 1;
  }
  return id >= AC_TABLE || symbols.every((size) => size <= 15);
}

function readQuantizers(data: Uint8Array, current: Map<number, Uint8Array>): void {
  for (let at = 0; at < data.length; ) {
    const end = at + 1 + (data[at]! >> 4 ? 128 : 64);
    if ((data[at]! & 15) > 3 || end > data.length) throw corrupt("The JPEG's quantization tables are damaged.");
    current.set(data[at]! & 15, data.subarray(at, end));
    at = end;
  }
}

/** A component keeps the quantization table that it has when its first scan begins. */
function keepQuantizer(
  { quantizer }: FrameComponent,
  current: ReadonlyMap<number, Uint8Array>,
  kept: Map<number, Uint8Array>,
): void {
  if (kept.has(quantizer)) return;
  const table = current.get(quantizer);
  if (!table) throw corrupt("The JPEG leaves out a quantization table that it needs.");
  kept.set(quantizer, table);
}

type ScanHeader = Pick<Scan, "components" | "from" | "to" | "high" | "low">;

function readScanHeader(data: Uint8Array, frame: Frame): ScanHeader {
  const count = data[0] ?? 0;
  if (count < 1 || count > 4 || data.length !== 4 + 2 * count) throw corrupt("The header of a JPEG scan is damaged.");
  const components = Array.from({ length: count }, (_, i) => {
    const id = data[1 + i * 2]!;
    const component = frame.components.find((candidate) => candidate.id === id);
    if (!component) throw corrupt(`A scan of the JPEG names component ${id}, which its frame does not have.`);
    const selectors = data[2 + i * 2]!;
    return { component, dc: selectors >> 4, ac: AC_TABLE | (selectors & 15) };
  });
  const places = components.map(({ component }) => frame.components.indexOf(component));
  if (places.some((place, i) => i > 0 && place <= places[i - 1]!)) {
    throw corrupt("A scan of the JPEG names its components in another order than its frame, or twice.");
  }
  const blocks = components.reduce((sum, { component }) => sum + component.across * component.down, 0);
  if (count > 1 && blocks > MAX_UNIT_BLOCKS) throw corrupt("A scan of the JPEG has more blocks than a unit may hold.");
  // Whatever a sequential scan says here, decoders read the whole spectrum.
  if (!frame.progressive) return { components, from: 0, to: 63, high: 0, low: 0 };
  const [from, to, approximation] = data.subarray(data.length - 3) as unknown as [number, number, number];
  const high = approximation >> 4;
  const low = approximation & 15;
  const isDc = from === 0 && to === 0;
  const isAc = from > 0 && from <= to && to <= 63 && count === 1;
  if (!(isDc || isAc) || low > 13 || (high !== 0 && low !== high - 1)) {
    throw corrupt("The parameters of a progressive scan of the JPEG make no sense.");
  }
  return { components, from, to, high, low };
}

/** The tables of the scan. Where the file has none (frames of motion JPEG), the standard ones are added to `known`. */
function tablesFor({ components, from, to, high }: ScanHeader, known: Map<number, HuffmanTable>) {
  const needed = components.flatMap(({ dc, ac }) => [
    ...(from === 0 && high === 0 ? [dc] : []),
    ...(to > 0 ? [ac] : []),
  ]);
  const isBare = known.size === 0;
  const missing = STANDARD_TABLES.filter(({ id }) => !known.has(id) && (isBare || needed.includes(id)));
  for (const table of missing) known.set(table.id, table);
  for (const id of needed) {
    const table = known.get(id);
    if (!table) throw corrupt("The JPEG leaves out a Huffman table that it needs.");
    if (!isUsable(table)) throw corrupt("The JPEG's Huffman tables are damaged.");
  }
  return { tables: new Map(known), missing };
}

/**
 * Whether each scan of a progressive file continues where the previous scan of the same coefficients ended (§G.1.1.1).
 */
class Progress {
  doubtful = false;
  readonly #bits = new Map<FrameComponent, Int8Array>();

  add(frame: Frame, { components, from, to, high, low }: ScanHeader): void {
    if (!frame.progressive) return;
    for (const { component } of components) {
      const bits = this.#bits.get(component) ?? new Int8Array(64).fill(-1);
      this.#bits.set(component, bits);
      if (from > 0 && bits[0]! < 0) this.doubtful = true;
      for (let k = from; k <= to; k++) {
        if (high !== Math.max(bits[k]!, 0)) this.doubtful = true;
        bits[k] = low;
      }
    }
  }
}
