import { round } from "../crop/crop.ts";
import { latin1 } from "../pdf-file/rope.ts";
import { pdfDict } from "../pdf-file/syntax/objects.ts";
import type { PageMarks } from "../remove/index.ts";
import type { Bar } from "./plan.ts";

/** How bars are drawn: red, green and blue from 0 to 1, and a word on each. */
export interface MarkStyle {
  readonly colour: readonly [number, number, number];
  readonly label?: string | undefined;
}

/** The width of a letter of Helvetica, in parts of its size: enough for capitals. */
const LETTER = 0.7;
const MAX_LABEL_SIZE = 12;

/** The bars of a page as a form. */
export function marksOf(bars: readonly Bar[], { colour, label }: MarkStyle): PageMarks {
  const lines = [`${colour.map((part) => round(part)).join(" ")} rg`];
  let [left, bottom, right, top] = [0, 0, 0, 0];
  bars.forEach((bar, index) => {
    bar.forEach(([x, y], at) => {
      lines.push(`${round(x)} ${round(y)} ${at === 0 ? "m" : "l"}`);
      if (index + at === 0) [left, bottom, right, top] = [x, y, x, y];
      [left, bottom, right, top] = [Math.min(left, x), Math.min(bottom, y), Math.max(right, x), Math.max(top, y)];
    });
    lines.push("h f");
  });
  if (label) {
    const [red, green, blue] = colour;
    lines.push(`${0.3 * red + 0.6 * green + 0.1 * blue > 0.5 ? 0 : 1} g BT`);
    for (const bar of bars) lines.push(...labelled(bar, label));
    lines.push("ET");
  }
  const font = pdfDict({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica", Encoding: "WinAnsiEncoding" });
  const dict = pdfDict({
    Type: "XObject",
    Subtype: "Form",
    BBox: [Math.floor(left), Math.floor(bottom), Math.ceil(right), Math.ceil(top)],
    Resources: label ? pdfDict({ Font: pdfDict({ F: font }) }) : new Map(),
  });
  return { dict, data: latin1(`${lines.join("\n")}\n`) };
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
  const text = label.replace(/[\\()]/g, (char) => `\\${char}`);
  return [`/F ${round(size)} Tf ${matrix} Tm (${text}) Tj`];
}
