import { batch } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { plural } from "../../format.ts";
import { beginning } from "../document/beginning.ts";
import { type Opened, opened } from "../document/opened.ts";
import { rangesFromCuts } from "../document/parts.ts";
import { fieldProblems } from "../job.ts";
import { WorkPanel, whereItIs } from "../parts/action-bar.tsx";
import { chosen, typed } from "../parts/bound.ts";
import { AreaField, Choice, TextField } from "../parts/fields.tsx";
import { FileHead } from "../parts/file-head.tsx";
import { FinishingFields } from "../parts/finishing-fields.tsx";
import { later } from "../parts/later.tsx";
import { settings } from "../parts/settings.ts";
import { ShareRow } from "../parts/share-row.tsx";
import { chaptersOf } from "./chapters.ts";
import { BlankWay, TextWay } from "./finding.tsx";
import { SplitPages } from "./pages.tsx";
import { described, measureParts, split } from "./request.ts";
import type { SplitProps } from "./result.tsx";
import * as state from "./state.ts";

const SplitResult = later<SplitProps>("SplitResult");

type Settings = Record<string, unknown>;

/** Of each document anew. */
const ofDocument = settings({
  ...{ way: state.way, names: state.names, pattern: state.pattern, attachments: state.attachments },
  ...{ text: state.wantedText, search: state.search, at: state.at, leavesOut: state.leavesOut },
  ...{ leavesBlankOut: state.leavesBlankOut, specks: state.specks, margins: state.margins },
});
/** As they were with the document before. */
const lasting = settings({ every: state.every, level: state.level, size: state.megabytes });

function settingsNow(): Settings {
  const { rangesText, picked } = state;
  return { ...ofDocument.now(), ...lasting.now(), ranges: rangesText.value, picked: [...picked.value] };
}

function begin(document: Opened, given: Settings = {}): void {
  batch(() => {
    state.result.value = undefined;
    state.finishing.begin();
    state.chapters.value = undefined;
    state.sizes.value = new Map();
    state.partsWithin.value = undefined;
    state.plan.value = undefined;
    ofDocument.begin(given);
    lasting.take(given);
    const { ranges, picked } = given;
    state.rangesText.value =
      typeof ranges === "string" ? ranges : rangesFromCuts(new Set(), document.pdf.numPages).join("\n");
    state.picked.value = new Set(Array.isArray(picked) ? picked.filter(Number.isInteger) : []);
    state.hasAttachments.value = false;
  });
  state.work.begin(document.source);
  document.pdf.getAttachments().then(
    (found) => {
      if (opened.value === document) state.hasAttachments.value = found !== null;
    },
    () => {},
  );
  chaptersOf(document.pdf).then(
    (found) => {
      if (opened.value === document) state.chapters.value = found;
    },
    () => {
      if (opened.value === document) state.chapters.value = [];
    },
  );
}

const { takeSettings, useOpened } = beginning(begin);

export { takeSettings };

export function SplitTool() {
  const document = useOpened();
  const division = state.division.value;
  useEffect(measureParts, [document, division, state.attachments.value]);
  if (!document) return null;
  if (state.result.value) return <SplitResult made={state.result.value} />;
  const count = state.parts.value.length;
  const why = whyNot();
  return (
    <section class="workspace no-strip">
      <h1 class="visually-hidden">Split a PDF</h1>
      <div class="stage">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div class="stage-view split-view" tabIndex={0} role="region" aria-label="Parts">
          <SplitPages pdf={document.pdf} />
        </div>
      </div>
      <WorkPanel
        work={state.work}
        where={whereItIs(document.source instanceof File)}
        label={count === 0 ? "Make files" : `Make ${plural(count, "file")}`}
        disabled={why !== undefined || (count === 0 && !state.isUnmeasured.value)}
        why={why}
        onRun={() => void split()}
      >
        <FileHead document={document} />
        <Ways />
        {state.hasAttachments.value && (
          <section class="group" aria-label="Attached files">
            <Choice
              label="Attached files"
              options={ATTACHMENTS}
              value={state.attachments.value}
              onChange={state.attach}
            />
          </section>
        )}
        <Names />
        <FinishingFields finishing={state.finishing} />
        <ShareRow tool="split" call={described} onShare={settingsNow} />
      </WorkPanel>
    </section>
  );
}

/** What is missing before files can be made. */
function whyNot(): string | undefined {
  if (state.rangesFault.value !== undefined) return "Correct first: Pages of each part.";
  if (state.parts.value.length > 0) return undefined;
  if (state.isUnmeasured.value && state.sizeInBytes() !== undefined) return undefined;
  switch (state.way.value) {
    case "bookmarks":
      return state.chapters.value && "There is no bookmark to split at.";
    case "text":
      return state.rule.value ? "Find the places first." : "Enter what to look for.";
    case "blank":
      return state.rule.value ? "Find the places first." : "Correct first: What counts as blank.";
    case "size":
      return "Correct first: Megabytes per file.";
    default:
      return "Correct first: Pages in each file.";
  }
}

const ATTACHMENTS: [typeof state.attachments.value, string][] = [
  ["drop", "In no part"],
  ["keep", "In each part"],
  ["first", "In the first part"],
];

const WAYS: [state.Way, string][] = [
  ["cuts", "At my cuts"],
  ["every", "Every n pages"],
  ["bookmarks", "By bookmarks"],
  ["text", "When a text appears"],
  ["blank", "At blank pages"],
  ["size", "By size"],
  ["single", "Single pages"],
];

function Ways() {
  return (
    <section class="group" aria-label="How">
      <fieldset class="ways">
        <legend>Split</legend>
        {WAYS.map(([name, label]) => (
          <label class="check" key={name}>
            <input
              type="radio"
              name="way"
              checked={state.way.value === name}
              onChange={() => {
                state.way.value = name;
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <WayFields />
    </section>
  );
}

const WRITTEN = "Such as 1-3, 7, 9-, odd, r3-z or 1-9,x4.";
const SCISSORS = `${WRITTEN} Or press the scissors between two pages.`;

function WayFields() {
  const problems = fieldProblems.value;
  switch (state.way.value) {
    case "cuts":
      return (
        <AreaField
          label="Pages of each part, one per line"
          hint={state.cuts.value ? SCISSORS : `${WRITTEN} No scissors: these parts leave out, repeat or move pages.`}
          rows={4}
          {...typed(state.rangesText, "ranges")}
          error={state.rangesFault.value ?? problems.ranges}
        />
      );
    case "every":
      return (
        <TextField
          label="Pages in each file"
          inputMode="numeric"
          {...typed(state.every, "every")}
          error={
            state.wholeNumber(state.every.value) === undefined ? "Enter a whole number, 1 or more." : problems.every
          }
        />
      );
    case "bookmarks":
      return <Bookmarks />;
    case "text":
      return <TextWay />;
    case "blank":
      return <BlankWay />;
    case "size":
      return (
        <TextField
          label="Megabytes per file, at most"
          inputMode="decimal"
          hint={
            state.isUnmeasured.value
              ? "The parts are shown as soon as they are measured."
              : "The parts shown are measured."
          }
          {...typed(state.megabytes, "size")}
          error={state.sizeInBytes() === undefined ? "Enter a number, 0.002 or more." : problems.size}
        />
      );
    default:
      return (
        <p class="hint">
          {state.picked.value.size === 0
            ? "Every page becomes a file. Click pages to take only those, or Shift-click to take a range."
            : `${plural(state.picked.value.size, "page")} selected, one file each.`}
        </p>
      );
  }
}

function Bookmarks() {
  const found = state.chapters.value;
  const levels = [...new Set((found ?? []).map((chapter) => chapter.level))].sort();
  if (found === undefined) return <p class="hint">Reading the bookmarks …</p>;
  if (levels.length === 0) return <p class="notice warn">This document has no bookmarks.</p>;
  return (
    <Choice
      label="Start a file at each bookmark of"
      {...chosen(state.level, "level")}
      options={levels.map((level) => {
        const count = found.filter((chapter) => chapter.level === level).length;
        return [String(level), `${level === 1 ? "The top level" : `Level ${level}`} (${count})`] as const;
      })}
      error={fieldProblems.value.level}
    />
  );
}

function Names() {
  return (
    <section class="group" aria-label="Names">
      <TextField
        label="File names"
        placeholder={state.way.value === "bookmarks" ? "{index} {title}" : "{name}-{pages}"}
        hint="Used for files without a name: {name}, {pages}, {index}, {total}, and {title} with bookmarks, {match} with a text."
        {...typed(state.pattern, "pattern")}
        error={fieldProblems.value.pattern}
      />
    </section>
  );
}
