import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { bytes, plural } from "../../format.ts";
import type { Size, View } from "../document/viewer.ts";
import { leave, type Made } from "./made.ts";
import { useInnerSize } from "./measure.ts";
import { goOn, ONWARD, type Onward } from "./onward.ts";
import { PageCanvas } from "./page-canvas.tsx";
import { useKeys } from "./page-keys.ts";
import { A4, onStage, usePageSize } from "./page-size.ts";
import { PageTurner } from "./page-turner.tsx";
import { usePinch } from "./pinch.ts";
import { ResultPanel } from "./result-panel.tsx";
import { Small } from "./small.tsx";
import { Strip } from "./strip.tsx";
import { Zoom } from "./zoom.tsx";

/** A page beside another needs this much room, with a gap between them and a line above. */
const BESIDE = { width: 640, gap: 24, caption: 32 };

export interface ResultProps {
  made: Made;
  /** Where it is kept until the work goes on. */
  kept: Signal<unknown>;
  /** What a page was before, where it can be shown. */
  before?: ((page: number) => View | undefined) | undefined;
  /** A page of what it was made from, where that page was left as it was. */
  same?: ((page: number) => View | undefined) | undefined;
  /** Where there is room, both are shown; this lies over the page as it was. */
  beside?: ((page: number) => ComponentChildren) | undefined;
  /** The tools that can go on with it. */
  onward: readonly Onward[];
  /** What was done page by page, with a way to show a page. */
  report?: (onPage: (page: number) => void) => ComponentChildren;
  /** What can be done beside going on with it. */
  further?: ComponentChildren;
  children?: ComponentChildren;
}

/** The result in place of the page that was worked on. */
export function Result(props: ResultProps) {
  const { made, kept, before, same, beside, onward, report } = props;
  const [page, setPage] = useState(made.page);
  const [zoom, setZoom] = useState(1);
  const [isBefore, setBefore] = useState(false);
  const [place, inner] = useInnerSize<HTMLDivElement>();
  usePinch(place, zoom, setZoom);
  const was = before?.(page);
  const isBeside = beside !== undefined && was !== undefined && inner.width >= BESIDE.width;
  const room = isBeside
    ? { width: (inner.width - BESIDE.gap) / 2, height: inner.height - BESIDE.caption }
    : { width: inner.width, height: inner.height };
  const shown = {
    before: was && (isBeside || isBefore) && { ...was, label: `Page ${was.page} as it was` },
    after: (isBeside || !isBefore || !was) && {
      ...{ pdf: made.pdf, page, like: same?.(page) },
      label: `Page ${page} of the result`,
    },
  };
  const usual = usePageSize(made.pdf, 1) ?? A4;
  useKeys({ page, pdf: made.pdf, onTurn: setPage, keys: {} }, setBefore);
  return (
    <section class="workspace" aria-label="Result">
      <Strip pdf={made.pdf} sizeOf={() => usual} like={same} current={page} onPage={setPage} />
      <div class="stage">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div class="stage-view of-page" ref={place} tabIndex={0} role="region" aria-label="The page">
          {inner.width > 0 && (
            <div class={isBeside ? "beside" : "alone"}>
              {(["before", "after"] as const).map((name) => {
                const one = shown[name];
                return (
                  one && (
                    <figure key={name}>
                      {isBeside && <figcaption>{name === "before" ? "Before" : "After"}</figcaption>}
                      <Shown {...one} usual={usual} room={room} zoom={zoom}>
                        {isBeside && name === "before" && beside(one.page)}
                      </Shown>
                    </figure>
                  )
                );
              })}
            </div>
          )}
        </div>
        <div class="stage-bar">
          <Zoom zoom={zoom} onZoom={setZoom} />
          <PageTurner page={page} count={made.pdf.numPages} onTurn={setPage} />
          {before && !isBeside && (
            <Small aria-pressed={isBefore} onClick={() => setBefore(!isBefore)}>
              As it was <kbd>B</kbd>
            </Small>
          )}
        </div>
      </div>
      <ResultPanel
        title={made.title}
        notes={made.notes}
        save={{ label: "Save", url: made.url, fileName: made.fileName }}
        call={made.call}
        again={made.again}
        further={props.further}
        onBack={() => leave(kept, made)}
      >
        <p class="soft">
          {made.fileName}
          <br />
          {plural(made.pdf.numPages, "page")}
          {made.bytes === undefined ? "" : `, ${bytes(made.bytes)}`}
        </p>
        {(onward.length > 0 || props.children) && (
          <div class="row" role="group" aria-label="Go on with it">
            {onward.map((tool) => (
              <Small key={tool} onClick={() => void goOn({ ...made, downloadUrl: made.url }, tool)}>
                {ONWARD[tool]}
              </Small>
            ))}
            {props.children}
          </div>
        )}
        {report?.(setPage)}
      </ResultPanel>
    </section>
  );
}

/** A page as large as there is room. */
function Shown(
  props: View & {
    like?: View | undefined;
    label: string;
    /** The size of most pages, until this one's is known. */
    usual: Size;
    room: Size;
    zoom: number;
    children: ComponentChildren;
  },
) {
  const { pdf, page, like, label, usual, room, zoom, children } = props;
  const size = usePageSize(pdf, page) ?? usual;
  return (
    <div class="sheet">
      <PageCanvas {...{ pdf, page, like, size, label }} width={onStage(size, room) * zoom} />
      {children}
    </div>
  );
}
