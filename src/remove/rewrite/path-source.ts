import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { inverse, type Matrix } from "../../pdf-content/matrix.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import * as CHAR from "../../platform/char.ts";
import { decimalsFor, putFactor, putRounded } from "../numbers.ts";
import type { PathSegment, Subpath } from "./path-segments.ts";
import { putOperation } from "./text-writer.ts";

/** Operators that draw one segment each. */
const SEGMENTS = new Set(["l", "c", "v", "y"]);

/**
 * The operators that construct a path, as the new content would have them, with the place of each segment's operator.
 */
export class PathSource {
  readonly #out = new ByteWriter(1 << 10);
  /** For each step of the path, where its operator begins and ends; an empty range for a step without one. */
  #from = new Int32Array(256);
  #to = new Int32Array(256);
  #steps = 0;
  /** The matrix for all operators; undefined when it changed between them. */
  #matrix: Matrix | undefined;

  clear(): void {
    this.#out.clear();
    this.#to.fill(0, 0, this.#steps);
    this.#from.fill(0, 0, this.#steps);
    this.#steps = 0;
    this.#matrix = undefined;
  }

  get isEmpty(): boolean {
    return this.#out.length === 0;
  }

  /** Valid until the next operator. */
  get bytes(): Uint8Array {
    return this.#out.view();
  }

  isBefore(matrix: Matrix): boolean {
    return this.#matrix === matrix;
  }

  /** Adds an operator; it is copied when the source has nothing but its numbers before it. */
  add({ tokens, operands, path, state }: Interpreter, name: string, count: number): void {
    const out = this.#out;
    const from = out.length;
    const isPlain = operands.count === count && !tokens!.hasBroken && !tokens!.hasComment;
    if (isPlain) putOperation(out, tokens!);
    else {
      for (let i = operands.count - count; i < operands.count; i++) {
        putFactor(out, operands.number[i]!);
        out.byte(CHAR.SPACE);
      }
      out.text(name);
    }
    out.byte(CHAR.LINE_FEED);
    if (from === 0) this.#matrix = state.matrix;
    else if (this.#matrix !== state.matrix) this.#matrix = undefined;
    if (SEGMENTS.has(name)) this.#note(path.stepCount, from, out.length);
  }

  #note(step: number, from: number, to: number): void {
    if (step >= this.#to.length) {
      this.#from = grown(this.#from, step);
      this.#to = grown(this.#to, step);
    }
    this.#from[step] = from;
    this.#to[step] = to;
    this.#steps = step + 1;
  }

  has(step: number): boolean {
    return step < this.#steps && this.#to[step]! > 0;
  }

  /** Copies the operators of segments[at, end) as long as they follow one another; returns how many segments. */
  put(out: ByteWriter, segments: readonly PathSegment[], at: number, end: number): number {
    const { step: first } = segments[at]!;
    let next = first;
    let i = at;
    for (; i < end && next >= 0 && segments[i]!.step === next && this.has(next); i++) next += segments[i]!.joined ?? 1;
    if (i > at) out.copy(this.#out.view(), this.#from[first]!, this.#to[next - 1]!);
    return i - at;
  }
}

function grown(column: Int32Array, step: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(Math.max(step + 1, column.length * 2));
  more.set(column);
  return more;
}

/**
 * Writes construction operators (table 58), in the space before the matrix whose inverse is `back`. `unit` is the
 * length of a unit of the outermost space in points. Segments that stay whole are copied from `source`.
 */
export function putPath(out: ByteWriter, subpaths: readonly Subpath[], back: Matrix, unit: number, source: PathSource) {
  const [a, b, c, d, e, f] = back;
  const forward = inverse(back);
  const decimals = forward ? decimalsFor(forward, unit) : 6;
  const point = (x: number, y: number): void => {
    putRounded(out, a * x + c * y + e, decimals);
    out.byte(CHAR.SPACE);
    putRounded(out, b * x + d * y + f, decimals);
    out.byte(CHAR.SPACE);
  };
  const operator = (letter: number): void => {
    out.byte(letter);
    out.byte(CHAR.LINE_FEED);
  };
  for (const { segments, isClosed } of subpaths) {
    const [x, y] = segments[0]!.points;
    point(x, y);
    operator(CHAR.m);
    // The last side of a closed part may be left out: `h` draws it.
    const copied = isClosed ? segments.length - 1 : segments.length;
    for (let i = 0; i < segments.length; i++) {
      if (i < copied) i += source.put(out, segments, i, copied);
      if (i >= segments.length) break;
      const { isCurve, points: p } = segments[i]!;
      if (isCurve) {
        point(p[2], p[3]);
        point(p[4], p[5]);
        point(p[6], p[7]);
        operator(CHAR.c);
      } else if (!isClosed || i < segments.length - 1 || p[6] !== x || p[7] !== y || segments.length === 1) {
        point(p[6], p[7]);
        operator(CHAR.l);
      }
    }
    if (isClosed) operator(CHAR.h);
  }
}
