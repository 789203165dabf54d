import * as engine from "../../engine.ts";
import { Refusal } from "../../errors/errors.ts";
import { pageList, pagesText } from "./page-ranges.ts";
import { noSuchPage } from "./pdf-refusal.ts";

/** Fields that can replace the list of ranges. */
export const ALTERNATIVES = ["every", "bookmarkLevel", "maxSize", "text", "blankPages", "count"] as const;

/** The refusal of a request that does not fit the document. It names the field that chose the parts. */
export function misfitRefusal(
  cause: engine.MisfitProblem,
  fields: Partial<Record<(typeof ALTERNATIVES)[number], unknown>>,
): Refusal | undefined {
  const { misfit } = cause;
  const isChoice = misfit.kind !== "too much output" && misfit.kind !== "no such page";
  const field = isChoice ? ALTERNATIVES.find((key) => fields[key] !== undefined) : undefined;
  const text = misfitText(misfit);
  if (text === undefined) return undefined;
  const sent = field && fields[field];
  const isSaid = typeof sent === "number" ? `${field} is ${sent}: ` : `${field}: `;
  return new Refusal("INVALID_RANGES", field ? isSaid + text : text, { field, cause });
}

function misfitText(misfit: engine.Misfit): string | undefined {
  switch (misfit.kind) {
    case "too many parts":
      return misfit.count === undefined
        ? `that makes more than ${misfit.most} parts, the most that are made.`
        : `that makes ${misfit.count} parts; at most ${misfit.most} are made.`;
    case "no bookmarks": {
      const has = misfit.levels === 0 ? "no outline" : `an outline of ${misfit.levels} levels`;
      return `no outline item of that level leads to a page. The document has ${has}.`;
    }
    case "no text": {
      const unread = unreadNotes(misfit.unread);
      if (unread.length === 0) return 'no page contains this text. Send none "whole" for one file then.';
      return `no page that was read contains this text. ${unread.join(" ")} Send none "whole" for one file then.`;
    }
    case "no pages left":
      return "no page would be left for a file.";
    case "too few pages":
      return `the document has ${pagesText(misfit.pageCount)}.`;
    case "too much output":
      return `The parts would take about ${mib(misfit.bytes)} MiB together; at most ${mib(misfit.most)} MiB are made. Ask for fewer or smaller parts.`;
    case "no such page":
      return noSuchPage(misfit);
    default:
      return undefined;
  }
}

/** Text that could not be read is reported by page: what is not found there may be there. */
export function unreadNotes({ scans, noUnicode }: engine.Unread): string[] {
  return [
    ...(scans.length > 0 ? [`Pictures without text, in which nothing can be looked for: ${pageList(scans)}.`] : []),
    ...(noUnicode.length > 0 ? [`The fonts do not say what some characters are: ${pageList(noUnicode)}.`] : []),
  ];
}

export function mib(bytes: number): number {
  return Math.ceil(bytes / (1 << 20));
}

export function splitRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof engine.PdfProblem) || error instanceof engine.MisfitProblem) return undefined;
  const field = error.kind === "password" ? "password" : undefined;
  return new Refusal("INVALID_PDF", error.message, { field, cause: error });
}
