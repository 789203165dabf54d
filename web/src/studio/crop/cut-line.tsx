import { follow } from "../parts/follow.ts";
import { type Area, cutOf, onPage, type Size, withCut } from "./area.ts";

/** The line at which a page is cut in two: it moves the edges of both halves, so that nothing is lost between them. */
export function CutLine(props: {
  areas: readonly Area[];
  page: Size;
  /** A length in words, in the chosen unit. */
  inWords: (points: number) => string;
  onChange: (areas: Area[]) => void;
}) {
  const { areas, page, inWords, onChange } = props;
  const cut = cutOf(areas, page);
  if (!cut) return null;
  const { isUpright, at } = cut;
  const [whole, place] = isUpright ? [page.width, at] : [page.height, page.height - at];
  const moveTo = (to: number) => onChange(withCut(areas, { isUpright, at: to }, page));
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    // The layer below would draw.
    event.stopPropagation();
    const line = event.currentTarget as HTMLElement;
    const box = (line.parentElement as HTMLElement).getBoundingClientRect();
    line.setPointerCapture(event.pointerId);
    follow(line, event, (moving) => {
      const { x, y } = onPage({ x: moving.clientX, y: moving.clientY }, box, page);
      moveTo(isUpright ? x : y);
    });
  };
  const type = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    moveTo(at + step * (event.shiftKey ? 10 : 1));
  };
  return (
    <div
      class={isUpright ? "cut-line upright" : "cut-line"}
      style={{ [isUpright ? "left" : "top"]: `${(place / whole) * 100}%` }}
      role="separator"
      tabIndex={0}
      aria-orientation={isUpright ? "vertical" : "horizontal"}
      aria-label="Where the page is cut"
      aria-valuemin={0}
      aria-valuemax={Math.round(whole)}
      aria-valuenow={Math.round(place)}
      aria-valuetext={`${inWords(place)} from the ${isUpright ? "left" : "top"}`}
      onPointerDown={press}
      onKeyDown={type}
    />
  );
}
