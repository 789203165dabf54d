import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { ResourceKind } from "../../pdf-content/resources.ts";
import { operatorCode } from "../../pdf-content/syntax/operator-code.ts";
import { ARRAY, NAME, NUMBER, STRING } from "../../pdf-content/syntax/values.ts";
import { PdfStream } from "../../pdf-file/syntax/objects.ts";
import { KNOWN_NAMES } from "../copy/schema.ts";
import { factor } from "../numbers.ts";
import type { Cleaning } from "./cleaning.ts";
import type { FormCleaner } from "./forms.ts";
import { beginMark } from "./marks.ts";
import { nameText } from "./output.ts";
import { parameters } from "./parameters.ts";
import type { PathCleaner } from "./paths.ts";
import type { PatternCleaner, ShadingCleaner } from "./shadings.ts";
import type { TextCleaner } from "./text.ts";

/** The cleaners to which operators leave the work. */
interface Operated extends Cleaning {
  readonly paths: PathCleaner;
  readonly text: TextCleaner;
  readonly forms: FormCleaner;
  readonly patterns: PatternCleaner;
  readonly shadings: ShadingCleaner;
}

type Act = (cleaner: Operated, on: Interpreter) => void;

/** Whether the last operands are the numbers that an operator takes. */
function hasNumbers({ operands }: Interpreter, count: number): boolean {
  for (let i = operands.count - count; i < operands.count; i++) if (operands.kind[i] !== NUMBER) return false;
  return operands.count >= count;
}

const FILL = parameters("fillSpace", "fillTint");
const STROKE = parameters("strokeSpace", "strokeTint");

/** An operator that takes only numbers, and sets these parameters. */
function setting(name: string, count: number, sets: number): Act {
  return (cleaner, on) => {
    if (!hasNumbers(on, count)) return cleaner.change();
    if (on.operands.count > count) extra(cleaner);
    if (!cleaner.context.output.isWritten) return;
    const { operands } = on;
    const numbers = operands.number.slice(operands.count - count, operands.count);
    cleaner.context.output.set(sets, () => `${Array.from(numbers, factor).join(" ")} ${name}\n`);
  };
}

/** Operands that the operator does not take are dropped. */
function extra(cleaner: Operated): void {
  if (cleaner.context.isStrict) cleaner.change();
}

function constructing(name: string, count: number): Act {
  return (cleaner, on) => {
    if (!hasNumbers(on, count)) return extra(cleaner);
    if (on.operands.count > count) extra(cleaner);
    cleaner.paths.construct(on, name, count);
  };
}

const painting =
  (name: string): Act =>
  (cleaner, on) => {
    if (on.operands.count > 0) extra(cleaner);
    cleaner.paths.paint(on, name);
  };

/** An operator that names one resource. */
function naming(name: string, kind: ResourceKind, copied: string, sets: number): Act {
  return (cleaner, on) => {
    const wanted = on.nameOperand();
    if (wanted === undefined) return extra(cleaner);
    if (on.operands.count > 1) extra(cleaner);
    const entry = on.resources.find(kind, wanted);
    const { output } = cleaner.context;
    if (entry === undefined) {
      return KNOWN_NAMES.has(wanted) ? output.set(sets, `${nameText(wanted)} ${name}\n`) : extra(cleaner);
    }
    output.set(sets, () => {
      const known = output.resources.entry(kind, wanted);
      const copy = known ?? cleaner.copier.copy(entry, copied);
      return `${nameText(known === undefined ? output.resources.name(kind, wanted, copy) : wanted)} ${name}\n`;
    });
  };
}

/** Sets a colour, which may be a pattern. */
const colouring =
  (name: string, sets: number): Act =>
  (cleaner, on) => {
    const { operands } = on;
    const last = operands.count - 1;
    const { output } = cleaner.context;
    const numbers: string[] = [];
    for (let i = 0; i < operands.count; i++) {
      if (operands.kind[i] === NUMBER) numbers.push(factor(operands.number[i]!));
      else if (i < last || operands.kind[i] !== NAME) extra(cleaner);
    }
    const tints = numbers.slice(-32).join(" ");
    if (last < 0 || operands.kind[last] !== NAME) return output.set(sets, `${tints} ${name}\n`);
    const wanted = operands.object[last] as string;
    const pattern = on.resources.find("Pattern", wanted);
    if (pattern !== undefined) cleaner.write();
    const { resources } = on;
    const { context } = cleaner;
    output.set(sets, () => {
      const found = pattern === undefined ? null : cleaner.patterns.cleaned(pattern, resources, context);
      const called = found === null ? wanted : output.resources.name("Pattern", wanted, found);
      return `${tints === "" ? "" : `${tints} `}${nameText(called)} ${name}\n`;
    });
  };

/** Operands without effect in viewers: too many, or of the wrong kind. */
function showing(cleaner: Operated, on: Interpreter, count: number): void {
  cleaner.text.showing(on);
  const { operands, items } = on;
  const last = operands.count - 1;
  const kind = last < 0 ? undefined : operands.kind[last];
  if (operands.count !== count || (kind !== STRING && kind !== ARRAY)) extra(cleaner);
  if (kind !== ARRAY) return;
  for (let i = operands.from[last]!; i < operands.to[last]!; i++) {
    if (items.kind[i] !== STRING && items.kind[i] !== NUMBER) extra(cleaner);
  }
}

const ACTS: Readonly<Record<string, Act>> = {
  q: (cleaner) => cleaner.context.output.save(),
  Q: (cleaner) => cleaner.context.output.restore(),
  cm(cleaner, on) {
    const matrix = on.matrixOperand();
    if (!matrix) return extra(cleaner);
    if (on.operands.count !== 6) extra(cleaner);
    cleaner.context.output.transform(matrix);
  },
  w: setting("w", 1, parameters("LW")),
  J: setting("J", 1, parameters("LC")),
  j: setting("j", 1, parameters("LJ")),
  M: setting("M", 1, parameters("ML")),
  i: setting("i", 1, parameters("FL")),
  d(cleaner, on) {
    const { operands, items } = on;
    const last = operands.count - 1;
    if (last < 1 || operands.kind[last] !== NUMBER || operands.kind[last - 1] !== ARRAY) return extra(cleaner);
    if (last > 1) extra(cleaner);
    for (let i = operands.from[last - 1]!; i < operands.to[last - 1]!; i++)
      if (items.kind[i] !== NUMBER) extra(cleaner);
    const lengths = Array.from(items.number.subarray(operands.from[last - 1]!, operands.to[last - 1]!));
    // A phase longer than the pattern is reduced to its remainder.
    const period = 2 * lengths.reduce((sum, length) => sum + Math.abs(length), 0);
    const phase = operands.number[last]!;
    if (cleaner.area && period > 0 && phase >= period) cleaner.change();
    const shown = period > 0 ? phase % period : phase;
    cleaner.context.output.set(parameters("D"), `[${lengths.map(factor).join(" ")}] ${factor(shown)} d\n`);
  },
  ri(cleaner, on) {
    const name = on.nameOperand() ?? "";
    if (on.operands.count !== 1 || !KNOWN_NAMES.has(name)) return extra(cleaner);
    cleaner.context.output.set(parameters("RI"), `${nameText(name)} ri\n`);
  },
  gs: (cleaner, on) => cleaner.forms.graphicsState(on),
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
  W: (cleaner) => cleaner.paths.clip("W"),
  "W*": (cleaner) => cleaner.paths.clip("W*"),
  BT(cleaner) {
    cleaner.text.begin();
    cleaner.context.output.beginText();
  },
  ET(cleaner) {
    cleaner.context.output.endText();
    if (cleaner.text.clipsAll) cleaner.clipAway();
  },
  Tf(cleaner, on) {
    if (on.operands.count !== 2) extra(cleaner);
    const name = on.nameOperand(0);
    if (name !== undefined) cleaner.text.fontNamed(name, on.resources.find("Font", name));
  },
  Do(cleaner, on) {
    const name = on.nameOperand();
    cleaner.named = name;
    const object = name === undefined ? null : on.document.resolve(on.resources.find("XObject", name));
    if (!(object instanceof PdfStream)) extra(cleaner);
  },
  sh: (cleaner, on) => cleaner.shadings.paint(on),
  BI() {},
  BMC: beginMark(false),
  BDC: beginMark(true),
  EMC: (cleaner) => cleaner.endMark(),
  // A marked-content point has no place, so it is unknown whether it lies outside.
  MP: extra,
  DP: extra,
  BX: extra,
  EX: extra,
  d0: (cleaner, on) => cleaner.forms.glyphMetrics(on, "d0"),
  d1: (cleaner, on) => cleaner.forms.glyphMetrics(on, "d1"),
  ...Object.fromEntries(
    Object.entries({ Tc: 1, Tw: 1, Tz: 1, TL: 1, Ts: 1, Tr: 1, Td: 2, TD: 2, Tm: 6, "T*": 0 }).map(([name, count]) => [
      name,
      (cleaner: Operated, on: Interpreter) => {
        if (on.operands.count !== count || !hasNumbers(on, count)) extra(cleaner);
      },
    ]),
  ),
  Tj: (cleaner, on) => showing(cleaner, on, 1),
  TJ: (cleaner, on) => showing(cleaner, on, 1),
  "'": (cleaner, on) => showing(cleaner, on, 1),
  '"': (cleaner, on) => showing(cleaner, on, 3),
};

const BY_CODE: ReadonlyMap<number, Act> = new Map(
  Object.entries(ACTS).map(([name, act]) => [operatorCode(name), act] as const),
);

/** How each operator is written to the new content, before it takes effect. Unknown operators are not written. */
export function operate(cleaner: Operated, on: Interpreter): void {
  const act = BY_CODE.get(on.tokens!.operator);
  if (act) act(cleaner, on);
  else extra(cleaner);
}
