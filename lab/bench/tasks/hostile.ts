import { Work } from "../../../src/meter/work.ts";
import { hostilePdfs } from "../../../test/fixtures/hostile/pdfs.ts";
import { tinyPdf } from "../../../test/fixtures/pdf.ts";
import { runPdf } from "../../../test/support/pdf-operations.ts";
import { peakMb, resetPeak, residentMb } from "../../../test/support/process-memory.ts";
import { serveTasks } from "./serve.ts";

/** Does what one hostile file asks for, in a process that is warm and has done nothing else. */
function hostile(name: string): { ms: number; bytesOut: number; note: string } {
  const found = hostilePdfs.find((one) => one.name === name);
  if (!found) throw new Error(`no hostile file ${name}`);
  runPdf(found.operation, tinyPdf(2), new Work());
  const file = Uint8Array.from(found.make());
  globalThis.gc?.();
  const work = new Work(file.length);
  const before = residentMb(process.pid);
  resetPeak(process.pid);
  const start = process.threadCpuUsage();
  const outcome = outcomeOf(() => runPdf(found.operation, file, work));
  const { user, system } = process.threadCpuUsage(start);
  const grown = peakMb(process.pid) - before;
  const note = JSON.stringify({ outcome, grown, size: file.length, steps: Math.round(work.used.steps) });
  return { ms: (user + system) / 1000, bytesOut: work.used.output, note };
}

function outcomeOf(run: () => unknown): string {
  try {
    run();
    return "answered";
  } catch (error) {
    const { name, kind } = error as { name: string; kind?: string };
    return name === "WorkProblem" || name === "PdfProblem" ? `refused: ${kind}` : `FAILED: ${name}`;
  }
}

serveTasks({ hostile });
