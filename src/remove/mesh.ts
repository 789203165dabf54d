import type { Work } from "../meter/work.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfObject, PdfStream } from "../pdf-file/syntax/objects.ts";

/** A mesh (8.7.4.5.5 to 8.7.4.5.8). */
export interface Mesh {
  readonly kind: 4 | 5 | 6 | 7;
  /** [xmin xmax ymin ymax c1min c1max …]. */
  readonly decode: readonly number[];
  /** Undefined when parts do not begin at whole bytes, which no common writer produces. */
  readonly pieces: Generator<MeshPiece> | undefined;
}

export type Point = readonly [x: number, y: number];
export type Colour = readonly number[];

/**
 * A triangle, or a patch: the sixteen points of a tensor (8.7.4.5.8) and its four colours, in the order of the data.
 */
export interface MeshPiece {
  readonly points: readonly Point[];
  readonly colours: readonly Colour[];
}

/** Of a coordinate; a flag and a component have fewer (table 81). */
const MAX_BYTES = 4;
/** What a vertex of a lattice's row takes in memory. */
const VERTEX_BYTES = 300;

export function meshOf(document: PdfDocument, shading: PdfObject | undefined): Mesh | undefined {
  const stream = document.resolve(shading);
  if (!(stream instanceof PdfStream)) return undefined;
  const number = (key: string): number => document.number(stream.dict.get(key)) ?? 0;
  const kind = number("ShadingType") as Mesh["kind"];
  if (!(kind >= 4 && kind <= 7)) return undefined;
  const decode = (document.array(stream.dict.get("Decode")) ?? []).map((item) => document.number(item) ?? 0);
  const [coordinate, component, flag] = ["BitsPerCoordinate", "BitsPerComponent", "BitsPerFlag"].map(
    (key) => number(key) / 8,
  ) as [number, number, number];
  const components = decode.length / 2 - 2;
  const isWhole = [coordinate, component, kind === 5 ? 1 : flag].every(
    (bytes) => bytes > 0 && bytes <= MAX_BYTES && Number.isInteger(bytes),
  );
  if (!isWhole || !Number.isInteger(components) || components < 1) return { kind, decode, pieces: undefined };
  const data = document.readableData(stream);
  if (!data) return { kind, decode, pieces: undefined };
  const reader = new MeshReader(data, decode, coordinate, component, flag);
  if (kind === 4) return { kind, decode, pieces: triangles(reader) };
  const pieces = kind === 5 ? lattice(reader, number("VerticesPerRow"), document.work) : patches(reader, kind);
  return { kind, decode, pieces };
}

class MeshReader {
  readonly #data: Uint8Array;
  readonly #decode: readonly number[];
  readonly #coordinate: number;
  readonly #component: number;
  readonly #flag: number;
  #at = 0;

  /** The bytes of a coordinate, of a component of a colour, and of a flag. */
  constructor(data: Uint8Array, decode: readonly number[], coordinate: number, component: number, flag: number) {
    this.#data = data;
    this.#decode = decode;
    this.#coordinate = coordinate;
    this.#component = component;
    this.#flag = flag;
  }

  has(points: number, colours: number): boolean {
    const colour = this.#component * (this.#decode.length / 2 - 2);
    return this.#at + points * 2 * this.#coordinate + colours * colour <= this.#data.length;
  }

  flag(): number {
    return this.#integer(this.#flag) & 3;
  }

  points(count: number): Point[] {
    return Array.from({ length: count }, () => [this.#value(this.#coordinate, 0), this.#value(this.#coordinate, 2)]);
  }

  colours(count: number): Colour[] {
    const parts = this.#decode.length / 2 - 2;
    return Array.from({ length: count }, () =>
      Array.from({ length: parts }, (_, part) => this.#value(this.#component, 4 + 2 * part)),
    );
  }

  #value(bytes: number, part: number): number {
    const [low, high] = [this.#decode[part]!, this.#decode[part + 1]!];
    return low + (this.#integer(bytes) * (high - low)) / (256 ** bytes - 1);
  }

  #integer(bytes: number): number {
    let value = 0;
    for (let i = 0; i < bytes; i++) value = value * 256 + (this.#data[this.#at++] ?? 0);
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

function triangle(corners: readonly Vertex[]): MeshPiece {
  return { points: corners.map(({ point }) => point), colours: corners.map(({ colour }) => colour) };
}

function* triangles(reader: MeshReader): Generator<MeshPiece> {
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

function* lattice(reader: MeshReader, perRow: number, work: Work): Generator<MeshPiece> {
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
function* patches(reader: MeshReader, kind: 6 | 7): Generator<MeshPiece> {
  const all = kind === 6 ? 12 : 16;
  let last: MeshPiece | undefined;
  while (reader.has(all - 4, 2)) {
    const flag = reader.flag();
    let patch: MeshPiece;
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
