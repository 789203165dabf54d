import { batch } from "@preact/signals";
import type { CallOptions, RedactPdfRequest } from "../../../../client/src/index.ts";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import type { Described } from "../calls.ts";
import { describedSource, passwordOf, sourceOf, whereItIs } from "../crop/request.ts";
import { opened } from "../document/opened.ts";
import { type Maker, madeHere } from "../engine/here.ts";
import { problem, run } from "../job.ts";
import { linkFrom, tooLarge } from "../parts/copy-link.tsx";
import { finishingField } from "../parts/finishing.ts";
import { openMade } from "../parts/made.ts";
import { elsewhereIn, findingsIn, keyOf, planOf, type Rule } from "./plan.ts";
import { hashedOf, notRead, reportOf } from "./report.ts";
import * as state from "./state.ts";

type Fields = Omit<RedactPdfRequest, "file" | "url">;

/** Default values are left out. */
function settings(): Fields {
  const { fields } = state.plan.value;
  const label = state.label.value.trim();
  const bar = { color: state.colour.value, ...(label === "" ? {} : { label }) };
  const isUsual = state.mark.value === "bar" && label === "" && state.colour.value === "#000000";
  const mark = state.mark.value === "none" ? "none" : bar;
  return {
    ...fields,
    ...(isUsual ? {} : { mark }),
    ...(state.gap.value === "box" ? {} : { gap: state.gap.value }),
    ...(state.goesOnUnsearched.value ? { onUnreadable: "report" as const } : {}),
    ...(state.onUnremovable.value === "refuse" ? {} : { onUnremovable: state.onUnremovable.value }),
    ...state.finishing.fieldsOfPdf(),
    ...passwordOf(opened.value),
  };
}

export function described(): Described | undefined {
  const document = opened.value;
  if (!document || Object.keys(state.plan.value.fields).length === 0) return undefined;
  const { files, fields } = describedSource(document);
  return { path: "/v1/pdf/redact", files, fields: { ...fields, ...settings() } };
}

const FIELDS: Record<string, string> = { text: "text", mark: "label", onUnreadable: "unsearched" };
const fieldOf = (field: string) => FIELDS[field.replace(/[[.].*$/, "")] ?? finishingField(field);

/** The same for other documents: places of this one are none of theirs, and nobody has looked at their pages. */
export function ofOthers({ fields }: Described): Record<string, unknown> {
  const { url: _url, only: _only, except: _except, onUnreadable: _unreadable, ...others } = fields;
  return others;
}

/** Looks for what the rules name, and makes nothing. Says whether it was done. */
export async function find(rules: readonly Rule[]): Promise<boolean> {
  const document = opened.value;
  if (!document) return false;
  const { fields } = planOf(
    rules,
    () => [],
    () => true,
    new Map(),
  );
  const asked = { ...sourceOf(document), ...fields, ...passwordOf(document), dryRun: true } as RedactPdfRequest;
  let isDone = false;
  await whereItIs(document)({
    working: "Searching",
    of: document.pdf.numPages,
    send: (by: Maker, options: CallOptions) => by.redact(asked, options),
    async receive(answer) {
      if (opened.value !== document) return;
      const found = findingsIn(rules, answer);
      batch(() => {
        state.found.value = new Map([...state.found.value, ...found]);
        state.foundElsewhere.value = new Map([...state.foundElsewhere.value, ...elsewhereIn(rules, answer)]);
        if (fields.text || fields.patterns) state.coverage.value = answer.coverage;
      });
      const all = [...found.values()].flat();
      const pages = new Set(all.map(({ page }) => page)).size;
      const unread = fields.text || fields.patterns ? notRead(answer.coverage) : [];
      const what = all.length === 0 ? "Nothing was found." : `${all.length} found on ${plural(pages, "page")}.`;
      announce([...unread, what].join(" "));
      isDone = true;
    },
    fieldOf,
  });
  return isDone;
}

/** Looks for one thing more, and shows the first place where it is. */
export async function findMore(rule: Rule): Promise<boolean> {
  const key = keyOf(rule);
  if (state.rules.value.some((known) => keyOf(known) === key)) return true;
  if (!state.found.value.has(key) && !(await find([rule]))) return false;
  state.addRule(rule);
  const first = state.findings.value.find((finding) => finding.rule === key);
  if (first) state.show(first);
  return true;
}

/** What goes, in words: texts that were found, and boxes that were drawn. */
export function whatGoes(): string {
  const counts = [
    ...(state.ticked.value > 0 ? [plural(state.ticked.value, "text")] : []),
    ...(state.boxCount.value > 0 ? [plural(state.boxCount.value, "box", "boxes")] : []),
    ...(state.ticked.value === 0 && state.elsewhere.value > 0
      ? [`${plural(state.elsewhere.value, "text")} outside the pages`]
      : []),
  ];
  return counts.join(" and ");
}

export async function redact(): Promise<void> {
  const document = opened.value;
  const call = described();
  if (!document || !call || !state.finishing.isReady()) return;
  const what = whatGoes();
  const request = { ...sourceOf(document), ...settings() } as RedactPdfRequest;
  const send = (by: Maker, options: CallOptions) => by.redact(request, options);
  await whereItIs(document)({
    working: what === "" ? "Redacting" : `Cutting ${what}`,
    of: document.pdf.numPages,
    send,
    receive: (answer, signal) => receive(answer, signal, { call, what, again: linkFrom(document.source, send) }),
    fieldOf,
  });
}

/** The service signs only what it has made itself, so the file goes up, and its result takes the place of this one. */
export async function haveSigned(): Promise<void> {
  const document = opened.value;
  const before = state.result.value;
  if (!document || !before) return;
  const fault = tooLarge(document.source);
  if (fault !== undefined) {
    problem.value = fault;
    return;
  }
  const { call } = before.made;
  const { url: _, ...fields } = call.fields;
  const request = { ...sourceOf(document), ...fields, receipt: true } as RedactPdfRequest;
  await run({
    working: "Making and signing",
    send: (quire, options) => quire.redact(request, options),
    receive: (answer, signal) => receive(answer, signal, { call, what: before.what, again: undefined }),
  });
  if (state.result.value !== before) void before.made.pdf.loadingTask.destroy();
}

async function receive(
  answer: Awaited<ReturnType<Maker["redact"]>>,
  signal: AbortSignal,
  { call, what, again }: { call: Described; what: string; again: ReturnType<typeof linkFrom> },
): Promise<void> {
  const document = opened.value;
  if (!document) return;
  const { notes, warnings = [], redaction } = answer;
  const { statements = [] } = redaction ?? {};
  const title = what === "" ? "Nothing was cut" : `${what} cut`;
  const cut = [...answer.areas, ...answer.findings].map(({ pageNumber }) => pageNumber);
  const made = await openMade(
    answer,
    {
      title,
      // The report says the rest.
      notes: [
        ...notes.filter((note) => !statements.includes(note) && !/^Left out: |^\d+ of \d+ pages /.test(note)),
        ...warnings,
      ],
      page: cut.includes(state.page.value) ? state.page.value : cut.reduce((a, b) => Math.min(a, b), cut[0] ?? 1),
      call,
      password: state.finishing.passwordOf(document.password),
      again,
    },
    signal,
  );
  const { source } = document;
  const input = await hashedOf(source instanceof File ? source : undefined);
  const report = reportOf(answer, input, await hashedOf(madeHere(made.url)));
  batch(() => {
    state.result.value = { made, answer, what, report };
    state.work.finish();
  });
  announce(title);
}
