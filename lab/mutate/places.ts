import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../test/fixtures/random.ts";
import { type Fault, faultsIn } from "./faults.ts";

export interface Planted extends Fault {
  file: string;
  line: number;
  /** The line without the fault, and with it. */
  before: string;
  after: string;
  /** The whole source with the fault. */
  source: string;
}

/** Draws places at random without end. Every line of any source is equally likely, then one fault of that line. */
export function* placesAtRandom(root: string, files: string[], random: Random): Generator<Planted> {
  const lines: { file: string; line: number }[] = [];
  const sources = new Map<string, { source: string; faults: Map<number, Fault[]> }>();
  for (const file of files) {
    const source = readFileSync(join(root, file), "utf8");
    const faults = new Map<number, Fault[]>();
    for (const fault of faultsIn(file, source)) {
      const line = lineOf(source, fault.start);
      faults.set(line, [...(faults.get(line) ?? []), fault]);
    }
    sources.set(file, { source, faults });
    for (const line of faults.keys()) lines.push({ file, line });
  }
  const taken = new Set<string>();
  const nameOf = (file: string, { start, kind }: Fault) => `${file}:${start}:${kind}`;
  const names = [...sources].flatMap(([file, { faults }]) => [...faults.values()].flat().map((at) => nameOf(file, at)));
  const all = new Set(names).size;
  while (taken.size < all) {
    const place = random.pick(lines);
    const { source, faults } = sources.get(place.file) as { source: string; faults: Map<number, Fault[]> };
    const here = faults.get(place.line) as Fault[];
    const fault = random.pick(here);
    const name = nameOf(place.file, fault);
    if (taken.has(name)) continue;
    taken.add(name);
    yield planted(place.file, source, fault);
  }
}

function planted(file: string, source: string, fault: Fault): Planted {
  const changed = source.slice(0, fault.start) + fault.replacement + source.slice(fault.end);
  const from = source.lastIndexOf("\n", fault.start - 1) + 1;
  const rest = (text: string, position: number) => {
    const end = text.indexOf("\n", position);
    return text.slice(from, end < 0 ? text.length : end).trim();
  };
  const before = rest(source, fault.end);
  const after = rest(changed, fault.start + fault.replacement.length);
  return { ...fault, file, line: lineOf(source, fault.start), before, after, source: changed };
}

function lineOf(source: string, position: number): number {
  let line = 1;
  for (let at = source.indexOf("\n"); at >= 0 && at < position; at = source.indexOf("\n", at + 1)) line += 1;
  return line;
}
