import { type Placement, placed } from "../../../../src/merge/marks/place.ts";
import type { Size } from "../document/viewer.ts";
import { markFaults, numberAt } from "./marks.ts";
import { numberAsked, stampAsked } from "./marks-state.ts";

/** How wide the letters of marks are, in thousandths of their size: runs of characters from one on. */
declare const MARK_FONT: { capHeight: number; runs: readonly { from: number; widths: readonly number[] }[] };

/** As the service has it, where nothing else is asked. */
const MARGIN = 28;
const NUMBER_SIZE = 10;
/** A text that fills the page is scaled from any size. */
const ANY_SIZE = 100;

/** The number and the stamp of a page, where the engine will put them on it as it is seen. */
export function MarkLayer({ page, index }: { page: Size; index: number }) {
  const stamp = stampAsked.value;
  const number = numberAt(index);
  const faults = markFaults.value;
  const isStamped = stamp && !faults.text && !faults.opacity && !faults.size;
  if (!isStamped && number === undefined) return null;
  return (
    <svg class="leaf-marks" viewBox={`0 0 ${page.width} ${page.height}`} aria-hidden="true">
      {isStamped && (
        <Mark
          {...stamp}
          size={stamp.fontSize ?? ANY_SIZE}
          page={page}
          place={{
            ...{ position: stamp.position, margin: MARGIN, rotation: stamp.rotation },
            ...(stamp.fontSize === undefined ? { width: "fill" } : {}),
          }}
        />
      )}
      {number !== undefined && (
        <Mark
          text={number}
          size={NUMBER_SIZE}
          page={page}
          place={{ position: numberAsked.value?.position ?? "bottom", margin: MARGIN }}
        />
      )}
    </svg>
  );
}

function Mark(props: {
  text: string;
  size: number;
  page: Size;
  place: Placement;
  color?: string;
  opacity?: number;
  layer?: "under";
}) {
  const { size, page, place, color = "#000000", opacity = 1, layer } = props;
  const text = props.text.normalize("NFC");
  const width = Math.max(widthOf(text), 1) * size;
  const display = { visible: [0, 0, page.width, page.height], rotation: 0, userUnit: 1 } as const;
  const [a, b, c, d, x, y] = placed({ width, height: MARK_FONT.capHeight * size }, place, display);
  return (
    <text
      // The page has its origin at the top, and PDF at the bottom.
      transform={`matrix(${a} ${-b} ${-c} ${d} ${x} ${page.height - y})`}
      font-size={size}
      // Whatever face the machine has takes the room of the one in the PDF.
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      fill={color}
      fill-opacity={opacity}
      class={layer}
    >
      {text}
    </text>
  );
}

/** In sizes of the font. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    const run = MARK_FONT.runs.find(({ from, widths }) => code >= from && code < from + widths.length);
    width += run?.widths[code - run.from] ?? 0;
  }
  return width / 1000;
}
