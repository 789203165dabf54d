import { Buffer } from "node:buffer";
import type { CropResult } from "../../../src/crop/crop.ts";
import { loadDecoders } from "../../../src/pdf-content/images/decoders.ts";
import type { Damage, PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { MisfitProblem, PdfProblem } from "../../../src/pdf-file/pdf-problem.ts";
import type { Rope } from "../../../src/pdf-file/rope.ts";
import { removeOutside } from "../../../src/remove/index.ts";
import type { Sample } from "../../fixtures/samples/sample.ts";
import { canonical } from "./canonical.ts";
import { digest } from "./digest.ts";
import { judged, verified } from "./judged.ts";
import { painted } from "./painted.ts";

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

function open({ file, password }: Sample): PdfDocument {
  return openPdf(file, { password });
}

function written(rope: Rope, { file }: Sample): string {
  const bytes = rope.toBytes();
  const isAppended = bytes.length > file.length && Buffer.from(bytes.buffer, 0, file.length).equals(file);
  return canonical(bytes, isAppended ? file.length : 0);
}

function removed(sample: Sample, request: Parameters<typeof removeOutside>[1]): string {
  const document = open(sample);
  const { rope, ...result } = removeOutside(document, request);
  return `${croppedFacts(result)}\n${written(rope, sample)}`;
}

const MIDDLE = { x: 40, y: 30, width: 90, height: 50 };
const areaOf = ({ area = MIDDLE }: Sample) => area;
const MOST = { x: 1, y: 1, width: 160, height: 96 };
/** What a user can ask of a document, by what the tables call it. */
export const OPERATIONS = {
  painted: (sample) => painted(open(sample)),
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
