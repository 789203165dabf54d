import { it } from "vitest";
import type { ReadOptions } from "../../../src/images/image.ts";
import { checksum } from "../../support/recorded/digest.ts";
import { expectTable, wrapped } from "../../support/recorded/lines.ts";
import { outcome } from "./outcome.ts";

/** An input, and what is asked for. */
export interface Row {
  name: string;
  file: Uint8Array;
  options?: Partial<ReadOptions>;
}

/** Many inputs that differ only in where one file was damaged. */
export interface Sweep {
  name: string;
  damaged: Iterable<[place: number, file: Uint8Array]>;
  options?: Partial<ReadOptions>;
}

/**
 * A test that each input gives what the table beside it says. After an intended change `npm run record -- test/images` writes the tables again: their difference shows what changes for users.
 */
export function recorded(chapter: string, inputs: () => Iterable<Row | Sweep>): void {
  it(chapter, async () => {
    const lines: string[] = [];
    for (const input of inputs()) {
      lines.push(`${input.name}${words(input.options)}`);
      if ("file" in input) lines.push(...wrapped(await outcome(input.file, input.options)));
      else lines.push(...(await swept(input)));
    }
    await expectTable(chapter, lines);
  });
}

function words(options: Partial<ReadOptions> = {}): string {
  return Object.entries(options)
    .map(([name, value]) => `, ${name} ${value}`)
    .join("");
}

/**
 * Places with outcomes that differ in numbers only stand together. A sum of each tells which numbers and samples it has.
 */
async function swept({ damaged, options }: Sweep): Promise<string[]> {
  const outcomes = new Map<string, { places: number[]; sums: string[] }>();
  for (const [place, file] of damaged) {
    const text = await outcome(file, options);
    const shape = text.replaceAll(/#[0-9a-f]{8}|<[0-9a-f]{8}>|\([0-9a-f]{8}\)|\d[\d.,×]*/g, "_");
    const known = outcomes.get(shape) ?? { places: [], sums: [] };
    outcomes.set(shape, known);
    known.places.push(place);
    if (shape !== text) known.sums.push(checksum(new TextEncoder().encode(text)).slice(0, 4));
  }
  return [...outcomes].flatMap(([shape, { places, sums }]) =>
    wrapped([`${ranges(places)}: ${shape}`, ...repeated(sums)].join(" ")),
  );
}

/** 1 2 3 9 12 15 20 as 1-3 9-15/3 20. */
function ranges(places: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < places.length; ) {
    const first = places[i]!;
    const step = (places[i + 1] ?? first) - first;
    let last = i;
    while (places[last + 1] === places[last]! + step) last++;
    if (last < i + 2) last = i;
    parts.push(last === i ? `${first}` : `${first}-${places[last]}${step === 1 ? "" : `/${step}`}`);
    i = last + 1;
  }
  return parts.join(" ");
}

/** a a a b as a*3 b. */
function repeated(sums: readonly string[]): string[] {
  const parts: string[] = [];
  for (let i = 0; i < sums.length; ) {
    const first = i;
    while (sums[i] === sums[first]) i++;
    parts.push(i - first === 1 ? sums[first]! : `${sums[first]}*${i - first}`);
  }
  return parts;
}
