import { halvesInTurns } from "../../src/crop/areas/halves.ts";
import { cropEachArea } from "../../src/crop/areas/separate.ts";
import { autoCropInTurns } from "../../src/crop/auto-crop.ts";
import { type CropRequest, cropInTurns } from "../../src/crop/crop.ts";
import { inspectInTurns } from "../../src/inspect/inspect.ts";
import { type MergeOptions, mergeInTurns } from "../../src/merge/merge.ts";
import { atOnce, type Turns } from "../../src/meter/turns.ts";
import type { Work } from "../../src/meter/work.ts";
import { checkInTurns } from "../../src/pdf-conformance/check.ts";
import { removeInTurns } from "../../src/remove/index.ts";
import { splitInTurns } from "../../src/split/split.ts";
import "./parts.ts";
import { compileExpression } from "../../src/pdf-content/text/regex.ts";
import { matching } from "../../src/pdf-content/text/search.ts";
import { dropActiveContent } from "../../src/pdf-file/active-content.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { redactInTurns } from "../../src/redact/redact.ts";
import type { PdfOperation } from "../fixtures/hostile/pdfs.ts";

/** Areas side by side on a small page. */
const manyAreas = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    return { page: 1, area: { x: 1 + (i % 100), y: 1 + Math.floor(i / 100) / 2, width: 1, height: 1 } };
  });

const area = { x: 1, y: 1, width: 7, height: 7 };
const plain = {
  margin: { top: 0, right: 0, bottom: 0, left: 0 },
  uniform: "none",
  ignore: 0,
  keepSize: false,
} as const;

/** An expression that matches everywhere: each page begins a part, and all of its text is looked through. */
const TEXT_RULE = {
  find: matching(compileExpression("(.*)*", false, 1000)),
  ...({ at: "start", page: "keep", before: "part", none: "whole" } as const),
};
const BLANK_RULE = { drop: false, threshold: 191, specks: 3, margins: 1 };

/** As many as a request may have, of each kind. */
const MANY_RULES = Array.from({ length: 100 }, (_, i) =>
  i % 3 === 0 ? { regex: `x${i}` } : i % 3 === 1 ? { digits: (i % 9) + 1 } : { contains: `y${i}` },
);

/** So many documents of one request make up a small one. */
const MERGED_BYTES = 1 << 20;

/** How many copies of a file an operation takes. */
export function copiesOf(operation: PdfOperation, { length }: Uint8Array): number {
  if (operation === "merge many") return Math.max(3, Math.min(200, Math.floor(MERGED_BYTES / length)));
  return operation === "merge" ? 2 : 1;
}

/** The document joined with itself, under other names. */
function* merged(
  file: Uint8Array,
  count: number,
  how: Pick<MergeOptions, "outline" | "fields">,
  work: Work,
): Turns<number> {
  work.receive(file.length * (count - 1));
  const parts = Array.from({ length: count }, (_, at) => {
    return { document: openPdf(file, { work }), title: "a", name: `${at + 1}.pdf` };
  });
  return (yield* mergeInTurns(parts, { tagged: true, ...how }, work)).rope.length;
}

/** Does what the service does with a PDF, at once; returns how many bytes come out. */
export function runPdf(operation: PdfOperation, file: Uint8Array, work: Work): number {
  return atOnce(pdfInTurns(operation, file, work));
}

/** Does what the service does with a PDF, in turns. */
export function* pdfInTurns(operation: PdfOperation, file: Uint8Array, work: Work): Turns<number> {
  const document = openPdf(file, { work });
  const definitions = [{ page: 1, area }];
  switch (operation) {
    case "crop":
      return (yield* cropInTurns(document, { definitions })).rope.length;
    case "auto": {
      const pages = pageSet([{ first: 1, last: document.pageCount }]);
      return (yield* autoCropInTurns(document, pages, { ...plain, threshold: 191, specks: 0 })).definitions.length;
    }
    case "remove":
      return (yield* removeInTurns(document, { definitions, onUnremovable: "drop" })).rope.length;
    case "split": {
      const { parts } = yield* splitInTurns(document, { every: 1 }, { outputBytes: 2 ** 32, parts: 10_000 });
      return parts.reduce((sum, { length }) => sum + length, 0);
    }
    case "text split":
    case "blank split": {
      const mode = operation === "text split" ? { text: TEXT_RULE } : { blank: BLANK_RULE };
      const { parts } = yield* splitInTurns(document, mode, {
        outputBytes: 2 ** 32,
        parts: 10_000,
        names: [TEXT_RULE],
      });
      return parts.reduce((sum, { length }) => sum + length, 0);
    }
    case "areas": {
      const pages = pageSet([{ first: 1, last: document.pageCount }]);
      const { definitions } = yield* halvesInTurns(document, pages, "auto");
      return (yield* cropEachArea(document, { definitions }, (own) => cropInTurns(document, own))).rope.length;
    }
    case "PDF/A":
    case "PDF/UA":
      return (yield* checkInTurns(document, file, operation === "PDF/A" ? "pdfa-2b" : "pdfua-1")).rules;
    case "redact":
      return (yield* redactInTurns(document, { rules: [{ contains: "a" }, { regex: "[ab]" }] })).rope.length;
    case "redact long": {
      const rules = [
        ...[{ contains: "a".repeat(1000) }, { contains: `${"a ".repeat(499)}a` }],
        ...[{ regex: "[\\s\\S]*" }, { regex: "a[\\s\\S]*\u2603|a" }],
      ];
      return (yield* redactInTurns(document, { rules, annotations: true })).rope.length;
    }
    case "many rules":
      return (yield* redactInTurns(document, { rules: MANY_RULES, onUnremovable: "drop" })).rope.length;
    case "redact areas":
      return (yield* redactInTurns(document, { areas: manyAreas(10_000), onUnremovable: "drop" })).rope.length;
    case "many areas": {
      const crop = (own: CropRequest) => cropInTurns(document, own);
      return (yield* cropEachArea(document, { definitions: manyAreas(5000), multiple: true }, crop)).rope.length;
    }
    case "merge":
      return yield* merged(file, 2, { outline: "keep", fields: "apart" }, work);
    case "merge many":
      return yield* merged(file, copiesOf(operation, file), { outline: "flat", fields: "join" }, work);
    case "drop actions":
      return (yield* dropActiveContent(document)).dropped;
    case "inspect":
      return (yield* inspectInTurns(document, { from: 1, limit: 100, content: true, text: "words" })).pageCount;
  }
}
