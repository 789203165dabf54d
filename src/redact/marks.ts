import { round } from "../crop/crop.ts";
import { Extent } from "../pdf-content/extent.ts";
import { inWinAnsi } from "../pdf-file/pdf-of-lines.ts";
import { latin1 } from "../pdf-file/rope.ts";
import { pdfDict } from "../pdf-file/syntax/objects.ts";
import type { PageMarks } from "../remove/index.ts";
import type { Bar, MarkedBar } from "./plan.ts";
import type { MarkStyle } from "./rules.ts";

/** The width of a letter of Helvetica, in parts of its size: enough for capitals. */
const LETTER = 0.7;
const MAX_LABEL_SIZE = 12;

/** The bars of a page as a form: each as its rule says, or as all; undefined if none is drawn. */
export function marksOf(planned: readonly MarkedBar[], all: MarkStyle | undefined): PageMarks | undefined {
  const bars = planned.flatMap(({ bar, mark = all }) => (mark ? [{ bar, mark }] : []));
  if (bars.length === 0) return undefined;
  const lines: string[] = [];
  const labels: string[] = [];
  const around = new Extent();
  let last = "";
  for (const { bar, mark } of bars) {
    const [red, green, blue] = mark.colour;
    const setting = `${mark.colour.map((part) => round(part)).join(" ")} rg`;
    if (setting !== last) lines.push(setting);
    last = setting;
    bar.forEach(([x, y], at) => {
      lines.push(`${round(x)} ${round(y)} ${at === 0 ? "m" : "l"}`);
      around.point(x, y);
    });
    lines.push("h f");
    const shade = 0.3 * red + 0.6 * green + 0.1 * blue > 0.5 ? 0 : 1;
    if (mark.label) labels.push(`${shade} g`, ...labelled(bar, mark.label));
  }
  const font = pdfDict({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica", Encoding: "WinAnsiEncoding" });
  const { left, bottom, right, top } = around;
  const dict = pdfDict({
    Type: "XObject",
    Subtype: "Form",
    BBox: [Math.floor(left), Math.floor(bottom), Math.ceil(right), Math.ceil(top)],
    Resources: labels.length > 0 ? pdfDict({ Font: pdfDict({ F: font }) }) : new Map(),
  });
  const shown = labels.length > 0 ? [...lines, "BT", ...labels, "ET"] : lines;
  return { dict, data: latin1(`${shown.join("\n")}\n`) };
}

/** A label along a bar, no larger than it. */
function labelled([start, end, , over]: Bar, label: string): string[] {
  const [dx, dy] = [end![0] - start![0], end![1] - start![1]];
  const width = Math.hypot(dx, dy);
  const height = Math.hypot(over![0] - start![0], over![1] - start![1]);
  const size = Math.min(height * 0.7, width / (label.length * LETTER), MAX_LABEL_SIZE);
  if (!(size >= 1)) return [];
  const [x, y] = [dx / width, dy / width];
  const [along, up] = [size * 0.2, (height - size * 0.7) / 2];
  const place = [start![0] + along * x - up * y, start![1] + along * y + up * x];
  const matrix = [x * 1, y * 1, -y * 1, x * 1, ...place].map((one) => round(one)).join(" ");
  return [`/F ${round(size)} Tf ${matrix} Tm (${inWinAnsi(label)}) Tj`];
}
