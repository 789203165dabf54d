import { batch, signal } from "@preact/signals";
import { type Quire, QuireError } from "../../../client/src/index.ts";
import { announce } from "../dom.ts";
import { client, keyPanelOpen, keyProblem } from "./access.ts";
import { type HereOptions, here, type Maker } from "./engine/here.ts";
import { forPeople } from "./messages.ts";

export type Phase =
  | { name: "sending"; sent: number; total: number }
  | { name: "working"; what: string; at?: string | undefined; of?: number | undefined }
  | { name: "receiving"; what: string };

/** The job that is running; there is only one at a time. */
export const phase = signal<Phase | undefined>(undefined);
/** The last error that concerns no single field. */
export const problem = signal<string | undefined>(undefined);
/** Errors by field. */
export const fieldProblems = signal<Readonly<Record<string, string>>>({});

let abort: AbortController | undefined;

export function cancel(): void {
  abort?.abort();
}

export function clearProblems(): void {
  batch(() => {
    problem.value = undefined;
    fieldProblems.value = {};
  });
}

/** Clears the error of a field that was corrected. */
export function mended(field: string): void {
  if (fieldProblems.value[field] === undefined) return;
  const { [field]: _, ...rest } = fieldProblems.value;
  fieldProblems.value = rest;
}

interface Job<By, Answer> {
  working: string;
  /** The pages of the document: of long work it is shown how many are done. */
  of?: number;
  send: (by: By, call: HereOptions) => Promise<Answer>;
  /** Fetches what is shown of the answer; then the job is done. */
  receive?: (answer: Answer, signal: AbortSignal) => Promise<void>;
  /** The field of the form that a field of the request belongs to. */
  fieldOf?: (field: string) => string | undefined;
}

/** Runs one job of the service: the upload, the work, and fetching the result. All of it can be cancelled. */
export async function run<Answer>(job: Job<Quire, Answer>): Promise<void> {
  if (phase.value) return;
  clearProblems();
  const quire = await client();
  if (quire) await perform(quire, job, "Starting", "Fetching the result");
}

/** The same for work on this machine: nothing is sent, so no key is asked for. */
export async function runHere<Answer>(job: Job<Maker, Answer>): Promise<void> {
  if (phase.value) return;
  clearProblems();
  await perform(here, job, job.working, "Opening the result");
}

async function perform<By, Answer>(by: By, job: Job<By, Answer>, starting: string, receiving: string): Promise<void> {
  abort = new AbortController();
  const { signal: aborted } = abort;
  phase.value = { name: "working", what: starting };
  try {
    const answer = await job.send(by, {
      signal: aborted,
      onUploadProgress({ sent, total }) {
        phase.value = sent < total ? { name: "sending", sent, total } : { name: "working", what: job.working };
      },
      isAt(at) {
        if (!aborted.aborted) phase.value = { name: "working", what: job.working, at, of: job.of };
      },
    });
    aborted.throwIfAborted();
    phase.value = { name: "receiving", what: receiving };
    await job.receive?.(answer, aborted);
    aborted.throwIfAborted();
  } catch (error) {
    if (aborted.aborted) announce("Cancelled.");
    else fail(error, job.fieldOf);
  } finally {
    phase.value = undefined;
  }
}

function fail(error: unknown, fieldOf?: (field: string) => string | undefined): void {
  const message = forPeople(error);
  const byField = error instanceof QuireError ? problemsByField(error, fieldOf) : {};
  if (error instanceof QuireError && error.code === "AUTHENTICATION_REQUIRED") {
    keyProblem.value = message;
    keyPanelOpen.value = true;
    announce(message);
  } else if (Object.keys(byField).length > 0) {
    fieldProblems.value = byField;
    announce(Object.values(byField).join(" "));
  } else problem.value = message;
}

/** What is wrong beside each field of the form; nothing where the first fault has none. */
export function problemsByField(
  error: QuireError,
  fieldOf?: (field: string) => string | undefined,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { field, message } of [error, ...error.otherFields]) {
    const own = field === undefined ? undefined : fieldOf?.(field);
    if (own === undefined && field === error.field) return {};
    if (own === undefined) continue;
    problems[own] ??= forPeople(new QuireError(error.status, { ...error.details, field, message }, error.retryAfter));
  }
  return problems;
}
