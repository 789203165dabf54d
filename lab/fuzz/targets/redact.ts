import { readFileSync, statSync } from "node:fs";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type RedactionResult, redactInTurns } from "../../../src/redact/redact.ts";
import * as mupdf from "../../../test/fixtures/mupdf/mupdf.ts";
import { type Random, seeded } from "../../../test/fixtures/random.ts";
import { constructs } from "../../../test/fixtures/removal/constructs/index.ts";
import { SECRET } from "../../../test/fixtures/removal/secret.ts";
import { listFiles } from "../../corpus/files.ts";
import { refusalCode, refusalText } from "../../corpus/refusal.ts";
import { foundIn } from "../../lib/word-finders.ts";
import type { Target } from "../target.ts";

/** Larger files take too long for what they show. */
const MAX_BYTES = 1 << 20;
const MAX_WORDS = 3;
/** Shorter ones are in a file by chance. One of letters of both directions is printed as it looks, not as it is read. */
const WORD = /\p{L}{5,}/gu;
const MIXED = /(?=.*[a-z])(?=.*[\u0590-\u08ff])/i;
/** What files say whatever their pages say. */
const STANDING = "endobj endstream startxref trailer false Adobe Identity Japan1 Korea1";

let folderFiles: string[] | undefined;

/** Words of a document that are drawn at random and cut must be nowhere in the result. */
export const redactTarget: Target = {
  extension: "pdf",
  useFolder(folder) {
    folderFiles = listFiles(folder, "crop").filter((file) => statSync(file).size <= MAX_BYTES);
    if (folderFiles.length === 0) throw new Error(`No PDF of at most ${MAX_BYTES >> 20} MB is in ${folder}.`);
  },
  /** A document with the number that words are drawn by, so that it alone says what is tried. */
  async make(random, index) {
    const file = folderFiles
      ? readFileSync(folderFiles[index % folderFiles.length]!)
      : await random.pick(constructs).make(SECRET);
    return Buffer.concat([file, Buffer.from(`\n% drawn by ${random.below(1e9)}\n`)]);
  },
  async check(input) {
    const tail = Buffer.from(input.subarray(-40)).toString("latin1");
    const words = drawn(wordsOf(input), seeded(Number(/% drawn by (\d+)\n$/.exec(tail)?.[1] ?? 0)));
    if (words.length === 0) return "no words";
    // What is looked for is spelt as somebody else may spell it: that finds the word all the same.
    const random = seeded(input.length);
    const rules = words.map((word) => ({ contains: respelt(word, random) }));
    const request = { rules, mark: { colour: [0, 0, 0] }, onUnreadable: "report" } as const;
    let made: RedactionResult;
    try {
      made = atOnce(redactInTurns(openPdf(input), request));
    } catch (error) {
      const code = refusalCode(error);
      if (code === undefined || code === "unverified") throw error;
      return `refused: ${refusalText(error)}`;
    }
    const result = made.rope.toBytes();
    const left = new Set(wordsOf(result));
    const found = words.filter((word) => left.has(word)).map((word) => `${word} by mupdf`);
    const plain = words.filter((word) => /^[A-Za-z]+$/.test(word));
    for (const { finder, word } of [
      ...(await foundIn(result, plain, "texts", ["bytes"])),
      ...(await foundIn(result, words, "texts", ["pdftotext"])),
    ]) {
      found.push(`${word} by ${finder}`);
    }
    const { partly, pictures } = made.coverage;
    // Without "report" it is refused: there is text that the file does not tell.
    if (found.length > 0 && partly + pictures > 0) return "left, and said so";
    if (found.length > 0) throw new Error(`left: ${found.join(", ")}`);
    return "cut";
  },
};

/** Other spellings of a word that a person reads alike. */
const SPELLINGS: readonly ((word: string, at: number) => string)[] = [
  (word) => word,
  (word) => word.normalize("NFD"),
  (word) => word.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ...["\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff", "\u034f"].map(
    (none) => (word: string, at: number) => word.slice(0, at) + none + word.slice(at),
  ),
  (word) => `\u00a0 ${word}\u2009`,
  (word) => word.replace(/['\u2019]/g, "\u2018").replace(/-/g, "\u2011"),
];

function respelt(word: string, random: Random): string {
  const letters = [...word];
  const at = letters.slice(0, 1 + random.below(letters.length - 1)).join("").length;
  return random.pick(SPELLINGS)(word, at);
}

function drawn(words: readonly string[], random: Random): string[] {
  if (words.length === 0) return [];
  return Array.from({ length: 1 + random.below(MAX_WORDS) }, () => random.pick(words));
}

/** All words that mupdf shows on the pages; none of a document that it cannot open. */
function wordsOf(file: Uint8Array): string[] {
  try {
    const document = mupdf.Document.openDocument(file.slice(), "application/pdf") as mupdf.PDFDocument;
    const words = new Set<string>();
    for (let index = 0; index < document.countPages(); index++) {
      const page = document.loadPage(index);
      const text = page.toStructuredText("preserve-whitespace").asText().normalize("NFKC");
      page.destroy();
      for (const [word] of text.matchAll(WORD)) {
        if (!STANDING.includes(word) && !MIXED.test(word)) words.add(word);
      }
    }
    document.destroy();
    return [...words];
  } catch {
    return [];
  }
}
