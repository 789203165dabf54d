import { useEffect, useState } from "preact/hooks";
import type { CropPdfResult, RedactPdfResult } from "../../../../client/src/index.ts";
import { pdfOfLines } from "../../../../src/pdf-file/pdf-of-lines.ts";
import { count, plural } from "../../format.ts";
import { Small } from "./small.tsx";

type Removal = NonNullable<CropPdfResult["removal"] | RedactPdfResult["redaction"]>;
type Page = Removal["pages"][number];
type Counts = Page["cut"];

const NAMES: [keyof Counts, one: string, many: string][] = [
  ["glyphs", "character", "characters"],
  ["paths", "line or shape", "lines and shapes"],
  ["images", "image", "images"],
  ["shadings", "gradient", "gradients"],
  ["annotations", "link or comment", "links and comments"],
];

export interface ReportProps {
  removal: Removal;
  fileName: string;
  /** What was not looked at: it comes first. */
  before?: readonly string[];
  /** What the proof says, and whether it is good news. */
  proven: string;
  isProven?: boolean;
  /** What was done in all, where there is more to say than what was removed. */
  totals?: readonly string[];
  json?: object | undefined;
  onPage: (page: number) => void;
}

/** What was removed, what was cut, and what to know about the rest: totals first, then page by page. */
export function RemovalReport(props: ReportProps) {
  const { removal, fileName, before = [], proven, isProven = true, totals = [], json = removal, onPage } = props;
  const pages: readonly Page[] = removal.pages;
  const touched = pages.filter(({ removed, cut, dropped }) => sum(removed) + sum(cut) + dropped.length > 0);
  const about = aboutDocument(removal);
  return (
    <section class="group removal" aria-label="What was removed">
      {before.map((text) => (
        <p class="notice warn" key={text}>
          {text}
        </p>
      ))}
      <p class={isProven ? "notice good" : "notice warn"}>{proven}</p>
      {totals.map((text) => (
        <p class="totals" key={text}>
          {text}
        </p>
      ))}
      {touched.length === 0 ? (
        isProven && totals.length === 0 && <p class="hint">Nothing was outside the areas.</p>
      ) : (
        <>
          <p class="totals">
            Removed: {listed(total(touched.map(({ removed }) => removed))) || "nothing"}. Cut in part:{" "}
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
          make={() => pdfBlob(reportLines(props))}
        />
        <SaveReport
          label="Save report (JSON)"
          fileName={`${fileName}-report.json`}
          make={() => new Blob([JSON.stringify(json, null, 2)], { type: "application/json" })}
        />
      </p>
    </section>
  );
}

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
function reportLines({ removal, fileName, before = [], proven, totals = [] }: ReportProps): string[] {
  const { statements } = removal;
  const pages: readonly Page[] = removal.pages;
  const rows = pages.map((page) => {
    const { removed, cut } = countsOf(page);
    return `Page ${page.pageNumber}: removed ${removed || "nothing"}; cut ${cut || "nothing"}`;
  });
  return [
    `What was removed from ${fileName}`,
    new Date().toLocaleString("en-GB"),
    "",
    ...before,
    proven,
    ...totals,
    `Removed in all: ${listed(total(pages.map(({ removed }) => removed))) || "nothing"}.`,
    `Cut in part in all: ${listed(total(pages.map(({ cut }) => cut))) || "nothing"}.`,
    "",
    ...rows,
    "",
    ...aboutDocument(removal),
    ...statements,
  ];
}

function pdfBlob(lines: readonly string[]): Blob {
  const bytes = Uint8Array.from(pdfOfLines(lines), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type: "application/pdf" });
}

export function SaveReport({ label, fileName, make }: { label: string; fileName: string; make: () => Blob }) {
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

function PageTable({ touched, onPage }: { touched: readonly Page[]; onPage: (page: number) => void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="table-scroll report-table" tabIndex={0} role="region" aria-label="Page by page">
      <table>
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">Removed</th>
            <th scope="col">Cut in part</th>
          </tr>
        </thead>
        <tbody>
          {touched.map((page) => (
            <tr key={page.pageNumber}>
              <th scope="row">
                <Small aria-label={`Show page ${page.pageNumber}`} onClick={() => onPage(page.pageNumber)}>
                  {page.pageNumber}
                </Small>
              </th>
              <td>{countsOf(page).removed || "nothing"}</td>
              <td>{countsOf(page).cut || "nothing"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What goes from a page and what is cut there, in words. */
export function countsOf({ removed, cut, dropped }: Page): { removed: string; cut: string } {
  return { removed: [listed(removed), ...dropped].filter(Boolean).join(", "), cut: listed(cut) };
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
