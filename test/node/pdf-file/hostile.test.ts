import { describe, expect, it, vi } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { WORK_LIMITS } from "../../../src/meter/work-limits.ts";
import { checkInTurns } from "../../../src/pdf-conformance/check.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { redactInTurns } from "../../../src/redact/redact.ts";
import { hostilePdfs } from "../../fixtures/hostile/pdfs.ts";
import { runPdf } from "../../support/pdf-operations.ts";
import { isUnseen, unseen } from "../../support/score.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Of a small file that asks for much, the first part is enough to see that all is charged. */
const STEPS = 30_000;
const MIB = 1 << 20;

describe("a small file that asks for much", () => {
  it.each(hostilePdfs)(
    "is answered or refused by the meter, and by nothing else: $name",
    async ({ operation, make }) => {
      const file = make();
      expect(file.length).toBeLessThan(1.3 * MIB);
      const work = new Work(file.length, { steps: STEPS, stepsPerMebibyte: 0 });
      const start = process.threadCpuUsage();
      const outcome = outcomeOf(() => runPdf(operation, file, work));
      const { user, system } = process.threadCpuUsage(start);
      const score = { ms: (user + system) / 1000, ratio: (user + system) / Math.max(STEPS, work.used.steps) };
      // What is slow once may be slow by chance: it is looked at again, with all that a request may do.
      if (isUnseen(score))
        expect(await unseen({ size: file.length, run: (own) => runPdf(operation, file, own) })).toBe("");
      expect([
        "answered",
        "steps",
        "memory",
        "output",
        "corrupt",
        "password",
        "budget",
        "request",
        "unremovable",
        "too many findings",
      ]).toContain(outcome);
      // What one charge covers is small, so that nothing goes on for long beyond what is allowed.
      expect(work.used.steps).toBeLessThan(10 * STEPS);
      expect(work.used.bytes).toBeLessThanOrEqual(2 * WORK_LIMITS.heldBytes);
    },
  );
});

/** These would keep others waiting if all pages, texts, tags or annotations were done at once. */
const LONG = [
  ...["groups", "properties", "sharedLooks", "sharedFields", "orders"].map((name) => `${name}, PDF/UA`),
  ...["gaps, redact", "lines, redact", "sharedStates, redact", "overLines, redact"],
  "annotations, redact areas",
];

const RULES = [{ contains: "a" }, { regex: "[ab]" }];
const AREAS = Array.from({ length: 10_000 }, (_, i) => ({
  page: 1,
  area: { x: i % 100, y: i / 200, width: 1, height: 1 },
}));

describe("long work on a small file", () => {
  const found = hostilePdfs.filter(({ name }) => LONG.some((end) => name.endsWith(`: ${end}`)));

  it.each(found)("lets others on the thread between its parts: $name", ({ operation, make }) => {
    const file = make();
    const work = new Work(file.length);
    const document = openPdf(file, { work });
    const turns =
      operation === "PDF/UA"
        ? checkInTurns(document, file, "pdfua-1")
        : redactInTurns(document, operation === "redact" ? { rules: RULES } : { areas: AREAS });
    const steps: number[] = [];
    const outcome = outcomeOf(() => {
      for (let isDone = false; !isDone; ) {
        const before = work.used.steps;
        work.beginTurn(true);
        while (!isDone && !work.isTurnOver) isDone = turns.next().done === true;
        steps.push(work.used.steps - before);
      }
    });
    expect(["answered", "steps", "memory", "request"]).toContain(outcome);
    expect(steps.length).toBeGreaterThan(5);
    expect(Math.max(...steps)).toBeLessThan(WORK_LIMITS.stepsAtOnce / 2);
  });
});

function outcomeOf(run: () => unknown): string {
  try {
    run();
    return "answered";
  } catch (error) {
    const { name, kind } = error as { name: string; kind?: string };
    return name === "WorkProblem" || name === "PdfProblem" ? (kind ?? name) : `${name}: ${(error as Error).stack}`;
  }
}
