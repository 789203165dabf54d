import { useEffect, useState } from "preact/hooks";
import type { CropPdfResult } from "../../../../client/src/index.ts";
import { count, plural } from "../../format.ts";
import { fieldProblems, mended } from "../job.ts";
import { Check, Choice } from "../parts/fields.tsx";
import { pdfOfLines } from "./report-pdf.ts";
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

const NAMES: [keyof Counts, one: string, many: string][] = [
  ["glyphs", "character", "characters"],
  ["paths", "line or shape", "lines and shapes"],
  ["images", "image", "images"],
  ["shadings", "gradient", "gradients"],
  ["annotations", "link or comment", "links and comments"],
];

/** What was removed, what was cut, and what to know about the rest: totals first, then page by page. */
export function RemovalReport(props: { removal: Removal; fileName: string; onPage: (page: number) => void }) {
  const { removal, fileName, onPage } = props;
  const { pages } = removal;
  const touched = pages.filter(({ removed, cut, dropped }) => sum(removed) + sum(cut) + dropped.length > 0);
  const about = aboutDocument(removal);
  return (
    <section class="group removal" aria-label="What was removed">
      <p class="notice good">{PROVEN}</p>
      {touched.length === 0 ? (
        <p class="hint">Nothing was outside the areas.</p>
      ) : (
        <>
          <p class="totals">
            Removed: {listed(total(touched.map(({ removed }) => removed))) || "nothing"}. Cut at the edge:{" "}
            {listed(total(touched.map(({ cut }) => cut))) || "nothing"}. On {plural(touched.length, "page")}.
          </p>
          <PageTable touched={touched} onPage={onPage} />
        </>
      )}
      {about.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {removal.statements.map((text) => (
        <p class="hint" key={text}>
          {text}
        </p>
      ))}
      <p class="row">
        <SaveReport
          label="Save report (PDF)"
          fileName={`${fileName}-report.pdf`}
          make={() => pdfOfLines(reportLines(removal, fileName))}
        />
        <SaveReport
          label="Save report (JSON)"
          fileName={`${fileName}-report.json`}
          make={() => new Blob([JSON.stringify(removal, null, 2)], { type: "application/json" })}
        />
      </p>
    </section>
  );
}

const PROVEN = "The finished file was read again: nothing outside the areas is left in it.";

function aboutDocument({ document, usedElsewhere }: Removal): string[] {
  // The entry of a trailer that holds title, author and the like is called Info.
  const gone = [...document.dropped, ...document.cleared].map((name) => (name === "Info" ? "title and author" : name));
  return [
    ...(gone.length > 0 ? [`Removed from the document: ${gone.join(", ")}.`] : []),
    ...(document.kept.length > 0 ? [`Kept, please review: ${document.kept.join(", ")}.`] : []),
    ...usedElsewhere.map(
      ({ pageNumber, kind, pages }) =>
        `An ${kind} that is cut on page ${pageNumber} is whole on page ${pages.join(", ")}.`,
    ),
  ];
}

/** The report as lines of text, for its PDF. */
function reportLines(removal: Removal, fileName: string): string[] {
  const { pages, statements } = removal;
  const rows = pages.map(({ pageNumber, removed, cut, dropped }) => {
    const gone = [listed(removed), ...dropped].filter(Boolean).join(", ") || "nothing";
    return `Page ${pageNumber}: removed ${gone}; cut ${listed(cut) || "nothing"}`;
  });
  return [
    `What was removed from ${fileName}`,
    new Date().toLocaleString("en-GB"),
    "",
    PROVEN,
    `Removed in all: ${listed(total(pages.map(({ removed }) => removed))) || "nothing"}.`,
    `Cut at the edge in all: ${listed(total(pages.map(({ cut }) => cut))) || "nothing"}.`,
    "",
    ...rows,
    "",
    ...aboutDocument(removal),
    ...statements,
  ];
}

function SaveReport({ label, fileName, make }: { label: string; fileName: string; make: () => Blob }) {
  const [url, setUrl] = useState<string | undefined>(undefined);
  useEffect(() => {
    const made = URL.createObjectURL(make());
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [fileName]);
  return (
    <a class="button compact" href={url} download={fileName}>
      {label}
    </a>
  );
}

function PageTable({ touched, onPage }: { touched: Removal["pages"]; onPage: (page: number) => void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="table-scroll report-table" tabIndex={0} role="region" aria-label="Page by page">
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
              <th scope="row">
                <button
                  type="button"
                  class="compact"
                  aria-label={`Show page ${pageNumber}`}
                  onClick={() => onPage(pageNumber)}
                >
                  {pageNumber}
                </button>
              </th>
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

function total(all: readonly Counts[]): Counts {
  const sums = NAMES.map(([name]) => [name, all.reduce((so, counts) => so + counts[name], 0)]);
  return Object.fromEntries(sums) as Counts;
}

function listed(counts: Counts): string {
  return NAMES.filter(([name]) => counts[name] > 0)
    .map(([name, one, many]) => `${count(counts[name])} ${counts[name] === 1 ? one : many}`)
    .join(", ");
}
