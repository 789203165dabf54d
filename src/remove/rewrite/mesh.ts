import type { Work } from "../../meter/work.ts";

/** The layout of a mesh's data (8.7.4.5.5 to 8.7.4.5.8). */
export interface MeshLayout {
  readonly kind: 4 | 5 | 6 | 7;
  readonly bitsPerCoordinate: number;
  readonly bitsPerComponent: number;
  readonly bitsPerFlag: number;
  readonly verticesPerRow: number;
  /** [xmin xmax ymin ymax c1min c1max …]. */
  readonly decode: readonly number[];
}

export type Point = readonly [x: number, y: number];
export type Colour = readonly number[];

/** A triangle, or a patch: the sixteen points of a tensor (8.7.4.5.8) and its four colours, in the order of the data. */
export interface Piece {
  readonly points: readonly Point[];
  readonly colours: readonly Colour[];
}

/** Bits of a coordinate; a flag and a component have fewer (table 81). */
const MAX_BITS = 32;
/** What a vertex of a lattice's row takes in memory. */
const VERTEX_BYTES = 300;

/**
 * The triangles or patches of a mesh. Undefined when parts do not begin at whole bytes, which no common writer produces.
 */
export function meshPieces(data: Uint8Array, layout: MeshLayout, work: Work): Generator<Piece> | undefined {
  const { kind, bitsPerCoordinate, bitsPerComponent, bitsPerFlag, decode } = layout;
  const components = decode.length / 2 - 2;
  const isWhole = [bitsPerCoordinate, bitsPerComponent, kind !== 5 ? bitsPerFlag : 8].every(
    (bits) => bits > 0 && bits <= MAX_BITS && bits % 8 === 0,
  );
  if (!isWhole || !Number.isInteger(components) || components < 1) return undefined;
  const reader = new MeshReader(data, layout, components);
  if (kind === 4) return triangles(reader);
  return kind === 5 ? lattice(reader, layout.verticesPerRow, work) : patches(reader, kind);
}

class MeshReader {
  readonly #data: Uint8Array;
  readonly #layout: MeshLayout;
  readonly #components: number;
  readonly #vertexBytes: readonly [point: number, colour: number];
  #at = 0;

  constructor(data: Uint8Array, layout: MeshLayout, components: number) {
    this.#data = data;
    this.#layout = layout;
    this.#components = components;
    this.#vertexBytes = [(2 * layout.bitsPerCoordinate) / 8, (components * layout.bitsPerComponent) / 8];
  }

  /** Whether there are this many points and colours. */
  has(points: number, colours: number): boolean {
    const [point, colour] = this.#vertexBytes;
    return this.#at + points * point + colours * colour <= this.#data.length;
  }

  flag(): number {
    return this.#integer(this.#layout.bitsPerFlag) & 3;
  }

  points(count: number): Point[] {
    const { bitsPerCoordinate: bits } = this.#layout;
    return Array.from({ length: count }, () => [this.#value(bits, 0), this.#value(bits, 1)]);
  }

  colours(count: number): Colour[] {
    const { bitsPerComponent: bits } = this.#layout;
    return Array.from({ length: count }, () =>
      Array.from({ length: this.#components }, (_, part) => this.#value(bits, 2 + part)),
    );
  }

  #value(bits: number, part: number): number {
    const [low, high] = [this.#layout.decode[2 * part]!, this.#layout.decode[2 * part + 1]!];
    return low + (this.#integer(bits) * (high - low)) / (2 ** bits - 1);
  }

  #integer(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits / 8; i++) value = value * 256 + (this.#data[this.#at++] ?? 0);
    return value;
  }
}

interface Vertex {
  readonly point: Point;
  readonly colour: Colour;
}

function vertex(reader: MeshReader): Vertex {
  return { point: reader.points(1)[0]!, colour: reader.colours(1)[0]! };
}

function triangle(corners: readonly Vertex[]): Piece {
  return { points: corners.map(({ point }) => point), colours: corners.map(({ colour }) => colour) };
}

function* triangles(reader: MeshReader): Generator<Piece> {
  let corners: Vertex[] = [];
  while (reader.has(1, 1)) {
    const flag = reader.flag();
    const next = vertex(reader);
    if (corners.length < 3 || flag === 0) {
      if (corners.length >= 3) corners = [];
      corners.push(next);
    } else corners = flag === 1 ? [corners[1]!, corners[2]!, next] : [corners[0]!, corners[2]!, next];
    if (corners.length === 3) yield triangle(corners);
  }
}

function* lattice(reader: MeshReader, perRow: number, work: Work): Generator<Piece> {
  if (perRow < 2) return;
  work.hold(2 * perRow * VERTEX_BYTES);
  let above: Vertex[] = [];
  while (reader.has(perRow, perRow)) {
    const row = Array.from({ length: perRow }, () => vertex(reader));
    for (let i = 0; i + 1 < perRow && above.length > 0; i++) {
      yield triangle([above[i]!, above[i + 1]!, row[i]!]);
      yield triangle([above[i + 1]!, row[i + 1]!, row[i]!]);
    }
    above = row;
  }
  work.letGo(2 * perRow * VERTEX_BYTES);
}

/** Coons and tensor patches; a patch that shares an edge with the one before takes over its points and colours. */
function* patches(reader: MeshReader, kind: 6 | 7): Generator<Piece> {
  const all = kind === 6 ? 12 : 16;
  let last: Piece | undefined;
  while (reader.has(all - 4, 2)) {
    const flag = reader.flag();
    let patch: Piece;
    if (flag === 0 || !last) {
      if (!reader.has(all, 4)) break;
      patch = { points: reader.points(all), colours: reader.colours(4) };
    } else {
      const first = flag * 3;
      const shared = [0, 1, 2, 3].map((i) => last!.points[(first + i) % 12]!);
      const colours = [last.colours[flag]!, last.colours[(flag + 1) % 4]!];
      patch = { points: [...shared, ...reader.points(all - 4)], colours: [...colours, ...reader.colours(2)] };
    }
    yield kind === 7 ? patch : { ...patch, points: [...patch.points, ...innerPoints(patch.points)] };
    last = patch;
  }
}

/** The inner points with which a tensor is the Coons patch of these twelve (8.7.4.5.8). */
function innerPoints(points: readonly Point[]): Point[] {
  return [0, 3, 6, 9].map((corner) => {
    const at = (offset: number): Point => points[(corner + offset) % 12]!;
    const inner = (k: 0 | 1): number =>
      (-4 * at(0)[k] + 6 * (at(1)[k] + at(11)[k]) - 2 * (at(3)[k] + at(9)[k]) + 3 * (at(8)[k] + at(4)[k]) - at(6)[k]) /
      9;
    return [inner(0), inner(1)];
  });
}
