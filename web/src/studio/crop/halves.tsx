import { useState } from "preact/hooks";
import { sizes } from "../document/opened.ts";
import { Check, Choice } from "../parts/fields.tsx";
import { findHalves } from "./request.ts";
import * as state from "./state.ts";

/** Cuts pages in two. The halves are found first, and then drawn like other areas. */
export function HalvesFields() {
  // What was asked for is shown until it is found, or is not.
  const [asked, setAsked] = useState<state.Halving | undefined>(undefined);
  const cut = asked ?? state.halves.value?.cut;
  const ask = async (next: state.Halving) => {
    setAsked(next);
    await findHalves(next);
    setAsked(undefined);
  };
  return (
    <>
      <Check
        label="Cut pages in two"
        checked={cut !== undefined}
        onChange={(on) => {
          const isWide = [...sizes.value.values()].some(({ width, height }) => width > height);
          if (on) void ask(isWide ? "auto" : "vertical");
          else state.leaveHalves();
        }}
      />
      {cut !== undefined && (
        <Choice
          label="Cut"
          value={cut}
          options={[
            ["auto", "Wide pages, in the gutter"],
            ["vertical", "Down the middle"],
            ["horizontal", "Across the middle"],
          ]}
          onChange={(next) => void ask(next)}
        />
      )}
    </>
  );
}
