import { it } from "vitest";
import { removeOutside } from "../at-once.ts";
import "../parts.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { MisfitProblem } from "../../../src/pdf-file/pdf-problem.ts";
import type { RemovalReport } from "../../../src/remove/report.ts";
import type { Sample } from "../../fixtures/samples/sample.ts";
import { type Shown, shareChanged } from "../finder/inside-pixels.ts";
import { expectTable } from "../recorded/lines.ts";
import { brief } from "./brief.ts";
import { linesOf, type Operation } from "./outcomes.ts";

const MIDDLE = { x: 40, y: 30, width: 90, height: 50 };
const MOST = { x: 1, y: 1, width: 160, height: 96 };
/** Of the pixels inside: less is a line that meets its pixels a little differently. */
const ANTIALIASED = 0.0001;

const WORDS = {
  glyphs: "characters",
  paths: "paths",
  images: "images",
  shadings: "shadings",
  annotations: "annotations",
  forms: "forms",
  markedTexts: "marked texts",
} as const;

function counts(verb: string, of: RemovalReport["pages"][number]["removed"]): string | false {
  const some = Object.entries(of).filter(([, count]) => count > 0);
  return (
    some.length > 0 &&
    `${verb} ${some.map(([kind, count]) => `${count} ${WORDS[kind as keyof typeof WORDS]}`).join(", ")}`
  );
}

/** What the report says, without what it says of every document. */
function reported({ pages, document, usedElsewhere, notExamined }: RemovalReport): string[] {
  const each = pages.map(({ pageNumber, removed, cut, dropped }) => {
    const facts = [
      counts("removed", removed),
      counts("cut", cut),
      dropped.length > 0 && `dropped ${dropped.join(", ")}`,
    ];
    const text = facts.filter(Boolean).join("; ") || "nothing outside";
    return pages.length > 1 ? `page ${pageNumber}: ${text}` : text;
  });
  const dropped = document.dropped.filter((what) => what !== "earlier revisions and unused objects");
  return [
    ...each,
    dropped.length > 0 && `dropped ${dropped.join(", ")}`,
    document.cleared.length > 0 && `cleared ${document.cleared.join(", ")}`,
    document.kept.length > 0 && `kept ${document.kept.join(", ")}`,
    usedElsewhere.length > 0 && `used elsewhere ${JSON.stringify(usedElsewhere)}`,
    notExamined.length > 0 && `not examined ${notExamined.join(", ")}`,
  ].filter((text) => text !== false);
}

/** What the report says, how the inside looks beside the original's, and what the first page still paints. */
function removed(sample: Sample, request: Request, result = attempt(sample, request)): string {
  if (typeof result === "string") return result;
  const { bytes, removal } = result;
  const all = brief(openPdf(bytes, { password: sample.password }));
  // How large a font's glyphs are is told where fonts are read, and where they are written again.
  const paints = request.definitions.length > 0 ? all.replaceAll(/, first box [-\d. ]+(?=,|$)/g, "") : all;
  // Where characters on the edge go as well, it is meant to look otherwise.
  const looks = request.edge === "remove" ? [] : [looksInside(sample, bytes, request.definitions[0]?.area)];
  return [...reported(removal), ...looks, `paints ${paints}`].join("; ");
}

/** The result, or why it is refused. */
function attempt(sample: Sample, request: Request): ReturnType<typeof remove> | string {
  try {
    return remove(sample, request);
  } catch (error) {
    if (error instanceof MisfitProblem) return `(${Object.values(error.misfit).join(", ")})`;
    throw error;
  }
}

function looksInside({ file, password }: Sample, result: Uint8Array, area?: Shown): string {
  const share = shareChanged(file, result, password, area);
  if (share === undefined) return "inside undrawn: MuPDF cannot";
  return share > ANTIALIASED ? `inside ${(share * 100).toFixed(2)} % of pixels differ` : "inside as before";
}

type Request = Parameters<typeof removeOutside>[1];

export function remove({ file, password }: Sample, request: Request): { bytes: Uint8Array; removal: RemovalReport } {
  const { rope, removal } = removeOutside(openPdf(new Uint8Array(file), { password }), request);
  return { bytes: new Uint8Array(rope.toBytes()), removal };
}

const areaOf = ({ area = MIDDLE }: Sample) => area;

const firstRequest = (sample: Sample): Request => ({
  definitions: [{ page: 1, area: areaOf(sample) }],
  document: "keep",
});

let last: { readonly sample: Sample; readonly came: ReturnType<typeof attempt> } | undefined;

/** What comes of the first request, made once: the operations of one sample follow each other. */
function firstAttempt(sample: Sample): ReturnType<typeof attempt> {
  if (last?.sample !== sample) last = { sample, came: attempt(sample, firstRequest(sample)) };
  return last.came;
}

const ALL = { all: true, edge: "remove", onUnremovable: "drop", document: "clear" } as const;

/** What a user can ask to be removed. */
const REMOVALS = {
  removed: (sample) => removed(sample, firstRequest(sample), firstAttempt(sample)),
  "nothing removed": (sample) => removed(sample, { definitions: [] }),
  "little removed": (sample) =>
    removed(sample, { definitions: [{ page: 1, area: MOST }], all: true, document: "keep" }),
  "removed from all": (sample) => removed(sample, { definitions: [{ page: 1, area: areaOf(sample) }], ...ALL }),
  /** Where it is refused, a user can ask for this. */
  "what it cannot is dropped": (sample) => {
    const isRefused = typeof firstAttempt(sample) === "string";
    return isRefused ? removed(sample, { ...firstRequest(sample), ...ALL }) : "";
  },
} satisfies Record<string, Operation>;

/** As `comeOutAsRecorded`, of removals. */
export function areRemovedAsRecorded(
  chapters: Readonly<Record<string, readonly Sample[]>>,
  names: readonly (keyof typeof REMOVALS)[],
): void {
  const operations = Object.fromEntries(names.map((name) => [name, REMOVALS[name]]));
  it.each(Object.entries(chapters))("%s", async (chapter, samples) => {
    await expectTable(chapter, linesOf(samples, operations), "recorded");
  });
}
