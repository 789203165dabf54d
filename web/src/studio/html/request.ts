import { batch } from "@preact/signals";
import { type HtmlToPdfRequest, QuireError } from "../../../../client/src/index.ts";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import { client, key, standing } from "../access.ts";
import type { Described } from "../calls.ts";
import { openPdf } from "../document/viewer.ts";
import { fieldProblems, phase, problemsByField, run } from "../job.ts";
import { forPeople, whenIn } from "../messages.ts";
import { openMade } from "../parts/made.ts";
import { OPTIONS } from "./options.ts";
import * as state from "./state.ts";

function request(): HtmlToPdfRequest {
  return {
    ...state.fields.value,
    ...(state.kind.value === "file" ? { file: [...state.files.value] } : {}),
    ...(state.assets.value.length > 0 && state.kind.value !== "url" ? { assets: [...state.assets.value] } : {}),
  } as HtmlToPdfRequest;
}

export function described(): Described | undefined {
  if (state.sourceFault.value !== undefined) return undefined;
  const { file = [], assets = [] } = request() as { file?: File[]; assets?: File[] };
  const files = {
    ...(file.length > 0 ? { file: file.map(({ name }) => name) } : {}),
    ...(assets.length > 0 ? { assets: assets.map(({ name }) => name) } : {}),
  };
  return { path: "/v1/convert/html-to-pdf", files, fields: state.fields.value };
}

/** The field of the form, if it is shown. */
function fieldOf(field: string): string | undefined {
  const name = field.replace(/[[.].*$/, "");
  const isShown = /^urls?$/.test(name) ? state.source.value === "url" : OPTIONS.some((option) => option.name === name);
  return isShown ? name : undefined;
}

export async function print(): Promise<void> {
  const call = described();
  if (!call) return;
  await run({
    working: "Printing",
    send: (quire, options) => quire.htmlToPdf(request(), options),
    async receive(answer, signal) {
      const title = `${plural(answer.pageCount, "page")} printed`;
      const notes = answer.warnings ?? [];
      state.result.value = await openMade(answer, { title, notes, page: 1, call, again: undefined }, signal);
      state.work.finish();
      announce(title);
    },
    fieldOf,
  });
}

const QUIET_MS = 400;
/** The least time between two previews. */
const GAP_MS = 2_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;
/** What the preview shows, when it was asked for, and until when none is. */
let shown: { request: string; assets: readonly File[] } | undefined;
let begunAt = Number.NEGATIVE_INFINITY;
/** Since when there is something that no preview was asked for. */
let changedAt: number | undefined;
let paused = { until: 0, key: "" };

/**
 * Prints again when typing pauses, or has gone on for a while. A preview that is being printed is finished first, and
 * then the latest text is printed: somebody who types on sees it too.
 */
export function schedulePreview(): void {
  clearTimeout(timer);
  if (state.kind.value === "url" || state.kind.value === "file") {
    stopPreview();
    return;
  }
  const now = performance.now();
  changedAt ??= now;
  if (running) return;
  // Another key has a quota of its own.
  const pause = paused.key === key.value ? paused.until - Date.now() : 0;
  const quiet = Math.min(QUIET_MS, changedAt + GAP_MS - now);
  timer = setTimeout(() => void showPreview(), Math.max(quiet, begunAt + GAP_MS - now, pause));
}

export function stopPreview(): void {
  clearTimeout(timer);
  changedAt = undefined;
  running?.abort();
}

async function showPreview(): Promise<void> {
  changedAt = undefined;
  if (phase.value || state.sourceFault.value !== undefined || standing.value === "none") return;
  const asked = { request: JSON.stringify(state.fields.value), assets: state.assets.value };
  if (state.preview.value && shown?.request === asked.request && shown.assets === asked.assets) return;
  const mine = new AbortController();
  running = mine;
  begunAt = performance.now();
  state.previewing.value = true;
  try {
    const quire = await client("preview");
    if (!quire) return;
    const { blob } = await quire.htmlToPdf(request(), { format: "binary", signal: mine.signal });
    const pdf = await openPdf(blob, { signal: mine.signal });
    const before = state.preview.value;
    shown = asked;
    batch(() => {
      state.preview.value = pdf;
      state.previewProblem.value = undefined;
    });
    void before?.loadingTask.destroy();
  } catch (error) {
    if (mine.signal.aborted) return;
    const byField = error instanceof QuireError ? problemsByField(error, fieldOf) : {};
    const isOfField = Object.keys(byField).length > 0;
    batch(() => {
      if (isOfField) fieldProblems.value = byField;
      state.previewProblem.value = isOfField ? undefined : (pauseOf(error) ?? forPeople(error));
    });
  } finally {
    running = undefined;
    state.previewing.value = false;
    if (changedAt !== undefined) schedulePreview();
  }
}

/** The preview rests until the service takes more. What was typed stays, and can be printed all the same. */
function pauseOf(error: unknown): string | undefined {
  if (!(error instanceof QuireError) || error.code !== "RATE_LIMITED") return undefined;
  const seconds = error.retryAfter ?? 60;
  paused = { until: Date.now() + seconds * 1000, key: key.value };
  if (seconds < 120) schedulePreview();
  return `The preview pauses. Try again ${whenIn(seconds)}, or enter a key. Your text is kept.`;
}
