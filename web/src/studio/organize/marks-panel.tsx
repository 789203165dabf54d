import type { Signal } from "@preact/signals";
import { fieldProblems } from "../job.ts";
import { chosen, ticked, typed } from "../parts/bound.ts";
import { Check, Choice, TextField } from "../parts/fields.tsx";
import { markFaults } from "./marks.ts";
import { marks, type Place, type Style } from "./marks-state.ts";

const STYLES: readonly (readonly [Style, string])[] = [
  ["of", "1 / 12"],
  ["plain", "1"],
  ["page", "Page 1 / 12"],
  ["roman", "i, ii, iii"],
  ["bates", "Bates: ACME-000001"],
  ["own", "Own text"],
];

export function NumberFields() {
  const { style, format, prefix, digits, start, skip, numberPlace } = marks;
  const faults = markFaults.value;
  const problems = fieldProblems.value;
  return (
    <section class="group" aria-label="Page numbers">
      <Check label="Page numbers" {...ticked(marks.hasNumbers)} />
      {marks.hasNumbers.value && (
        <>
          <Choice label="Written as" options={STYLES} {...chosen(style)} />
          {style.value === "own" && (
            <TextField
              label="Text of the number"
              hint="{page} and {pages} become numbers; {page:roman} and {page:alpha} write iv and d."
              maxLength={200}
              {...typed(format, "number.format")}
              error={faults.format ?? problems["number.format"]}
            />
          )}
          {style.value === "bates" && (
            <div class="pair">
              <TextField
                label="Prefix"
                maxLength={50}
                {...typed(prefix, "number.prefix")}
                error={problems["number.prefix"]}
              />
              <TextField label="Digits" inputMode="numeric" {...typed(digits)} error={faults.digits} />
            </div>
          )}
          <div class="pair">
            <TextField label="First number" inputMode="numeric" {...typed(start)} error={faults.start} />
            <TextField label="Pages to skip" inputMode="numeric" {...typed(skip)} error={faults.skip} />
          </div>
          <Places label="Place of the number" kept={numberPlace} />
        </>
      )}
    </section>
  );
}

export function StampFields() {
  const { text, stampPlace, rotation, size, opacity, color, layer } = marks;
  const faults = markFaults.value;
  return (
    <section class="group" aria-label="Stamp">
      <Check label="Stamp" {...ticked(marks.hasStamp)} />
      {marks.hasStamp.value && (
        <>
          <TextField
            label="Text of the stamp"
            maxLength={500}
            {...typed(text, "stamp.text")}
            error={faults.text ?? fieldProblems.value["stamp.text"]}
          />
          <Places label="Place of the stamp" kept={stampPlace} />
          <div class="pair">
            <Choice
              label="Angle"
              options={[
                ["-45", "Rising"],
                ["0", "Level"],
                ["45", "Falling"],
                ["-90", "Upwards"],
              ]}
              {...chosen(rotation)}
            />
            <TextField
              label="Size in points"
              placeholder="fills the page"
              inputMode="decimal"
              {...typed(size)}
              error={faults.size}
            />
          </div>
          <div class="pair">
            <TextField label="Opacity in %" inputMode="decimal" {...typed(opacity)} error={faults.opacity} />
            <TextField label="Colour" type="color" {...typed(color)} />
          </div>
          <Choice
            label="Layer"
            hint={layer.value === "under" ? "Pages that paint their own background hide it." : undefined}
            options={[
              ["over", "Over the page"],
              ["under", "Under the page"],
            ]}
            {...chosen(layer)}
          />
        </>
      )}
    </section>
  );
}

/** As they lie on the page. */
const PLACES: readonly Place[] = [
  ...(["top-left", "top", "top-right"] as const),
  ...(["left", "center", "right"] as const),
  ...(["bottom-left", "bottom", "bottom-right"] as const),
];

function Places({ label, kept }: { label: string; kept: Signal<Place> }) {
  return (
    <fieldset class="places">
      <legend>{label}</legend>
      {PLACES.map((place) => (
        <label class="check" key={place} title={wordsOf(place)}>
          <input
            type="radio"
            name={label}
            checked={kept.value === place}
            onChange={() => {
              kept.value = place;
            }}
          />
          <span class="visually-hidden">{wordsOf(place)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function wordsOf(place: Place): string {
  const words = place.replace("-", " ").replace("center", "centre");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
