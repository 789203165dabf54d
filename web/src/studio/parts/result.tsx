import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { bytes, plural } from "../../format.ts";
import type { Described } from "../calls.ts";
import { openFile, openProblem } from "../document/opened.ts";
import { openLink, openPdf, type PdfView, type Size, type View } from "../document/viewer.ts";
import { madeHere } from "../engine/here.ts";
import { problem } from "../job.ts";
import { forPeople } from "../messages.ts";
import type { MakesLink } from "./copy-link.tsx";
import { useInnerSize } from "./measure.ts";
import { PageCanvas } from "./page-canvas.tsx";
import { useKeys } from "./page-keys.ts";
import { A4, onStage, usePageSize } from "./page-size.ts";
import { PageTurner } from "./page-turner.tsx";
import { usePinch } from "./pinch.ts";
import { ResultPanel } from "./result-panel.tsx";
import { Strip } from "./strip.tsx";
import { Zoom } from "./zoom.tsx";

/** A PDF that was made. */
export interface Made {
  fileName: string;
  url: string;
  pdf: PdfView;
  /** The page to show first: one that was changed. */
  page: number;
  title: string;
  notes: string[];
  bytes: number | undefined;
  call: Described;
  password?: string | undefined;
  /** Makes a link to it, where it was made on this machine. */
  again: MakesLink | undefined;
}

/** Opens the result of an answer. It has the password of the document that it was made from. */
export async function openMade(
  answer: { fileName: string; downloadUrl: string },
  more: Pick<Made, "page" | "title" | "notes" | "call" | "again"> & { password?: string | undefined },
  signal: AbortSignal,
): Promise<Made> {
  const { password } = more;
  const { downloadUrl: url, fileName } = answer;
  const blob = madeHere(url);
  const pdf = await (blob ? openPdf(blob, { password, signal }) : openLink(url, { password, signal }));
  const page = Math.min(more.page, pdf.numPages);
  return { ...more, fileName, url, pdf, page, bytes: blob?.size ?? bytesOfLink(url) };
}

/** The size of a result, read from its link, which names the bytes that it serves. */
function bytesOfLink(url: string): number | undefined {
  const [, start, end] = /[?&]range=(\d+)-(\d+)/.exec(url) ?? [];
  return end === undefined ? undefined : Number(end) - Number(start);
}

/** Goes back to the work. */
export function leave(kept: Signal<unknown>, { pdf }: Made): void {
  kept.value = undefined;
  void pdf.loadingTask.destroy();
}

/** Tools that go on with a PDF. */
export const ONWARD = { crop: "Crop this", split: "Split this", redact: "Redact this", organize: "Organize this" };
export type Onward = keyof typeof ONWARD;

/** A page beside another needs this much room, with a gap between them and a line above. */
const BESIDE = { width: 640, gap: 24, caption: 32 };

/** The result in place of the page that was worked on. */
export function Result(props: {
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
}) {
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
            <button type="button" class="compact" aria-pressed={isBefore} onClick={() => setBefore(!isBefore)}>
              As it was <kbd>B</kbd>
            </button>
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
              <button
                type="button"
                class="compact"
                key={tool}
                onClick={() => void goOn({ ...made, downloadUrl: made.url }, tool)}
              >
                {ONWARD[tool]}
              </button>
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

/** The result becomes the document of another tool. */
export async function goOn(
  { downloadUrl, fileName, password }: { downloadUrl: string; fileName: string; password?: string | undefined },
  tool: Onward,
): Promise<void> {
  try {
    const file = new File([madeHere(downloadUrl) ?? (await fetched(downloadUrl))], fileName, {
      type: "application/pdf",
    });
    // The other tool is shown with this document, never with the one before.
    await openFile(file, password);
    if (openProblem.value === undefined) location.hash = tool;
  } catch (error) {
    problem.value = forPeople(error);
  }
}

async function fetched(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error("The result is no longer there: links last an hour.");
  return response.blob();
}
