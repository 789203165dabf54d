import { useLayoutEffect, useState } from "preact/hooks";
import { plural } from "../../format.ts";
import { opened } from "../document/opened.ts";
import { faultsIn, pagesText, partsFromRanges, rangesOf } from "../document/parts.ts";
import { fieldProblems, mended } from "../job.ts";
import { WorkPanel, whereItIs } from "../parts/action-bar.tsx";
import { chosen } from "../parts/bound.ts";
import { Check, Choice, HeadChoice, TextField } from "../parts/fields.tsx";
import { FileHead } from "../parts/file-head.tsx";
import { FinishingFields } from "../parts/finishing-fields.tsx";
import { ShareRow } from "../parts/share-row.tsx";
import { Small } from "../parts/small.tsx";
import type { Unit } from "./area.ts";
import { AreaList, addAnother } from "./area-list.tsx";
import { HalvesFields } from "./halves.tsx";
import { RemovalFields } from "./removal.tsx";
import { crop, described, findContent } from "./request.ts";
import { Sides } from "./sides.tsx";
import * as state from "./state.ts";

const UNITS: [Unit, string][] = [
  ["mm", "mm"],
  ["in", "inches"],
  ["pt", "points"],
  ["px", "pixels"],
];

/** Short, and a part of what each says to screen readers. */
const SIGNS = { "add-area": "+ Add", whole: "Whole page", none: "Do not crop" };

/** Beside the page: the area in numbers, the pages that it applies to, and the button. */
export function CropPanel({ onShare }: { onShare: () => unknown }) {
  const { page, scope, missed, uncut, toContent, unit, pageCount } = state;
  const tools = [
    ["add-area", "Add another area", addAnother, false],
    ["whole", "Whole page", () => state.setArea({ x: 0, y: 0, ...state.sizeOf(page.value) }), false],
    ["none", `Do not crop page ${page.value}`, () => state.leaveWhole(page.value), !state.areas.value.has(page.value)],
  ] as const;
  return (
    <WorkPanel
      work={state.work}
      where={whereItIs(opened.value?.source instanceof File)}
      label={whatIsDone()}
      onRun={() => void runIfFine()}
    >
      {opened.value && <FileHead document={opened.value} />}
      <section class="group" aria-label="Area">
        <div class="group-head">
          <h2>Area</h2>
          <HeadChoice
            name="Unit"
            options={UNITS}
            value={unit.value}
            onChange={(next) => {
              unit.value = next;
              state.sideProblems.value = {};
              if (toContent.value) state.takeContent();
            }}
          />
        </div>
        <AreaList />
        <Sides />
        <div class="row of-areas">
          {tools.map(([name, label, run, isOff]) => (
            <Small class={name} key={name} title={label} aria-label={label} disabled={isOff} onClick={() => run()}>
              {SIGNS[name]}
            </Small>
          ))}
        </div>
      </section>
      <section class="group" aria-label="Pages">
        <Choice
          label="Apply to"
          value={scope.value}
          options={[
            ["this", pageCount.value === 1 ? "This page" : `This page (${page.value})`],
            ["all", "All pages"],
            ["odd", "Odd pages"],
            ["even", "Even pages"],
            ["chosen", "Chosen pages"],
          ]}
          onChange={state.setScope}
        />
        {scope.value === "chosen" && <ChosenPages />}
        {scope.value !== "this" && state.isMixed.value && !toContent.value && (
          <Choice
            label="Pages of other sizes"
            {...chosen(state.placement)}
            options={[
              ["edges", "Same distances from the edges"],
              ["rectangle", "Same rectangle from the top left"],
            ]}
          />
        )}
        {missed.value.length > 0 && (
          <p class="hint">
            {(state.common.value?.areas.length ?? 0) > 1
              ? "Too small for all areas, so without some: "
              : "Too small for the area, so whole: "}
            {pagesText(missed.value)}.
          </p>
        )}
        <HalvesFields />
        {uncut.value.length > 0 && <p class="hint">Not wider than tall, so whole: {pagesText(uncut.value)}.</p>}
      </section>
      <section class="group" aria-label="Content">
        <Check
          label="Fit to content"
          checked={toContent.value}
          onChange={(on) => {
            if (on) void findContent();
            else toContent.value = false;
          }}
        />
        {toContent.value && (
          <>
            <TextField
              label={`Space around (${unit.value})`}
              inputMode="decimal"
              value={state.contentMargin.value}
              error={fieldProblems.value.margin}
              onInput={(text) => {
                state.contentMargin.value = text;
                const isFine = state.marginInPoints() !== undefined;
                if (isFine) mended("margin");
                else fieldProblems.value = { margin: "Enter a number, 0 or more." };
                if (isFine) state.takeContent();
              }}
            />
            <Choice
              label="Areas"
              value={state.alike.value}
              options={[
                ["none", "One per page"],
                ["all", "Same for all"],
                ["oddEven", "Odd and even"],
              ]}
              onChange={(next) => {
                state.alike.value = next;
                state.takeContent();
              }}
            />
          </>
        )}
      </section>
      <RemovalFields />
      <FinishingFields finishing={state.finishing} />
      <ShareRow call={described} onShare={onShare} />
    </WorkPanel>
  );
}

/** What the button will do: pages that become as many are only cropped. */
function whatIsDone(): string {
  const count = state.cropped.value.length;
  if (count === 0) return "Crop";
  const into = state.pieces.value === count ? "" : ` into ${state.pieces.value}`;
  return `Crop ${plural(count, "page")}${into}`;
}

/** While a field is wrong, what it said before would be cropped. */
async function runIfFine(): Promise<void> {
  const faulty = document.querySelector<HTMLElement>('.panel [aria-invalid="true"]');
  if (faulty) faulty.focus();
  else if (state.finishing.isReady()) await crop();
}

/** Pages by number; a click on the strip with Ctrl or Shift does the same. */
function ChosenPages() {
  const numbersIn = (pages: string) => partsFromRanges([pages], state.pageCount.value).flatMap((part) => part.pages);
  const written = (pages: string) => rangesOf(numbersIn(pages));
  const known = rangesOf([...state.chosen.value]);
  const [text, setText] = useState(known);
  const error = faultsIn([text], state.pageCount.value);
  // What is typed stays as it is; a click in the list writes it again.
  useLayoutEffect(() => {
    if (error !== undefined || written(text) !== known) setText(known);
  }, [known]);
  return (
    <TextField
      label="Pages"
      hint="Such as 1-3, 7, odd or r2. Ctrl-click and Shift-click in the list do the same."
      value={text}
      error={error}
      onInput={(next) => {
        setText(next);
        if (faultsIn([next], state.pageCount.value) === undefined) {
          state.setChosen(new Set(numbersIn(next)));
        }
      }}
    />
  );
}
