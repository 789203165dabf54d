import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { atOnce } from "../../src/meter/turns.ts";
import { DEFAULT_THRESHOLD } from "../../src/pdf-content/content-limits.ts";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfProblem } from "../../src/pdf-file/pdf-problem.ts";
import { PageIndex } from "../../src/pdf-pages/page-index.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { pagesShown } from "../../src/split/by-blank-pages.ts";
import { Destinations } from "../../src/split/document/part-destinations.ts";
import { type Bookmark, Outline } from "../../src/split/document/part-outline.ts";
import { seeded } from "../../test/fixtures/random.ts";
import { contentAreas, inspectPdf, splitDocument } from "../../test/support/at-once.ts";
import { thresholdOf } from "./auto.ts";
import { judgeBoxes } from "./boxes.ts";
import { cropJob } from "./crop.ts";
import type { Difference } from "./differences.ts";
import type { OperationJob, Verdict } from "./outcome.ts";
import { judgeOutline } from "./outlines.ts";
import { judgeParts } from "./parts-alike.ts";
import { lookOf } from "./readers.ts";
import { judgeLooks } from "./shown.ts";
import type { Stated } from "./statement.ts";
import { judgeTexts } from "./texts.ts";

/** Larger documents are not read for blank pages. */
const mostBlankPages = 400;
/** As the service has them: `blankPages` of a split. */
const BLANK_RULE = { drop: true, threshold: DEFAULT_THRESHOLD, specks: 3, margins: 0 } as const;

/** Everything that the service says of pages at its defaults, beside what MuPDF, poppler and PDFium show. */
export const allJob: OperationJob<Stated> = {
  run(bytes, { file, pages: mostPages }) {
    // From another one on in each file.
    // Each is a request of its own, with a meter of its own.
    const open = () => openPdf(bytes);
    const { pageCount } = open();
    if (pageCount === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    const random = seeded([...basename(file)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7));
    const first = 1 + random.below(Math.max(1, pageCount - mostPages + 1));
    const last = Math.min(pageCount, first + mostPages - 1);
    const { pages } = inspectPdf(open(), { from: first, limit: mostPages, content: true, text: "words" });
    const contents = contentAreas(
      open(),
      pages.map(({ pageNumber }) => pageNumber - 1),
      { threshold: DEFAULT_THRESHOLD, specks: 0 },
    );
    const shown = pageCount <= mostBlankPages ? atOnce(pagesShown(open(), BLANK_RULE)) : [];
    const middle = Math.floor((first + last) / 2);
    const runs = [{ first, last: middle }, ...(middle < last ? [{ first: middle + 1, last }] : [])];
    const { parts } = splitDocument(open(), { parts: runs.map((run) => pageSet([run])) }, { outputBytes: 2 ** 30 });
    return {
      pages: pages.map((facts, at) => ({
        facts,
        content: contents[at]!,
        isDropped: shown[facts.pageNumber - 1] !== undefined && shown[facts.pageNumber - 1]!.content === undefined,
        threshold: thresholdOf(contents[at]!),
      })),
      parts: parts.map((part) => Buffer.concat([...part.pieces])),
      ahead: middle - first + 1,
      outline: bookmarksOf(open()),
    };
  },

  async judge(stated, file, folder): Promise<Verdict> {
    const numbers = stated.pages.map(({ facts }) => facts.pageNumber);
    const range = [numbers[0]!, numbers.at(-1)!] as const;
    const paths: string[] = [];
    for (const [index, part] of stated.parts.entries()) {
      paths.push(join(folder, `part-${index}.pdf`));
      await writeFile(paths[index]!, part);
    }
    const look = await lookOf(file, range);
    const differences: Difference[] = [
      ...judgeLooks(stated.pages, look),
      ...(await judgeBoxes(stated.pages, file)),
      ...(await judgeTexts(stated.pages, file)),
      ...(await judgeOutline(stated.outline, file)),
      ...(await judgeParts(stated, paths, look)),
    ];
    const ours = differences.filter(({ side }) => side === "ours");
    const readers = [...look.keys()];
    if (readers.length === 0) return { kind: "produced", detail: "no renderer shows the original", differences };
    const counts = { what: "pages", all: stated.pages.length, agreeing: stated.pages.length, disputed: 0 };
    if (ours.length === 0) return { kind: "right", differences, counts };
    const detail = ours.map(({ name, detail }) => `${name}: ${detail}`).join("; ");
    return { kind: "wrong", detail, differences };
  },

  clean: cropJob.clean,
};

/** The top of the outline. */
function bookmarksOf(document: PdfDocument): Bookmark[] {
  return new Outline(document, new Destinations(document, new PageIndex(document))).bookmarks(1);
}
