import { batch } from "@preact/signals";
import { type HtmlToPdfRequest, QuireError } from "../../../../client/src/index.ts";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import { client, standing } from "../access.ts";
import type { Described } from "../calls.ts";
import { openPdf } from "../document/viewer.ts";
import { phase, run } from "../job.ts";
import { forPeople } from "../messages.ts";
import { openMade } from "../parts/result.tsx";
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

export async function print(): Promise<void> {
  const call = described();
  if (!call) return;
  await run({
    working: "Printing",
    send: (quire, options) => quire.htmlToPdf(request(), options),
    async receive(answer, signal) {
      const title = `${plural(answer.pageCount, "page")} printed`;
      const notes = answer.warnings ?? [];
      state.result.value = await openMade(answer, { title, notes, page: 1, call, bytes: answer.outputSize }, signal);
      announce(title);
    },
    fieldOf: (field) => field.replace(/[[.].*$/, ""),
  });
}

const QUIET_MS = 400;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** Prints again when typing pauses. More typing cancels a preview that is still being printed. */
export function schedulePreview(wait = QUIET_MS): void {
  clearTimeout(timer);
  running?.abort();
  if (state.kind.value === "url" || state.kind.value === "file") return;
  timer = setTimeout(() => void showPreview(), wait);
}

export function stopPreview(): void {
  clearTimeout(timer);
  running?.abort();
}

async function showPreview(): Promise<void> {
  if (phase.value || state.sourceFault.value !== undefined || standing.value === "none") return;
  const mine = new AbortController();
  running = mine;
  state.previewing.value = true;
  try {
    const quire = await client();
    if (!quire) return;
    const { blob } = await quire.htmlToPdf(request(), { format: "binary", signal: mine.signal });
    const pdf = await openPdf(blob, { signal: mine.signal });
    const before = state.preview.value;
    batch(() => {
      state.preview.value = pdf;
      state.previewProblem.value = undefined;
    });
    void before?.loadingTask.destroy();
  } catch (error) {
    if (mine.signal.aborted) return;
    const rests = error instanceof QuireError && error.code === "RATE_LIMITED";
    state.previewProblem.value = rests ? "The preview is paused for a while. Your text is safe." : forPeople(error);
  } finally {
    if (running === mine) state.previewing.value = false;
  }
}
