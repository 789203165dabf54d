import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { LayerLine, LayerWord } from "../../../src/text-layer/words.ts";
import { onPath, run } from "../../lib/tools.ts";
import { timeAndCpu } from "./peers.ts";

/** Where npm's models lie in their packages. */
const KIND = "4.0.0_best_int";

/** The models that npm installed, unpacked into a folder for the tools; which languages there are. */
export function unpackModels(folder: string, languages: readonly string[]): string[] {
  mkdirSync(folder, { recursive: true });
  return languages.filter((language) => {
    const to = join(folder, `${language}.traineddata`);
    if (existsSync(to)) return true;
    try {
      const own = createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`);
      writeFileSync(to, gunzipSync(readFileSync(join(dirname(own), KIND, `${language}.traineddata.gz`))));
      return true;
    } catch {
      return false;
    }
  });
}

/** What a tool needs beside models to write a PDF, out of the folder that it was installed with. */
export async function linkSettings(folder: string): Promise<void> {
  const { stdout, stderr } = await run("tesseract", ["--list-langs"]);
  const installed = /"([^"]+)"/.exec(`${new TextDecoder().decode(stdout)} ${stderr}`)?.[1];
  for (const name of ["configs", "tessconfigs", "pdf.ttf"]) {
    const from = join(installed ?? "", name);
    if (installed && existsSync(from)) symlinkSync(from, join(folder, name));
  }
}

export const hasTesseract = (): boolean => onPath("tesseract");
export const hasOcrmypdf = (): boolean => onPath("ocrmypdf");

export async function toolVersion(tool: "tesseract" | "ocrmypdf"): Promise<string> {
  const { stdout, stderr } = await run(tool, ["--version"]);
  return /\d+(\.\d+)+/.exec(`${new TextDecoder().decode(stdout)} ${stderr}`)?.[0] ?? "unknown";
}

/** What Tesseract reads of a picture. */
export interface Reading {
  readonly text: string;
  readonly lines: readonly LayerLine[];
  readonly words: readonly LayerWord[];
  /** What its processors computed; the start of the process and of the model with it. */
  readonly cpuMs: number;
}

export interface Model {
  readonly folder: string;
  readonly language: string;
}

/** Reads a picture with Debian's Tesseract, on one thread. Places become points of the page. */
export async function tesseract(path: string, dpi: number, { folder, language }: Model): Promise<Reading> {
  const base = `${path}.read`;
  process.env.OMP_THREAD_LIMIT = "1";
  const options = ["--tessdata-dir", folder, "-l", language, "--dpi", String(dpi), "--oem", "1"];
  const { cpuMs } = await timeAndCpu("tesseract", [
    ...[path, base, ...options],
    ...["-c", "tessedit_create_txt=1", "-c", "tessedit_create_tsv=1"],
  ]);
  const lines = linesOfTsv(readFileSync(`${base}.tsv`, "utf8"), 72 / dpi);
  const words = lines.flatMap((line) => line.words);
  return { text: readFileSync(`${base}.txt`, "utf8"), lines, words, cpuMs };
}

function linesOfTsv(tsv: string, scale: number): LayerLine[] {
  const lines: { key: string; words: LayerWord[] }[] = [];
  for (const row of tsv.split("\n").slice(1)) {
    const [level, page, block, paragraph, line, , x, y, width, height, confidence, text = ""] = row.split("\t");
    if (level !== "5" || text.trim() === "") continue;
    const [left, top, wide, high] = [x, y, width, height].map((place) => Number(place) * scale) as [
      number,
      number,
      number,
      number,
    ];
    const key = [page, block, paragraph, line].join();
    if (lines.at(-1)?.key !== key) lines.push({ key, words: [] });
    const box = [left, top, left + wide, top + high] as const;
    lines.at(-1)!.words.push({ text, box, confidence: Number(confidence) });
  }
  return lines.map(({ words }) => ({ words }));
}

/** A searchable PDF by ocrmypdf, as plain as it makes it, and the text that it read. */
export async function ocrmypdf(
  path: string,
  { folder, language }: Model,
): Promise<{ readonly file: Uint8Array; readonly text: string; readonly cpuMs: number }> {
  const [to, sidecar] = [`${path}.ocrmypdf.pdf`, `${path}.ocrmypdf.txt`];
  process.env.OMP_THREAD_LIMIT = "1";
  process.env.TESSDATA_PREFIX = folder;
  const options = ["-l", language, "--jobs", "1", "--output-type", "pdf", "--optimize", "0", "--sidecar", sidecar];
  try {
    const { cpuMs } = await timeAndCpu("ocrmypdf", [...options, path, to]);
    return { file: readFileSync(to), text: readFileSync(sidecar, "utf8"), cpuMs };
  } finally {
    delete process.env.TESSDATA_PREFIX;
  }
}

/**
 * Characters that differ, in percent of those that are known, whatever the order in which blocks are read: words that
 * both have are taken out, and of the others each is held against the nearest that is left.
 */
export function characterError(known: string, read: string): number {
  const [one, other] = [known, read].map((text) => text.normalize("NFC").split(/\s+/).filter(Boolean)) as [
    string[],
    string[],
  ];
  const counts = new Map<string, number>();
  for (const word of other) counts.set(word, (counts.get(word) ?? 0) + 1);
  const missed = one.filter((word) => {
    const count = counts.get(word) ?? 0;
    if (count > 0) counts.set(word, count - 1);
    return count === 0;
  });
  const left = [...counts].flatMap(([word, count]) => Array<string>(count).fill(word));
  let edits = 0;
  for (const word of missed) {
    let [best, at] = [[...word].length, -1];
    for (const [index, candidate] of left.entries()) {
      const distance = editsBetween([...word], [...candidate]);
      if (distance < best) [best, at] = [distance, index];
    }
    edits += best;
    if (at >= 0) left.splice(at, 1);
  }
  edits += left.reduce((sum, word) => sum + [...word].length, 0);
  return (100 * edits) / Math.max(1, [...one.join("")].length);
}

function editsBetween(one: readonly string[], other: readonly string[]): number {
  let last = Uint32Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, char] of one.entries()) {
    const next = new Uint32Array(last.length);
    next[0] = row + 1;
    for (let at = 1; at < last.length; at++) {
      const same = last[at - 1]! + (other[at - 1] === char ? 0 : 1);
      next[at] = Math.min(same, last[at]! + 1, next[at - 1]! + 1);
    }
    last = next;
  }
  return last.at(-1)!;
}
