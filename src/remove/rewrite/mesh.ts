import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Matrix } from "../../pdf-content/matrix.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import type { Holes } from "../areas.ts";
import { sideOf } from "../areas.ts";

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

/** The bytes of a point or a colour, unchanged. */
type Raw = Uint8Array;

interface Piece {
  readonly points: readonly Raw[];
  readonly colours: readonly Raw[];
}

/** Bits of a coordinate; a flag and a component have fewer (table 81). */
const MAX_BITS = 32;
/** What a vertex of a lattice's row takes in memory. */
const VERTEX_BYTES = 300;

/**
 * The triangles or patches of a mesh that meet the area, each written separately. Undefined when parts do not begin at
 * whole bytes, which no common writer produces. A lattice becomes free triangles (kind 4).
 */
export function cutMesh(
  data: Uint8Array,
  layout: MeshLayout,
  matrix: Matrix,
  area: Box,
  holes: Holes,
  work: Work,
): Uint8Array | undefined {
  const { kind, bitsPerCoordinate, bitsPerComponent, bitsPerFlag, decode } = layout;
  const components = decode.length / 2 - 2;
  const hasFlags = kind !== 5;
  const isWhole = [bitsPerCoordinate, bitsPerComponent, hasFlags ? bitsPerFlag : 8].every(
    (bits) => bits > 0 && bits <= MAX_BITS && bits % 8 === 0,
  );
  if (!isWhole || !Number.isInteger(components) || components < 1) return undefined;
  const reader = new MeshReader(data, layout, components);
  const pieces =
    kind === 4 ? triangles(reader) : kind === 5 ? lattice(reader, layout.verticesPerRow, work) : patches(reader, kind);
  const out = new ByteWriter();
  const flag = new Uint8Array(kind === 5 ? 1 : bitsPerFlag / 8);
  for (const { points, colours } of pieces) {
    work.spend(points.length * COST.meshPoint);
    const xs = points.map((point) => reader.coordinate(point, 0));
    const ys = points.map((point) => reader.coordinate(point, 1));
    const around: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    if (sideOf(...around, matrix, area) === "outside") continue;
    if (holes.reached(around, matrix).length > 0) continue;
    if (kind >= 6) for (const part of [flag, ...points, ...colours]) out.copy(part);
    else for (const [i, point] of points.entries()) for (const part of [flag, point, colours[i]!]) out.copy(part);
  }
  return out.take();
}

class MeshReader {
  readonly #data: Uint8Array;
  readonly #layout: MeshLayout;
  readonly #pointBytes: number;
  readonly #colourBytes: number;
  #at = 0;

  constructor(data: Uint8Array, layout: MeshLayout, components: number) {
    this.#data = data;
    this.#layout = layout;
    this.#pointBytes = (2 * layout.bitsPerCoordinate) / 8;
    this.#colourBytes = (components * layout.bitsPerComponent) / 8;
  }

  /** Whether there is a flag, followed by this many points and colours. */
  has(points: number, colours: number): boolean {
    return this.#at + points * this.#pointBytes + colours * this.#colourBytes <= this.#data.length;
  }

  flag(): number {
    const bytes = this.#layout.bitsPerFlag / 8;
    const value = this.#data[this.#at + bytes - 1];
    this.#at += bytes;
    return (value ?? 0) & 3;
  }

  points(count: number): Raw[] {
    return Array.from({ length: count }, () => this.#take(this.#pointBytes));
  }

  colours(count: number): Raw[] {
    return Array.from({ length: count }, () => this.#take(this.#colourBytes));
  }

  #take(bytes: number): Raw {
    const view = this.#data.subarray(this.#at, this.#at + bytes);
    this.#at += bytes;
    return view;
  }

  coordinate(point: Raw, axis: 0 | 1): number {
    const bytes = point.length / 2;
    let value = 0;
    for (let i = 0; i < bytes; i++) value = value * 256 + point[axis * bytes + i]!;
    const [low, high] = [this.#layout.decode[axis * 2]!, this.#layout.decode[axis * 2 + 1]!];
    return low + (value * (high - low)) / (256 ** bytes - 1);
  }
}

function* triangles(reader: MeshReader): Generator<Piece> {
  const vertex = () => ({ flag: reader.flag(), point: reader.points(1)[0]!, colour: reader.colours(1)[0]! });
  let corners: ReturnType<typeof vertex>[] = [];
  while (reader.has(1, 1)) {
    const next = vertex();
    if (corners.length < 3 || next.flag === 0) {
      if (corners.length >= 3) corners = [];
      corners.push(next);
    } else corners = next.flag === 1 ? [corners[1]!, corners[2]!, next] : [corners[0]!, corners[2]!, next];
    if (corners.length === 3) {
      yield { points: corners.map(({ point }) => point), colours: corners.map(({ colour }) => colour) };
    }
  }
}

function* lattice(reader: MeshReader, perRow: number, work: Work): Generator<Piece> {
  if (perRow < 2) return;
  work.hold(2 * perRow * VERTEX_BYTES);
  let above: { point: Raw; colour: Raw }[] = [];
  while (reader.has(perRow, perRow)) {
    const row = Array.from({ length: perRow }, () => ({ point: reader.points(1)[0]!, colour: reader.colours(1)[0]! }));
    for (let i = 0; i + 1 < perRow && above.length > 0; i++) {
      for (const corners of [
        [above[i]!, above[i + 1]!, row[i]!],
        [above[i + 1]!, row[i + 1]!, row[i]!],
      ]) {
        yield { points: corners.map(({ point }) => point), colours: corners.map(({ colour }) => colour) };
      }
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
    yield patch;
    last = patch;
  }
}
