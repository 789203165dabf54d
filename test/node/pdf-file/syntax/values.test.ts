import { expect, it } from "vitest";
import { PdfProblem } from "../../../../src/pdf-file/pdf-problem.ts";
import { latin1 } from "../../../../src/pdf-file/rope.ts";
import { ByteWriter } from "../../../../src/pdf-file/syntax/byte-writer.ts";
import type { PdfObject } from "../../../../src/pdf-file/syntax/objects.ts";
import { Parser } from "../../../../src/pdf-file/syntax/parser.ts";
import { keySet, newScan, scanDict } from "../../../../src/pdf-file/syntax/scan.ts";
import { writeObject } from "../../../../src/pdf-file/syntax/serialise.ts";
import { type Random, seeded } from "../../../fixtures/random.ts";
import { shown } from "../../../support/recorded/shown.ts";

const KEYS = keySet("Type", "Kids", "Key");
const TOKENS = [
  ..."<<|<<|>>|>>|>>|[|]|/Type|/Type|/Kids|/Kids|/A|/Ty#70e|/|/A#2|/B#zz|/Kidz|/Longer|(a)|(a(b)\\)c)|()|(\\|".split(
    "|",
  ),
  ..."(\\101\\8\\\r\nx)|(a\rb\r\n)|<41>|<4 1 4>|<4|<4z>|1|-2.5|+.5|--3|1.2.3|.|00|123456789012|0.00000012|1 0 R|9 9 R|7 0 Q".split(
    "|",
  ),
  ..."R|true|false|null|nul|tru|endobj|stream|%c\n|%|{|)|>|\0|\f".split("|"),
];

/** Values in any order, mostly well formed. */
function words(random: Random): string {
  const value = (depth: number): string =>
    random.pick([
      () => random.pick(TOKENS),
      () => random.pick(["1", "(a)", "/N", "<41>", "1 0 R", "-2.5", "null"]),
      () => `[${values(depth)}]`,
      () =>
        `<<${Array.from({ length: random.below(4) }, () => `/${random.pick(["Type", "Kids", "A", "B"])}${gap()}${value(depth + 1)}`).join(gap())}>>`,
    ])();
  const gap = () => random.pick(["", " ", " ", "\n", "%c\r"]);
  const values = (depth: number): string =>
    depth > 3 ? "1" : Array.from({ length: random.below(4) }, () => value(depth + 1)).join(" ");
  return `<</Type${gap()}${value(0)}${gap()}/Kids ${value(0)}${random.pick(["", " /X "])}${value(0)}>>${gap()}`;
}

/** The value and where it ends, or that there is none. Any error but a refusal is a fault of ours. */
function parsed(bytes: Uint8Array, start: number, end: number): { value: PdfObject; pos: number } | undefined {
  const parser = new Parser(bytes, start, end);
  try {
    return { value: parser.value(), pos: parser.pos };
  } catch (error) {
    if (error instanceof PdfProblem) return undefined;
    throw error;
  }
}

function written(value: PdfObject): Uint8Array {
  const out = new ByteWriter();
  writeObject(out, value);
  return out.view().slice();
}

/** A dictionary that is read by a scan only is read where the parser reads one that ends at the same place. */
function scanned(bytes: Uint8Array, start: number, end: number): number | undefined {
  const scan = newScan(KEYS);
  return scanDict(bytes, start, end, KEYS, scan) ? scan.end : undefined;
}

it("values of any form are read as they are written again, and cut off anywhere within their bytes", () => {
  let read = 0;
  for (let seed = 0; seed < 80; seed++) {
    const random = seeded(seed);
    for (let round = 0; round < 20; round++) {
      const bytes = latin1(words(random));
      // Bytes follow that do not belong to it.
      const end = random.below(bytes.length + 1);
      const start = random.below(end + 1);
      for (const [from, to] of [
        [0, bytes.length],
        [0, end],
        [start, end],
      ] as const) {
        const found = parsed(bytes, from, to);
        if (!found) continue;
        read++;
        const again = written(found.value);
        expect(shown(parsed(again, 0, again.length)?.value)).toBe(shown(found.value));
        const scannedTo = scanned(bytes, from, to);
        if (scannedTo !== undefined) expect(scannedTo).toBe(found.pos);
      }
    }
  }
  expect(read).toBeGreaterThan(1000);
});
