import { readFileSync } from "node:fs";
import { markdownPage } from "../../../src/html/markdown/markdown.ts";
import { DEFAULT_OPTIONS, ImageDocument } from "../../../src/images/image-document.ts";
import { Work } from "../../../src/meter/work.ts";
import type { PdfOperation } from "../../../test/fixtures/hostile/pdfs.ts";
import { tinyPdf } from "../../../test/fixtures/pdf.ts";
import { runPdf } from "../../../test/support/pdf-operations.ts";
import { peakMb, resetPeak, residentMb } from "../../../test/support/process-memory.ts";
import { live } from "../../../test/support/score.ts";
import { serveTasks } from "./serve.ts";

const PDF_OPERATIONS: readonly PdfOperation[] = [
  ...(["crop", "auto", "remove", "split", "text split", "blank split"] as const),
  ...(["inspect", "PDF/A", "PDF/UA", "redact", "merge", "drop actions"] as const),
];

/** What the process had when it was warm. */
let baseline: number | undefined;

/**
 * Does all that takes such a file with one of them: the time of the dearest operation, and how much larger the process
 * is at most than when it was warm, with the garbage of an operation.
 */
async function wound(
  kind: "pdf" | "image" | "markdown",
  path: string,
): Promise<{ ms: number; bytesOut: number; note: string }> {
  const file = Uint8Array.from(readFileSync(path));
  const operations = kind === "pdf" ? PDF_OPERATIONS : [kind];
  if (baseline === undefined) for (const one of PDF_OPERATIONS) runPdf(one, tinyPdf(2), new Work());
  live();
  baseline ??= residentMb(process.pid);
  resetPeak(process.pid);
  let dearest = { ms: 0, operation: "", outcome: "" };
  const failures: string[] = [];
  for (const operation of operations) {
    live();
    const start = process.threadCpuUsage();
    const outcome = await outcomeOf(() => doing(operation, file.slice()));
    const { user, system } = process.threadCpuUsage(start);
    const ms = (user + system) / 1000;
    if (outcome.startsWith("FAILED")) failures.push(`${operation}: ${outcome}`);
    if (ms > dearest.ms) dearest = { ms, operation, outcome };
  }
  const note = JSON.stringify({ ...dearest, failures, grown: peakMb(process.pid) - baseline, size: file.length });
  return { ms: dearest.ms, bytesOut: 0, note };
}

function doing(operation: PdfOperation | "image" | "markdown", file: Uint8Array): unknown {
  const work = new Work(file.length);
  if (operation === "image") return new ImageDocument(work).add({ name: "a", bytes: file }, DEFAULT_OPTIONS);
  if (operation !== "markdown") return runPdf(operation, file, work);
  return markdownPage(new TextDecoder().decode(file), "markdown", { work });
}

async function outcomeOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return "answered";
  } catch (error) {
    const { name, kind, message } = error as { name: string; kind?: string; message: string };
    return /Problem$/.test(name) ? `refused: ${kind}` : `FAILED: ${name}: ${message.slice(0, 80)}`;
  }
}

serveTasks({ wound });
