import { autoCrop } from "../../src/crop/auto-crop.ts";
import { cropPdf } from "../../src/crop/crop.ts";
import { inspectPdf } from "../../src/inspect/inspect.ts";
import type { Work } from "../../src/meter/work.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { removeOutside } from "../../src/remove/index.ts";
import { splitDocument } from "../../src/split/split.ts";
import type { PdfOperation } from "../fixtures/hostile/pdfs.ts";

const area = { x: 1, y: 1, width: 7, height: 7 };
const plain = {
  margin: { top: 0, right: 0, bottom: 0, left: 0 },
  uniform: "none",
  ignore: 0,
  keepSize: false,
} as const;

/** Does what the service does with a PDF; returns how many bytes come out. */
export function runPdf(operation: PdfOperation, file: Uint8Array, work: Work): number {
  const document = openPdf(file, { work });
  const definitions = [{ page: 1, area }];
  switch (operation) {
    case "crop":
      return cropPdf(document, { definitions }).rope.length;
    case "auto": {
      const pages = pageSet([{ first: 0, last: document.pageCount - 1 }]);
      return autoCrop(document, pages, { ...plain, threshold: 191, specks: 0 }).definitions.length;
    }
    case "remove":
      return removeOutside(document, { definitions, onUnremovable: "drop" }).rope.length;
    case "split": {
      const { parts } = splitDocument(document, { every: 1 }, { outputBytes: 2 ** 32, parts: 10_000 });
      return parts.reduce((sum, { length }) => sum + length, 0);
    }
    case "inspect":
      return inspectPdf(document, { from: 1, limit: 100, content: true }).pageCount;
  }
}
