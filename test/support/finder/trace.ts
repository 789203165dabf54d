import * as mupdf from "../../fixtures/mupdf/mupdf.ts";

type Matrix = [number, number, number, number, number, number];

/** Where something is painted, and the steps in which a pattern repeats it. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly steps: readonly Vector[];
}

type Vector = readonly [x: number, y: number];

/** What a page's content and its annotations paint, in the page's own coordinates, its boxes not being asked. */
export interface Trace {
  /** Of every path that is painted, those that steer curves included. */
  readonly points: (Place & { reach: number })[];
  readonly glyphs: (Place & { text: string; size: number })[];
  readonly images: mupdf.Image[];
  /** In red, green and blue up to 255. */
  readonly colours: number[][];
}

/** As large as any made page, and more around. */
export const WIDE = [-150, -150, 650, 650] as const;

/** Opens the boxes of a page, so that nothing is beyond them, and shows it upright and in its own units. */
export function widen(document: mupdf.PDFDocument, index: number): mupdf.PDFPage {
  const page = document.findPage(index);
  // Of a damaged document, which shows an empty page there.
  if (!page.isDictionary()) return document.loadPage(index);
  page.put("MediaBox", [...WIDE]);
  page.put("Rotate", 0);
  for (const key of ["CropBox", "TrimBox", "BleedBox", "ArtBox", "UserUnit"]) page.delete(key);
  const parent = page.get("Parent");
  if (!parent.isNull()) parent.delete("CropBox");
  return document.loadPage(index);
}

/** Runs a widened page on a device that writes down what comes. */
export function traceOf(page: mupdf.PDFPage): Trace {
  const trace: Trace = { points: [], glyphs: [], images: [], colours: [] };
  const tiles: (readonly Vector[])[] = [];
  const onto = (ctm: Matrix, x: number, y: number): Place => ({
    x: ctm[0] * x + ctm[2] * y + ctm[4] + WIDE[0],
    y: WIDE[3] - (ctm[1] * x + ctm[3] * y + ctm[5]),
    steps: tiles.at(-1) ?? [],
  });
  const path = (shape: mupdf.Path, ctm: Matrix, reach = 0) => {
    const put = (x: number, y: number) => trace.points.push({ ...onto(ctm, x, y), reach });
    shape.walk({
      moveTo: put,
      lineTo: put,
      curveTo(x1, y1, x2, y2, x3, y3) {
        put(x1, y1);
        put(x2, y2);
        put(x3, y3);
      },
      closePath() {},
    });
  };
  const stroke = (shape: mupdf.Path, state: mupdf.StrokeState, ctm: Matrix) => {
    const scale = Math.max(Math.hypot(ctm[0], ctm[1]), Math.hypot(ctm[2], ctm[3]));
    path(shape, ctm, Math.abs(state.getLineWidth()) * scale * Math.max(1, state.getMiterLimit()));
  };
  const text = (run: mupdf.Text, ctm: Matrix) =>
    run.walk({
      showGlyph(font, trm, glyph, unicode) {
        const [a, b, , , e, f] = trm as Matrix;
        // A Type 3 font may have glyphs as large as the page.
        const reach = Math.max(1, Math.abs(font.advanceGlyph(glyph)));
        const size = reach * Math.hypot(a, b) * Math.max(Math.hypot(ctm[0], ctm[1]), Math.hypot(ctm[2], ctm[3]));
        trace.glyphs.push({ text: unicode > 0 ? String.fromCodePoint(unicode) : "", ...onto(ctm, e, f), size });
      },
    });
  const colour = (space: mupdf.ColorSpace, values: readonly number[]) => {
    // Other spaces are judged where they are rendered.
    if (space.getNumberOfComponents() === 3) trace.colours.push(values.map((value) => value * 255));
  };
  const device = new mupdf.Device({
    beginTile(_area, _view, across, up, [a, b, c, d]) {
      const steps: Vector[] = [
        [a * across, -b * across],
        [c * up, -d * up],
      ];
      tiles.push(steps.filter(([x, y]) => Math.hypot(x, y) > 0));
      return 0;
    },
    endTile: () => void tiles.pop(),
    fillPath(shape, _evenOdd, ctm, space, values) {
      path(shape, ctm as Matrix);
      colour(space, values);
    },
    strokePath(shape, state, ctm, space, values) {
      stroke(shape, state, ctm as Matrix);
      colour(space, values);
    },
    fillText(run, ctm, space, values) {
      text(run, ctm as Matrix);
      colour(space, values);
    },
    strokeText: (run, _state, ctm) => text(run, ctm as Matrix),
    clipText: (run, ctm) => text(run, ctm as Matrix),
    clipStrokeText: (run, _state, ctm) => text(run, ctm as Matrix),
    ignoreText: (run, ctm) => text(run, ctm as Matrix),
    fillImage: (image) => void trace.images.push(image),
    fillImageMask: (image) => void trace.images.push(image),
    clipImageMask: (image) => void trace.images.push(image),
  });
  page.run(device, mupdf.Matrix.identity);
  device.close();
  return trace;
}

/** The copy of what is painted that is nearest to a point: patterns repeat what they paint. */
export function nearestCopy({ x, y, steps }: Place, [toX, toY]: Vector): Vector {
  const [first, second] = steps;
  const [dx, dy] = [toX - x, toY - y];
  if (first === undefined) return [x, y];
  if (second === undefined) {
    const times = Math.round((dx * first[0] + dy * first[1]) / (first[0] ** 2 + first[1] ** 2));
    return [x + times * first[0], y + times * first[1]];
  }
  const determinant = first[0] * second[1] - first[1] * second[0];
  if (determinant === 0) return [x, y];
  const i = Math.round((dx * second[1] - dy * second[0]) / determinant);
  const j = Math.round((dy * first[0] - dx * first[1]) / determinant);
  return [x + i * first[0] + j * second[0], y + i * first[1] + j * second[1]];
}
