import { plural } from "../../format.ts";
import { beginning } from "../document/beginning.ts";
import { opened } from "../document/opened.ts";
import type { View } from "../document/viewer.ts";
import { phase } from "../job.ts";
import { WorkPanel, whereItIs } from "../parts/action-bar.tsx";
import { ChooseFiles } from "../parts/choose-files.tsx";
import { FileHead } from "../parts/file-head.tsx";
import { FinishingFields } from "../parts/finishing-fields.tsx";
import { Icon } from "../parts/icon.tsx";
import { Result } from "../parts/result.tsx";
import { ShareRow } from "../parts/share-row.tsx";
import { add, begin } from "./adding.ts";

export { take } from "./adding.ts";

import { Small } from "../parts/small.tsx";
import { Board } from "./board.tsx";
import * as edit from "./edit.ts";
import { viewOf } from "./leaf.tsx";
import { markFaults } from "./marks.ts";
import { NumberFields, StampFields } from "./marks-panel.tsx";
import { marksNow, numberAsked, stampAsked } from "./marks-state.ts";
import { assemble, described } from "./request.ts";
import * as state from "./state.ts";

const { takeSettings, useOpened } = beginning(begin);

export { takeSettings };

export function OrganizeTool() {
  const document = useOpened();
  const made = state.result.value;
  if (!document) return null;
  if (made) return <Result made={made} kept={state.result} same={unchanged} onward={["crop", "split", "redact"]} />;
  return (
    <section class="workspace no-strip">
      <h1 class="visually-hidden">Organize a PDF</h1>
      <div class="stage">
        <Board />
        <Bar />
      </div>
      <OrganizePanel />
    </section>
  );
}

/** The page that a page of the result is, where nothing was drawn on it and it was not turned. */
function unchanged(number: number): View | undefined {
  const { of = 0, page = 0, turn = 0 } = state.leaves.value[number - 1] ?? {};
  const pdf = viewOf(of);
  return pdf && page > 0 && turn === 0 && !numberAsked.value && !stampAsked.value ? { pdf, page } : undefined;
}

/** What is done with the pages that are selected. */
function Bar() {
  const which = state.chosen.value;
  const { size } = which;
  const tools = [
    ["Turn left", "turnLeft", () => edit.turn(which, 270)],
    ["Turn right", "turnRight", () => edit.turn(which, 90)],
    ["Move earlier", "left", () => edit.shift(which, -1)],
    ["Move later", "right", () => edit.shift(which, 1)],
    ["Duplicate", undefined, () => edit.duplicate(which)],
    ["Delete", undefined, () => edit.remove(which)],
  ] as const;
  return (
    <div class="stage-bar" role="toolbar" aria-label="Selected pages">
      <span class="chosen-count">
        <Small class="quiet" onClick={() => edit.chooseAll(size === 0)}>
          {size === 0 ? "Select all" : "Select none"}
        </Small>
        <span class="soft">{size === 0 ? "Select pages to change them" : `${size} selected`}</span>
      </span>
      <span class="row">
        {tools.map(([label, sign, run]) => (
          <Small
            key={label}
            disabled={size === 0}
            {...(sign === undefined ? {} : { "aria-label": label, title: label })}
            onClick={run}
          >
            {sign === undefined ? label : <Icon name={sign} />}
          </Small>
        ))}
      </span>
    </div>
  );
}

function OrganizePanel() {
  const document = opened.value;
  const count = state.leaves.value.length;
  const files = state.inUse.value.length;
  const at = edit.placeForNew();
  if (!document) return null;
  const [fault] = Object.values(markFaults.value);
  const why = files === 0 ? "Add a page first: of empty ones alone no PDF is made." : fault;
  return (
    <WorkPanel
      work={state.work}
      where={where(document.source instanceof File, files)}
      why={why}
      label={`Bind ${plural(count, "page")}`}
      disabled={why !== undefined}
      onRun={() => void assemble()}
    >
      <FileHead document={document} />
      <section class="group" aria-label="Add pages">
        <h2>Add pages</h2>
        <div class="row">
          <ChooseFiles
            label="Add files"
            accept={state.ACCEPT}
            onFiles={(files) => {
              if (!phase.value) void add(files);
            }}
          />
          <Small onClick={edit.insertBlank}>Empty page</Small>
        </div>
        <p class="hint">
          PDFs and images{" "}
          {at === count
            ? "come at the end: select a page to put them elsewhere."
            : `come after page ${at}, the last selected.`}
        </p>
      </section>
      <NumberFields />
      <StampFields />
      <FinishingFields finishing={state.finishing} isNew />
      <p class="hint">
        {plural(count, "page")} of {plural(files, "file")}. Drag pages, or move them by Alt and the arrow keys. Click to
        select, with Shift up to another.
      </p>
      <ShareRow tool="organize" call={described} onShare={marksNow} without="pages" />
    </WorkPanel>
  );
}

function where(isFile: boolean, files: number): string {
  return isFile
    ? whereItIs(true, files)
    : "The document was fetched from its address. The work is done on this machine.";
}
