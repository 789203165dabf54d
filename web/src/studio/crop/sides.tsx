import { useLayoutEffect, useState } from "preact/hooks";
import { ticked } from "../parts/bound.ts";
import { Check, TextField } from "../parts/fields.tsx";
import { Small } from "../parts/small.tsx";
import { inPoints, inShape, inset, inUnit, type Side, sidesOf, withSide } from "./area.ts";
import * as state from "./state.ts";

const LABELS: [Side, string][] = [
  ["left", "Left"],
  ["right", "Right"],
  ["top", "Top"],
  ["bottom", "Bottom"],
  ["width", "Width"],
  ["height", "Height"],
];

/** The area in numbers: how far from each side of the page, and how large. */
export function Sides() {
  if (!state.current.value) {
    return (
      <div class="row">
        <p class="hint">Page {state.page.value} stays whole. Draw an area on it to crop it.</p>
        <Small onClick={() => state.setArea(inset(state.sizeOf(state.page.value)))}>Crop this page</Small>
      </div>
    );
  }
  return (
    <>
      <div class="sides">
        {LABELS.map(([side, label]) => (
          <SideField key={side} side={side} label={label} />
        ))}
      </div>
      <Check label="Lock aspect ratio" {...ticked(state.keepsShape)} />
    </>
  );
}

function SideField({ side, label }: { side: Side; label: string }) {
  const area = state.current.value;
  const size = state.sizeOf(state.page.value);
  const unit = state.unit.value;
  const known = area ? String(rounded(inUnit(sidesOf(area, size)[side], unit))) : "";
  const [text, setText] = useState(known);
  const error = state.sideProblems.value[side];
  // The typed text stays as it is until something else changes the area.
  useLayoutEffect(() => {
    if (error === undefined && Number(text.replace(",", ".")) !== Number(known)) setText(known);
  }, [known, error]);
  useLayoutEffect(() => {
    setText(known);
    tell(side, undefined);
  }, [state.page.value, state.at.value, unit]);
  const typed = (next: string) => {
    setText(next);
    const value = Number(next.replace(",", "."));
    const fault = faultOf(side, next, value);
    tell(side, fault);
    if (fault !== undefined || !area) return;
    const moved = withSide(area, side, inPoints(value, unit), size);
    const edges = { [side]: true, ...(side === "width" ? { right: true } : {}) };
    state.setArea(state.keepsShape.value ? inShape(moved, area.width / area.height, edges, size) : moved);
  };
  return <TextField label={label} inputMode="decimal" value={text} error={error} onInput={typed} />;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Notes the error of a side, or clears it. */
function tell(side: Side, fault: string | undefined): void {
  const { [side]: _, ...rest } = state.sideProblems.value;
  state.sideProblems.value = fault === undefined ? rest : { ...rest, [side]: fault };
}

function faultOf(side: Side, text: string, value: number): string | undefined {
  const number = state.page.value;
  const size = state.sizeOf(number);
  const area = state.current.value;
  const unit = state.unit.value;
  if (text.trim() === "" || !Number.isFinite(value)) return "Enter a number.";
  if (value < 0) return "Must be 0 or more.";
  if (!area) return undefined;
  const next = withSide(area, side, inPoints(value, unit), size);
  const across = side === "left" || side === "right" || side === "width";
  const room = rounded(inUnit(across ? size.width : size.height, unit));
  // A value that was rounded for display may be typed again.
  const slack = inPoints(0.011, unit);
  if (next.width > size.width + slack) return `Wider than page ${number} (${room} ${unit}).`;
  if (next.height > size.height + slack) return `Taller than page ${number} (${room} ${unit}).`;
  if (next.width <= 0 || next.height <= 0) return "Nothing would be left.";
  const isOutside = next.x + next.width > size.width + slack || next.y < -slack;
  if (isOutside) return `Reaches beyond page ${number} (${room} ${unit}).`;
  return undefined;
}
