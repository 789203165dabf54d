const STEPS = [0.5, 0.75, 1, 1.5, 2, 3, 4];

/** How large the page is shown; 100 % is as large as fits. */
export function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const at = STEPS.indexOf(zoom);
  return (
    <div class="zoom" role="group" aria-label="Zoom">
      <button
        type="button"
        class="compact"
        aria-label="Smaller"
        disabled={at === 0}
        onClick={() => onZoom(STEPS[at - 1] as number)}
      >
        −
      </button>
      <button type="button" class="compact quiet" title="Zoom to fit" onClick={() => onZoom(1)}>
        {Math.round(zoom * 100)} %
      </button>
      <button
        type="button"
        class="compact"
        aria-label="Larger"
        disabled={at === STEPS.length - 1}
        onClick={() => onZoom(STEPS[at + 1] as number)}
      >
        +
      </button>
    </div>
  );
}
