import { announce } from "../../dom.ts";
import { opened } from "../document/opened.ts";
import { pagesText } from "../document/parts.ts";
import { fieldProblems } from "../job.ts";
import { WorkPanel, whereItIs } from "../parts/action-bar.tsx";
import { Alert } from "../parts/alert.tsx";
import { chosen, ticked, typed } from "../parts/bound.ts";
import { Check, Choice, TextField } from "../parts/fields.tsx";
import { FileHead } from "../parts/file-head.tsx";
import { FinishingFields } from "../parts/finishing-fields.tsx";
import { ShareRow } from "../parts/share-row.tsx";
import { Small } from "../parts/small.tsx";
import { Findings } from "./findings.tsx";
import { described, find, redact, whatGoes } from "./request.ts";
import { findTyped, SearchFields } from "./search.tsx";
import * as state from "./state.ts";

/** Beside the page: what to look for, what was found, boxes, how the cuts look, and the button. */
export function RedactPanel({ onShare }: { onShare: () => unknown }) {
  const goes = whatGoes();
  const isTyped = state.wanted.value.trim() !== "";
  const isOff = goes === "" && !isTyped && state.missing.value.length === 0;
  const isFoundNowhere = isOff && state.rules.value.length > 0;
  return (
    <WorkPanel
      work={state.work}
      where={whereItIs(opened.value?.source instanceof File)}
      label={goes === "" ? "Redact" : `Redact ${goes}`}
      disabled={isOff}
      why={isFoundNowhere ? nothingFound() : isOff ? "Find a text, or draw a box on the page." : undefined}
      onRun={() => void runIfFine()}
    >
      {opened.value && <FileHead document={opened.value} />}
      <SearchFields />
      <Unsearched />
      <Findings />
      <Boxes />
      <Look />
      <FinishingFields finishing={state.finishing} />
      <ShareRow tool="redact" call={described} onShare={onShare} without="texts and boxes" />
    </WorkPanel>
  );
}

/** What was not looked at is looked at first: a word that was only typed, and places of an earlier visit. */
async function runIfFine(): Promise<void> {
  if (!isLabel(state.label.value)) document.querySelector<HTMLElement>(".panel .sides [aria-invalid]")?.focus();
  else if (state.wanted.value.trim() !== "") await findTyped();
  else if (state.missing.value.length > 0) await find(state.missing.value);
  else if (state.unread.value.length > 0 && !state.goesOnUnsearched.value) {
    fieldProblems.value = { unsearched: "Look at these pages, draw boxes where something is to go, and tick this." };
    document.querySelector<HTMLElement>(".unsearched")?.scrollIntoView({ block: "nearest" });
    document.querySelector<HTMLElement>(".unsearched input")?.focus({ preventScroll: true });
  } else return redact();
  if (fieldProblems.value.text !== undefined) document.querySelector<HTMLElement>(".find input")?.focus();
}

/** Why there is nothing to do: what was looked for is not there, as far as the pages were read. */
function nothingFound(): string {
  if (state.findings.value.length > 0) return "Nothing is ticked.";
  return [
    ...state.unread.value,
    state.unread.value.length > 0 ? "In what was read, nothing was found." : "Nothing was found.",
  ].join(" ");
}

/** Pages that say something that no search finds: what is said of the others counts only with it. */
function Unsearched() {
  if (state.unread.value.length === 0) return null;
  return (
    <section class="notice warn unsearched" aria-label="Not searched">
      {state.unread.value.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Check label="Go on: boxes cut what is there" {...ticked(state.goesOnUnsearched, "unsearched")} />
      <Alert class="error" text={fieldProblems.value.unsearched} />
    </section>
  );
}

/** Adds a box where there is room, for a key or a button. */
export function addBox(): void {
  state.addAnother();
  announce(`Box ${state.here.value.length} of page ${state.page.value} was added.`);
}

export function removeBox(index: number): void {
  state.removeBox(index);
  announce(`Box ${index + 1} was removed.`);
}

/** Boxes that are drawn by hand. */
function Boxes() {
  const { page, boxes, boxCount, here } = state;
  const others = [...boxes.value.keys()].filter((number) => number !== page.value).sort((a, b) => a - b);
  return (
    <section class="group" aria-label="Boxes">
      <div class="group-head">
        <h2>Boxes</h2>
        {boxCount.value > 0 && <span class="soft small">{boxCount.value}</span>}
      </div>
      <p class="hint">Draw on the page: in a box nothing stays, be it text, picture or line.</p>
      <div class="row">
        <Small class="add-area" onClick={addBox}>
          Add a box <kbd>A</kbd>
        </Small>
        {here.value.map((_, index) => (
          <Small
            key={index}
            icon="remove"
            aria-label={`Remove box ${index + 1} of page ${page.value}`}
            onClick={(event) => {
              const group = event.currentTarget.closest(".group");
              removeBox(index);
              // The button is gone with its box.
              group?.querySelector<HTMLElement>(".add-area")?.focus();
            }}
          >
            Box {index + 1}{" "}
          </Small>
        ))}
      </div>
      {others.length > 0 && <p class="hint">Boxes also on {pagesText(others)}.</p>}
    </section>
  );
}

const isLabel = (text: string): boolean => /^[\x20-\x7e]{0,40}$/.test(text);

/** How it looks where something was cut. */
function Look() {
  const { mark, colour, label, gap, onUnremovable } = state;
  return (
    <section class="group" aria-label="Afterwards">
      <h2>Afterwards</h2>
      <Choice
        label="Where something was cut"
        {...chosen(mark)}
        options={[
          ["bar", "A bar"],
          ["none", "Nothing"],
        ]}
      />
      {mark.value === "bar" && (
        <div class="sides">
          <TextField label="Colour" type="color" {...typed(colour)} />
          <TextField
            label="Word on it"
            placeholder="none"
            maxLength={40}
            {...typed(label, "label")}
            error={isLabel(label.value) ? fieldProblems.value.label : "Plain letters only (ASCII)."}
          />
        </div>
      )}
      <Choice
        label="The room that a text had"
        hint={gap.value === "box" ? undefined : "What follows moves up: the line then tells nothing of the length."}
        {...chosen(gap)}
        options={[
          ["box", "Kept, as an even gap"],
          ["close", "None: the rest moves up"],
        ]}
      />
      <Choice
        label="What cannot be cut"
        {...chosen(onUnremovable)}
        options={[
          ["refuse", "Stop and say what it is"],
          ["drop", "Remove it entirely"],
        ]}
      />
    </section>
  );
}
