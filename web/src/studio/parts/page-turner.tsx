import { useState } from "preact/hooks";
import { Small } from "./small.tsx";

/** Previous, next, and the number itself. */
export function PageTurner(props: { page: number; count: number; onTurn: (page: number) => void }) {
  const { page, count, onTurn } = props;
  // What somebody types. Otherwise the number of the page is shown.
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const text = typed ?? String(page);
  const go = (wanted: number) => {
    const next = Math.min(Math.max(Math.round(wanted) || page, 1), count);
    setTyped(undefined);
    if (next !== page) onTurn(next);
  };
  return (
    <div class="page-turner" role="group" aria-label="Pages">
      <Small icon="previous" aria-label="Previous page" disabled={page <= 1} onClick={() => go(page - 1)} />
      <input
        type="text"
        inputMode="numeric"
        aria-label="Page"
        class="page-number"
        value={text}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={() => go(Number(text))}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          go(Number(text));
          // The keys that move the area are next.
          requestAnimationFrame(() => document.querySelector<HTMLElement>(".area")?.focus({ preventScroll: true }));
        }}
      />
      <span>of {count}</span>
      <Small icon="next" aria-label="Next page" disabled={page >= count} onClick={() => go(page + 1)} />
    </div>
  );
}
