import type { CropPdfResult } from "../../../../client/src/index.ts";
import { count } from "../../format.ts";
import { fieldProblems, mended } from "../job.ts";
import { Check, Choice } from "../parts/fields.tsx";
import * as state from "./state.ts";

type Removal = NonNullable<CropPdfResult["removal"]>;
type Counts = Removal["pages"][number]["cut"];

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
        </>
      )}
    </section>
  );
}

const NAMES: [keyof Counts, string][] = [
  ["glyphs", "characters"],
  ["paths", "lines and shapes"],
  ["images", "images"],
  ["shadings", "gradients"],
  ["annotations", "links and comments"],
];

const MOST_ROWS = 100;

/** What was removed, what was cut, and what to know about the rest. */
export function RemovalReport({ removal }: { removal: Removal }) {
  const { pages, document, usedElsewhere, statements } = removal;
  // The entry of a trailer that holds title, author and the like is called Info.
  const gone = [...document.dropped, ...document.cleared].map((name) => (name === "Info" ? "title and author" : name));
  const touched = pages.filter(({ removed, cut, dropped }) => sum(removed) + sum(cut) + dropped.length > 0);
  return (
    <section class="group removal" aria-label="What was removed">
      <p class="notice good">The finished file was read again: nothing outside the areas is left in it.</p>
      {touched.length > 0 && <PageTable touched={touched.slice(0, MOST_ROWS)} />}
      {touched.length > MOST_ROWS && <p class="hint">And {count(touched.length - MOST_ROWS)} more pages.</p>}
      {touched.length === 0 && <p class="hint">Nothing was outside the areas.</p>}
      {gone.length > 0 && <p>Removed from the document: {gone.join(", ")}.</p>}
      {document.kept.length > 0 && <p>Kept, please review: {document.kept.join(", ")}.</p>}
      {usedElsewhere.map(({ pageNumber, kind, pages: others }) => (
        <p key={`${pageNumber} ${kind}`}>
          An {kind} that is cut on page {pageNumber} is whole on page {others.join(", ")}.
        </p>
      ))}
      {statements.map((text) => (
        <p class="hint" key={text}>
          {text}
        </p>
      ))}
    </section>
  );
}

function PageTable({ touched }: { touched: Removal["pages"] }) {
  return (
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">Removed</th>
            <th scope="col">Cut at the edge</th>
          </tr>
        </thead>
        <tbody>
          {touched.map(({ pageNumber, removed, cut, dropped }) => (
            <tr key={pageNumber}>
              <th scope="row">{pageNumber}</th>
              <td>{[listed(removed), ...dropped].filter(Boolean).join(", ") || "nothing"}</td>
              <td>{listed(cut) || "nothing"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sum(counts: Counts): number {
  return NAMES.reduce((total, [name]) => total + counts[name], 0);
}

function listed(counts: Counts): string {
  return NAMES.filter(([name]) => counts[name] > 0)
    .map(([name, text]) => `${count(counts[name])} ${text}`)
    .join(", ");
}
