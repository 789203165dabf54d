import { useRef, useState } from "preact/hooks";
import { bytes } from "../../format.ts";
import { sizes } from "../document/opened.ts";
import type { PdfView } from "../document/viewer.ts";
import { Icon } from "../parts/icon.tsx";
import { useNear } from "../parts/near.ts";
import { PageCanvas } from "../parts/page-canvas.tsx";
import { A4 } from "../parts/page-size.ts";
import { moveFocus } from "../parts/roving.ts";
import * as state from "./state.ts";

const WIDTH = 132;
const MAX_AT_FIRST = 300;
const COLOURS = 6;

/** All pages, grouped in parts, with a place to cut between any two. */
export function SplitPages({ pdf }: { pdf: PdfView }) {
  const [most, setMost] = useState(MAX_AT_FIRST);
  // One stop of the Tab key for all cuts, or for all pages that can be picked: arrow keys lead to the others.
  const [stop, setStop] = useState(1);
  const shown = Math.min(pdf.numPages, most);
  const cuts = state.way.value === "cuts" ? state.cuts.value : undefined;
  const pages = Array.from({ length: shown }, (_, index) => index + 1);
  return (
    <div
      class="split-pages"
      role="list"
      aria-label="Pages"
      style={{ "--tallest": `${tallest()}px` }}
      onKeyDown={(event) => moveFocus(event, "button.cut, button.pick")}
      onFocusIn={(event) => {
        const page = Number((event.target as HTMLElement).dataset.page);
        if (page > 0) setStop(page);
      }}
    >
      {pages.map((page) => (
        // The scissors of a page lie half over the next.
        <div key={page} role="listitem" class={classOf(page)} style={{ zIndex: shown - page }}>
          <PartHead page={page} />
          <SplitPage pdf={pdf} page={page} isStop={page === Math.min(stop, shown)} />
          <PartSize page={page} />
          {cuts && page < pdf.numPages && (
            <button
              type="button"
              class="cut"
              data-page={page}
              tabIndex={page === Math.min(stop, pdf.numPages - 1) ? 0 : -1}
              aria-label={`Cut after page ${page}`}
              aria-pressed={cuts.has(page)}
              onClick={() => state.cutAfter(page, cuts)}
            >
              <Icon name="cut" />
            </button>
          )}
        </div>
      ))}
      {shown < pdf.numPages && (
        <button type="button" onClick={() => setMost(most + MAX_AT_FIRST)}>
          Show more of {pdf.numPages} pages
        </button>
      )}
    </div>
  );
}

/** One page that is as a ribbon does not make the others so. */
function tallest(): number {
  const heights = [...sizes.value.values()].map(({ width, height }) => Math.min((WIDTH * height) / width, 2 * WIDTH));
  return Math.max(...heights, 0);
}

/** The pages of which something is in the window. */
export function pagesInView(): ReadonlySet<number> {
  const pages = [...document.querySelectorAll(".split-page")].map((one) => one.getBoundingClientRect());
  return new Set(pages.flatMap(({ top, bottom }, index) => (bottom > 0 && top < innerHeight ? [index + 1] : [])));
}

function classOf(page: number): string {
  const part = state.partOfPage.value.get(page);
  // While there are no parts, nothing is left out of them.
  if (part === undefined) return state.parts.value.length === 0 ? "split-page" : "split-page left-out";
  const begins = state.partOfPage.value.get(page - 1) !== part;
  const ends = state.partOfPage.value.get(page + 1) !== part;
  return `split-page part-${(part % COLOURS) + 1}${begins ? " begins" : ""}${ends ? " ends" : ""}`;
}

/** Above the first page of a part: its number, and its name, which can be changed. */
function PartHead({ page }: { page: number }) {
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useNear(place);
  const index = state.partOfPage.value.get(page);
  const part = index === undefined ? undefined : state.parts.value[index];
  const begins = part !== undefined && state.partOfPage.value.get(page - 1) !== index;
  if (!begins) return <span class="part-head" ref={place} />;
  const number = (index as number) + 1;
  const usual = part.title ?? `${/^\d+$/.test(part.text) ? "Page" : "Pages"} ${part.text}`;
  return (
    <span class="part-head" ref={place}>
      <span aria-hidden="true">{number}</span>
      {state.way.value === "size" || !isNear ? (
        <span>{state.nameOf(part) || usual}</span>
      ) : (
        // A long name is shown on several lines, and is one line all the same.
        <textarea
          rows={1}
          aria-label={`Name of file ${number}`}
          placeholder={usual}
          title={state.nameOf(part) || usual}
          maxLength={200}
          spellcheck={false}
          value={state.nameOf(part)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          onInput={({ currentTarget }) => state.setName(part, currentTarget.value.replace(/[\r\n]+/g, " "))}
        />
      )}
    </span>
  );
}

/** The further parts that a page is in. */
function AlsoIn({ page }: { page: number }) {
  const [, ...others] = state.partsOfPage.value.get(page) ?? [];
  if (others.length === 0) return null;
  return (
    <span class="also">
      {others.map((index) => (
        <span key={index} class={`also-in part-${(index % COLOURS) + 1}`}>
          also in {index + 1}
        </span>
      ))}
    </span>
  );
}

/** Below the last page of a part. */
function PartSize({ page }: { page: number }) {
  const index = state.partOfPage.value.get(page);
  const part = index === undefined ? undefined : state.parts.value[index];
  const size = part && state.sizeOf(part);
  if (size === undefined || state.partOfPage.value.get(page + 1) === index) return null;
  return <span class="part-size">{bytes(size)}</span>;
}

/** A page, and over it a button where single pages are picked: the picture stays when that changes. */
function SplitPage({ pdf, page, isStop }: { pdf: PdfView; page: number; isStop: boolean }) {
  const size = sizes.value.get(page) ?? sizes.value.get(1) ?? A4;
  const isPicking = state.way.value === "single";
  const mark = state.found.value?.marks.get(page);
  return (
    <>
      <div class="thumb">
        <span class="thumb-page">
          <PageCanvas {...{ pdf, page, size }} width={WIDTH} label={isPicking ? undefined : `Page ${page}`} isOfMany />
        </span>
        <span class="thumb-number" aria-hidden="true">
          {page}
        </span>
        <AlsoIn page={page} />
        {mark !== undefined && (
          <mark class="thumb-found" title={mark}>
            {mark}
          </mark>
        )}
      </div>
      {isPicking && (
        <button
          type="button"
          class="pick"
          data-page={page}
          tabIndex={isStop ? 0 : -1}
          aria-label={`Take page ${page}`}
          aria-pressed={state.picked.value.has(page)}
          onClick={(event) => pick(page, event.shiftKey)}
        />
      )}
    </>
  );
}

let lastPicked = 1;

/** With Shift, all pages from the one picked last. */
function pick(page: number, isRange: boolean): void {
  const next = new Set(state.picked.value);
  if (isRange) {
    for (let one = Math.min(page, lastPicked); one <= Math.max(page, lastPicked); one++) next.add(one);
  } else if (!next.delete(page)) next.add(page);
  lastPicked = page;
  state.picked.value = next;
}
