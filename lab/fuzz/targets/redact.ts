import { readFileSync, statSync } from "node:fs";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type RedactionResult, redactInTurns } from "../../../src/redact/redact.ts";
import * as mupdf from "../../../test/fixtures/mupdf/mupdf.ts";
import { type Random, seeded } from "../../../test/fixtures/random.ts";
import { constructs } from "../../../test/fixtures/removal/constructs/index.ts";
import { SECRET } from "../../../test/fixtures/removal/secret.ts";
import { leftIn } from "../../../test/support/left-in.ts";
import { listFiles } from "../../corpus/files.ts";
import { refusalCode, refusalText } from "../../corpus/refusal.ts";
import { foundIn } from "../../lib/word-finders.ts";
import { respelt } from "../removal/respell.ts";
import type { Target } from "../target.ts";

/** Larger files take too long for what they show. */
const MAX_BYTES = 1 << 20;
const MAX_WORDS = 3;
/**
 * Shorter ones are in a file by chance. One of letters of both directions is printed as it looks, not as it is read.
 */
const WORD = /\p{L}{5,}/gu;
const MIXED = /(?=.*[a-z])(?=.*[\u0590-\u08ff])/i;
/** What files say whatever their pages say, and the words of XMP that is written anew. */
const STANDING =
  "endobj endstream startxref trailer false Adobe Identity Japan1 Korea1 about Description xpacket begin xmpmeta default " +
  "elements syntax title creator description subject language rights publisher contributor format Keywords Producer " +
  "Trapped CreatorTool CreateDate ModifyDate MetadataDate conformance";

let folderFiles: string[] | undefined;

/** Words of a document that are drawn at random and cut must be nowhere in the result, however the file spells them. */
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
    const random = seeded(Number(/% drawn by (\d+)\n$/.exec(tail)?.[1] ?? 0));
    const words = drawn(wordsOf(input), random);
    if (words.length === 0) return "no words";
    const plain = words.filter((word) => /^[A-Za-z]+$/.test(word));
    // The file says two of them once more, spelt as somebody else may spell them.
    const again = plain.length > 0 && random.next() < 0.7 ? respelt(input, plain, random) : undefined;
    const rules = again ? [{ contains: again.meant }] : words.map((contains) => ({ contains }));
    const request = { rules, mark: { colour: [0, 0, 0] }, onUnreadable: "report" } as const;
    let made: RedactionResult;
    try {
      made = atOnce(redactInTurns(openPdf(again?.file ?? input), request));
    } catch (error) {
      const code = refusalCode(error);
      if (code === undefined || code === "unverified") throw error;
      return `refused: ${refusalText(error)}`;
    }
    const result = made.rope.toBytes();
    const found: string[] = again ? leftOf(again.meant, result) : [];
    if (again && made.findings.length + made.elsewhere.length === 0) found.push(`${again.meant} is found nowhere`);
    if (!again) {
      const left = new Set(wordsOf(result));
      found.push(...words.filter((word) => left.has(word)).map((word) => `${word} by mupdf`));
      for (const { finder, word } of [
        ...(await foundIn(result, plain, "texts", ["bytes"])),
        ...(await foundIn(result, words, "texts", ["pdftotext"])),
      ]) {
        found.push(`${word} by ${finder}`);
      }
    }
    const { partly, pictures } = made.coverage;
    // Without "report" it is refused: there is text that the file does not tell.
    if (found.length > 0 && partly + pictures > 0) return "left, and said so";
    if (found.length > 0) throw new Error(`left: ${found.join(", ")}`);
    return again ? "respelt, and cut" : "cut";
  },
};

/** What divides two words, as leftIn reads it: the same words with another divider are other words. */
const DIVIDED: Readonly<Record<string, string>> = {
  " ": "[\\s_]+",
  "-": "[-\u2010-\u2015\u2212] ?",
  "'": "['`\u2018\u2019\u02bc\u2032]",
};

/** Where MuPDF still sees two words and what divides them. */
function leftOf(meant: string, file: Uint8Array): string[] {
  const spelt = meant.replace(/[^A-Za-z]/, (divider) => DIVIDED[divider]!);
  return leftIn(file, new RegExp(spelt, "i")).map((place) => `${meant} in ${place}`);
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
