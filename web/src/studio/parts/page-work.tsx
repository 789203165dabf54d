import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Size } from "../document/viewer.ts";
import { useInnerSize } from "./measure.ts";
import { PageCanvas } from "./page-canvas.tsx";
import { type Keyed, useKeys } from "./page-keys.ts";
import { onStage } from "./page-size.ts";
import { PageTurner } from "./page-turner.tsx";
import { usePinch } from "./pinch.ts";
import { Small } from "./small.tsx";
import { Strip } from "./strip.tsx";
import { Zoom } from "./zoom.tsx";

interface Props extends Keyed {
  title: string;
  sizeOf: (page: number) => Size;
  /** A click or a key in the list of pages. */
  onPage: Parameters<typeof Strip>[0]["onPage"];
  isChosen?: ((page: number) => boolean) | undefined;
  /** What is drawn over the small pages, and what screen readers say of them. */
  over: (page: number) => ComponentChildren;
  about: (page: number) => string;
  /** What lies over the page, unless it is shown as it was. */
  layer: ComponentChildren;
  facts?: string;
  /** The panel. */
  children: ComponentChildren;
}

/** A page that is worked on, between the list of all pages and the options. */
export function PageWork(props: Props) {
  const { title, pdf, page, sizeOf, onTurn, onPage, isChosen, over, about, layer, facts, children } = props;
  const [zoom, setZoom] = useState(1);
  const [isBefore, setBefore] = useState(false);
  const [place, inner] = useInnerSize<HTMLDivElement>();
  usePinch(place, zoom, setZoom);
  useKeys(props, setBefore);
  const size = sizeOf(page);
  return (
    <section class="workspace">
      <h1 class="visually-hidden">{title}</h1>
      <Strip {...{ pdf, sizeOf, onPage, isChosen, over, about }} current={page} />
      <div class="stage">
        <div class="stage-view of-page" ref={place}>
          {inner.width > 0 && (
            <div class={`sheet${isBefore ? " as-it-was" : ""}`}>
              <PageCanvas
                pdf={pdf}
                page={page}
                size={size}
                width={onStage(size, inner) * zoom}
                label={`Page ${page}`}
              />
              {!isBefore && layer}
            </div>
          )}
        </div>
        <div class="stage-bar">
          <Zoom zoom={zoom} onZoom={setZoom} />
          <PageTurner page={page} count={pdf.numPages} onTurn={onTurn} />
          {facts !== undefined && <span class="soft page-facts">{facts}</span>}
          <Small aria-pressed={isBefore} onClick={() => setBefore(!isBefore)}>
            As it was <kbd>B</kbd>
          </Small>
        </div>
      </div>
      {children}
    </section>
  );
}
