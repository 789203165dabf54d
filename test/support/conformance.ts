import { atOnce } from "../../src/meter/turns.ts";
import { Work } from "../../src/meter/work.ts";
import { checkInTurns } from "../../src/pdf-conformance/check.ts";
import type { Conformance } from "../../src/pdf-conformance/findings.ts";
import type { Level } from "../../src/pdf-conformance/levels.ts";
import { openPdf } from "../../src/pdf-file/open.ts";

export function check(file: Uint8Array, level: Level = "pdfa-2b"): Conformance {
  const work = new Work(file.length);
  return atOnce(checkInTurns(openPdf(file, { work }), file, level));
}

/** The rules of the standard that the document breaks. */
export function broken(file: Uint8Array, level?: Level): string[] {
  return check(file, level).violations.map(({ rule }) => rule);
}
