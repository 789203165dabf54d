import { batch, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { plural } from "../../format.ts";
import { foreignOf } from "../document/foreign.ts";
import { openNote } from "../document/opened.ts";
import type { PdfView } from "../document/viewer.ts";
import { fieldProblems } from "../job.ts";
import { WorkPanel } from "../parts/action-bar.tsx";
import { chosen, typed } from "../parts/bound.ts";
import { ChooseFiles } from "../parts/choose-files.tsx";
import { AreaField } from "../parts/fields.tsx";
import { useInnerSize } from "../parts/measure.ts";
import { PageCanvas } from "../parts/page-canvas.tsx";
import { A4, usePageSize } from "../parts/page-size.ts";
import { Result } from "../parts/result.tsx";
import { Segments } from "../parts/segments.tsx";
import { settings } from "../parts/settings.ts";
import { ShareRow } from "../parts/share-row.tsx";
import { OptionFields } from "./option-fields.tsx";
import { described, print, schedulePreview, stopPreview } from "./request.ts";
import * as state from "./state.ts";

/** The text of the editor, by kind. */
const TEXTS = { html: state.html, markdown: state.markdown, url: state.url };

const linked = settings({ ...TEXTS, source: state.source, options: state.values });

export function takeSettings(given: unknown): void {
  linked.take(given as Record<string, unknown>);
}

function settingsNow(): Record<string, unknown> {
  const options = state.withoutSecrets(state.values.value);
  const source = state.source.value;
  return { source, options, ...(source === "file" ? {} : { [source]: TEXTS[source].value }) };
}

export function take(files: File[]): void {
  const isDocument = ({ name }: File) => /\.(html?|md|markdown|gz)$/i.test(name);
  batch(() => {
    const documents = files.filter(isDocument);
    const foreign = files.flatMap(({ name }) => foreignOf(name) ?? []);
    const others = files.filter((file) => !isDocument(file) && foreignOf(file.name) === undefined);
    openNote.value = foreign[0];
    if (documents.length > 0) {
      state.files.value = documents;
      state.source.value = "file";
    }
    if (others.length > 0) state.assets.value = [...state.assets.value, ...others];
  });
}

const TYPED = "What you type is sent to the service as you type, for the preview. It is not kept there.";
/** What is sent, and when. */
const WHERE: Record<state.Source, string> = {
  html: TYPED,
  markdown: TYPED,
  url: "The service fetches the page when you press Print, and deletes the result after two hours.",
  file: "Your files are sent to the service when you press Print. The result is deleted after two hours.",
};

export function HtmlTool() {
  const made = state.result.value;
  if (made) return <Result made={made} kept={state.result} onward={["crop", "split", "redact", "organize"]} />;
  return <HtmlWork />;
}

/** On a phone one of three is shown. */
const VIEWS = [
  ["edit", "Edit"],
  ["preview", "Preview"],
  ["options", "Options"],
] as const;
const shown = signal<(typeof VIEWS)[number][0]>("edit");

function HtmlWork() {
  const request = state.fields.value;
  const assets = state.assets.value;
  useEffect(() => {
    // Another request may be taken: what was wrong with one field is often mended in another.
    fieldProblems.value = {};
    schedulePreview();
  }, [request, assets]);
  useEffect(() => stopPreview, []);
  const isLive = state.kind.value === "html" || state.kind.value === "markdown";
  const pages = isLive ? state.preview.value?.numPages : undefined;
  return (
    <section class={`workspace html-work shows-${shown.value}`}>
      <h1 class="visually-hidden">HTML to PDF</h1>
      <Segments label="Shown" class="of-phone" options={VIEWS} {...chosen(shown)} />
      <Editor />
      <div class="stage">
        <Preview isLive={isLive} />
      </div>
      <WorkPanel
        work={state.work}
        where={WHERE[state.kind.value]}
        why={state.whyNot.value}
        label={pages === undefined ? "Print" : `Print ${plural(pages, "page")}`}
        disabled={state.whyNot.value !== undefined}
        onRun={() => void print()}
      >
        <OptionFields />
        <ShareRow tool="html" call={described} onShare={settingsNow} />
      </WorkPanel>
    </section>
  );
}

const TABS: [state.Source, string][] = [
  ["html", "HTML"],
  ["markdown", "Markdown"],
  ["url", "Address"],
  ["file", "File"],
];

function Editor() {
  const source = state.source.value;
  const isText = source === "html" || source === "markdown";
  return (
    <div class={isText ? "editor" : "editor short"}>
      <Segments label="Source" options={TABS} {...chosen(state.source)} />
      {isText && (
        <textarea
          class="code-input"
          aria-label={source === "html" ? "HTML" : "Markdown"}
          spellcheck={false}
          value={TEXTS[source].value}
          onInput={(event) => {
            TEXTS[source].value = event.currentTarget.value;
          }}
        />
      )}
      {source === "url" && (
        <AreaField
          label="Address of a page"
          rows={3}
          placeholder="https://example.com/"
          hint="A public page. Several addresses, one per line, become one PDF."
          {...typed(state.url)}
          error={
            fieldProblems.value.url ??
            fieldProblems.value.urls ??
            (state.url.value.trim() === "" ? undefined : state.sourceFault.value)
          }
        />
      )}
      {source === "file" && (
        <Files
          label="Choose HTML or Markdown"
          accept=".html,.htm,.md,.gz"
          files={state.files.value}
          onFiles={(files) => {
            state.files.value = files;
          }}
        />
      )}
      {source === "file" && <p class="hint">Or drop them anywhere. Several become one PDF.</p>}
      {source !== "url" && (
        <Files
          label="Add pictures, styles, fonts"
          accept=""
          files={state.assets.value}
          onFiles={(files) => {
            state.assets.value = files;
          }}
        />
      )}
    </div>
  );
}

function Files(props: { label: string; accept: string; files: readonly File[]; onFiles: (files: File[]) => void }) {
  return (
    <div class="row files-row">
      <ChooseFiles label={props.label} accept={props.accept} onFiles={props.onFiles} />
      <span class="soft small">{props.files.map(({ name }) => name).join(", ")}</span>
    </div>
  );
}

function Preview({ isLive }: { isLive: boolean }) {
  const [place, inner] = useInnerSize<HTMLDivElement>();
  const pdf = isLive ? state.preview.value : undefined;
  const shown = Math.min(pdf?.numPages ?? 0, 50);
  return (
    <div
      class={`stage-view preview${state.previewing.value ? " renewing" : ""}`}
      ref={place}
      aria-label="Preview"
      role="region"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {!isLive && <p class="soft preview-note">Press “Print” to see the pages.</p>}
      {isLive && state.previewProblem.value !== undefined && (
        <p class="notice warn" role="status">
          {state.previewProblem.value}
        </p>
      )}
      {isLive && !pdf && state.previewProblem.value === undefined && (
        <>
          <p class="soft">Printing …</p>
          <div class="sheet waiting" style={{ width: "min(100%, 38rem)", aspectRatio: `${A4.width} / ${A4.height}` }} />
        </>
      )}
      {pdf &&
        inner.width > 0 &&
        Array.from({ length: shown }, (_, index) => (
          <PreviewPage key={index} pdf={pdf} page={index + 1} width={Math.min(inner.width, 620)} />
        ))}
    </div>
  );
}

function PreviewPage({ pdf, page, width }: { pdf: PdfView; page: number; width: number }) {
  const size = usePageSize(pdf, page) ?? A4;
  return (
    <div class="sheet">
      <PageCanvas pdf={pdf} page={page} width={width} size={size} label={`Page ${page} as it will be`} />
    </div>
  );
}
