import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { latin1Text } from "../../platform/latin1.ts";

/** Undefined where the inputs give no result. */
export type Evaluate = (inputs: readonly number[]) => number[] | undefined;

/** A function of PDF (7.10). */
export interface PdfFunction {
  readonly evaluate: Evaluate;
  /** The most steps that evaluating it takes. */
  readonly steps: number;
}

type Step = number | string | Step[];

const MAX_SOURCE = 1 << 16;
const MAX_STACK = 100;
const MAX_DEPTH = 32;

/** PostScript calculator functions (7.10.5). They have no loops: a program has no more steps than words. */
export function calculator(source: Uint8Array, work: Work): PdfFunction | undefined {
  if (source.length > MAX_SOURCE) return undefined;
  work.spend(source.length * COST.sourceByte);
  const words = latin1Text(source)
    .replace(/%[^\r\n]*/g, " ")
    .match(/[{}]|[^\s{}]+/g);
  if (words?.[0] !== "{") return undefined;
  const program = parse(words);
  return program && { evaluate: (inputs) => run(program, [...inputs]), steps: stepsOf(words) };
}

/** Those that move a part of the stack take longer. */
function stepsOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (word === "roll" || word === "copy" ? 20 : 1), 0);
}

function parse(words: readonly string[]): Step[] | undefined {
  const open: Step[][] = [];
  for (const word of words) {
    if (word === "{") {
      if (open.length >= MAX_DEPTH) return undefined;
      open.push([]);
    } else if (word === "}") {
      const done = open.pop();
      if (!done) return undefined;
      const outer = open.at(-1);
      if (!outer) return done;
      outer.push(done);
    } else {
      const number = Number(word);
      open.at(-1)?.push(Number.isNaN(number) ? word : number);
    }
  }
  return undefined;
}

function run(program: readonly Step[], stack: number[]): number[] | undefined {
  for (let i = 0; i < program.length; i++) {
    const step = program[i]!;
    if (typeof step === "number") stack.push(step);
    else if (typeof step === "string") {
      if (!apply(step, stack)) return undefined;
    } else {
      const next = program[i + 1];
      const isChoice = Array.isArray(next);
      const word = isChoice ? program[i + 2] : next;
      if (word !== (isChoice ? "ifelse" : "if")) return undefined;
      const chosen = stack.pop() ? step : isChoice ? next : [];
      if (!run(chosen, stack)) return undefined;
      i += isChoice ? 2 : 1;
    }
    if (stack.length > MAX_STACK) return undefined;
  }
  return stack;
}

const RADIANS = Math.PI / 180;

const BINARY: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => (b === 0 ? 0 : a / b),
  idiv: (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
  mod: (a, b) => (b === 0 ? 0 : a % b),
  exp: (a, b) => a ** b,
  atan: (a, b) => (Math.atan2(a, b) / RADIANS + 360) % 360,
  bitshift: (a, b) => (b >= 0 ? a << b : a >> -b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  eq: (a, b) => Number(a === b),
  ne: (a, b) => Number(a !== b),
  gt: (a, b) => Number(a > b),
  ge: (a, b) => Number(a >= b),
  lt: (a, b) => Number(a < b),
  le: (a, b) => Number(a <= b),
};

const UNARY: Readonly<Record<string, (a: number) => number>> = {
  abs: Math.abs,
  neg: (a) => -a,
  ceiling: Math.ceil,
  floor: Math.floor,
  round: Math.round,
  truncate: Math.trunc,
  cvi: Math.trunc,
  cvr: (a) => a,
  sqrt: (a) => Math.sqrt(Math.max(0, a)),
  sin: (a) => Math.sin(a * RADIANS),
  cos: (a) => Math.cos(a * RADIANS),
  ln: (a) => Math.log(Math.max(Number.MIN_VALUE, a)),
  log: (a) => Math.log10(Math.max(Number.MIN_VALUE, a)),
  not: (a) => (a === 0 || a === 1 ? 1 - a : ~a),
};

function apply(name: string, stack: number[]): boolean {
  const binary = BINARY[name];
  const unary = UNARY[name];
  const needed = binary || name === "exch" || name === "roll" ? 2 : name === "true" || name === "false" ? 0 : 1;
  if (stack.length < needed) return false;
  if (binary) {
    const b = stack.pop()!;
    stack.push(binary(stack.pop()!, b));
  } else if (unary) stack.push(unary(stack.pop()!));
  else if (name === "true" || name === "false") stack.push(Number(name === "true"));
  else if (name === "pop") stack.pop();
  else if (name === "dup") stack.push(stack.at(-1)!);
  else if (name === "exch") stack.push(...stack.splice(-2).reverse());
  else if (name === "copy" || name === "index") {
    const n = Math.trunc(stack.pop()!);
    if (n < 0 || n > stack.length || (name === "index" && n === stack.length)) return false;
    if (name === "copy") stack.push(...stack.slice(stack.length - n));
    else stack.push(stack[stack.length - 1 - n]!);
  } else if (name === "roll") {
    const by = Math.trunc(stack.pop()!);
    const n = Math.trunc(stack.pop()!);
    if (n < 0 || n > stack.length) return false;
    const part = stack.splice(stack.length - n);
    const shift = n === 0 ? 0 : ((by % n) + n) % n;
    stack.push(...part.slice(n - shift), ...part.slice(0, n - shift));
  } else return false;
  return true;
}
