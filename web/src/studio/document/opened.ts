import { batch, signal } from "@preact/signals";
import { announce } from "../../dom.ts";
import { bytes, plural } from "../../format.ts";
import { client } from "../access.ts";
import { forPeople } from "../messages.ts";
import { ask } from "../question.tsx";
import { foreignOf } from "./foreign.ts";
import { displayedSize, openLink, openPdf, PasswordNeeded, type PdfView, type Size } from "./viewer.ts";

/** The PDF that crop and split work on. A file stays on this machine. */
export interface Opened {
  name: string;
  /** What is sent: the file, or the address that the service fetches it from. */
  source: File | { url: string };
  bytes: number | undefined;
  pdf: PdfView;
  password: string | undefined;
}

export const opened = signal<Opened | undefined>(undefined);
/** The file that is being opened, and why the last one could not be. */
export const opening = signal<{ name: string } | undefined>(undefined);
export const openProblem = signal<string | undefined>(undefined);
/** What to know about what was dropped. */
export const openNote = signal<string | undefined>(undefined);
export const passwordAsked = signal<
  { file: File; why: PasswordNeeded; open?: ((password: string) => Promise<void>) | undefined } | undefined
>(undefined);
/** Sizes of pages in points as displayed, as far as they are known. */
export const sizes = signal<ReadonlyMap<number, Size>>(new Map());

/** How many pages are measured before other work gets its turn. */
const AT_ONCE = 50;

/** Whether something was done with the document that is open; whoever replaces it asks. */
let hasWork = (): boolean => false;
export function askBeforeReplacing(has: () => boolean): void {
  hasWork = has;
}

/** Shows that this is being opened, and says why it could not be. */
export async function whileOpening(
  name: string,
  work: () => Promise<void>,
  said: (error: unknown) => string | undefined,
): Promise<void> {
  batch(() => {
    opening.value = { name };
    openProblem.value = undefined;
    openNote.value = undefined;
  });
  try {
    await work();
  } catch (error) {
    openProblem.value = said(error);
  } finally {
    opening.value = undefined;
  }
}

export function openFile(file: File, password?: string): Promise<void> {
  return whileOpening(
    file.name,
    async () => {
      const pdf = await openPdf(file, { password });
      await showDocument({ name: file.name, source: file, bytes: file.size, pdf, password });
    },
    (error) => {
      // Which file it was is said where another is open.
      const which = opened.value ? `${file.name}: ` : "";
      if (!(error instanceof PasswordNeeded)) return foreignOf(file.name) ?? which + (error as Error).message;
      passwordAsked.value = { file, why: error };
      return undefined;
    },
  );
}

/** A document with an address: the service fetches it, and returns a copy to look at. */
export async function openAddress(url: string): Promise<void> {
  const quire = await client();
  if (!quire) return;
  const open = async () => {
    const { files } = await quire.split({ url, splitMode: "ranges", ranges: ["1-"], fileNamePattern: "{name}" });
    const [copy] = files;
    if (!copy) throw new Error("The service found no pages at this address.");
    const pdf = await openLink(copy.downloadUrl);
    await showDocument({ name: copy.fileName, source: { url }, bytes: copy.size, pdf, password: undefined });
  };
  await whileOpening(url, open, forPeople);
}

async function showDocument(document: Opened): Promise<void> {
  const first = await displayedSize(document.pdf, 1);
  const before = opened.value;
  if (before && hasWork() && !(await mayReplace(before, document))) {
    void document.pdf.loadingTask.destroy();
    passwordAsked.value = undefined;
    return;
  }
  batch(() => {
    sizes.value = new Map([[1, first]]);
    passwordAsked.value = undefined;
    opened.value = document;
  });
  void before?.pdf.loadingTask.destroy();
  const size = document.bytes === undefined ? "" : `, ${bytes(document.bytes)}`;
  announce(`${document.name}: ${plural(document.pdf.numPages, "page")}${size}.`);
  void measure(document.pdf);
}

function mayReplace(before: Opened, next: Opened): Promise<boolean> {
  return ask({
    title: `Open ${next.name}?`,
    text: `What you did with ${before.name} is not finished, and would be lost.`,
    yes: "Open it",
    no: `Keep ${before.name}`,
  });
}

/** Closes the document for another one; asks first where something was done with it. */
export async function closeDocument(): Promise<void> {
  const { name } = opened.value ?? { name: "" };
  const text = "What you did with it is not finished, and would be lost.";
  if (hasWork() && !(await ask({ title: `Close ${name}?`, text, yes: "Close it", no: "Keep it" }))) return;
  const before = opened.value;
  batch(() => {
    opened.value = undefined;
    openProblem.value = undefined;
    passwordAsked.value = undefined;
  });
  void before?.pdf.loadingTask.destroy();
}

async function measure(pdf: PdfView): Promise<void> {
  for (let from = 2; from <= pdf.numPages && opened.value?.pdf === pdf; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, pdf.numPages - from + 1) }, (_, index) => from + index);
    const measured = await Promise.all(numbers.map((number) => displayedSize(pdf, number).catch(() => undefined)));
    if (opened.value?.pdf !== pdf) return;
    const known = new Map(sizes.value);
    for (const [index, size] of measured.entries()) if (size) known.set(from + index, size);
    sizes.value = known;
  }
}
