import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pageSet } from "../../../src/pdf-pages/page-set.ts";
import { tinyPdf } from "../../../test/fixtures/pdf.ts";
import { seeded } from "../../../test/fixtures/random.ts";
import { cropPdf, splitDocument } from "../../../test/support/at-once.ts";
import { refusalCode } from "../../corpus/refusal.ts";
import { concat, mutateBytes } from "../mutate.ts";
import { mutateTokens } from "../mutate-tokens.ts";
import type { Target } from "../target.ts";
import { pdfSeeds } from "./pdf-seeds.ts";

const seeds = [tinyPdf(1), tinyPdf(12), ...pdfSeeds(seeded(7))];

export const pdfTarget: Target = {
  extension: "pdf",
  make(random) {
    const seed = random.pick(seeds);
    const broken = random.next() < 0.6 ? mutateTokens(seed, random) : seed;
    return random.next() < 0.5 || broken === seed ? mutateBytes(broken, random) : broken;
  },
  async check(input) {
    try {
      return exercise(input);
    } catch (error) {
      const code = refusalCode(error);
      if (code === undefined) throw error;
      return code;
    }
  },
};

/** Opens, crops and splits. The results must open again and have the right number of pages. */
function exercise(input: Uint8Array): string {
  const document = openPdf(input);
  if (countPages(document) === 0) return "no pages";
  let outcome = "done";
  try {
    const area = { x: 10, y: 10, width: 60, height: 60 };
    const cropped = cropPdf(document, { definitions: [{ page: 1, area }] });
    const pageCount = countPages(openPdf(cropped.rope.toBytes()));
    // A page that is itself damaged may be visible or not after a repair. No other page may be lost.
    if (cropped.damage.repaired || !isSound(document) ? pageCount === 0 : pageCount !== cropped.pageCount) {
      throw new Error(`crop: the result has ${pageCount} pages instead of ${cropped.pageCount}`);
    }
  } catch (error) {
    const code = refusalCode(error);
    if (code === undefined) throw error;
    outcome = code;
  }
  const last = Math.min(document.pageCount, 20);
  const sets = [pageSet([{ first: 1, last: 1 }]), pageSet([{ first: 1, last }])];
  for (const part of splitDocument(document, { parts: sets }, { outputBytes: 64 << 20 }).parts) {
    const bytes = concat([...part.pieces]);
    if (bytes.length !== part.length)
      throw new Error(`a part has ${bytes.length} bytes, announced were ${part.length}`);
    const pageCount = countPages(openPdf(bytes));
    if (pageCount !== part.pages.count)
      throw new Error(`split: a part has ${pageCount} pages, not ${part.pages.count}`);
  }
  return outcome;
}

/** The pages that are there. A wrong /Count is found only when the pages are read. */
function countPages(document: PdfDocument): number {
  for (let index = 0; index < document.pageCount; index++) document.page(index);
  return document.pageCount;
}

/** Whether each page says that it is one. */
function isSound(document: PdfDocument): boolean {
  const indices = Array.from({ length: Math.min(document.pageCount, 50) }, (_, index) => index);
  return indices.every((index) => document.resolve(document.page(index).dict.get("Type")) === "Page");
}
