import { batch } from "@preact/signals";
import { beginning } from "../document/beginning.ts";
import { type Opened, opened } from "../document/opened.ts";
import { prepare } from "../engine/here.ts";
import { leave } from "../parts/made.ts";
import { PageWork } from "../parts/page-work.tsx";
import { Batch, RemovalReport, Result } from "../parts/results.ts";
import { Small } from "../parts/small.tsx";
import { type Area, inUnit, placeOf, type Sides, sidesOf } from "./area.ts";
import { AreaLayer } from "./area-layer.tsx";
import { addAnother, removeArea } from "./area-list.tsx";
import { CutLine } from "./cut-line.tsx";
import { foreseen } from "./foreseen.ts";
import { Foresight } from "./foresight.tsx";
import { CropPanel } from "./panel.tsx";
import { findContent, findHalves, ofOthers } from "./request.ts";
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

/** The page in view is drawn before the engine takes its share of the machine. */
const PAGE_FIRST_MS = 500;

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
function begin(document: Opened, given: Settings | undefined): void {
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
    state.finishing.begin();
    foreseen.value = undefined;
    state.scope.value = "this";
    state.removesOutside.value = given?.removesOutside ?? false;
    if (given?.unit) state.unit.value = given.unit;
    if (given?.margin !== undefined) state.contentMargin.value = given.margin;
    if (given?.alike) state.alike.value = given.alike;
    if (given?.sides) state.propose([given.sides, ...(given.others ?? [])]);
    if (given?.scope && given.scope !== "this") state.setScope(given.scope);
  });
  state.work.begin(document.source);
  // What the pages show is not kept.
  state.toContent.value = false;
  state.work.forgetSteps();
  if (!(document.source instanceof File)) return;
  setTimeout(prepare, PAGE_FIRST_MS, "crop", "inspect", "split");
  if (given?.toContent) void findContent();
  else if (given?.halves) void findHalves(given.halves);
}

const { takeSettings, useOpened } = beginning(begin);

export { takeSettings };

export function CropTool() {
  const document = useOpened();
  if (!document) return null;
  const { pdf } = document;
  const made = state.result.value;
  const originOf = (page: number) => state.origins.value[page - 1] ?? page;
  if (made) {
    return (
      <Result
        made={made}
        kept={state.result}
        before={(page) => ({ pdf, page: originOf(page) })}
        same={(page) => (state.areas.value.has(originOf(page)) ? undefined : { pdf, page: originOf(page) })}
        onward={["split", "redact", "organize"]}
        report={(onPage) =>
          state.removal.value && (
            <RemovalReport
              removal={state.removal.value}
              fileName={made.fileName.replace(/\.pdf$/i, "")}
              proven="The finished file was read again: nothing outside the areas is left in it."
              onPage={onPage}
            />
          )
        }
        further={
          made.again && (
            <Batch operation="crop" doing="Cropping" fields={() => ofOthers(made.call.fields)} hint={likeThis()} />
          )
        }
      >
        {!state.removal.value && (
          <Small
            onClick={() => {
              state.removesOutside.value = true;
              leave(state.result, made);
            }}
          >
            Remove what is outside
          </Small>
        )}
      </Result>
    );
  }
  return <CropWork />;
}

/** What the same is for other documents. */
function likeThis(): string {
  if (state.toContent.value) return "Each is cropped to its own content.";
  if (state.halves.value) return "Their pages are cut in two in the same way.";
  if (state.scope.value === "all") return "All of their pages are cropped to the same area.";
  return "Their pages of the same numbers are cropped to the same areas.";
}

function CropWork() {
  const { pdf } = opened.value as NonNullable<typeof opened.value>;
  const page = state.page.value;
  const size = state.sizeOf(page);
  const areas = state.here.value;
  const removes = state.removesOutside.value;
  const unit = state.unit.value;
  const number = (points: number) => Math.round(inUnit(points, unit) * 10) / 10;
  const labelOf = (area: Area, index: number) => {
    const name = areas.length > 1 ? `Area ${index + 1} of ${areas.length}` : "Area";
    return `${name}: ${number(area.width)} by ${number(area.height)} ${unit}, ${number(area.x)} from the left, ${number(area.y)} from the bottom. Arrow keys move it, with Shift faster; with Alt they move its right and top edges. Delete removes it.`;
  };
  return (
    <PageWork
      title="Crop a PDF"
      pdf={pdf}
      page={page}
      sizeOf={state.sizeOf}
      onTurn={state.turnTo}
      onPage={choose}
      isChosen={state.scope.value === "chosen" ? (number) => state.chosen.value.has(number) : undefined}
      over={(number) => <SmallAreas page={number} />}
      about={aboutPage}
      facts={`${number(size.width)} × ${number(size.height)} ${unit}`}
      keys={{ a: addAnother }}
      layer={
        <AreaLayer
          areas={areas}
          at={state.at.value}
          page={size}
          labelOf={labelOf}
          keepsShape={state.keepsShape.value}
          isProposal={state.isProposal.value}
          onSelect={(index) => {
            state.place.value = index;
          }}
          onChange={state.setArea}
          onAdd={state.addArea}
          onRemove={removeArea}
        >
          {areas.length > 0 && <Shade areas={areas} page={size} removes={removes} />}
          {removes && <Foresight page={size} />}
          <CutLine
            areas={areas}
            page={size}
            inWords={(points) => `${number(points)} ${unit}`}
            onChange={state.setAreas}
          />
        </AreaLayer>
      }
    >
      <CropPanel onShare={settingsNow} />
    </PageWork>
  );
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
