import { packed } from "../../packed/sans.ts";
import { Sans } from "../../src/merge/marks/sans.ts";
import { Work } from "../../src/meter/work.ts";
import { Extent } from "../../src/pdf-content/extent.ts";

/** Latin, Greek and Cyrillic letters, and signs of print. */
const RUNS = [
  [0x20, 0x24f],
  [0x370, 0x52f],
  [0x2010, 0x2044],
  [0x20a0, 0x20bf],
] as const;

/** How wide the letters of page numbers and stamps are, so that the studio shows them without their font. */
export async function markFont(): Promise<object> {
  const program = new Sans(await packed()).programOf(new Work());
  const capital = new Extent();
  program.addBox(program.maps.unicode(0x48), capital);
  const widthOf = (code: number) => Math.round((program.advance(program.maps.unicode(code)) ?? 0) * 1000);
  const runs = RUNS.map(([from, to]) => {
    return { from, widths: Array.from({ length: to - from + 1 }, (_, at) => widthOf(from + at)) };
  });
  return { capHeight: capital.top, runs };
}
