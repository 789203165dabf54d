import type { Interpreter } from "../../content/interpreter/interpreter.ts";
import type { Matrix } from "../../content/matrix.ts";
import type { Box } from "../../crop/geometry.ts";
import { type PdfObject, PdfRef } from "../../syntax/objects.ts";
import type { Cleaner } from "./cleaner.ts";
import { sideOf } from "./geometry.ts";
import { nameText } from "./text-cleaner.ts";

/** Cleans shadings (8.7.4): meshes and tables of colours hold what lies outside as samples do. */
export class ShadingCleaner {
  private readonly cleaner: Cleaner;

  constructor(cleaner: Cleaner) {
    this.cleaner = cleaner;
  }

  /** sh, before it takes effect. */
  paint(on: Interpreter): void {
    const { cleaner } = this;
    const wanted = on.nameOperand();
    const entry = wanted === undefined ? undefined : on.resources.find("Shading", wanted);
    if (entry === undefined) return;
    const { area, output } = cleaner.context;
    const made = cleaner.isShown(on.state) ? this.cleaned(entry, on.state.matrix, area) : null;
    if (made === null) {
      cleaner.lose("shadings");
      return;
    }
    output.paint(`${nameText(output.resources.name("Shading", wanted, made))} sh\n`);
    cleaner.paints++;
  }

  /** The shading as far as it shows in the area; null where nothing of it is left. */
  cleaned(entry: PdfObject, matrix: Matrix, area: Box | undefined): PdfObject {
    const { reading, findings } = this.cleaner;
    const { document } = reading;
    const dict = document.dict(entry);
    if (!dict) return null;
    const kind = document.number(dict.get("ShadingType")) ?? 0;
    if (!area || kind === 2 || kind === 3) return this.copied(entry);
    const box = extentOf(
      document.array(dict.get(kind === 1 ? "Domain" : "Decode"))?.map((n) => document.number(n) ?? 0),
    );
    if (box && sideOf(...box, matrix, area) === "inside") return this.copied(entry);
    findings.unremovable(kind === 1 ? "a shading by a function of both coordinates" : "a mesh shading");
    return null;
  }

  private copied(entry: PdfObject): PdfObject {
    const { copier } = this.cleaner;
    return copier.copy(entry instanceof PdfRef ? entry : copier.document.resolve(entry), "shading");
  }
}

/** [xmin xmax ymin ymax …] as a box. */
function extentOf(limits: readonly number[] | undefined): Box | undefined {
  return limits && limits.length >= 4 ? [limits[0]!, limits[2]!, limits[1]!, limits[3]!] : undefined;
}
