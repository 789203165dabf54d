import { Small } from "./small.tsx";

const STEPS = [0.5, 0.75, 1, 1.5, 2, 3, 4];
export const SMALLEST_ZOOM = 0.5;
export const LARGEST_ZOOM = 4;

/** How large the page is shown; 100 % is as large as fits. */
export function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const smaller = STEPS.findLast((step) => step < zoom);
  const larger = STEPS.find((step) => step > zoom);
  return (
    <div class="zoom" role="group" aria-label="Zoom">
      <Small
        aria-label="Smaller"
        disabled={smaller === undefined}
        onClick={() => smaller !== undefined && onZoom(smaller)}
        icon="minus"
      />
      <Small class="quiet" title="Zoom to fit" onClick={() => onZoom(1)}>
        {Math.round(zoom * 100)} %
      </Small>
      <Small
        aria-label="Larger"
        disabled={larger === undefined}
        onClick={() => larger !== undefined && onZoom(larger)}
        icon="plus"
      />
    </div>
  );
}
