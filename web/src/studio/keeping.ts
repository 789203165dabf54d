import { batch, effect, signal } from "@preact/signals";
import * as crop from "./crop/state.ts";
import { askBeforeReplacing, opened, openFile } from "./document/opened.ts";
import { type Draft, forget, keep, latest, ownParts, takeOver } from "./drafts.ts";
import * as html from "./html/state.ts";
import * as images from "./images/state.ts";
import * as organize from "./organize/state.ts";
import * as redact from "./redact/state.ts";
import type { ToolName } from "./share.ts";
import * as split from "./split/state.ts";
import type { Values, Work } from "./work.ts";

/** Whoever checks a receipt makes nothing. */
export const WORKS: Readonly<Partial<Record<ToolName, Work>>> = {
  crop: crop.work,
  split: split.work,
  redact: redact.work,
  organize: organize.work,
  images: images.work,
  html: html.work,
};

/** Those that work on the document that is open. */
const OF_PDF = ["crop", "split", "redact", "organize"] as const;

const PAUSE_MS = 400;

/** Work of an earlier visit that can be continued. */
export const earlier = signal<(Draft & { id: string }) | undefined>(undefined);

/** What is worth keeping now, by part. */
function parts(): Record<string, Values | undefined> {
  const document = opened.value;
  const hasFile = document?.source instanceof File;
  return {
    document: hasFile ? { source: document.source } : undefined,
    crop: hasFile ? crop.work.values.value : undefined,
    split: hasFile ? split.work.values.value : undefined,
    redact: hasFile ? redact.work.values.value : undefined,
    organize: hasFile ? organize.work.values.value : undefined,
    images: images.pictures.value.length > 0 ? images.work.values.value : undefined,
    html: html.work.canUndo.value ? html.work.values.value : undefined,
  };
}

function nameOf(tool: ToolName): string {
  if (tool === "images") return `${images.pictures.value.length} images`;
  return tool === "html" ? "your text" : (opened.value?.name ?? "");
}

/** What is kept. */
let before: Record<string, Values | undefined> = {};

/** Keeps what is done as it is done, and asks once before what is unfinished is left. */
export function startKeeping(current: () => ToolName): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** One after the other: what is still being kept would outlive the forgetting that follows. */
  let saving = Promise.resolve();
  const save = async () => {
    const now = parts();
    const known = before;
    before = now;
    const all = Object.entries(now);
    if (all.every(([, values]) => values === undefined)) {
      if (Object.values(known).some((values) => values !== undefined)) await forget();
      return;
    }
    const shown = current();
    // Where a receipt is checked, nothing is left to continue.
    const tool = shown === "receipt" ? "redact" : shown;
    for (const [part, values] of all) {
      if (values !== known[part]) await keep({ tool, name: nameOf(tool), at: Date.now() }, part, values);
    }
  };
  effect(() => {
    parts();
    current();
    clearTimeout(timer);
    timer = setTimeout(() => {
      saving = saving.then(save, save);
    }, PAUSE_MS);
  });
  const unfinished = () => Object.values(WORKS).some((work) => work.isUnfinished.value);
  askBeforeReplacing(() => OF_PDF.some((name) => WORKS[name]?.isUnfinished.value));
  let asked = false;
  addEventListener("beforeunload", (event) => {
    if (asked || !unfinished()) return;
    asked = true;
    event.preventDefault();
  });
}

/** Shows again what this tab showed before a reload. */
export async function restoreOwn(): Promise<void> {
  const kept = await ownParts();
  if (!kept) {
    earlier.value = await latest();
    return;
  }
  batch(() => {
    if (kept.images) images.restore(kept.images);
    if (kept.html) html.work.restore(kept.html);
  });
  const source = kept.document?.source;
  if (source instanceof File) {
    for (const name of OF_PDF) {
      const values = kept[name];
      if (values) WORKS[name]?.keepFor(source, values);
    }
    await openFile(source);
  }
  // It may be closed before anything is kept again, and is then forgotten.
  before = parts();
}

export function continueEarlier({ id, tool }: Draft & { id: string }): void {
  takeOver(id);
  earlier.value = undefined;
  location.hash = tool;
  void restoreOwn();
}
