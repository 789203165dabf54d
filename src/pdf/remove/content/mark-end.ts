import type { Cleaner } from "./cleaner.ts";

/** EMC: what describes the content, or replaces it, stays when nothing of the content was lost. */
export function endMark(cleaner: Cleaner): void {
  const { output, area, owner } = cleaner.context;
  const mark = output.endMark();
  if (!mark) return;
  const isWhole = cleaner.losses === mark.losses;
  const isPainted = cleaner.paints > mark.paints;
  if (mark.mcid !== undefined) {
    if (mark.state !== "written" && area) cleaner.change();
    cleaner.use.marked(owner, mark.mcid, isPainted || !area, !isWhole || (!isPainted && area !== undefined));
  }
  if (mark.whole === undefined) return;
  if (isWhole && mark.state === "written") output.keepWhole(mark);
  else if (mark.says) {
    cleaner.findings.removed.markedTexts++;
    cleaner.change();
  }
}
