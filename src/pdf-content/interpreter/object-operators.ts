import { COST } from "../../meter/work-limits.ts";
import { PdfStream } from "../../pdf-file/syntax/objects.ts";
import { drawForm } from "./forms.ts";
import type { Handlers, Interpreter } from "./interpreter.ts";

/** The depth to which marked content is followed. Content that is nested deeper hides nothing. */
const MAX_MARKS = 10_000;

/** XObjects, inline images, shadings and marked content (8.8 to 8.10, 14.6). */
export const objectOperators: Handlers = {
  Do(on) {
    const object = on.document.needed(on.resource("XObject"));
    if (!(object instanceof PdfStream) || !on.isShown) return;
    if (!on.layers.isVisible(object.dict.get("OC"))) return;
    const subtype = on.document.resolve(object.dict.get("Subtype"));
    if (subtype === "Image") {
      const { dict } = object;
      return on.visitor.image({ dict, stream: object, data: undefined, resources: on.resources }, on.state);
    }
    if (subtype === "Form" || object.dict.has("BBox")) return drawForm(on, object);
  },
  BI(on) {
    const image = on.tokens?.inlineImage;
    if (!image || !on.isShown) return;
    return on.visitor.image({ ...image, stream: undefined, resources: on.resources }, on.state);
  },
  sh(on) {
    on.document.work.spend(COST.shading);
    const shading = on.document.dict(on.document.needed(on.resource("Shading")));
    if (shading && on.isShown) on.visitor.shading(shading, on.state);
  },
  BMC: (on) => mark(on, false),
  BDC(on) {
    const tag = on.nameOperand(on.operands.count - 2);
    mark(on, tag === "OC" && !on.layers.isVisible(on.properties));
  },
  EMC(on) {
    if (on.marks.pop()) on.hiddenMarks--;
  },
};

function mark(on: Interpreter, hides: boolean): void {
  const counts = hides && on.marks.length < MAX_MARKS;
  if (on.marks.length < MAX_MARKS) on.marks.push(counts);
  if (counts) on.hiddenMarks++;
}
