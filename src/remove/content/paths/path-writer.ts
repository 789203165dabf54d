import type { Matrix } from "../../../pdf-content/matrix.ts";
import type { ByteWriter } from "../../../pdf-file/syntax/byte-writer.ts";
import { decimalsFor, inverse, putRounded } from "../../content-numbers.ts";
import type { PathSource } from "./path-source.ts";
import type { Subpath } from "./segments.ts";

const [M, L, C, H] = [0x6d, 0x6c, 0x63, 0x68]; // "m", "l", "c", "h"

/**
 * Writes construction operators (table 58), in the space before the matrix whose inverse is `back`. `unit` is the
 * length of a unit of the outermost space in points. Segments that stay whole are copied from `source`.
 */
export function putPath(
  out: ByteWriter,
  subpaths: readonly Subpath[],
  back: Matrix,
  unit: number,
  source: PathSource,
): void {
  const [a, b, c, d, e, f] = back;
  const forward = inverse(back);
  const decimals = forward ? decimalsFor(forward, unit) : 6;
  const point = (x: number, y: number): void => {
    putRounded(out, a * x + c * y + e, decimals);
    out.byte(0x20); // space
    putRounded(out, b * x + d * y + f, decimals);
    out.byte(0x20); // space
  };
  const operator = (letter: number): void => {
    out.byte(letter);
    out.byte(0x0a);
  };
  for (const { segments, isClosed } of subpaths) {
    const [x, y] = segments[0]!.points;
    point(x, y);
    operator(M);
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
        operator(C);
      } else if (!isClosed || i < segments.length - 1 || p[6] !== x || p[7] !== y || segments.length === 1) {
        point(p[6], p[7]);
        operator(L);
      }
    }
    if (isClosed) operator(H);
  }
}
