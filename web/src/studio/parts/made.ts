import type { Signal } from "@preact/signals";
import type { Described } from "../calls.ts";
import { openLink, openPdf, type PdfView } from "../document/viewer.ts";
import { madeHere } from "../engine/here.ts";
import type { MakesLink } from "./copy-link.tsx";

/** A PDF that was made. */
export interface Made {
  fileName: string;
  url: string;
  pdf: PdfView;
  /** The page to show first: one that was changed. */
  page: number;
  title: string;
  notes: string[];
  bytes: number | undefined;
  call: Described;
  password?: string | undefined;
  /** Makes a link to it, where it was made on this machine. */
  again: MakesLink | undefined;
}

/** Opens the result of an answer. It has the password of the document that it was made from. */
export async function openMade(
  answer: { fileName: string; downloadUrl: string },
  more: Pick<Made, "page" | "title" | "notes" | "call" | "again"> & { password?: string | undefined },
  signal: AbortSignal,
): Promise<Made> {
  const { password } = more;
  const { downloadUrl: url, fileName } = answer;
  const blob = madeHere(url);
  const pdf = await (blob ? openPdf(blob, { password, signal }) : openLink(url, { password, signal }));
  const page = Math.min(more.page, pdf.numPages);
  return { ...more, fileName, url, pdf, page, bytes: blob?.size ?? bytesOfLink(url) };
}

/** The size of a result, read from its link, which names the bytes that it serves. */
function bytesOfLink(url: string): number | undefined {
  const [, start, end] = /[?&]range=(\d+)-(\d+)/.exec(url) ?? [];
  return end === undefined ? undefined : Number(end) - Number(start);
}

/** Goes back to the work. */
export function leave(kept: Signal<unknown>, { pdf }: Made): void {
  kept.value = undefined;
  void pdf.loadingTask.destroy();
}
