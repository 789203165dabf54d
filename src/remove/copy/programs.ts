import { words } from "../../pdf-content/fonts/names/words.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { type PdfDict, PdfString } from "../../pdf-file/syntax/objects.ts";
import { latin1Text } from "../../platform/latin1.ts";

/** Operators that set the font, the colour and the state of text (12.7.4.3). */
const APPEARANCE_OPERATORS = new Set(["Tf", "g", "G", "rg", "RG", "k", "K", "Tc", "Tw", "Tz", "TL", "Tr", "Ts", "Tm"]);

/** Of Tm. */
const MAX_OPERANDS = 6;

/**
 * A default appearance with its operators and their operands, and nothing else: it is a content stream, with comments.
 */
export function plainAppearance({ bytes }: PdfString): PdfString {
  const kept: string[] = [];
  let operands: string[] = [];
  for (const [word] of latin1Text(bytes).matchAll(/%[^\r\n]*|\/?[^\s/%()<>[\]{}]+|[()<>[\]{}/]/g)) {
    if (word.startsWith("%")) continue;
    if ((word.startsWith("/") && word.length > 1) || /^[-+.\d]+$/.test(word)) operands.push(word);
    else {
      if (APPEARANCE_OPERATORS.has(word)) kept.push(...operands.slice(-MAX_OPERANDS), word);
      operands = [];
    }
  }
  return new PdfString(latin1(kept.join(" ")));
}

/** A function's data (7.10) without anything that is not part of it. `dict` holds plain values only. */
export function functionData(dict: PdfDict, data: Uint8Array): Uint8Array {
  if (dict.get("FunctionType") === 4) return latin1(programOf(latin1Text(data)));
  const list = (key: string): number[] => (dict.get(key) ?? []) as number[];
  const bits = list("Size").reduce((product, size) => product * size, Number(dict.get("BitsPerSample")));
  return data.subarray(0, Math.ceil((bits * list("Range").length) / 16));
}

/** What a calculator's program may say (table 42). */
const CALCULATOR_OPERATORS = new Set(
  words`
  abs add atan ceiling cos cvi cvr div exp floor idiv ln log mod mul neg round sin sqrt sub truncate and bitshift
  eq false ge gt le lt ne not or true xor if ifelse copy dup exch index pop roll { }
`,
);

/** A calculator's program (7.10.5): from its first brace to the one that closes it, without comments. */
function programOf(source: string): string {
  const program: string[] = [];
  let depth = 0;
  for (const [token] of source.replace(/%[^\r\n]*/g, " ").matchAll(/[{}]|[-+.\d][-+.\deE]*|[a-z]+/g)) {
    const isNumber = !/^[a-z{}]/.test(token);
    // A number that is only taken away again could be anything.
    if (token === "pop" && /^[-+.\d]/.test(program.at(-1) ?? "")) program.pop();
    else if (isNumber || CALCULATOR_OPERATORS.has(token)) program.push(token);
    if (token === "{") depth++;
    if (token === "}") depth--;
    if (depth < 1) break;
  }
  return program.map((token) => `${token} `).join("");
}
