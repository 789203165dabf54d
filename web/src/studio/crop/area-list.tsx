import { announce } from "../../dom.ts";
import { Small } from "../parts/small.tsx";
import { inUnit } from "./area.ts";
import * as state from "./state.ts";

/** Adds an area where there is room, for a key or a button. */
export function addAnother(): void {
  state.addAnother();
  announce(`Area ${state.at.value + 1} of ${state.here.value.length} was added.`);
}

/** Removes an area of the page in view. */
export function removeArea(index: number): void {
  state.removeArea(index);
  const left = state.here.value.length;
  announce(left === 0 ? `Page ${state.page.value} stays whole.` : `Area ${index + 1} was removed.`);
}

/** The areas of the page in view, in the order of the pages that they become. */
export function AreaList() {
  const { page, unit, here, at } = state;
  if (here.value.length < 2) return null;
  const number = (points: number) => Math.round(inUnit(points, unit.value) * 10) / 10;
  return (
    <ol class="area-list" aria-label={`Areas of page ${page.value}`}>
      {here.value.map(({ width, height }, index) => (
        <li key={index}>
          <Small
            aria-pressed={index === at.value}
            onClick={() => {
              state.place.value = index;
            }}
          >
            <span class="area-number">{index + 1}</span>
            <span class="visually-hidden">Area {index + 1}:</span> {number(width)} × {number(height)} {unit.value}
          </Small>
          <Small
            class="sign"
            aria-label={`Move area ${index + 1} earlier`}
            title="Earlier"
            disabled={index === 0}
            onClick={() => state.moveEarlier(index)}
            icon="up"
          />
          <Small
            class="sign"
            aria-label={`Remove area ${index + 1}`}
            title="Remove"
            onClick={(event) => {
              const group = event.currentTarget.closest(".group");
              removeArea(index);
              // The button is gone with its row.
              group?.querySelector<HTMLElement>(".add-area")?.focus();
            }}
            icon="remove"
          />
        </li>
      ))}
    </ol>
  );
}
