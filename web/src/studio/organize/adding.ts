import { batch } from "@preact/signals";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import { foreignOf } from "../document/foreign.ts";
import { type Opened, opened, openFile, passwordAsked, whileOpening } from "../document/opened.ts";
import { openPdf, PasswordNeeded } from "../document/viewer.ts";
import { perform, prepare } from "../engine/here.ts";
import { HEIC, kindOf } from "../images/kinds.ts";
import { asEngineReads } from "../images/shown.ts";
import { forPeople } from "../messages.ts";
import * as edit from "./edit.ts";
import { resetMarks } from "./marks-state.ts";
import * as state from "./state.ts";

/** Files that came together with the one that is opened first. */
let waiting: { of: File; files: readonly File[] } | undefined;

/** The first file is opened; the others, and those that come later, are added to it. */
export async function take(files: readonly File[]): Promise<void> {
  const [first, ...others] = files;
  if (!first) return;
  if (opened.value) return add(files);
  await saying(first, async () => {
    const file = await asPdf(first);
    waiting = { of: file, files: others };
    await openFile(file);
  });
}

/** Begins with all pages of the document, or as it was left. */
export function begin(document: Opened, given: Record<string, unknown> | undefined): void {
  prepare("assemble");
  for (const { pdf } of state.views.value.values()) void pdf.loadingTask.destroy();
  batch(() => {
    state.views.value = new Map();
    state.added.value = [];
    state.chosen.value = new Set();
    state.result.value = undefined;
    state.finishing.begin();
    state.leaves.value = edit.pagesOf(0, document.pdf.numPages);
    resetMarks(given);
  });
  state.work.begin(document.source);
  edit.beginAfter(state.leaves.value, state.added.value);
  const others = waiting?.of === document.source ? waiting.files : [];
  waiting = undefined;
  void reopen().then(() => add(others));
}

/** Shows files that were kept over a reload. A password is not kept. */
async function reopen(): Promise<void> {
  for (const one of state.added.value) {
    await saying(one.file, async () => {
      await show(one, undefined);
    });
  }
}

/** Adds the pages of files behind the selected page, or at the end. */
export async function add(files: readonly File[], at = edit.placeForNew()): Promise<void> {
  let place = at;
  let count = 0;
  for (const file of files) {
    await saying(file, async () => {
      const pages = await addOne({ id: edit.freshId(), name: file.name, file: await asPdf(file) }, place);
      place += pages;
      count += pages;
    });
  }
  if (count > 0) announce(`${plural(count, "page")} added.`);
}

async function addOne(one: state.Added, at: number): Promise<number> {
  const pages = await show(one, undefined, () => void addPages(one, at));
  if (pages > 0) addPages(one, at);
  return pages;
}

function addPages(one: state.Added, at: number): void {
  batch(() => {
    state.added.value = [...state.added.value, one];
    edit.insert(edit.pagesOf(one.id, state.views.value.get(one.id)?.pdf.numPages ?? 0), at);
  });
}

/** Opens a file for the board; of a protected one it asks the password, and goes on when it is given. */
async function show(one: state.Added, password: string | undefined, goOn = () => {}): Promise<number> {
  const document = opened.value;
  try {
    const pdf = await openPdf(one.file, { password, isBrief: true });
    if (opened.value !== document) {
      void pdf.loadingTask.destroy();
      return 0;
    }
    state.views.value = new Map(state.views.value).set(one.id, { pdf, password });
    return pdf.numPages;
  } catch (error) {
    if (!(error instanceof PasswordNeeded)) throw error;
    const open = async (typed: string) => {
      await saying(one.file, async () => {
        if ((await show(one, typed, goOn)) === 0) return;
        passwordAsked.value = undefined;
        goOn();
      });
    };
    passwordAsked.value = { file: one.file, why: error, open };
    return 0;
  }
}

function saying({ name }: File, work: () => Promise<void>): Promise<void> {
  return whileOpening(name, work, (error) => foreignOf(name) ?? `${name}: ${forPeople(error)}`);
}

/** An image becomes the page that the engine makes of it. */
async function asPdf(file: File): Promise<File> {
  const { name: kind } = await kindOf(file);
  if (kind === "PDF" || /\.pdf$/i.test(file.name)) return file;
  const jpeg = kind === HEIC ? await (await import("../images/heic.ts")).jpegOf(file) : undefined;
  const read = await asEngineReads({ name: file.name, data: jpeg ?? file });
  const { blobs } = await perform("assemble", { file: read });
  return new File([blobs[0] as Blob], `${file.name.replace(/\.[a-z0-9]{1,5}$/i, "")}.pdf`, { type: "application/pdf" });
}
