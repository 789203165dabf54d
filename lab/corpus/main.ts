import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { wholeNumber } from "../lib/options.ts";
import { onPath } from "../lib/tools.ts";
import { compareWithCorpus } from "./conformance.ts";
import { listFiles } from "./files.ts";
import { cuts, type Operation } from "./outcome.ts";
import { hasPdfium } from "./pdfium.ts";
import { runJobs } from "./pool.ts";
import { report, showProgress } from "./report.ts";

const usage = `Runs the engines over every file of a folder, each with limits on time and memory.

  npm run corpus -- FOLDER [crop|split|images|auto|text|redact|remove|all] [--oracle] [--workers N] [--match TEXT]
      [--json FILE] [--cut middle|top|bottom|left|right|third|varied] [--every N] [--from K]
      [--pages N]
  npm run corpus -- ranges [--expressions N] [--seed N]
  npm run corpus -- FOLDER conformance|invoices [--match TEXT]
  npm run corpus -- FOLDER joined [--documents N] [--seed N] [--match TEXT]
  npm run corpus -- FOLDER books [--match TEXT]
  npm run corpus -- FOLDER arlington --model FOLDER [--html] [--match TEXT] [--every N] [--from K]
  npm run corpus -- FOLDER manifest [--seed N] [--minutes N] [--deep N] [--judged N]

Without an operation (also as --operation), PDFs are cropped and split, and images are converted.
auto finds the boxes of what pages show, text the characters and where they are, remove what is left of a crop that
removes. redact cuts one word, and counts what is refused by reason; with --oracle it also takes pages that were not
read, and other words and pixels must stay.
all compares each statement about pages at the defaults (size, boxes, blank, content) and the pages of parts with what
MuPDF, poppler and PDFium (npm install --no-save @hyzyla/pdfium@2.1.13) show. Differences are sorted by name into ours,
theirs and undecided.
--cut is the part of each page that remove keeps: its middle, a half, the middle third, or another of these for each
file.
--every takes each Nth file only, from the Kth on.
--pages is how many pages of each file all looks at; 3 when left out.
ranges needs no folder: it compares the pages that made expressions name with those that qpdf takes.
conformance takes a copy of github.com/veraPDF/veraPDF-corpus, checks its files and compares the verdicts with what
their names say.
invoices takes PDFs with invoices in XML, such as github.com/ZUGFeRD/corpus: it compares what they say of their invoices
with what we would say, and puts each invoice into a PDF of our own, which is checked and read again.
joined draws documents at random, joins them in pairs and fives by us, qpdf, mutool and pdf-lib, and counts what is left.
books prints each HTML file with CSS of paged media (target-counter, string-set, running …), compares the numbers at
links with the pages to which they lead, and numbers and heads with WeasyPrint's, where it is installed.
arlington compares what removal copies with the tables of a copy of github.com/pdf-association/arlington-pdf-model, does
everything that writes to each PDF and image, and checks every entry of what is written. --html prints made pages, too.
manifest takes a folder whose first names say where files are from (github/OWNER/NAME@COMMIT, debian/PACKAGE=VERSION).
It crops and splits each PDF, converts each image, removes and redacts in each 16th PDF (--deep), has each 300th PDF
(--judged) and each 60th image judged as with --oracle, and writes the outcomes to bench/results/manifest/. It goes on where it was stopped.
--oracle compares what comes out with qpdf, mutool, pdftoppm and ImageMagick, where installed, and images with sharp.
Ends with 1 when anything crashed, hung or came out wrong.`;

const oracleTools = {
  all: ["mutool", "pdftoppm", "pdfinfo"],
  crop: ["qpdf", "mutool", "pdftoppm"],
  split: ["qpdf", "mutool", "pdftotext"],
  images: ["mutool", "convert", "gs", "tiffinfo"],
  auto: ["mutool", "pdftoppm"],
  text: ["pdftotext", "mutool"],
  redact: ["qpdf", "mutool", "pdftotext"],
  remove: ["qpdf", "mutool", "pdftoppm", "pdftotext"],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    operation: { type: "string" },
    oracle: { type: "boolean", default: false },
    workers: { type: "string", default: String(Math.max(1, availableParallelism())) },
    match: { type: "string" },
    json: { type: "string" },
    cut: { type: "string", default: "middle" },
    every: { type: "string", default: "1" },
    from: { type: "string", default: "1" },
    pages: { type: "string", default: "3" },
    documents: { type: "string", default: "300" },
    expressions: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    model: { type: "string" },
    html: { type: "boolean", default: false },
    minutes: { type: "string", default: "600" },
    deep: { type: "string", default: "16" },
    judged: { type: "string", default: "300" },
    help: { type: "boolean", default: false },
  },
});

if (positionals[0] === "ranges" && !values.help) {
  const { compareRanges } = await import("./ranges.ts");
  const expressions = wholeNumber("expressions", values.expressions, 1, 1e6);
  const agrees = await compareRanges(expressions, wholeNumber("seed", values.seed, 0, 1e9));
  process.exit(agrees ? 0 : 1);
}

const isOperation = (name: string): name is Operation => Object.hasOwn(oracleTools, name);
const named = values.operation ?? positionals.find(isOperation);
const comparisons = ["conformance", "invoices", "joined", "arlington", "books", "manifest"];
const folder = positionals.find((name) => !isOperation(name) && !comparisons.includes(name));
if (values.help || folder === undefined) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

if (named !== undefined && !isOperation(named)) {
  console.error(`--operation takes crop, split, images, auto, text, redact, remove or all, not "${named}".`);
  process.exit(2);
}
if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}.`);
  process.exit(2);
}
if (positionals.includes("conformance")) {
  process.exit(compareWithCorpus(resolve(folder), values.match) ? 0 : 1);
}
const matching = (file: string): boolean => values.match === undefined || file.includes(values.match);
if (positionals.includes("invoices")) {
  const { compareInvoices } = await import("./invoices.ts");
  const files = listFiles(resolve(folder), "split").filter(matching);
  process.exit((await compareInvoices(resolve(folder), files)) ? 0 : 1);
}
if (positionals.includes("books")) {
  const { compareBooks } = await import("./books.ts");
  process.exit((await compareBooks(resolve(folder), matching)) ? 0 : 1);
}
if (positionals.includes("joined")) {
  const { compareJoined } = await import("./joined.ts");
  const files = listFiles(resolve(folder), "split").filter(matching);
  const documents = wholeNumber("documents", values.documents, 2, 1e6);
  const seed = wholeNumber("seed", values.seed, 0, 1e9);
  process.exit((await compareJoined(resolve(folder), files, documents, seed)) ? 0 : 1);
}
if (positionals.includes("manifest")) {
  const { runManifest } = await import("./manifest.ts");
  const sampling = {
    seed: wholeNumber("seed", values.seed, 0, 1e9),
    deepEvery: wholeNumber("deep", values.deep, 1, 1e6),
    judgedEvery: wholeNumber("judged", values.judged, 1, 1e6),
  };
  const until = Date.now() + wholeNumber("minutes", values.minutes, 0, 1e5) * 60_000;
  const into = resolve(import.meta.dirname, "../../bench/results/manifest");
  process.exit((await runManifest(resolve(folder), into, sampling, until)) ? 0 : 1);
}
const cut = cuts.find((name) => name === values.cut);
if (cut === undefined) {
  console.error(`--cut takes ${cuts.join(", ")}, not "${values.cut}".`);
  process.exit(2);
}
const every = wholeNumber("every", values.every, 1, 1e6);
const from = wholeNumber("from", values.from, 1, 1e6);
const pages = wholeNumber("pages", values.pages, 1, 1000);
if (positionals.includes("arlington")) {
  if (values.model === undefined || !existsSync(values.model)) {
    console.error("--model takes a copy of github.com/pdf-association/arlington-pdf-model.");
    process.exit(2);
  }
  const { compareWithArlington } = await import("./arlington/compare.ts");
  const [pdfs, images] = (["split", "images"] as const).map((kind) =>
    listFiles(resolve(folder), kind).filter((file, at) => matching(file) && at % every === from - 1),
  ) as [string[], string[]];
  process.exit((await compareWithArlington(values.model, resolve(folder), pdfs, images, values.html)) ? 0 : 1);
}
const workers = wholeNumber("workers", values.workers, 1, 256);
const operations: Operation[] = named === undefined ? ["crop", "split", "images"] : [named];
let failed = false;
let tried = 0;
for (const operation of operations) {
  const files = listFiles(resolve(folder), operation)
    .filter(matching)
    .filter((_, index) => index >= from - 1 && (index - from + 1) % every === 0);
  if (files.length === 0) continue;
  tried += files.length;
  const missing = values.oracle ? oracleTools[operation].filter((tool) => !onPath(tool)) : [];
  if (operation === "all" && values.oracle && !(await hasPdfium())) missing.push("@hyzyla/pdfium");
  if (missing.length > 0) console.log(`${operation}: not installed, so not asked: ${missing.join(", ")}`);
  const jobs = files.map((file) => ({ file, operation, cut, pages, oracle: values.oracle }));
  const outcomes = await runJobs(jobs, workers, (outcome, done) => showProgress(operation, outcome, done, jobs.length));
  const ok = report(operation, resolve(folder), outcomes, values.json);
  failed ||= !ok;
}
if (tried === 0) console.error(`No file in ${folder} is one for ${operations.join(", ")}.`);
process.exitCode = tried === 0 ? 2 : failed ? 1 : 0;
