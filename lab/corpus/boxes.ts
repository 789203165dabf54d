import { latin1Text, onPath, run } from "../lib/tools.ts";
import { type Difference, judged } from "./differences.ts";
import type { Statement } from "./statement.ts";

const names = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"] as const;
type Boxes = Partial<Record<(typeof names)[number], readonly number[]>> & { readonly turn?: number };
type Read = ReadonlyMap<number, Boxes>;

/** The boxes and the rotation that inspect says, beside those that mutool and pdfinfo print. */
export async function judgeBoxes(pages: readonly Statement[], file: string): Promise<Difference[]> {
  const [first, last] = [pages[0]!.facts.pageNumber, pages.at(-1)!.facts.pageNumber];
  const readers = new Map([
    ["mutool", onPath("mutool") ? await byMutool(file, first, last) : new Map()],
    ["pdfinfo", onPath("pdfinfo") ? await byPdfinfo(file, first, last) : new Map()],
  ] as const);
  return pages.flatMap(({ facts }) => {
    const where = `page ${facts.pageNumber}`;
    const knowing = [...readers.keys()].filter((reader) => readers.get(reader)!.has(facts.pageNumber));
    const of = (reader: "mutool" | "pdfinfo"): Boxes => readers.get(reader)!.get(facts.pageNumber)!;
    const found = judged("rotation", where, knowing, (reader) => {
      const { turn = 0 } = of(reader);
      return (turn - facts.rotation) % 360 === 0 ? undefined : `turns by ${turn}, not ${facts.rotation}`;
    });
    for (const name of names) {
      const ours = facts.boxes[`${name[0]!.toLowerCase()}${name.slice(1)}` as keyof typeof facts.boxes];
      found.push(
        ...judged(name, where, knowing, (reader) => {
          const theirs = of(reader)[name];
          // pdfinfo gives boxes that a page does not have as well, and mutool none.
          if (!ours || !theirs) return undefined;
          const isAlike = ours.every((side, at) => Math.abs(side - theirs[at]!) < 0.02);
          return isAlike ? undefined : `has ${theirs.join(" ")}, not ${ours.join(" ")}`;
        }),
      );
    }
    return found;
  });
}

async function byMutool(file: string, first: number, last: number): Promise<Read> {
  const printed = latin1Text((await run("mutool", ["pages", file, `${first}-${last}`])).stdout);
  const read = new Map<number, Boxes>();
  for (const [, number, body] of printed.matchAll(/<page pagenum="(\d+)">([\s\S]*?)<\/page>/g)) {
    const boxes: Record<string, readonly number[]> = {};
    for (const [, name, ...sides] of body!.matchAll(/<(\w+Box) l="([^"]*)" b="([^"]*)" r="([^"]*)" t="([^"]*)"/g))
      boxes[name!] = sides.slice(0, 4).map(Number);
    // MuPDF prints what is written; an empty or missing MediaBox stands for another.
    read.set(Number(number), { ...boxes, turn: Number(/<Rotate v="(-?\d+)"/.exec(body!)?.[1] ?? 0) });
  }
  return read;
}

async function byPdfinfo(file: string, first: number, last: number): Promise<Read> {
  const { stdout } = await run("pdfinfo", ["-box", "-f", String(first), "-l", String(last), file]);
  const read = new Map<number, Record<string, readonly number[]> & { turn?: number }>();
  for (const [, number, name, rest] of latin1Text(stdout).matchAll(/^Page +(\d+) (\w+): +(.*)$/gm)) {
    const page = read.get(Number(number)) ?? {};
    read.set(Number(number), page);
    if (name === "rot") page.turn = Number(rest) as never;
    else if (name!.endsWith("Box")) page[name!] = rest!.trim().split(/\s+/).map(Number);
  }
  return read as unknown as Read;
}
