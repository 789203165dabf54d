import { opened } from "../document/opened.ts";
import { fieldProblems, mended } from "../job.ts";
import { Check, Choice } from "../parts/fields.tsx";
import { ForeseenCounts } from "./foresight.tsx";
import * as state from "./state.ts";

/** The switch between hiding and removing, and the choices that removal brings. */
export function RemovalFields() {
  const fault = fieldProblems.value.removeOutside;
  return (
    <section class="group" aria-label="Removal">
      <Check
        label="Remove what is outside"
        checked={state.removesOutside.value}
        onChange={(on) => {
          state.removesOutside.value = on;
          mended("removeOutside");
        }}
      />
      {fault !== undefined && (
        <p class="error" role="alert">
          {fault}
        </p>
      )}
      {!state.removesOutside.value && <p class="hint">Otherwise it is only hidden, and stays in the file.</p>}
      {state.removesOutside.value && (
        <>
          <Choice
            label="Characters on the edge"
            value={state.edge.value}
            options={[
              ["keep", "Keep"],
              ["remove", "Remove"],
            ]}
            onChange={(next) => {
              state.edge.value = next;
            }}
          />
          <Choice
            label="What cannot be cut"
            value={state.onUnremovable.value}
            options={[
              ["refuse", "Stop and say what it is"],
              ["drop", "Remove it entirely"],
            ]}
            onChange={(next) => {
              state.onUnremovable.value = next;
              mended("removeOutside");
            }}
          />
          <Choice
            label="Outline, titles, metadata"
            value={state.aboutDocument.value}
            options={[
              ["clear", "Remove"],
              ["keep", "Keep"],
            ]}
            onChange={(next) => {
              state.aboutDocument.value = next;
            }}
          />
          <p class="hint">These may reveal what was cut.</p>
          {opened.value?.source instanceof File && (
            <Check
              label="Show the page without what goes"
              checked={state.showsGone.value}
              onChange={(on) => {
                state.showsGone.value = on;
              }}
            />
          )}
          <ForeseenCounts />
        </>
      )}
    </section>
  );
}
