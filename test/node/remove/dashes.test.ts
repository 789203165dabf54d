import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { build } from "../../remove/files.ts";
import { removeOutside } from "../../support/at-once.ts";
import { RENDERERS, type Rendered } from "../../support/renderers.ts";

const AREA = { x: 100, y: 100, width: 200, height: 200 };
/** Of the area, without the samples along its edge, which cover what is outside too. */
const [FIRST, LAST] = [102, 298];
/** Lines are drawn with soft edges, whose weight moves with the last digits of a position. */
const CLEARLY = 96;

const contents: Record<string, string> = {
  "one length": "[9] 0 d 60.75 200 m 340 200 l S",
  "one length, and a phase": "[9] 4 d 45 200 m 340 200 l S 63 150 m 340 150 l S",
  "three lengths": "[12 5 7] 3 d 41 200 m 340 200 l S 59 250 m 340 250 l S",
  "two lengths": "[12 5] 3 d 41 200 m 340 200 l S",
  "one length around a closed path": "[9] 0 d 120 120 m 380 120 l 380 260 l 120 260 l s",
  "two lengths around a closed path": "[30 11] 0 d 120 120 m 387 120 l 387 263 l 120 263 l s",
  "a rectangle": "[14 6 3] 0 d 150 150 283 91 re S",
  "a rectangle whose settings stay for what follows": "[9] 2 d 150 150 283 91 re S 110 120 m 290 120 l S",
};

/** PDFium takes the last of three lengths for the fourth too, where all three are to be used again (8.4.3.6). */
function twice(content: string): string {
  return content.replace(/\[([^\]]*)\]/g, (list, lengths: string) =>
    lengths.split(" ").length % 2 === 1 ? `[${lengths} ${lengths}]` : list,
  );
}

function differences(one: Rendered, [left, top]: number[], other: Rendered): string[] {
  const found: string[] = [];
  for (let y = FIRST; y < LAST; y++) {
    for (let x = FIRST; x < LAST; x++) {
      const [a, b] = [one.at(x, y)[0]!, other.at(x - left!, y - top!)[0]!];
      if (Math.abs(a - b) > CLEARLY) found.push(`${x},${y}: ${a} became ${b}`);
    }
  }
  return found;
}

describe("dashes of a line that is cut stay where they were", () => {
  for (const renderer of RENDERERS) {
    it.each(Object.entries(contents))(`with %s, by ${renderer.name}`, async (_, content) => {
      const file = build({ content: `4 w ${content}` });
      const { rope } = removeOutside(openPdf(file), { definitions: [{ page: 1, area: AREA }] });
      const meant = renderer.name === "pdfium" ? build({ content: `4 w ${twice(content)}` }) : file;
      const [[before], [after]] = [await renderer.pages(meant), await renderer.pages(rope.toBytes())];
      const at = after!.width < before!.width ? [100, 100] : [0, 0];
      expect(differences(before!, at, after!)).toEqual([]);
    });
  }
});
