import type { Interpreter } from "../../../pdf-content/interpreter/interpreter.ts";
import { IDENTITY, type Matrix, multiply } from "../../../pdf-content/matrix.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../../pdf-file/syntax/objects.ts";
import { type Box, normalise } from "../../../pdf-pages/geometry.ts";
import { sideOf } from "../../area-sides.ts";
import type { Cleaning } from "../cleaning.ts";
import { ownMatrix } from "../form-cleaner.ts";
import { nameText } from "../written-name.ts";
import { cutMesh, type MeshLayout } from "./mesh.ts";

/** Cleans shadings (8.7.4): like samples, meshes and tables of colours also hold what lies outside. */
export class ShadingCleaner {
  readonly #cleaner: Cleaning;

  constructor(cleaner: Cleaning) {
    this.#cleaner = cleaner;
  }

  /** sh, before it takes effect. */
  paint(on: Interpreter): void {
    const cleaner = this.#cleaner;
    const wanted = on.nameOperand();
    const entry = wanted === undefined ? undefined : on.resources.find("Shading", wanted);
    if (entry === undefined) return;
    cleaner.write();
    const { area, output } = cleaner.context;
    const made = cleaner.isShown(on.state) ? this.cleaned(entry, on.state.matrix, area) : null;
    if (made === null) {
      cleaner.lose("shadings");
      return;
    }
    if (area && this.#fillsMore(on, entry, area)) cleaner.cut("shadings");
    output.paint(`${nameText(output.resources.name("Shading", wanted, made))} sh\n`);
    cleaner.paints++;
  }

  /** Axial and radial shadings fill all that the clip and their own box let through. */
  #fillsMore({ document, state: { clip, matrix } }: Interpreter, entry: PdfObject, area: Box): boolean {
    const dict = document.dict(entry);
    const kind = document.number(dict?.get("ShadingType"));
    const box = normalise(document.numbers(dict?.get("BBox"), 4) ?? []);
    const isBoxInside = box !== undefined && sideOf(...box, matrix, area) === "inside";
    const { left, bottom, right, top } = clip;
    return (kind === 2 || kind === 3) && !isBoxInside && sideOf(left, bottom, right, top, IDENTITY, area) !== "inside";
  }

  /** The part of the shading that is visible in the area; null when nothing is left of it. */
  cleaned(entry: PdfObject, matrix: Matrix, area: Box | undefined): PdfObject {
    const { reading, findings } = this.#cleaner;
    const { document } = reading;
    const dict = document.dict(entry);
    if (!dict) return null;
    const kind = document.number(dict.get("ShadingType")) ?? 0;
    if (!area || kind === 2 || kind === 3) return this.#copied(entry);
    const limits = (document.array(dict.get(kind === 1 ? "Domain" : "Decode")) ?? []).map(
      (n) => document.number(n) ?? 0,
    );
    const box = extentOf(limits);
    // The domain of a function has its own matrix (table 78).
    const placed = kind === 1 ? multiply(ownMatrix(this.#cleaner, dict), matrix) : matrix;
    if (box && sideOf(...box, placed, area) === "inside") return this.#copied(entry);
    const mesh =
      kind >= 4 && kind <= 7 ? this.#mesh(entry, dict, kind as MeshLayout["kind"], limits, matrix, area) : null;
    if (mesh === null) {
      findings.unremovable(kind === 1 ? "a shading by a function of both coordinates" : "a mesh shading");
    }
    return mesh;
  }

  /** The visible patches of a mesh; null when it cannot be cut. */
  #mesh(
    entry: PdfObject,
    dict: PdfDict,
    kind: MeshLayout["kind"],
    decode: readonly number[],
    matrix: Matrix,
    area: Box,
  ): PdfObject {
    const { copier, reading } = this.#cleaner;
    const { document } = reading;
    const stream = document.resolve(entry);
    if (!(stream instanceof PdfStream)) return null;
    const number = (key: string): number => document.number(dict.get(key)) ?? 0;
    const data = cutMesh(
      document.streamData(stream),
      {
        kind,
        bitsPerCoordinate: number("BitsPerCoordinate"),
        bitsPerComponent: number("BitsPerComponent"),
        bitsPerFlag: number("BitsPerFlag"),
        verticesPerRow: number("VerticesPerRow"),
        decode,
      },
      matrix,
      area,
      document.work,
    );
    if (!data) return null;
    this.#cleaner.cutOne("shadings");
    const made = copier.dict(dict, "shading");
    // A lattice becomes free triangles.
    if (kind === 5) made.set("ShadingType", 4).set("BitsPerFlag", 8).delete("VerticesPerRow");
    return copier.file.addContent(made, data);
  }

  #copied(entry: PdfObject): PdfObject {
    const { copier } = this.#cleaner;
    return copier.copy(entry instanceof PdfRef ? entry : copier.document.resolve(entry), "shading");
  }
}

/** [xmin xmax ymin ymax …] as a box. */
function extentOf(limits: readonly number[] | undefined): Box | undefined {
  return limits && limits.length >= 4 ? [limits[0]!, limits[2]!, limits[1]!, limits[3]!] : undefined;
}
