import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { ResourceKind } from "../../pdf-content/resources.ts";
import { operatorCode } from "../../pdf-content/syntax/tokeniser.ts";
import { ARRAY, NAME, NUMBER, STRING } from "../../pdf-content/syntax/values.ts";
import { PdfStream } from "../../pdf-file/syntax/objects.ts";
import { KNOWN_NAMES } from "../copy/schema.ts";
import { factor } from "../numbers.ts";
import { setGlyphMetrics, setGraphicsState } from "./forms.ts";
import { beginMark, endMark } from "./marks.ts";
import { nameText } from "./output.ts";
import { parameters } from "./parameters.ts";
import { paintPath } from "./paths.ts";
import { paintShading, rewrittenPattern } from "./shadings.ts";
import { beginText, clipsAll, fontNamed } from "./text.ts";
import type { PageWork } from "./work.ts";

type Act = (work: PageWork, on: Interpreter) => void;

/** Whether the last operands are the numbers that an operator takes. */
function hasNumbers({ operands }: Interpreter, count: number): boolean {
  for (let i = operands.count - count; i < operands.count; i++) if (operands.kind[i] !== NUMBER) return false;
  return operands.count >= count;
}

const FILL = parameters("fillSpace", "fillTint");
const STROKE = parameters("strokeSpace", "strokeTint");

/** An operator that takes only numbers, and sets these parameters. */
function setting(name: string, count: number, sets: number): Act {
  return (work, on) => {
    if (!hasNumbers(on, count)) return void work.change();
    if (on.operands.count > count) work.extra();
    if (work.isChecked) return;
    const { operands } = on;
    const numbers = operands.number.slice(operands.count - count, operands.count);
    work.output.set(sets, () => `${Array.from(numbers, factor).join(" ")} ${name}\n`);
  };
}

function constructing(name: string, count: number): Act {
  return (work, on) => {
    if (!hasNumbers(on, count)) return work.extra();
    if (on.operands.count > count) work.extra();
    if (!work.isChecked) work.source.add(on, name, count);
  };
}

const painting =
  (name: string): Act =>
  (work, on) => {
    if (on.operands.count > 0) work.extra();
    paintPath(work, on, name);
  };

function naming(name: string, kind: ResourceKind, copied: string, sets: number): Act {
  return (work, on) => {
    const wanted = on.nameOperand();
    if (wanted === undefined) return work.extra();
    if (on.operands.count > 1) work.extra();
    const entry = on.resource(kind);
    const { output } = work;
    if (entry === undefined) {
      return KNOWN_NAMES.has(wanted) ? output.set(sets, `${nameText(wanted)} ${name}\n`) : work.extra();
    }
    output.set(sets, () => {
      const known = output.resources.entry(kind, wanted);
      const copy = known ?? work.all.copier.copy(entry, copied);
      return `${nameText(known === undefined ? output.resources.name(kind, wanted, copy) : wanted)} ${name}\n`;
    });
  };
}

const colouring =
  (name: string, sets: number): Act =>
  (work, on) => {
    const { operands } = on;
    const last = operands.count - 1;
    const { output } = work;
    const numbers: string[] = [];
    for (let i = 0; i < operands.count; i++) {
      if (operands.kind[i] === NUMBER) numbers.push(factor(operands.number[i]!));
      else if (i < last || operands.kind[i] !== NAME) work.extra();
    }
    const tints = numbers.slice(-32).join(" ");
    if (last < 0 || operands.kind[last] !== NAME) return output.set(sets, `${tints} ${name}\n`);
    const wanted = operands.object[last] as string;
    const pattern = on.resources.find("Pattern", wanted);
    if (pattern !== undefined && !work.write()) return;
    const { resources } = on;
    output.set(sets, () => {
      const found = pattern === undefined ? null : rewrittenPattern(work, pattern, resources);
      const called = found === null ? wanted : output.resources.name("Pattern", wanted, found);
      return `${tints === "" ? "" : `${tints} `}${nameText(called)} ${name}\n`;
    });
  };

/** Operands without effect in viewers: too many, or of the wrong kind. */
function showing(work: PageWork, on: Interpreter, count: number): void {
  work.text.shown = on;
  const { operands, items } = on;
  const last = operands.count - 1;
  const kind = last < 0 ? undefined : operands.kind[last];
  if (operands.count !== count || (kind !== STRING && kind !== ARRAY)) work.extra();
  if (kind !== ARRAY) return;
  for (let i = operands.from[last]!; i < operands.to[last]!; i++) {
    if (items.kind[i] !== STRING && items.kind[i] !== NUMBER) work.extra();
  }
}

const ACTS: Readonly<Record<string, Act>> = {
  q: (work) => work.output.save(),
  Q: (work) => work.output.restore(),
  cm(work, on) {
    const matrix = on.matrixOperand();
    if (!matrix) return work.extra();
    if (on.operands.count !== 6) work.extra();
    work.output.transform(matrix);
  },
  w: setting("w", 1, parameters("LW")),
  J: setting("J", 1, parameters("LC")),
  j: setting("j", 1, parameters("LJ")),
  M: setting("M", 1, parameters("ML")),
  i: setting("i", 1, parameters("FL")),
  d(work, on) {
    const { operands, items } = on;
    const last = operands.count - 1;
    if (last < 1 || operands.kind[last] !== NUMBER || operands.kind[last - 1] !== ARRAY) return work.extra();
    if (last > 1) work.extra();
    for (let i = operands.from[last - 1]!; i < operands.to[last - 1]!; i++) if (items.kind[i] !== NUMBER) work.extra();
    const lengths = Array.from(items.number.subarray(operands.from[last - 1]!, operands.to[last - 1]!));
    // A phase longer than the pattern is reduced to its remainder.
    const period = 2 * lengths.reduce((sum, length) => sum + Math.abs(length), 0);
    const phase = operands.number[last]!;
    if (work.area && period > 0 && phase >= period) work.change();
    const shown = period > 0 ? phase % period : phase;
    work.output.set(parameters("D"), `[${lengths.map(factor).join(" ")}] ${factor(shown)} d\n`);
  },
  ri(work, on) {
    const name = on.nameOperand() ?? "";
    if (on.operands.count !== 1 || !KNOWN_NAMES.has(name)) return work.extra();
    work.output.set(parameters("RI"), `${nameText(name)} ri\n`);
  },
  gs: (work, on) => setGraphicsState(work, on),
  g: setting("g", 1, FILL),
  G: setting("G", 1, STROKE),
  rg: setting("rg", 3, FILL),
  RG: setting("RG", 3, STROKE),
  k: setting("k", 4, FILL),
  K: setting("K", 4, STROKE),
  cs: naming("cs", "ColorSpace", "colourSpace", FILL),
  CS: naming("CS", "ColorSpace", "colourSpace", STROKE),
  sc: colouring("sc", parameters("fillTint")),
  SC: colouring("SC", parameters("strokeTint")),
  scn: colouring("scn", parameters("fillTint")),
  SCN: colouring("SCN", parameters("strokeTint")),
  m: constructing("m", 2),
  l: constructing("l", 2),
  c: constructing("c", 6),
  v: constructing("v", 4),
  y: constructing("y", 4),
  re: constructing("re", 4),
  h: constructing("h", 0),
  ...Object.fromEntries(["n", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*"].map((name) => [name, painting(name)])),
  W(work) {
    work.clipRule = "W";
  },
  "W*"(work) {
    work.clipRule = "W*";
  },
  BT(work) {
    beginText(work);
    work.output.beginText();
  },
  ET(work) {
    work.output.endText();
    if (clipsAll(work)) work.clipAway();
  },
  Tf(work, on) {
    if (on.operands.count !== 2) work.extra();
    const name = on.nameOperand(0);
    if (name !== undefined) fontNamed(work, name, on.resources.find("Font", name));
  },
  Do(work, on) {
    work.named = on.nameOperand();
    if (!(on.document.resolve(on.resource("XObject")) instanceof PdfStream)) work.extra();
  },
  sh: (work, on) => paintShading(work, on),
  BI() {},
  BMC: beginMark(false),
  BDC: beginMark(true),
  EMC: endMark,
  // A marked-content point has no place, so it is unknown whether it lies outside.
  MP: (work) => work.extra(),
  DP: (work) => work.extra(),
  BX: (work) => work.extra(),
  EX: (work) => work.extra(),
  d0: (work, on) => setGlyphMetrics(work, on, "d0"),
  d1: (work, on) => setGlyphMetrics(work, on, "d1"),
  ...Object.fromEntries(
    Object.entries({ Tc: 1, Tw: 1, Tz: 1, TL: 1, Ts: 1, Tr: 1, Td: 2, TD: 2, Tm: 6, "T*": 0 }).map(([name, count]) => [
      name,
      (work: PageWork, on: Interpreter) => {
        if (on.operands.count !== count || !hasNumbers(on, count)) work.extra();
      },
    ]),
  ),
  Tj: (work, on) => showing(work, on, 1),
  TJ: (work, on) => showing(work, on, 1),
  "'": (work, on) => showing(work, on, 1),
  '"': (work, on) => showing(work, on, 3),
};

const BY_CODE: ReadonlyMap<number, Act> = new Map(
  Object.entries(ACTS).map(([name, act]) => [operatorCode(name), act] as const),
);

/** How each operator is written to the new content, before it takes effect. Unknown operators are not written. */
export function operate(work: PageWork, on: Interpreter): void {
  const act = BY_CODE.get(on.tokens!.operator);
  if (act) act(work, on);
  else work.extra();
}
