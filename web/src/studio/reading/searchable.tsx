import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AssemblePdfRequest } from "../../../../client/src/index.ts";
import { tagOf } from "../../../../src/ocr/tags.ts";
import { plural } from "../../format.ts";
import { type Opened, opened, openFile } from "../document/opened.ts";
import { rangesOf } from "../document/parts.ts";
import { madeHere } from "../engine/here.ts";
import { phase, runHere } from "../job.ts";
import { chosen } from "../parts/bound.ts";
import { Choice } from "../parts/fields.tsx";
import { Small } from "../parts/small.tsx";
import { hasText, readPages, type WordsRead } from "./read-pages.ts";

/** The languages whose models were deployed, by the models' names. */
declare const READING_LANGUAGES: string;
const LANGUAGES = READING_LANGUAGES.split(",");
const names = new Intl.DisplayNames(["en"], { type: "language" });
const CHOICES = LANGUAGES.map((model) => [model, names.of(tagOf(model) ?? model) ?? model] as const);

/** Pages that are looked at when a document is opened: of the others nothing is said. */
const LOOKED_AT = 20;
/** The page in view is drawn first. */
const LATER_MS = 800;

const own = LANGUAGES.find((model) => tagOf(model) === navigator.language.slice(0, 2));
const language = signal(own ?? "eng");
/** Pages without text, of a document. */
const found = signal<{ of: Opened; pages: readonly number[] } | undefined>(undefined);
/** What was read, and the file with it. */
const made = signal<{ file: File; read: WordsRead } | undefined>(undefined);

/** Offers to read pages that have no text, and says what was read. */
export function Searchable({ document }: { document: Opened }) {
  useEffect(() => {
    const timer = setTimeout(() => void look(document), LATER_MS);
    return () => clearTimeout(timer);
  }, [document]);
  const { source } = document;
  if (!(source instanceof File)) return null;
  if (made.value?.file === source) return <WhatWasRead file={source} read={made.value.read} />;
  const pages = found.value?.of === document ? found.value.pages : [];
  if (pages.length === 0) return null;
  const isPart = document.pdf.numPages > LOOKED_AT;
  return (
    <details class="notice searchable">
      <summary>
        No text on page {rangesOf([...pages])}
        {isPart && ` of the first ${LOOKED_AT}`}
      </summary>
      <p>If they are scans, this machine can read them: their words can then be found, copied and redacted.</p>
      <Choice
        label="They are written in"
        options={CHOICES}
        {...chosen(language)}
        hint="What reads is fetched once, 2 to 4 MB. Nothing is sent."
      />
      {!phase.value && <Small onClick={() => void makeSearchable(document, source)}>Make searchable</Small>}
    </details>
  );
}

function WhatWasRead({ file, read }: { file: File; read: WordsRead }) {
  const url = saved(file);
  return (
    <section class="notice searchable" aria-label="What was read">
      {read.unread.length > 0 && <p class="error">Not read: page {rangesOf(read.unread)}.</p>}
      <p>
        {plural(read.count, "word")} read on {plural(read.pages.length, "page")}. Reading makes mistakes: check what
        matters.
        {read.leftOut > 0 && ` ${plural(read.leftOut, "word")} left out as too doubtful.`}
      </p>
      <a class="button compact" href={url} download={file.name}>
        Save searchable PDF
      </a>
    </section>
  );
}

let kept: { file: File; url: string } | undefined;

function saved(file: File): string {
  if (kept?.file !== file) {
    if (kept) URL.revokeObjectURL(kept.url);
    kept = { file, url: URL.createObjectURL(file) };
  }
  return kept.url;
}

/** A page that cannot be read for text is none that is offered. */
async function look(document: Opened): Promise<void> {
  if (found.value?.of === document || !(document.source instanceof File)) return;
  const pages = await withoutText(document, Math.min(document.pdf.numPages, LOOKED_AT));
  if (opened.value === document) found.value = { of: document, pages };
}

async function withoutText({ pdf }: Opened, last: number): Promise<number[]> {
  const pages: number[] = [];
  for (let page = 1; page <= last; page++) {
    if (!(await hasText(pdf, page).catch(() => true))) pages.push(page);
  }
  return pages;
}

/** What was not read comes first. */
function nothingRead({ unread }: WordsRead): string {
  const none = "No word was read: the pages may be pictures, or empty.";
  return unread.length > 0 ? `Page ${rangesOf(unread)} could not be read. ${none}` : none;
}

/** The words are laid on the pages, and the document with them takes this one's place. */
async function makeSearchable(document: Opened, file: File): Promise<void> {
  const { pdf, name, password } = document;
  await runHere({
    working: "Reading",
    of: pdf.numPages,
    async send(by, options) {
      const pages = await withoutText(document, pdf.numPages);
      const read = await readPages(pdf, pages, { ...options, languages: [language.value] });
      if (read.count === 0) throw new Error(nothingRead(read));
      // A file that has a password is made anew, and has one again.
      const locked = password === undefined ? {} : { documents: [{ password }], protect: { userPassword: password } };
      const asked = { file: { name, data: file }, textLayer: { pages: read.pages }, fileName: name, ...locked };
      return { read, answer: await by.assemble(asked as AssemblePdfRequest, options) };
    },
    async receive({ read, answer }) {
      const searchable = new File([madeHere(answer.downloadUrl) as Blob], name, { type: "application/pdf" });
      made.value = { file: searchable, read };
      await openFile(searchable, password);
    },
  });
}
