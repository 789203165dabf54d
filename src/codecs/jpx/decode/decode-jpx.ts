import { atOnce, type Turns } from "../../../meter/turns.ts";
import { Holding, type Work } from "../../../meter/work.ts";
import { COST } from "../../../meter/work-limits.ts";
import { corrupt, tooLarge, unsupported } from "../../image-problem.ts";
import { type Jp2Boxes, readBoxes } from "../boxes.ts";
import { type Codestream, readCodestream } from "../codestream.ts";
import { readPackets } from "../packets.ts";
import { bitsOf, type Component, canBeMixed, readSize } from "../size.ts";
import { layTile, type Tile } from "../tile.ts";
import type { Row } from "./band-rows.ts";
import { CodedBands } from "./coded-bands.ts";
import { type ComponentRows, componentRows } from "./wavelet.ts";

export interface JpxFacts {
  readonly width: number;
  readonly height: number;
  /** Channels of colour; there may be others behind them. */
  readonly colours: number;
  /** Bits of a sample as `decodeJpx` gives it. */
  readonly bits: 8 | 16;
  /** The colour space that the file names; an ICC profile in place of it. */
  readonly space: "gray" | "rgb" | "cmyk" | undefined;
  readonly profile: Uint8Array | undefined;
}

/** EnumCS (ISO/IEC 15444-1 table I.10, 15444-2 table M.25). */
const SPACES = new Map([
  [12, "cmyk"],
  [16, "rgb"],
  [17, "gray"],
  [18, "ycc"],
] as const);

/** What a JPEG 2000 says of its picture. Throws ImageProblem. */
export function readJpx(bytes: Uint8Array, work: Work): JpxFacts {
  const holding = new Holding(work);
  try {
    return atOnce(opened(bytes, holding)).facts;
  } finally {
    holding.letGo();
  }
}

/**
 * The rows of a JPEG 2000 (ISO/IEC 15444-1): of each pixel `colours` channels together, from the channel `first` on.
 * Samples have 8 or 16 bits; those of an Indexed space are not spread to them. Throws ImageProblem.
 */
export function* jpxRows(
  bytes: Uint8Array,
  channels: Channels,
  wanted: number,
  work: Work,
  take: (row: Uint8Array, y: number) => void,
): Turns<void> {
  const holding = new Holding(work);
  try {
    const picture = yield* opened(bytes, holding);
    yield* picture.rows(channels, wanted, holding, take);
  } finally {
    holding.letGo();
  }
}

interface Channels {
  readonly first?: number;
  readonly colours: number;
  readonly isIndexed: boolean;
}

const MAX_COMPONENTS = 16;
const MAX_BITS = 16;

function* opened(bytes: Uint8Array, holding: Holding): Turns<JpxPicture> {
  const boxes = bytes[0] === 0xff ? undefined : readBoxes(bytes);
  if (boxes?.hasPalette) throw unsupported("The JPEG 2000 has a palette of its own.");
  if (boxes?.isReordered) throw unsupported("The JPEG 2000 has channels in an order of its own.");
  const data = boxes?.codestream ?? bytes;
  const size = readSize(data);
  if (size.components.length > MAX_COMPONENTS) throw unsupported("The JPEG 2000 has too many components.");
  if (size.components.some((component) => bitsOf(component) > MAX_BITS)) {
    throw unsupported("The JPEG 2000 has samples of more than 16 bits.");
  }
  const stream = yield* readCodestream(data, size, holding);
  for (const { coding } of stream.tiles.values()) {
    if (!coding.isInOrder || coding.hasRegions) throw unsupported("The JPEG 2000 is of a kind that is not decoded.");
  }
  return new JpxPicture(stream, boxes);
}

class JpxPicture {
  readonly facts: JpxFacts;
  readonly #stream: Codestream;
  readonly #isYcc: boolean;

  constructor(stream: Codestream, boxes: Jp2Boxes | undefined) {
    const { components, grid } = stream.size;
    const named = SPACES.get(boxes?.enumeratedSpace as 12);
    const colours = components.length - (boxes?.opacity ? 1 : 0);
    const plain = colours >= 4 ? "cmyk" : colours >= 3 ? "rgb" : "gray";
    const isNamed = boxes?.enumeratedSpace !== undefined;
    this.#stream = stream;
    this.#isYcc = named === "ycc";
    this.facts = {
      width: Math.ceil(grid.right / least(components, "across")) - Math.ceil(grid.left / least(components, "across")),
      height: Math.ceil(grid.bottom / least(components, "down")) - Math.ceil(grid.top / least(components, "down")),
      colours: plain === "cmyk" ? 4 : plain === "rgb" ? 3 : 1,
      bits: components.some((component) => bitsOf(component) > 8) ? 16 : 8,
      space: named === "ycc" ? "rgb" : (named ?? (isNamed ? undefined : plain)),
      profile: boxes?.profile,
    };
  }

  *rows(
    { first: channel = 0, colours, isIndexed }: Channels,
    wanted: number,
    holding: Holding,
    take: (row: Uint8Array, y: number) => void,
  ): Turns<void> {
    const { work } = holding;
    const { size } = this.#stream;
    const { grid } = size;
    const { width, bits } = this.facts;
    const components = size.components.slice(channel, channel + colours);
    if (components.length < colours) throw corrupt("The JPEG 2000 has too few components.");
    if (this.#isYcc && colours !== 3) throw unsupported("The JPEG 2000 has an odd number of components.");
    if (size.components.some(({ across, down }) => across !== 1 || down !== 1) && (grid.left !== 0 || grid.top !== 0)) {
      throw unsupported("The JPEG 2000 has subsampled components that are moved.");
    }
    const [unitX, unitY] = [least(size.components, "across"), least(size.components, "down")];
    const samples = width * Math.min(wanted, this.facts.height) * colours;
    if (!work.affords(samples * COST.waveletSample, true)) throw tooLarge("The JPEG 2000 is too large.");
    const rowBytes = width * colours * (bits >> 3);
    holding.take(rowBytes);
    const row = new Uint8Array(rowBytes);
    const writers = components.map((component) => new ChannelWriter(component, bits, colours, isIndexed));
    const origin = Math.ceil(grid.left / unitX);
    let y = Math.ceil(grid.top / unitY);
    const first = y;
    for (let tileRow = 0; tileRow < grid.tilesDown && y - first < wanted; tileRow++) {
      const own = new Holding(work);
      try {
        const opened = yield* this.#open(tileRow, channel, components, own);
        const bottom = Math.min(first + wanted, Math.ceil(opened[0]!.tile.bottom / unitY));
        for (; y < bottom; y++) {
          if (work.isTurnOver) yield;
          work.spend(opened.length * colours * COST.waveletRow);
          work.done(width * colours * COST.waveletSample);
          for (const tile of opened) yield* tile.row(y * unitY, unitX, origin, row, writers);
          if (this.#isYcc) toRgb(row, bits);
          take(row, y - first);
        }
      } finally {
        own.letGo();
      }
    }
  }

  *#open(tileRow: number, channel: number, components: readonly Component[], own: Holding): Turns<OpenTile[]> {
    const { size, tiles } = this.#stream;
    const opened: OpenTile[] = [];
    for (let column = 0; column < size.grid.tilesAcross; column++) {
      if (own.work.isTurnOver) yield;
      const number = tileRow * size.grid.tilesAcross + column;
      const found = tiles.get(number);
      if (!found) throw corrupt("A tile of the JPEG 2000 is missing.");
      const tile = layTile(size, number, found.coding, own);
      const coded = new CodedBands(tile, found.coding, own);
      // Where packets are missing, samples are less exact.
      yield* readPackets(tile, found.data, own.work, coded);
      opened.push(new OpenTile(tile, coded, channel, components, own));
    }
    return opened;
  }
}

function least(components: readonly Component[], side: "across" | "down"): number {
  return Math.min(...components.map((component) => component[side]));
}

/** A tile whose rows are read from its top. */
class OpenTile {
  readonly tile: Tile;
  readonly #sources: readonly ComponentRows[];
  readonly #components: readonly Component[];
  readonly #isMixed: boolean;
  readonly #rows: (Row | undefined)[];
  /** The first three of them as colours. */
  readonly #unmixed: Row[] = [];
  /** The row of each component that was read last. */
  readonly #at: number[];

  constructor(tile: Tile, coded: CodedBands, first: number, components: readonly Component[], holding: Holding) {
    const read = tile.components.slice(first, first + components.length);
    this.tile = tile;
    this.#components = components;
    this.#isMixed = tile.order.isMixed && first === 0 && read.length >= 3;
    this.#sources = read.map((component) => componentRows(component, coded, holding));
    this.#rows = components.map(() => undefined);
    this.#at = components.map((component) => Math.ceil(tile.top / component.down) - 1);
    if (!this.#isMixed) return;
    if (!canBeMixed(components)) throw corrupt("The JPEG 2000 mixes components of different sizes.");
    const { coding, resolutions } = tile.components[0]!;
    const { left, right } = resolutions.at(-1)!;
    holding.take(12 * (right - left));
    for (let i = 0; i < 3; i++) {
      this.#unmixed.push(coding.isReversible ? new Int32Array(right - left) : new Float32Array(right - left));
    }
  }

  /** Writes the tile's part of the row at `y` of the reference grid. */
  *row(y: number, unit: number, origin: number, out: Uint8Array, writers: readonly ChannelWriter[]): Turns<void> {
    const { left, right } = this.tile;
    if (right <= left) return;
    let isNew = false;
    for (const [i, { down }] of this.#components.entries()) {
      const last = Math.ceil(this.tile.bottom / down) - 1;
      for (const wanted = Math.min(Math.floor(y / down), last); this.#at[i]! < wanted; this.#at[i]!++) {
        const { bands, rows } = this.#sources[i]!;
        for (const band of bands) if (band.isUsedUp) yield* band.decode();
        this.#rows[i] = rows.next();
        isNew = true;
      }
    }
    if (this.#isMixed && isNew) this.#unmix();
    const first = Math.ceil(left / unit);
    const end = Math.ceil(right / unit);
    this.#components.forEach(({ across }, i) => {
      const row = this.#unmixed[i] ?? this.#rows[i];
      if (row) writers[i]!.write(row, first, end, across / unit, Math.ceil(left / across), out, i, first - origin);
    });
  }

  /** Annex G: from luma and differences to the colours. The rows themselves are still needed for those below them. */
  #unmix(): void {
    const [a, b, c] = this.#rows as [Row, Row, Row];
    const [red, green, blue] = this.#unmixed as [Row, Row, Row];
    const { isReversible } = this.tile.components[0]!.coding;
    for (let x = 0; x < a.length; x++) {
      const [luma, u, v] = [a[x]!, b[x]!, c[x]!];
      if (isReversible) {
        const middle = luma - ((u + v) >> 2);
        red[x] = v + middle;
        green[x] = middle;
        blue[x] = u + middle;
      } else {
        red[x] = luma + 1.402 * v;
        green[x] = luma - 0.344136 * u - 0.714136 * v;
        blue[x] = luma + 1.772 * u;
      }
    }
  }
}

/** Writes samples of a component beside those of others. */
class ChannelWriter {
  readonly #offset: number;
  readonly #most: number;
  readonly #factor: number;
  readonly #bytes: number;
  readonly #colours: number;

  constructor(component: Component, outBits: number, colours: number, isIndexed: boolean) {
    const bits = bitsOf(component);
    const isSigned = component.depth > 127;
    // Samples with a sign are moved like the others, so that the lowest becomes 0.
    this.#offset = isSigned && isIndexed ? 0 : 2 ** (bits - 1);
    this.#most = 2 ** bits - 1;
    this.#factor = isIndexed ? 1 : (2 ** outBits - 1) / this.#most;
    this.#bytes = outBits >> 3;
    this.#colours = colours;
  }

  /** The columns [first, end) of the picture, of which `step` share a sample; the row begins with the sample `from`. */
  write(
    row: Row,
    first: number,
    end: number,
    step: number,
    from: number,
    out: Uint8Array,
    channel: number,
    column: number,
  ): void {
    const stride = this.#colours * this.#bytes;
    let at = column * stride + channel * this.#bytes;
    const [offset, most, factor] = [this.#offset, this.#most, this.#factor];
    const last = row.length - 1;
    for (let x = first; x < end; x++, at += stride) {
      const index = step === 1 ? x - from : Math.min(last, Math.max(0, Math.floor(x / step) - from));
      const value = Math.round(row[index]!) + offset;
      const sample = Math.round((value < 0 ? 0 : value > most ? most : value) * factor);
      if (this.#bytes === 1) out[at] = sample;
      else {
        out[at] = sample >> 8;
        out[at + 1] = sample;
      }
    }
  }
}

/** sYCC (IEC 61966-2-1 annex F). */
function toRgb(row: Uint8Array, bits: number): void {
  if (bits !== 8) throw unsupported("The JPEG 2000 has sYCC of more than 8 bits.");
  for (let i = 0; i + 2 < row.length; i += 3) {
    const [y, cb, cr] = [row[i]!, row[i + 1]! - 128, row[i + 2]! - 128];
    row[i] = clamp(y + 1.402 * cr);
    row[i + 1] = clamp(y - 0.344136 * cb - 0.714136 * cr);
    row[i + 2] = clamp(y + 1.772 * cb);
  }
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
