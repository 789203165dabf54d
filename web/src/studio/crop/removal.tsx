import { opened } from "../document/opened.ts";
import { fieldProblems } from "../job.ts";
import { Alert } from "../parts/alert.tsx";
import { chosen, ticked } from "../parts/bound.ts";
import { Check, Choice } from "../parts/fields.tsx";
import { ForeseenCounts } from "./foresight.tsx";
import * as state from "./state.ts";

/** The switch between hiding and removing, and the choices that removal brings. */
export function RemovalFields() {
  return (
    <section class="group" aria-label="Removal">
      <Check label="Remove what is outside" {...ticked(state.removesOutside, "removeOutside")} />
      <Alert class="error" text={fieldProblems.value.removeOutside} />
      {!state.removesOutside.value && <p class="hint">Otherwise it is only hidden, and stays in the file.</p>}
      {state.removesOutside.value && (
        <>
          <Choice
            label="Characters on the edge"
            {...chosen(state.edge)}
            options={[
              ["keep", "Keep"],
              ["remove", "Remove"],
            ]}
          />
          <Choice
            label="What cannot be cut"
            {...chosen(state.onUnremovable, "removeOutside")}
            options={[
              ["refuse", "Stop and say what it is"],
              ["drop", "Remove it entirely"],
            ]}
          />
          <Choice
            label="Outline, titles, metadata"
            {...chosen(state.aboutDocument)}
            options={[
              ["clear", "Remove"],
              ["keep", "Keep"],
            ]}
          />
          <p class="hint">These may reveal what was cut.</p>
          {opened.value?.source instanceof File && (
            <Check label="Show the page without what goes" {...ticked(state.showsGone)} />
          )}
          <ForeseenCounts />
        </>
      )}
    </section>
  );
}
