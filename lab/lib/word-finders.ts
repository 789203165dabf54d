import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constants, inflateSync } from "node:zlib";
import { spellingsOf } from "../../test/support/finder/spellings.ts";
import { tokensOf } from "../../test/support/finder/tokens.ts";
import { latin1Text, onPath, run } from "./tools.ts";

/** How tools print the text of all pages. */
const SHOWN = {
  pdftotext: (path: string) => ["-raw", path, "-"],
  mutool: (path: string) => ["draw", "-q", "-F", "txt", "-o", "-", path],
} as const;

/** What looks for words without the engine: in the bytes, with all that can be inflated in them, and by four tools. */
export type FinderName = "bytes" | "qpdf" | "zbarimg" | keyof typeof SHOWN;

/** Whether names, and the data of fonts, pictures and colour profiles, are searched as well. */
export type Searched = "all" | "texts";

export interface FoundWord {
  readonly finder: FinderName;
  readonly word: string;
}

/** Which finders find which of the words in a file. A tool that is not on PATH finds nothing. */
export async function foundIn(
  file: Uint8Array,
  words: readonly string[],
  searched: Searched,
  finders: readonly FinderName[],
): Promise<FoundWord[]> {
  const folder = mkdtempSync(join(tmpdir(), "quire-words-"));
  const path = join(folder, "file.pdf");
  const found: FoundWord[] = [];
  try {
    writeFileSync(path, file);
    for (const finder of finders) {
      const texts = await textsOf(finder, file, path, searched);
      const isIn = (spellings: readonly string[]) => texts.some((text) => spellings.some((one) => text.includes(one)));
      const isShown = finder !== "bytes" && finder !== "qpdf";
      for (const word of words) if (isIn(isShown ? [word] : spellingsOf(word))) found.push({ finder, word });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return found;
}

async function textsOf(finder: FinderName, file: Uint8Array, path: string, searched: Searched): Promise<string[]> {
  if (finder === "bytes") return textsIn(file, searched);
  if (!onPath(finder)) return [];
  if (finder === "zbarimg") return codesIn(path);
  if (finder !== "qpdf") {
    const { stdout } = await run(finder, SHOWN[finder](path));
    return [new TextDecoder().decode(stdout).normalize("NFKC")];
  }
  const { stdout } = await run("qpdf", ["--qdf", "--object-streams=disable", path, "-"]);
  return textsIn(stdout, searched);
}

/** What QR codes and bar codes of the pages say to who sees them. */
async function codesIn(path: string): Promise<string[]> {
  await run("pdftoppm", ["-q", "-r", "150", path, `${path}-page`]);
  const { stdout } = await run("zbarimg", ["--raw", "-q", ...globSync(`${path}-page*`)]);
  return [new TextDecoder().decode(stdout)];
}

/** Fonts, pictures and colour profiles, by the dictionary before their data. */
const NO_TEXT = /\/(Length1|Type1C|CIDFontType0C|OpenType|Image|N \d)/;
const NAMES = /\/[^\s()<>[\]{}/%]+/g;

/** The file as text, and each of its streams inflated; of all of these also what strings say in a row. */
function textsIn(bytes: Uint8Array, searched: Searched): string[] {
  const text = latin1Text(bytes);
  const parts: string[] = [];
  let objects = "";
  let at = 0;
  for (const { index } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    if (index < at) continue;
    const from = text.indexOf("\n", index) + 1;
    const end = text.indexOf("endstream", from);
    objects += text.slice(at, index);
    at = end < 0 ? text.length : end;
    if (searched === "texts" && NO_TEXT.test(text.slice(text.lastIndexOf(" obj", index), index))) continue;
    parts.push(text.slice(from, at), inflatedAt(bytes, from));
  }
  parts.push(objects + text.slice(at));
  return parts.flatMap((part) => [searched === "texts" ? part.replace(NAMES, "/") : part, tokensOf(part).strings]);
}

function inflatedAt(bytes: Uint8Array, from: number): string {
  try {
    return latin1Text(inflateSync(bytes.subarray(from), { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return "";
  }
}
