import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { autoCrop } from "../../../src/crop/auto-crop.ts";
import { type CropRequest, type CropResult, cropPdf } from "../../../src/crop/crop.ts";
import { inspectPdf } from "../../../src/inspect/inspect.ts";
import { mergePdfs } from "../../../src/merge/merge.ts";
import { DEFAULT_THRESHOLD } from "../../../src/pdf-content/content-limits.ts";
import { loadDecoders } from "../../../src/pdf-content/images/decoders.ts";
import type { Damage, PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { MisfitProblem, PdfProblem } from "../../../src/pdf-file/pdf-problem.ts";
import { finishPdf } from "../../../src/pdf-file/repack.ts";
import type { Rope } from "../../../src/pdf-file/rope.ts";
import { pageSet } from "../../../src/pdf-pages/page-set.ts";
import { removeOutside } from "../../../src/remove/index.ts";
import type { SplitMode } from "../../../src/split/modes.ts";
import { splitDocument } from "../../../src/split/split.ts";
import type { Sample } from "../../fixtures/samples/sample.ts";
import { canonical, decrypted } from "./canonical.ts";
import { digest } from "./digest.ts";
import { judged, verified } from "./judged.ts";
import { painted, stroked } from "./painted.ts";
import { read } from "./read.ts";

await loadDecoders();

type Operation = (sample: Sample) => string;

/** Coordinates are rounded: the last bits of sines and roots are not the same in every engine. */
function told(value: unknown): string {
  return JSON.stringify(value, (_, each) => {
    if (each instanceof Map || each instanceof Set) return [...each];
    return typeof each === "number" ? Math.round(each * 1e4) / 1e4 + 0 : each;
  });
}

/** Pages that are missing, where there are any. */
function missing({ missingPages }: Damage): { missingPages?: number } {
  return missingPages > 0 ? { missingPages } : {};
}

function croppedFacts({ pagesCropped, pageCount, damage, ...others }: Omit<CropResult, "rope">): string {
  return told({ pagesCropped, pageCount, repaired: damage.repaired, ...others, ...missing(damage) });
}

function inspected(sample: Sample): string {
  const { damage, ...facts } = inspectPdf(open(sample), { from: 1, limit: 9, content: true });
  return told({ ...facts, ...missing(damage) });
}

function open({ file, password }: Sample): PdfDocument {
  return openPdf(file, { password });
}

function written(rope: Rope, document: PdfDocument, { file, password }: Sample): string {
  const bytes = rope.toBytes();
  if (document.encrypted) return decrypted(bytes, password);
  const isAppended = bytes.length > file.length && Buffer.from(bytes.buffer, 0, file.length).equals(file);
  return canonical(bytes, isAppended ? file.length : 0);
}

function split(sample: Sample, mode: (document: PdfDocument) => SplitMode): string {
  const document = open(sample);
  const { parts, notes, oversized } = splitDocument(document, mode(document), { outputBytes: 1e9, parts: 20 });
  const files = parts.map(({ pages, title, pieces, ...part }) => {
    const bytes = new Uint8Array(Buffer.concat([...pieces]));
    const isRight = bytes.length === part.length && crc32(bytes) === part.crc32;
    const file = document.encrypted ? decrypted(bytes, sample.password) : canonical(bytes);
    return `${pages.label} ${title} ${isRight}\n${file}`;
  });
  return [...files, ...notes, told(oversized.map(({ index }) => index))].join("\n");
}

function removed(sample: Sample, request: Parameters<typeof removeOutside>[1]): string {
  const document = open(sample);
  const { rope, ...result } = removeOutside(document, request);
  return `${croppedFacts(result)}\n${written(rope, document, sample)}`;
}

function cropped(sample: Sample, request: CropRequest): string {
  const document = open(sample);
  const { rope, ...result } = cropPdf(document, request);
  return `${croppedFacts(result)}\n${written(rope, document, sample)}`;
}

const MIDDLE = { x: 40, y: 30, width: 90, height: 50 };
const areaOf = ({ area = MIDDLE }: Sample) => area;
const MOST = { x: 1, y: 1, width: 160, height: 96 };
const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 };
const INFORMATION = { title: "Ein Titel — 題", producer: "Quire" };

const wholly = (document: PdfDocument) => pageSet([{ first: 0, last: document.pageCount - 1 }]);

/** What a user can ask of a document, by what the tables call it. */
export const OPERATIONS = {
  read,
  inspect: inspected,
  painted: (sample) => painted(open(sample)),
  stroked: (sample) => stroked(open(sample)),
  crop: (sample) => cropped(sample, { definitions: [{ page: 1, area: areaOf(sample) }], all: true }),
  "own space": (sample) =>
    cropped(sample, { definitions: [{ page: 1, area: areaOf(sample) }], coordinates: "userspace" }),
  margins: (sample) => {
    const document = open(sample);
    const ink = { threshold: DEFAULT_THRESHOLD, specks: 1.5 };
    const margin = { top: 3, right: 2, bottom: 1, left: 4 };
    const each = autoCrop(document, wholly(document), { ...ink, margin, uniform: "none", ignore: 0, keepSize: false });
    const alike = { ...ink, specks: 0, threshold: 100, margin: NO_MARGIN, ignore: 1, keepSize: true };
    return told([each, autoCrop(document, wholly(document), { ...alike, uniform: "oddEven" })]);
  },
  "each page": (sample) => split(sample, () => ({ every: 1 })),
  "last pages first": (sample) =>
    split(sample, ({ pageCount }) => {
      const last = Math.max(0, pageCount - 2);
      const runs = [{ first: last, last: pageCount - 1 }];
      return { parts: [pageSet(last > 0 ? [...runs, { first: 0, last: 0 }] : runs)] };
    }),
  bookmarks: (sample) => split(sample, () => ({ outlineLevel: 1 })),
  "bookmarks inside": (sample) => split(sample, () => ({ outlineLevel: 2 })),
  "by size": (sample) => split(sample, () => ({ partBytes: 1500 })),
  merge: (sample) => {
    const document = open(sample);
    const parts = [
      { document, title: "One" },
      { document: open(sample), title: "Two", overlays: () => [{ document, page: 0, layer: "over" as const }] },
    ];
    return canonical(mergePdfs(parts, { tagged: true, outline: true }).toBytes());
  },
  "merge alone": (sample) => {
    const parts = [{ document: open(sample), title: "Only" }];
    return canonical(mergePdfs(parts, { information: INFORMATION, tagged: false, outline: true }).toBytes());
  },
  repack: (sample) => {
    const document = open(sample);
    const { rope, repacked } = finishPdf(document, INFORMATION, { tagged: false });
    return `${repacked} ${written(rope, document, sample)}`;
  },
  judged: (sample) => judged(open(sample)),
  verified: (sample) => verified(sample.file, open(sample)),
  remove: (sample) => removed(sample, { definitions: [{ page: 1, area: areaOf(sample) }], document: "keep" }),
  "remove nothing": (sample) => removed(sample, { definitions: [] }),
  "remove little": (sample) => removed(sample, { definitions: [{ page: 1, area: MOST }], all: true, document: "keep" }),
  "remove all": (sample) =>
    removed(sample, {
      definitions: [{ page: 1, area: areaOf(sample) }],
      all: true,
      edge: "remove",
      onUnremovable: "drop",
      document: "clear",
    }),
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

function misfitText({ kind, ...facts }: MisfitProblem["misfit"]): string {
  return [kind, ...Object.entries(facts).map(([name, value]) => `${name} ${told(value)}`)].join(", ");
}

/** A digest of what comes out, or the refusal's words. Any other error is a fault of ours, which a table must not hold. */
function outcome(sample: Sample, operation: Operation): string {
  try {
    return digest(operation(sample));
  } catch (error) {
    if (error instanceof MisfitProblem) return `(${misfitText(error.misfit)})`;
    if (error instanceof PdfProblem) return `(${error.kind}: ${error.message})`;
    throw new Error(`${sample.name} ends in an error of ours`, { cause: error });
  }
}

/** A line for each sample: what comes out of each operation, once where it is the same for all. */
export function table(samples: Iterable<Sample>, operations: readonly OperationName[]): string[] {
  const lines = [`${operations.join(", ")}`, ""];
  for (const sample of samples) {
    const came = operations.map((name) => outcome(sample, OPERATIONS[name]));
    const all = new Set(came).size === 1 ? came.slice(0, 1) : came;
    lines.push(`${sample.name}: ${all.join(" ")}`);
  }
  return lines;
}

/** The same for damaged documents, with one digest of everything that comes out of each. */
export function briefTable(samples: Iterable<Sample>, operations: readonly OperationName[]): string[] {
  const lines = [`${operations.join(", ")}`, ""];
  for (const sample of samples) {
    const came = operations.map((name) => outcome(sample, OPERATIONS[name]));
    const all = new Set(came).size === 1 ? came[0] : digest(came.join("\n"));
    lines.push(`${sample.name}: ${all}`);
  }
  return lines;
}
