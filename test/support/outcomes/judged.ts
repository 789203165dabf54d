import { it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { appearanceMatrix } from "../../../src/pdf-content/annotations.ts";
import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { MisfitProblem, PdfProblem } from "../../../src/pdf-file/pdf-problem.ts";
import { Rope } from "../../../src/pdf-file/rope.ts";
import { ByteWriter } from "../../../src/pdf-file/syntax/byte-writer.ts";
import { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { XrefEntries } from "../../../src/pdf-file/write/entries.ts";
import { fileEnd } from "../../../src/pdf-file/write/frame.ts";
import { writeXrefStream } from "../../../src/pdf-file/write/write-xref.ts";
import { type Box, normalise } from "../../../src/pdf-pages/geometry.ts";
import { viewPage } from "../../../src/pdf-pages/page-view.ts";
import { NO_HOLES } from "../../../src/remove/areas.ts";
import { Judge } from "../../../src/remove/prove/judge.ts";
import type { AllowedMetadata } from "../../../src/remove/prove/objects.ts";
import { prove } from "../../../src/remove/prove/prove.ts";
import { Witness } from "../../../src/remove/prove/witness.ts";
import { openReading } from "../../../src/remove/reading.ts";
import { Inside, Tally } from "../../../src/remove/tally.ts";
import { text } from "../../fixtures/pdf.ts";
import type { Sample } from "../../fixtures/samples/sample.ts";
import { expectTable } from "../recorded/lines.ts";
import { linesOf, type Operation } from "./outcomes.ts";

/** Areas of which some of what a page shows lies inside, and some outside. */
const areasIn = ([left, bottom, right, top]: Box): Box[] => {
  const [width, height] = [right - left, top - bottom];
  return [
    [left + width / 4, bottom + height / 4, right - width / 4, top - height / 4],
    [left, bottom, right, top],
    [left + 5, bottom + 5, left + width / 2, top - 5],
    [left - 1e5, bottom - 1e5, right + 1e5, top + 1e5],
  ];
};

/** What the judge of removals finds outside of areas, in a document from which nothing was removed. */
function judged(document: PdfDocument): string {
  const found = new Set<string>();
  for (let index = 0; index < Math.min(2, document.pageCount); index++) {
    const view = viewPage(document, document.pages.leaf(index));
    const page = document.page(index);
    for (const area of areasIn(view.visible)) {
      const judge = new Judge(openReading(document), (fault) => found.add(fault));
      judge.beginPage(area);
      atOnce(judge.content(page.dict.get("Contents"), page.attribute("Resources"), new Inside(area)));
      for (const item of document.array(page.dict.get("Annots")) ?? []) {
        const dict = document.dict(item);
        const rect = normalise((document.array(dict?.get("Rect")) ?? []).map((corner) => document.resolve(corner)));
        const form = document.resolve(document.dict(dict?.get("AP"))?.get("N"));
        if (rect && form instanceof PdfStream) judge.form(form, appearanceMatrix(document, form, rect));
      }
    }
  }
  return [...found].join(", ") || "nothing";
}

/** Why a document is no result of a removal with these areas: the first reason for each. */
function verified(file: Uint8Array, document: PdfDocument): string {
  const entries = new XrefEntries();
  let highest = 0;
  // The data of streams is in pieces of its own, as in a result.
  const rope = new Rope();
  let from = 0;
  let isInside = false;
  for (const { 0: word, 1: number, index } of text(file).matchAll(/(\d+) \d+ obj\b|stream\n|\nendstream/g)) {
    if (number !== undefined) {
      if (isInside) continue;
      entries.inFile(Number(number), index, 0);
      highest = Math.max(highest, Number(number));
      continue;
    }
    if (isInside === (word === "stream\n")) continue;
    isInside = !isInside;
    const end = isInside ? index + word.length : index;
    rope.push(file.subarray(from, end));
    from = end;
  }
  rope.push(file.subarray(from));
  // The cross-reference is a stream in the last piece.
  const end = new ByteWriter();
  const start = rope.length;
  const trailer = new Map([...document.trailer].filter(([key]) => ["Root", "Info", "Encrypt", "ID"].includes(key)));
  writeXrefStream(end, entries, trailer, { number: highest + 1, start });
  end.text(fileEnd(start));
  rope.push(end.take());
  const views = Array.from({ length: document.pageCount }, (_, index) =>
    viewPage(document, document.pages.leaf(index)),
  );
  const reason = (box: (visible: Box) => Box | undefined, metadata: AllowedMetadata): string => {
    const areas = views.map((view) => ({ view, box: box(view.visible), isCropped: true, holes: NO_HOLES }));
    const witness = new Witness(openReading(document));
    try {
      atOnce(prove({ rope, areas, tally: new Tally(), witness, metadata, marks: () => undefined }, document));
      return "sound";
    } catch (error) {
      if (error instanceof PdfProblem) return reasonOf(error);
      throw error;
    }
  };
  const reasons = [reason(() => undefined, "none"), reason(() => undefined, "all")];
  for (let which = 0; which < 4; which++) reasons.push(reason((visible) => areasIn(visible)[which], "all"));
  return [...new Set(reasons)].join(", ");
}

function reasonOf(error: PdfProblem): string {
  return error instanceof MisfitProblem ? Object.values(error.misfit).join(" ") : error.message;
}

const open = ({ file, password }: Sample) => openPdf(new Uint8Array(file), { password });

const JUDGEMENTS = {
  "outside of areas": (sample) => judged(open(sample)),
  "as a result": (sample) => verified(new Uint8Array(sample.file), open(sample)),
} satisfies Record<string, Operation>;

/** As `comeOutAsRecorded`, of what the proof finds. */
export function areJudgedAsRecorded(
  chapters: Readonly<Record<string, readonly Sample[]>>,
  names: readonly (keyof typeof JUDGEMENTS)[],
): void {
  const operations = Object.fromEntries(names.map((name) => [name, JUDGEMENTS[name]]));
  it.each(Object.entries(chapters))("%s", async (chapter, samples) => {
    await expectTable(chapter, linesOf(samples, operations), "recorded");
  });
}
