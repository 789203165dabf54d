import type { ComponentChildren } from "preact";
import { plural } from "../../format.ts";
import { fieldProblems, phase } from "../job.ts";
import { chosen, ticked, typed } from "../parts/bound.ts";
import { Check, Choice, TextField } from "../parts/fields.tsx";
import { findPlaces } from "./request.ts";
import * as state from "./state.ts";

/** Files begin or end where pages say something. */
export function TextWay() {
  return (
    <Finding>
      <TextField
        label={state.search.value === "regex" ? "Expression" : "Text"}
        hint={
          state.search.value === "regex"
            ? "Such as Invoice No\\. (\\d+). What is in brackets is {1} in file names."
            : "Capitals and spaces make no difference."
        }
        {...typed(state.wantedText, "text")}
        error={fieldProblems.value.text}
      />
      <Choice
        label="It is"
        {...chosen(state.search, "text")}
        options={[
          ["contains", "Anywhere on a page"],
          ["equals", "A line of its own"],
          ["regex", "An expression"],
        ]}
      />
      <Choice
        label="Such a page"
        {...chosen(state.at)}
        options={[
          ["start", "Starts a file"],
          ["end", "Ends a file"],
          ["change", "Starts a file when the text is another"],
        ]}
      />
      <Check label="Leave such pages out" {...ticked(state.leavesOut)} />
    </Finding>
  );
}

/** Blank pages divide files. */
export function BlankWay() {
  const lengths = [
    ["Ignore specks smaller than (mm)", "In scans, dust and bleed-through are marks too.", state.specks],
    ["Ignore the margins (mm)", "Such as punch holes, shadows of the edge and page numbers.", state.margins],
  ] as const;
  return (
    <Finding>
      <Check label="Leave blank pages out" {...ticked(state.leavesBlankOut)} />
      {lengths.map(([label, hint, length]) => (
        <TextField
          key={label}
          label={label}
          hint={hint}
          inputMode="decimal"
          {...typed(length, "blank")}
          error={state.lengthOf(length.value) === undefined ? "Enter a number, 0 or more." : undefined}
        />
      ))}
      {fieldProblems.value.blank !== undefined && <p class="error">{fieldProblems.value.blank}</p>}
    </Finding>
  );
}

function foundOn(pages: number): string {
  return pages === 0 ? "Found on no page." : `Found on ${plural(pages, "page")}, marked in the view.`;
}

/** Looks for the places before anything is made, and says how many there are. */
function Finding({ children }: { children: ComponentChildren }) {
  const found = state.found.value;
  const isOff = state.rule.value === undefined || phase.value !== undefined;
  return (
    <form
      class="group"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) void findPlaces();
      }}
    >
      {children}
      <div class="row">
        <button type="submit" class="compact" disabled={isOff}>
          Find the places
        </button>
      </div>
      {found && <p class="hint">{foundOn(found.marks.size)}</p>}
      {found?.notes.map((note) => (
        <p class="notice warn" key={note}>
          {note}
        </p>
      ))}
    </form>
  );
}
