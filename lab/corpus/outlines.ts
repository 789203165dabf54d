import type { Bookmark } from "../../src/split/document/part-outline.ts";
import { onPath, run } from "../lib/tools.ts";
import { type Difference, judged } from "./differences.ts";

interface QpdfItem {
  readonly title: string;
  /** Null where the item leads to no page, or by a name in an action, which qpdf does not follow. */
  readonly destpageposfrom1: number | null;
}

/** The top items of the outline that lead to pages, by title and page, beside those of qpdf and mutool. */
export async function judgeOutline(ours: readonly Bookmark[], file: string): Promise<Difference[]> {
  const read = new Map([
    ["qpdf", onPath("qpdf") ? await byQpdf(file) : undefined],
    ["mutool", onPath("mutool") ? await byMutool(file) : undefined],
  ] as const);
  const knowing = [...read.keys()].filter((reader) => read.get(reader) !== undefined);
  const said = ours.map(({ title, page }) => `${plain(title)} (${page + 1})`);
  return judged("outline", "document", knowing, (reader) => {
    const theirs = read.get(reader)!;
    const at = Array.from({ length: Math.max(said.length, theirs.length) }, (_, each) => each).find(
      (each) => said[each] !== theirs[each],
    );
    if (at === undefined) return undefined;
    return `has ${theirs.length} items, not ${said.length}: "${theirs[at]}", not "${said[at]}"`;
  });
}

function plain(title: string): string {
  return title
    .normalize("NFKC")
    .replace(/[\s\p{Cc}\p{Cf}"\\]+/gu, " ")
    .trim();
}

async function byQpdf(file: string): Promise<string[] | undefined> {
  const { stdout } = await run("qpdf", ["--json=2", "--json-key=outlines", file]);
  try {
    const { outlines } = JSON.parse(new TextDecoder().decode(stdout)) as { outlines: QpdfItem[] };
    return outlines.flatMap(({ title, destpageposfrom1: page }) =>
      page === null ? [] : [`${plain(title)} (${page})`],
    );
  } catch {
    return undefined;
  }
}

/** Items of the top have no tab but the one before their title. */
async function byMutool(file: string): Promise<string[] | undefined> {
  const { status, stdout } = await run("mutool", ["show", file, "outline"]);
  if (status !== 0) return undefined;
  const lines = new TextDecoder().decode(stdout).matchAll(/^[-+|]\t"(.*)"\t#page=(\d+)/gm);
  return [...lines].map(([, title, page]) => `${plain(unescaped(title!))} (${page})`);
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? letter : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
