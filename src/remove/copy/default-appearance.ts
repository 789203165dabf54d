import { latin1 } from "../../pdf-file/rope.ts";
import { PdfString } from "../../pdf-file/syntax/objects.ts";
import { latin1Text } from "../../platform/latin1.ts";

/** Operators that set the font, the colour and the state of text (12.7.4.3). */
const OPERATORS = new Set(["Tf", "g", "G", "rg", "RG", "k", "K", "Tc", "Tw", "Tz", "TL", "Tr", "Ts", "Tm"]);

/** Of Tm. */
const MOST_OPERANDS = 6;

/** A default appearance with its operators and their operands, and nothing else: it is a content, with comments. */
export function plainAppearance({ bytes }: PdfString): PdfString {
  const kept: string[] = [];
  let operands: string[] = [];
  for (const [word] of latin1Text(bytes).matchAll(/%[^\r\n]*|\/?[^\s/%()<>[\]{}]+|[()<>[\]{}/]/g)) {
    if (word.startsWith("%")) continue;
    if ((word.startsWith("/") && word.length > 1) || /^[-+.\d]+$/.test(word)) operands.push(word);
    else {
      if (OPERATORS.has(word)) kept.push(...operands.slice(-MOST_OPERANDS), word);
      operands = [];
    }
  }
  return new PdfString(latin1(kept.join(" ")));
}
