import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PdfView, Size, View } from "../document/viewer.ts";
import { PageCanvas } from "./page-canvas.tsx";
import { moveFocus } from "./roving.ts";
import { Small } from "./small.tsx";

const WIDTH = 88;
/** The rest is shown on request: thousands of drawings are too much for a browser. */
const MAX_AT_FIRST = 200;

/** Thumbnails of all pages, beside the one that is worked on. */
export function Strip(props: {
  pdf: PdfView;
  sizeOf: (page: number) => Size;
  /** A page that looks the same and may be drawn already. */
  like?: ((page: number) => View | undefined) | undefined;
  current: number;
  onPage: (page: number, event: MouseEvent | KeyboardEvent) => void;
  isChosen?: ((page: number) => boolean) | undefined;
  /** What is drawn over a page. */
  over?: ((page: number) => ComponentChildren) | undefined;
  /** What screen readers say of a page besides its number. */
  about?: ((page: number) => string) | undefined;
}) {
  const { pdf, sizeOf, like, current, onPage, isChosen, over, about } = props;
  const [most, setMost] = useState(MAX_AT_FIRST);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (current > most) setMost(current + MAX_AT_FIRST);
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current, most]);
  const shown = Math.min(pdf.numPages, most);
  return (
    <nav class="strip" aria-label="All pages">
      <ol
        ref={list}
        onKeyDown={(event) => {
          const next = moveFocus(event, "button");
          if (next) onPage(Number(next.dataset.page), event);
        }}
      >
        {Array.from({ length: shown }, (_, index) => index + 1).map((page) => (
          <li key={page}>
            <button
              type="button"
              class="thumb"
              data-page={page}
              // One stop of the Tab key for all pages: arrow keys lead to the others.
              tabIndex={page === current ? 0 : -1}
              aria-label={`Page ${page}${about ? about(page) : ""}`}
              {...(page === current ? { "aria-current": "page" as const } : {})}
              {...(isChosen ? { "aria-pressed": isChosen(page) } : {})}
              onClick={(event) => onPage(page, event)}
            >
              <span class="thumb-page">
                <PageCanvas {...(like?.(page) ?? { pdf, page })} width={WIDTH} size={sizeOf(page)} isOfMany />
                {over?.(page)}
              </span>
              <span class="thumb-number">{page}</span>
            </button>
          </li>
        ))}
      </ol>
      {shown < pdf.numPages && <Small onClick={() => setMost(most + MAX_AT_FIRST)}>More pages</Small>}
    </nav>
  );
}
