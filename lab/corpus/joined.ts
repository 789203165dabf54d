import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as mupdf from "mupdf";
import { PDFDocument } from "pdf-lib";
import { mergeInTurns, mergeWork } from "../../src/merge/merge.ts";
import { atOnce } from "../../src/meter/turns.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { seeded } from "../../test/fixtures/random.ts";
import { onPath, run } from "../lib/tools.ts";
import { refusalText } from "./refusal.ts";

/** What is counted in a file, by MuPDF's reading of its objects, and how its first pages look. */
const KINDS = ["outline", "links", "destinations", "labels", "fields", "tags", "pixels"] as const;
type Counts = Record<(typeof KINDS)[number], number>;

const [MAX_BYTES, MAX_PAGES, PIXEL_PAGES] = [8_000_000, 200, 3];
const SCALE = 0.4;
const MERGERS: Readonly<Record<string, (paths: readonly string[], output: string) => Promise<void>>> = {
  ours: async (paths, output) => {
    const parts = paths.map((path) => ({ document: openPdf(new Uint8Array(readFileSync(path))), title: "a" }));
    const { rope } = atOnce(mergeInTurns(parts, { tagged: true, outline: "keep" }, mergeWork(parts)));
    writeFileSync(output, rope.toBytes());
  },
  qpdf: (paths, output) => tool("qpdf", ["--empty", "--pages", ...paths, "--", output]),
  mutool: (paths, output) => tool("mutool", ["merge", "-o", output, ...paths]),
  "pdf-lib": async (paths, output) => {
    const whole = await PDFDocument.create();
    for (const path of paths) {
      const source = await PDFDocument.load(readFileSync(path), { updateMetadata: false });
      for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page);
    }
    writeFileSync(output, await whole.save());
  },
};

async function tool(name: string, args: readonly string[]): Promise<void> {
  const { status, stderr } = await run(name, args, 60_000);
  // qpdf ends with 3 when it did its work with warnings.
  if (status !== 0 && !(name === "qpdf" && status === 3)) throw new Error(stderr.slice(0, 80));
}

/**
 * Joins documents drawn at random, in pairs and fives, by each tool, and counts what is left of what the documents have
 * and whether their pages look the same. Whether ours lost nothing.
 */
export async function compareJoined(folder: string, files: readonly string[], most: number, seed: number) {
  const random = seeded(seed);
  const scratch = mkdtempSync(join(tmpdir(), "quire-joined-"));
  const names = Object.keys(MERGERS).filter((name) => name === "ours" || name === "pdf-lib" || onPath(name));
  const had = zero();
  const kept = new Map(names.map((name) => [name, { counts: zero(), failed: 0 }]));
  let [drawn, groups] = [0, 0];
  try {
    while (drawn < most) {
      const size = groups % 2 === 0 ? 2 : 5;
      const paths = await usable(files, size, random.below);
      groups++;
      drawn += paths.length;
      const before = paths.map((path) => read(readFileSync(path)));
      const wanted = sumOf(before);
      for (const kind of KINDS) had[kind] += wanted[kind];
      for (const name of names) {
        const own = kept.get(name)!;
        const output = join(scratch, `${name}.pdf`);
        try {
          await MERGERS[name]!(paths, output);
          const left = compared(readFileSync(output), paths, wanted);
          for (const kind of KINDS) own.counts[kind] += left[kind];
          const lost = KINDS.filter((kind) => left[kind] < wanted[kind]);
          if (name === "ours" && lost.length > 0) {
            const what = lost.map((kind) => `${kind} ${left[kind]} of ${wanted[kind]}`).join(", ");
            console.log(`ours lost ${what}: ${paths.map((path) => relative(folder, path)).join(" + ")}`);
          }
        } catch (error) {
          own.failed++;
          if (name === "ours") console.log(`ours failed: ${paths.join(" + ")}: ${refusalText(error)}`);
        }
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`\n${groups} groups of ${drawn} documents, seed ${seed}\n`);
  console.log(`| | ${["in the documents", ...names].join(" | ")} |\n|---|${"---:|".repeat(names.length + 1)}`);
  for (const kind of KINDS) {
    const cells = names.map((name) => String(kept.get(name)!.counts[kind]));
    console.log(`| ${kind} | ${[String(had[kind]), ...cells].join(" | ")} |`);
  }
  console.log(`| groups that failed | | ${names.map((name) => kept.get(name)!.failed).join(" | ")} |`);
  const ours = kept.get("ours")!;
  return ours.failed === 0 && KINDS.every((kind) => ours.counts[kind] >= had[kind]);
}

/** Documents that MuPDF and we read, with the same number of pages, and of which MuPDF can count all. */
async function usable(files: readonly string[], count: number, below: (n: number) => number): Promise<string[]> {
  const paths: string[] = [];
  while (paths.length < count) {
    const path = files[below(files.length)]!;
    const bytes = readFileSync(path);
    if (bytes.length > MAX_BYTES || paths.includes(path)) continue;
    try {
      const { pageCount } = openPdf(new Uint8Array(bytes));
      const theirs = opened(bytes);
      if (pageCount > 0 && pageCount <= MAX_PAGES && theirs.countPages() === pageCount && !theirs.needsPassword()) {
        read(bytes);
        paths.push(path);
      }
    } catch (error) {
      // It is no document for both.
      refusalText(error);
    }
  }
  return paths;
}

function opened(bytes: Uint8Array): mupdf.PDFDocument {
  return mupdf.PDFDocument.openDocument(bytes, "application/pdf") as mupdf.PDFDocument;
}

const zero = (): Counts => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Counts;

function sumOf(all: readonly Counts[]): Counts {
  const sum = zero();
  for (const counts of all) for (const kind of KINDS) sum[kind] += counts[kind];
  return sum;
}

/** What a document has; of its pixels, the pages that can be compared. */
function read(bytes: Uint8Array): Counts {
  const document = opened(bytes);
  const counts = countsOf(document);
  counts.pixels = Math.min(PIXEL_PAGES, document.countPages());
  return counts;
}

function countsOf(document: mupdf.PDFDocument): Counts {
  const root = document.getTrailer().get("Root");
  const counts = zero();
  counts.outline = items(document.loadOutline() ?? []);
  for (let at = 0; at < document.countPages(); at++) {
    const page = document.loadPage(at);
    for (const link of page.getLinks()) {
      if (link.isExternal()) counts.links++;
      else if (document.resolveLink(link) >= 0) counts.links++;
    }
    if (root.get("PageLabels").isDictionary() && page.getLabel() !== "") counts.labels++;
    page.destroy();
  }
  counts.destinations = leaves(root.get("Names", "Dests")) + lengthOf(root.get("Dests"));
  counts.fields = fieldsOf(root.get("AcroForm", "Fields"));
  counts.tags = elementsOf(root.get("StructTreeRoot", "K"));
  return counts;
}

function items(outline: readonly { down?: unknown }[]): number {
  return outline.reduce((sum, { down }) => sum + 1 + items((down as { down?: unknown }[] | undefined) ?? []), 0);
}

function lengthOf(dict: mupdf.PDFObject): number {
  let count = 0;
  if (dict.isDictionary())
    dict.forEach(() => {
      count++;
    });
  return count;
}

function leaves(tree: mupdf.PDFObject, depth = 0): number {
  if (!tree.isDictionary() || depth > 20) return 0;
  let count = tree.get("Names").isArray() ? tree.get("Names").length >> 1 : 0;
  if (tree.get("Kids").isArray())
    tree.get("Kids").forEach((kid) => {
      count += leaves(kid, depth + 1);
    });
  return count;
}

function fieldsOf(list: mupdf.PDFObject, depth = 0): number {
  let count = 0;
  if (list.isArray() && depth < 20)
    list.forEach((field) => {
      if (!field.isDictionary()) return;
      if (!field.get("T").isNull()) count++;
      count += fieldsOf(field.get("Kids"), depth + 1);
    });
  return count;
}

/** Elements of a structure tree that have a type: what else is below them are marks and objects of pages. */
function elementsOf(kids: mupdf.PDFObject, depth = 0): number {
  if (depth > 100) return 0;
  if (kids.isArray()) {
    let count = 0;
    kids.forEach((kid) => {
      count += elementsOf(kid, depth);
    });
    return count;
  }
  return kids.isDictionary() && !kids.get("S").isNull() ? 1 + elementsOf(kids.get("K"), depth + 1) : 0;
}

/** What is left in the whole; what a tool adds by itself is not more than everything. */
function compared(bytes: Uint8Array, paths: readonly string[], wanted: Counts): Counts {
  const whole = opened(bytes);
  const counts = countsOf(whole);
  let first = 0;
  for (const path of paths) {
    const single = opened(readFileSync(path));
    const pages = single.countPages();
    for (let at = 0; at < Math.min(PIXEL_PAGES, pages); at++) {
      if (drawn(single, at) === drawn(whole, first + at)) counts.pixels++;
    }
    first += pages;
  }
  for (const kind of KINDS) counts[kind] = Math.min(counts[kind], wanted[kind]);
  return counts;
}

/** The samples of a page, or why it cannot be drawn. */
function drawn(document: mupdf.PDFDocument, at: number): string {
  try {
    const scale = mupdf.Matrix.scale(SCALE, SCALE);
    const pixmap = document.loadPage(at).toPixmap(scale, mupdf.ColorSpace.DeviceRGB, false, true);
    return `${pixmap.getWidth()} ${Buffer.from(pixmap.getPixels()).toString("latin1")}`;
  } catch (error) {
    return refusalText(error);
  }
}
