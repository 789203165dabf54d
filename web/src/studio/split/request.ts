import { batch } from "@preact/signals";
import type { CallOptions, SplitPdfRequest } from "../../../../client/src/index.ts";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import type { Described } from "../calls.ts";
import { describedSource, passwordOf, sourceOf, whereItIs } from "../crop/request.ts";
import { opened } from "../document/opened.ts";
import { linesOf, type Part } from "../document/parts.ts";
import { type Maker, measured } from "../engine/here.ts";
import { Latest } from "../engine/latest.ts";
import { linkFrom } from "../parts/copy-link.tsx";
import { finishingField } from "../parts/finishing.ts";
import { pagesInView } from "./pages.tsx";
import { planOf } from "./plan.ts";
import * as state from "./state.ts";

function attachedFiles(): Pick<SplitPdfRequest, "attachments"> {
  const { value } = state.attachments;
  return state.hasAttachments.value && value !== "drop" ? { attachments: value } : {};
}

function settings(): Omit<SplitPdfRequest, "file" | "url"> {
  const pattern = state.pattern.value.trim();
  const common = {
    ...(pattern === "" ? {} : { fileNamePattern: pattern }),
    ...(state.fileNames.value.length === 0 ? {} : { fileNames: state.fileNames.value }),
    ...attachedFiles(),
    ...state.finishing.fieldsOfPdf(),
    ...passwordOf(opened.value),
  };
  switch (state.way.value) {
    case "cuts":
      return { splitMode: "ranges", ranges: linesOf(state.rangesText.value), ...common };
    case "every":
      return { splitMode: "ranges", every: Number(state.every.value), ...common };
    case "bookmarks":
      return { splitMode: "ranges", bookmarkLevel: Number(state.level.value), ...common };
    case "text":
    case "blank":
      return { splitMode: "ranges", ...state.rule.value, ...common };
    case "size":
      return { splitMode: "ranges", maxSize: state.sizeInBytes() ?? 0, ...common };
    default:
      return {
        splitMode: "individual",
        pageNumbers: state.parts.value.map(({ pages }) => pages[0] as number),
        ...common,
      };
  }
}

export function described(): Described | undefined {
  const document = opened.value;
  if (!document) return undefined;
  const { files, fields } = describedSource(document);
  return { path: "/v1/pdf/split", files, fields: { ...fields, ...settings() } };
}

/** Fields of the request by the field of the form that holds them. */
const FIELDS: Record<string, string> = {
  ranges: "ranges",
  every: "every",
  bookmarkLevel: "level",
  maxSize: "size",
  text: "text",
  blankPages: "blank",
  fileNamePattern: "pattern",
};

const fieldOf = (field: string) => FIELDS[field.replace(/[[.].*$/, "")] ?? finishingField(field);

/** Finds where the rule divides the document, and makes nothing. */
export async function findPlaces(): Promise<void> {
  const document = opened.value;
  const rule = state.rule.value;
  if (!document || !rule) return;
  const asked = { ...sourceOf(document), splitMode: "ranges", ...rule, ...passwordOf(document), dryRun: true };
  await whereItIs(document)({
    working: "Looking for the places",
    of: document.pdf.numPages,
    send: (by: Maker, options: CallOptions) => by.split(asked as SplitPdfRequest, options),
    async receive(answer) {
      const { parts = [] } = answer;
      state.plan.value = planOf(JSON.stringify(rule), answer, document.pdf.numPages);
      announce(`${plural(parts.length, "file")} would be made.`);
    },
    fieldOf,
  });
}

const measuring = new Latest();
/** What this machine measures at once, where no part in view is to be waited for. */
const FEW = 20;

/** Finds how large the parts are as they are divided now. It tells nothing where that fails: the split itself will. */
export function measureParts(): void {
  const document = opened.value;
  const division = state.division.value;
  if (!(document?.source instanceof File) || !division) return;
  const common = { file: document.source, splitMode: "ranges", ...attachedFiles(), ...passwordOf(document) } as const;
  measuring.run(async (over) => {
    for (const asked of asksFor(division)) {
      const found = await measured({ ...common, ...asked }, over).catch(() => undefined);
      if (!found || opened.value !== document) return;
      // The answer names pages in its own way.
      const named = found.map(({ pages, size }, index) => [asked.ranges?.[index] ?? pages, size] as const);
      batch(() => {
        state.sizes.value = new Map([...state.sizes.value, ...named]);
        if (asked.maxSize === undefined) return;
        state.partsWithin.value = { maxSize: asked.maxSize, ranges: found.map(({ pages }) => pages) };
      });
    }
  });
}

/** What is not known yet: first of the parts that end in view, where their sizes are shown, then of the others. */
function* asksFor({ maxSize }: Partial<SplitPdfRequest>): Generator<Pick<SplitPdfRequest, "ranges" | "maxSize">> {
  if (maxSize !== undefined) {
    if (state.partsWithin.value?.maxSize !== maxSize) yield { maxSize };
    return;
  }
  const unknown = state.parts.value.filter(({ text }) => !state.sizes.value.has(text));
  const shown = unknown.length > FEW ? pagesInView() : new Set<number>();
  const isShown = ({ pages }: Part) => shown.has(pages.at(-1) ?? 0);
  for (const some of [unknown.filter(isShown), unknown.filter((part) => !isShown(part))]) {
    if (some.length > 0) yield { ranges: some.map(({ text }) => text) };
  }
}

export async function split(): Promise<void> {
  const document = opened.value;
  const call = described();
  if (!document || !call || !state.finishing.isReady()) return;
  const request = { ...sourceOf(document), ...settings() } as SplitPdfRequest;
  const send = (by: Maker, options: CallOptions) => by.split(request, options);
  await whereItIs(document)({
    working: state.isUnmeasured.value ? "Making files" : `Making ${plural(state.parts.value.length, "file")}`,
    of: document.pdf.numPages,
    send,
    async receive(answer) {
      state.result.value = { answer, call, again: linkFrom(document.source, send) };
      state.work.finish();
      announce(`${plural(answer.files.length, "file")} made.`);
    },
    fieldOf,
  });
}
