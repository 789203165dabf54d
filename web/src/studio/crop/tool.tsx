import { batch } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { opened } from "../document/opened.ts";
import { clearProblems } from "../job.ts";
import { useInnerSize } from "../parts/measure.ts";
import { PageCanvas } from "../parts/page-canvas.tsx";
import { fitted } from "../parts/page-size.ts";
import { PageTurner } from "../parts/page-turner.tsx";
import { usePinch } from "../parts/pinch.ts";
import { isTyping, Result } from "../parts/result.tsx";
import { Strip } from "../parts/strip.tsx";
import { Zoom } from "../parts/zoom.tsx";
import { type Area, inUnit, placeOf, type Sides, sidesOf } from "./area.ts";
import { AreaLayer } from "./area-layer.tsx";
import { addAnother, removeArea } from "./area-list.tsx";
import { CropPanel } from "./panel.tsx";
import { RemovalReport } from "./removal.tsx";
import { findContent, findHalves } from "./request.ts";
import { Shade } from "./shade.tsx";
import * as state from "./state.ts";

interface Settings {
  scope?: state.Scope;
  unit?: typeof state.unit.value;
  /** Distances from the sides of the page, in the chosen unit. */
  sides?: Sides;
  /** The same of further areas. */
  others?: Sides[];
  halves?: state.Halving;
  placement?: state.Placement;
  toContent?: boolean;
  removesOutside?: boolean;
  margin?: string;
  alike?: state.Alike;
}

let wanted: Settings | undefined;
/** The document that the work belongs to: it continues when the tool is shown again. */
let begunWith: typeof opened.value;

/** Settings of a shared link: they hold for the document that is opened next. */
export function takeSettings(settings: unknown): void {
  wanted = settings as Settings;
}

function settingsNow(): Settings {
  const unit = state.unit.value;
  const common = { scope: state.scope.value, unit, removesOutside: state.removesOutside.value };
  const halves = state.halves.value?.cut;
  if (halves) return { ...common, halves };
  if (state.toContent.value) {
    return { ...common, toContent: true, margin: state.contentMargin.value, alike: state.alike.value };
  }
  const size = state.sizeOf(state.page.value);
  const [sides = { left: 0, right: 0, top: 0, bottom: 0 }, ...others] = state.here.value.map((area) => {
    const { left, right, top, bottom } = sidesOf(area, size);
    const inOwn = (points: number) => inUnit(points, unit);
    return { left: inOwn(left), right: inOwn(right), top: inOwn(top), bottom: inOwn(bottom) };
  });
  return { ...common, placement: state.placement.value, sides, ...(others.length > 0 ? { others } : {}) };
}

/** A new document begins with a proposal, or with what a shared link says. */
function begin(): void {
  const given = wanted;
  wanted = undefined;
  clearProblems();
  batch(() => {
    state.turnTo(1);
    state.single.value = new Map();
    state.common.value = undefined;
    state.whole.value = new Set();
    state.proposed.value = [];
    state.placement.value = given?.placement ?? "edges";
    state.chosen.value = new Set();
    state.sideProblems.value = {};
    state.content.value = undefined;
    state.toContent.value = false;
    state.halves.value = undefined;
    state.result.value = undefined;
    state.scope.value = "this";
    state.removesOutside.value = given?.removesOutside ?? false;
    if (given?.unit) state.unit.value = given.unit;
    if (given?.margin !== undefined) state.contentMargin.value = given.margin;
    if (given?.alike) state.alike.value = given.alike;
    if (given?.sides) state.propose([given.sides, ...(given.others ?? [])]);
    if (given?.scope && given.scope !== "this") state.setScope(given.scope);
  });
  state.work.begin(opened.value?.source);
  // What the pages show is not kept.
  state.toContent.value = false;
  state.work.forgetSteps();
  if (!(opened.value?.source instanceof File)) return;
  if (given?.toContent) void findContent();
  else if (given?.halves) void findHalves(given.halves);
}

export function CropTool() {
  const document = opened.value;
  useEffect(() => {
    if (document && document !== begunWith) begin();
    begunWith = document;
  }, [document]);
  if (!document) return null;
  const { pdf } = document;
  const made = state.result.value;
  if (made) {
    const back = () => {
      state.result.value = undefined;
      void made.pdf.loadingTask.destroy();
    };
    return (
      <Result
        made={made}
        onBack={back}
        before={(page) => ({ pdf, page: state.origins.value[page - 1] ?? page })}
        onward={["split"]}
        report={(onPage) =>
          state.removal.value && (
            <RemovalReport
              removal={state.removal.value}
              fileName={made.fileName.replace(/\.pdf$/i, "")}
              onPage={onPage}
            />
          )
        }
      >
        {!state.removal.value && (
          <button
            type="button"
            class="compact"
            onClick={() => {
              state.removesOutside.value = true;
              back();
            }}
          >
            Remove what is outside
          </button>
        )}
      </Result>
    );
  }
  return <CropWork />;
}

function CropWork() {
  const { pdf } = opened.value as NonNullable<typeof opened.value>;
  const [zoom, setZoom] = useState(1);
  const [isBefore, setBefore] = useState(false);
  const [place, inner] = useInnerSize<HTMLDivElement>();
  usePinch(place, zoom, setZoom);
  const page = state.page.value;
  const size = state.sizeOf(page);
  const areas = state.here.value;
  useEffect(() => keys(setBefore), []);
  const unit = state.unit.value;
  const number = (points: number) => Math.round(inUnit(points, unit) * 10) / 10;
  const labelOf = (area: Area, index: number) => {
    const name = areas.length > 1 ? `Area ${index + 1} of ${areas.length}` : "Area";
    return `${name}: ${number(area.width)} by ${number(area.height)} ${unit}, ${number(area.x)} from the left, ${number(area.y)} from the bottom. Arrow keys move it, with Shift faster; with Alt they move its right and top edges. Delete removes it.`;
  };
  return (
    <section class="workspace">
      <h1 class="visually-hidden">Crop a PDF</h1>
      <Strip
        pdf={pdf}
        sizeOf={state.sizeOf}
        current={page}
        onPage={choose}
        isChosen={state.scope.value === "chosen" ? (number) => state.chosen.value.has(number) : undefined}
        over={(number) => <SmallAreas page={number} />}
        about={aboutPage}
      />
      <div class="stage">
        <div class="stage-view" ref={place}>
          {inner.width > 0 && (
            <div class={`sheet${isBefore ? " as-it-was" : ""}`}>
              <PageCanvas pdf={pdf} page={page} size={size} width={fitted(size, inner) * zoom} label={`Page ${page}`} />
              {!isBefore && (
                <AreaLayer
                  areas={areas}
                  at={state.at.value}
                  page={size}
                  labelOf={labelOf}
                  keepsShape={state.keepsShape.value}
                  isProposal={state.isProposal.value}
                  removes={state.removesOutside.value}
                  onSelect={select}
                  onChange={state.setArea}
                  onAdd={state.addArea}
                  onRemove={removeArea}
                />
              )}
            </div>
          )}
        </div>
        <div class="stage-bar">
          <Zoom zoom={zoom} onZoom={setZoom} />
          <PageTurner page={page} count={pdf.numPages} onTurn={state.turnTo} />
          <span class="soft page-facts">
            {number(size.width)} × {number(size.height)} {unit}
          </span>
          <button type="button" class="compact" aria-pressed={isBefore} onClick={() => setBefore(!isBefore)}>
            As it was <kbd>B</kbd>
          </button>
        </div>
      </div>
      <CropPanel onShare={settingsNow} />
    </section>
  );
}

function select(index: number): void {
  state.place.value = index;
}

function aboutPage(page: number): string {
  const areas = state.areas.value.get(page)?.length ?? 0;
  if (areas === 0) return ", whole";
  return areas === 1 ? ", cropped" : `, cropped into ${areas}`;
}

/** A plain click shows the page, Ctrl and click selects it, and Shift and click selects all up to it. */
function choose(page: number, event: MouseEvent | KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey) {
    const next = new Set(state.scope.value === "chosen" ? state.chosen.value : state.areas.value.keys());
    if (!next.delete(page)) next.add(page);
    state.setChosen(next);
  } else if (event.shiftKey) {
    const [from, to] = [Math.min(page, state.page.value), Math.max(page, state.page.value)];
    state.setChosen(new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index)));
  }
  state.turnTo(page);
}

function SmallAreas({ page }: { page: number }) {
  const areas = state.areas.value.get(page);
  if (!areas) return null;
  const size = state.sizeOf(page);
  return (
    <>
      <Shade areas={areas} page={size} removes={state.removesOutside.value} />
      {areas.map((area, index) => (
        <span class="small-area" key={index} style={placeOf(area, size)} />
      ))}
    </>
  );
}

/** Keys: turning pages, adding an area, and the page as it was while B is held. */
function keys(setBefore: (on: boolean) => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (isTyping(event)) return;
    const down = event.type === "keydown";
    if (event.key.toLowerCase() === "b") setBefore(down);
    else if (down && event.key.toLowerCase() === "a" && !event.repeat) addAnother();
    else if (down && event.key === "PageDown" && state.page.value < state.pageCount.value)
      state.turnTo(state.page.value + 1);
    else if (down && event.key === "PageUp" && state.page.value > 1) state.turnTo(state.page.value - 1);
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", press);
  addEventListener("keyup", press);
  return () => {
    removeEventListener("keydown", press);
    removeEventListener("keyup", press);
  };
}
