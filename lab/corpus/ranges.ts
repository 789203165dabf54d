import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PageRangeProblem, pagesNamed, readPageRanges } from "../../src/pdf-pages/page-ranges.ts";
import { viewPage } from "../../src/pdf-pages/page-view.ts";
import { pagesOf, pdf } from "../../test/fixtures/pdf.ts";
import { type Random, seeded } from "../../test/fixtures/random.ts";
import { run } from "../lib/tools.ts";

const COUNTS = [1, 2, 3, 9, 15];
const MARKS = ["", "", "", "", ":odd", ":even"];

/** Expressions as qpdf takes them, some of them wrong, tried on documents whose pages differ in width. */
export async function compareRanges(expressions: number, seed: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "ranges-"));
  const random = seeded(seed);
  const differing: string[] = [];
  let refused = 0;
  try {
    for (const count of COUNTS) {
      writeFileSync(join(folder, `${count}.pdf`), pdf(pagesOf(count, (page) => `/MediaBox [0 0 ${page + 1} 100]`)));
    }
    // Versions before 11.7.1 know no exclusions.
    const excludes = (await pagesOfQpdf(folder, "1-2,x1", 2)) !== undefined;
    if (!excludes) console.log("ranges: this qpdf knows no exclusions, so none are tried");
    for (let tried = 0; tried < expressions; tried++) {
      const count = random.pick(COUNTS);
      const text = expression(random, count, excludes);
      const own = ownPages(text, count);
      const theirs = await pagesOfQpdf(folder, text, count);
      if (theirs === undefined) refused++;
      if (theirs === undefined && OPEN_END.test(text)) continue;
      if (own?.join() !== theirs?.join())
        differing.push(`${text} of ${count}: ${own ?? "refused"}, qpdf ${theirs ?? "refused"}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(`ranges: ${expressions} expressions, ${refused} refused by qpdf, ${differing.length} differ`);
  for (const line of differing.slice(0, 20)) console.log(`  ${line}`);
  return differing.length === 0;
}

/** A range without its end, which qpdf does not know and split has always taken. */
const OPEN_END = /-(?=,|:|$)/;

function expression(random: Random, count: number, excludes: boolean): string {
  const end = (): string => {
    const page = String(random.below(count + (random.below(8) === 0 ? 3 : 0)) + (random.below(20) === 0 ? 0 : 1));
    return random.pick([page, page, page, `r${page}`, "z"]);
  };
  const group = (at: number): string => {
    const sign = excludes && (at > 0 || random.below(30) === 0) && random.below(3) === 0 ? "x" : "";
    return sign + (random.below(2) === 0 ? end() : `${end()}-${end()}`);
  };
  const groups = Array.from({ length: 1 + random.below(5) }, (_, at) => group(at));
  const text = groups.join(",") + random.pick(MARKS);
  if (random.below(20) > 0) return text;
  // Without any text qpdf takes all pages, as if no range was given.
  return text.replace(random.pick(["-", ",", "r", "z"]), random.pick(["", ",", "q"])) || text;
}

function ownPages(text: string, count: number): number[] | undefined {
  try {
    return pagesNamed(readPageRanges(text), count, { allowReverse: true });
  } catch (error) {
    if (error instanceof PageRangeProblem) return undefined;
    throw error;
  }
}

async function pagesOfQpdf(folder: string, text: string, count: number): Promise<number[] | undefined> {
  const [from, to] = [join(folder, `${count}.pdf`), join(folder, "chosen.pdf")];
  const { status } = await run("qpdf", [from, "--pages", from, text, "--", to]);
  if (status !== 0) return undefined;
  const document = openPdf(new Uint8Array(readFileSync(to)));
  return Array.from({ length: document.pageCount }, (_, at) => viewPage(document, document.pages.leaf(at)).media[2]);
}
