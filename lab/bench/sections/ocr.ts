import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { layWords, openPdf, redactPdf, updated } from "../../../src/engine.ts";
import type { LayerWord, PageWords } from "../../../src/text-layer/words.ts";
import { seeded } from "../../../test/fixtures/random.ts";
import { onPath, run } from "../../lib/tools.ts";
import { inkOf, type KnownPage, knownPages } from "../inputs/known-pages.ts";
import { SENTENCES } from "../inputs/known-texts.ts";
import { openReader, type Reader, readByOurs } from "../lib/our-reader.ts";
import { newSection, type Section, table } from "../lib/report.ts";
import { median } from "../lib/statistics.ts";
import {
  characterError,
  hasOcrmypdf,
  hasTesseract,
  linkSettings,
  type Model,
  ocrmypdf,
  tesseract,
  toolVersion,
  unpackModels,
} from "../lib/tesseract.ts";

/** So many pages a round: with the five rounds that are usual, sixty. */
const PAGES_A_ROUND = 12;
const LANGUAGES = Object.keys(SENTENCES);

/** What is needed to read pages: a folder, the models in it, and a reader for each language. */
interface Bench {
  readonly folder: string;
  readonly models: string;
  readonly languages: readonly string[];
  readerOf(language: string): Promise<Reader>;
}

async function onBench(section: Section, work: (bench: Bench) => Promise<void>): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-ocr-"));
  const models = join(folder, "models");
  const languages = unpackModels(models, LANGUAGES);
  if (hasTesseract()) await linkSettings(models);
  const readers = new Map<string, Promise<Reader>>();
  try {
    const readerOf = (language: string): Promise<Reader> => {
      const reader = readers.get(language) ?? openReader(models, language);
      readers.set(language, reader);
      return reader;
    };
    const missing = [
      ...LANGUAGES.filter((language) => !languages.includes(language)).map((language) => `the model of ${language}`),
      ...(hasTesseract() ? [] : ["tesseract"]),
      ...(hasOcrmypdf() ? [] : ["ocrmypdf"]),
      ...(onPath("pdftotext") ? [] : ["pdftotext"]),
    ];
    if (missing.length > 0) section.notes.push(`Not here, so not measured: ${missing.join(", ")}.`);
    const tools = (["tesseract", "ocrmypdf"] as const).filter(onPath);
    const versions = await Promise.all(tools.map(async (tool) => `${tool} ${await toolVersion(tool)}`));
    if (versions.length > 0) section.notes.push(`Beside ${versions.join(" and ")}, with npm's models.`);
    await work({ folder, models, languages, readerOf });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return section;
}

/** What one of those who read made of one page. */
interface Read {
  readonly error: number;
  readonly cpuMs: number;
  readonly size?: number;
}

type Who = "tesseract" | "ocrmypdf" | "ours";

/** Pages whose text is known, read by Tesseract, by ocrmypdf and by what the service runs, with the same models. */
export async function ocrReadingSection(rounds: number): Promise<Section> {
  const section = newSection("Reading scans");
  return onBench(section, async (bench) => {
    const pages: { readonly page: KnownPage; readonly reads: Map<Who, Read>; readonly layer: Layer }[] = [];
    const starts = new Map<string, number>();
    let memory = 0;
    for await (const page of knownPages(rounds * PAGES_A_ROUND, bench.languages)) {
      const reads = new Map<Who, Read>();
      const jpeg = join(bench.folder, `${page.name}.jpg`);
      const pdf = join(bench.folder, `${page.name}.pdf`);
      writeFileSync(jpeg, page.jpeg);
      writeFileSync(pdf, page.pdf);
      const model: Model = { folder: bench.models, language: page.language };
      if (hasTesseract()) {
        const start = starts.get(page.language) ?? (await startOf(bench, model));
        starts.set(page.language, start);
        const { text, cpuMs } = await tesseract(jpeg, page.dpi, model);
        reads.set("tesseract", { error: characterError(page.text, text), cpuMs: cpuMs - start });
      }
      if (hasOcrmypdf()) {
        const { text, cpuMs, file } = await ocrmypdf(pdf, model);
        reads.set("ocrmypdf", { error: characterError(page.text, text), cpuMs, size: file.length / page.pdf.length });
      }
      const ours = await readByOurs(await bench.readerOf(page.language), page.jpeg, page.dpi);
      memory = Math.max(memory, ours.memoryMb);
      const layer = await laidOn(page, ours.page, bench.folder);
      const size = layer.size / page.pdf.length;
      reads.set("ours", { error: characterError(page.text, ours.text), cpuMs: ours.cpuMs, size });
      pages.push({ page, reads, layer });
      console.error(`${page.name}: ${[...reads].map(([who, { error }]) => `${who} ${error.toFixed(2)}`).join(", ")}`);
    }
    addErrors(section, pages);
    addTimes(section, pages);
    addLayers(
      section,
      pages.map(({ layer }) => layer),
      memory,
    );
    section.notes.push(
      `${pages.length} pages made by code, of seed 59: letters, receipts, forms, two columns and tables, in ` +
        `${bench.languages.length} languages, at 150, 200 and 300 dpi, askew by up to 3 degrees, with noise, as JPEG of ` +
        "quality 40 to 90. Error: characters that differ, of those that are known, whatever the order of lines. Time: of " +
        "processors, on one thread; Tesseract's without what it takes to start and to load its model, ocrmypdf's with " +
        "all that it does.",
    );
  });
}

/** What it takes to start, and to load a model. */
async function startOf({ folder }: Bench, model: Model): Promise<number> {
  const path = join(folder, "empty.png");
  writeFileSync(
    path,
    await sharp({ create: { width: 40, height: 40, channels: 3, background: "#fff" } })
      .png()
      .toBuffer(),
  );
  const times: number[] = [];
  for (let at = 0; at < 3; at++) times.push((await tesseract(path, 300, model)).cpuMs);
  return median(times);
}

function addErrors(
  section: Section,
  pages: readonly { readonly page: KnownPage; readonly reads: Map<Who, Read> }[],
): void {
  const groups: readonly (readonly [string, (page: KnownPage) => boolean])[] = [
    ["all", () => true],
    ...[150, 200, 300].map((dpi) => [`${dpi} dpi`, (page: KnownPage) => page.dpi === dpi] as const),
    ...["letter", "receipt", "form", "columns", "table"].map(
      (layout) => [layout, (page: KnownPage) => page.name.includes(`-${layout}-`)] as const,
    ),
    ...LANGUAGES.map((language) => [language, (page: KnownPage) => page.language === language] as const),
  ];
  const meanOf = (who: Who, isIn: (page: KnownPage) => boolean): number => {
    const errors = pages.flatMap(({ page, reads }) => (isIn(page) ? (reads.get(who)?.error ?? []) : []));
    return errors.length > 0 ? errors.reduce((sum, one) => sum + one, 0) / errors.length : Number.NaN;
  };
  const names: Who[] = ["tesseract", "ocrmypdf", "ours"];
  const cell = (value: number): string => (Number.isNaN(value) ? "–" : `${value.toFixed(2)} %`);
  section.tables.push(
    table(
      ["mean error of characters", "pages", ...names],
      groups.map(([name, isIn]) => [
        name,
        String(pages.filter(({ page }) => isIn(page)).length),
        ...names.map((who) => cell(meanOf(who, isIn))),
      ]),
    ),
  );
  const ours = meanOf("ours", () => true);
  for (const who of ["tesseract", "ocrmypdf"] as const) {
    const value = ours - meanOf(who, () => true);
    section.targets.push({
      what: `error of characters, above that of ${who}`,
      value,
      limit: 0.5,
      better: "lower",
      unit: "points",
    });
  }
}

function addTimes(section: Section, pages: readonly { readonly reads: Map<Who, Read> }[]): void {
  const timesOf = (who: Who): number[] => pages.flatMap(({ reads }) => reads.get(who)?.cpuMs ?? []);
  for (const who of ["tesseract", "ocrmypdf", "ours"] as const) {
    const times = timesOf(who);
    if (times.length > 0) section.rows.push({ what: "a page, CPU", who, value: median(times), unit: "ms" });
  }
  const sum = (who: Who): number => timesOf(who).reduce((all, one) => all + one, 0);
  const value = hasTesseract() ? sum("ours") / sum("tesseract") : Number.NaN;
  section.targets.push({ what: "CPU of all pages, of tesseract's", value, limit: 1.5, better: "lower", unit: "×" });
  const sizes = pages.flatMap(({ reads }) => reads.get("ocrmypdf")?.size ?? []);
  if (sizes.length > 0)
    section.rows.push({ what: "PDF, of the input", who: "ocrmypdf", value: median(sizes), unit: "×" });
}

/** A page with its layer: how large it is, what is as it was, and which words are where they were laid. */
interface Layer {
  readonly size: number;
  readonly ratio: number;
  readonly isSame: boolean;
  readonly words: number;
  readonly found: number;
}

async function laidOn({ name, pdf, jpeg }: KnownPage, words: PageWords, folder: string): Promise<Layer> {
  const document = openPdf(pdf);
  await layWords(document, [words], { existing: "add" });
  const file = (await updated(document)).bytes();
  const path = join(folder, `${name}-laid.pdf`);
  writeFileSync(path, file);
  const laid = words.lines.flatMap((line) => line.words);
  const isSame = Buffer.from(file).includes(jpeg) && Buffer.compare(file.subarray(0, pdf.length), pdf) === 0;
  const found = onPath("pdftotext") ? await foundWhereLaid(path, laid) : Number.NaN;
  return { size: file.length, ratio: file.length / pdf.length, isSame, words: laid.length, found };
}

/** How many of the words pdftotext finds with each side of their boxes no further than a point from where it was. */
async function foundWhereLaid(path: string, laid: readonly LayerWord[]): Promise<number> {
  const { stdout } = await run("pdftotext", ["-bbox", path, "-"]);
  const shown = new TextDecoder().decode(stdout);
  const PLACED = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)<\/word>/g;
  const found = [...shown.matchAll(PLACED)].map(([, left, top, right, bottom, text = ""]) => ({
    box: [left, top, right, bottom].map(Number),
    text: text.replace(/&(lt|gt|amp|quot|apos|#39);/g, (_, name: string) => ENTITIES[name] ?? ""),
  }));
  return laid.filter(({ text, box }) =>
    found.some((one) => one.text === text && one.box.every((side, at) => Math.abs(side - box[at]!) <= 1)),
  ).length;
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", "#39": "'" };

function addLayers(section: Section, layers: readonly Layer[], memory: number): void {
  const all = (value: (layer: Layer) => number): number => layers.reduce((sum, layer) => sum + value(layer), 0);
  section.rows.push({ what: "words laid", who: "ours", value: all(({ words }) => words), unit: "" });
  section.rows.push({ what: "memory of the reader, at most", who: "ours", value: memory, unit: "MB" });
  const put = (what: string, value: number, limit: number, better: "higher" | "lower", unit: string): void => {
    section.targets.push({ what, value, limit, better, unit });
  };
  const found = (100 * all((layer) => layer.found)) / all(({ words }) => words);
  put("words whose boxes pdftotext gives back, to a point", found, 99, "higher", "%");
  const before = all(({ size, ratio }) => size / ratio);
  put("all PDFs with their words, of the inputs", all(({ size }) => size) / before, 1.05, "lower", "×");
  put("largest PDF with its words, of the input", Math.max(...layers.map(({ ratio }) => ratio)), 1.05, "lower", "×");
  put("pages of which a byte is another", layers.filter(({ isSame }) => !isSame).length, 0, "lower", "");
}

/** How much of their words' ink the boxes of Tesseract leave out: what the margin of a redaction has to cover. */
export async function ocrMarginSection(rounds: number): Promise<Section> {
  const section = newSection("Boxes of words that were read");
  return onBench(section, async (bench) => {
    if (!hasTesseract()) return;
    const sides = ["left", "top", "right", "bottom"] as const;
    const over = sides.map((): number[] => []);
    const covered = { all: 0, least: 0, share: 0 };
    for await (const page of knownPages(rounds * PAGES_A_ROUND, bench.languages)) {
      const path = join(bench.folder, `${page.name}.jpg`);
      writeFileSync(path, page.jpeg);
      const { words } = await tesseract(path, page.dpi, { folder: bench.models, language: page.language });
      for (const word of page.words) {
        const ink = inkOf(page, word);
        const [x, y] = [(ink[0] + ink[2]) / 2, (ink[1] + ink[3]) / 2];
        const isHere = ({ box }: LayerWord): boolean => box[0] < x && box[2] > x && box[1] < y && box[3] > y;
        const read = words.find((one) => one.text === word.text && isHere(one));
        if (!read) continue;
        const { box } = read;
        const out = [box[0] - ink[0], box[1] - ink[1], ink[2] - box[2], ink[3] - box[3]];
        for (const [at, one] of out.entries()) over[at]!.push(one);
        const most = Math.max(...out);
        covered.all++;
        if (most <= 1) covered.least++;
        if (most <= Math.max(1, MARGIN * (box[3] - box[1]))) covered.share++;
      }
    }
    section.tables.push(
      table(
        ["ink beyond the box, in points", "half of all", "99 %", "99.9 %", "most"],
        sides.map((side, at) => {
          const sorted = over[at]!.sort((one, other) => one - other);
          const share = (part: number): string =>
            sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!.toFixed(2);
          return [side, ...[0.5, 0.99, 0.999, 1].map(share)];
        }),
      ),
    );
    const part = (count: number): number => (100 * count) / covered.all;
    section.rows.push({ what: "words", who: "tesseract", value: covered.all, unit: "" });
    section.rows.push({
      what: "words whose ink is within a point",
      who: "tesseract",
      value: part(covered.least),
      unit: "%",
    });
    const what = "words whose ink is within the margin";
    section.rows.push({ what, who: "tesseract", value: part(covered.share), unit: "%" });
    section.notes.push(
      "Words that were read right, of pages as those of ocr-reading, beside where their ink is. Beyond the margin whole " +
        "letters are left out of a box: a wider one would cut into the next word.",
    );
  });
}

/** As src/redact/plan.ts has it. */
const MARGIN = 0.2;

/** Words of a page that are redacted. */
const WORDS_A_PAGE = 13;
const TURNS = [0, 90, 180, 270] as const;
const DPI = 200;

/** Words drawn at random from known pages, read by ours, redacted, and looked for by Tesseract, in any rotation. */
export async function ocrRedactionSection(rounds: number): Promise<Section> {
  const section = newSection("Redacting scans");
  return onBench(section, async (bench) => {
    if (!hasTesseract() || !onPath("pdftoppm")) return;
    const counts = { drawn: 0, seen: 0, left: 0, unread: 0, findings: 0 };
    for await (const page of knownPages(rounds * PAGES_A_ROUND, bench.languages)) {
      const random = seeded(5900 + counts.drawn);
      const model: Model = { folder: bench.models, language: page.language };
      const before = await wordsSeen(page.pdf, [0], { bench, page, model });
      const ours = await readByOurs(await bench.readerOf(page.language), page.jpeg, page.dpi);
      const said = [...new Set(page.words.map(({ text }) => bare(text)))];
      // A part of another word may still be read of that one.
      const isAlone = (word: string) => !said.some((other) => other !== word && other.includes(word));
      const all = said.filter((word) => word.length >= 4 && isAlone(word));
      const drawn = Array.from(
        { length: Math.min(WORDS_A_PAGE, all.length) },
        () => all.splice(random.below(all.length), 1)[0]!,
      );
      counts.drawn += drawn.length;
      const seen = drawn.filter((word) => before.has(word));
      counts.seen += seen.length;
      const document = openPdf(page.pdf);
      await layWords(document, [ours.page], { existing: "add" });
      const rules = drawn.map((word) => ({ words: word }));
      const made = await redactPdf(document, { rules, onUnreadable: "report", mark: { colour: [0, 0, 0] } });
      counts.findings += made.findings.length;
      const after = await wordsSeen(made.file.bytes(), TURNS, { bench, page, model });
      const left = seen.filter((word) => after.has(word));
      const found = new Set(made.findings.map(({ rule }) => drawn[rule]));
      const unread = left.filter((word) => !found.has(word));
      counts.left += left.length - unread.length;
      counts.unread += unread.length;
      const what = left.map((word) => (found.has(word) ? word : `${word} (not found)`)).join(", ");
      console.error(`${page.name}: ${drawn.length} drawn, ${seen.length} seen, left: ${what || "none"}`);
    }
    const row = (what: string, value: number): void => {
      section.rows.push({ what, who: "ours", value, unit: "" });
    };
    row("words drawn", counts.drawn);
    row("of these, tesseract reads before", counts.seen);
    row("places cut", counts.findings);
    row("still read, since the rule never found them: misread", counts.unread);
    const what = "words that were cut, and that tesseract still reads in any rotation";
    section.targets.push({ what, value: counts.left, limit: 0, better: "lower", unit: "" });
    section.notes.push(
      `${WORDS_A_PAGE} words of each page, or all that it has, drawn with a seed, cut by a rule for the whole word on the layer that ours read. Read ` +
        `again: the result, drawn by poppler at ${DPI} dpi, upright and on its three other sides.`,
    );
  });
}

/** The words that Tesseract reads of a PDF's page, turned so. */
async function wordsSeen(
  pdf: Uint8Array,
  turns: readonly number[],
  { bench, page, model }: { readonly bench: Bench; readonly page: KnownPage; readonly model: Model },
): Promise<Set<string>> {
  const base = join(bench.folder, `${page.name}-shown`);
  writeFileSync(`${base}.pdf`, pdf);
  await run("pdftoppm", ["-r", String(DPI), "-gray", "-singlefile", "-png", `${base}.pdf`, base]);
  const texts = await Promise.all(
    turns.map(async (turn) => {
      const path = `${base}-${turn}.png`;
      writeFileSync(path, await sharp(`${base}.png`).rotate(turn).png().toBuffer());
      return (await tesseract(path, DPI, model)).text;
    }),
  );
  return new Set(texts.flatMap((text) => text.split(/\s+/).map(bare)));
}

/** A word without what stands around it. */
function bare(text: string): string {
  return text.normalize("NFC").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}
