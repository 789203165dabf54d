import { it } from "vitest";
import { PdfProblem } from "../../../src/pdf-file/pdf-problem.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { ByteWriter } from "../../../src/pdf-file/syntax/byte-writer.ts";
import { Parser } from "../../../src/pdf-file/syntax/parser.ts";
import { keySet, newScan, scanDict } from "../../../src/pdf-file/syntax/scan.ts";
import { writeObject } from "../../../src/pdf-file/syntax/serialise.ts";
import { text } from "../../fixtures/pdf.ts";
import { type Random, seeded } from "../../fixtures/random.ts";
import { shown } from "../../support/recorded/canonical.ts";
import { digest } from "../../support/recorded/digest.ts";
import { expectTable } from "../../support/recorded/lines.ts";

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

function parsed(bytes: Uint8Array, start: number, end: number): string {
  const parser = new Parser(bytes, start, end);
  try {
    const object = parser.value();
    const out = new ByteWriter();
    writeObject(out, object);
    return `${shown(object)} ${text(out.view())} ${parser.pos} ${parser.elements} ${parser.mended}`;
  } catch (error) {
    if (error instanceof PdfProblem) return `${error.message} ${parser.pos}`;
    throw error;
  }
}

function scanned(bytes: Uint8Array, start: number, end: number): string {
  const scan = newScan(KEYS);
  return scanDict(bytes, start, end, KEYS, scan) ? `${[...scan.slots]} ${scan.end}` : "no";
}

it("values of any form, and cut off anywhere, are read and written as recorded", async () => {
  const lines: string[] = [];
  for (let seed = 0; seed < 80; seed++) {
    const random = seeded(seed);
    const outcomes: string[] = [];
    for (let round = 0; round < 20; round++) {
      const whole = words(random);
      const bytes = latin1(whole);
      outcomes.push(parsed(bytes, 0, bytes.length), scanned(bytes, 0, bytes.length));
      // Bytes follow that do not belong to it.
      const end = random.below(bytes.length + 1);
      outcomes.push(parsed(bytes, 0, end), scanned(bytes, 0, end), parsed(bytes, random.below(end + 1), end));
    }
    lines.push(`seed ${seed}: ${digest(outcomes.join("\n"))}`);
  }
  await expectTable("values", lines, "recorded");
});
