import type { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { CMap } from "./cmap.ts";
import { type CMapToken, cmapTokens, codeOf } from "./lexer.ts";
import { predefined } from "./predefined.ts";

/** Reads an embedded CMap (9.7.5.4). */
export function readCMap(bytes: Uint8Array, base: CMap | undefined, holding: Holding): CMap {
  const cmap = new CMap(holding);
  if (base) cmap.buildOn(base);
  let section = "";
  let operands: CMapToken[] = [];
  let previous: CMapToken | undefined;
  for (const token of cmapTokens(bytes, holding.work)) {
    if (token.kind === "word") {
      if (token.word.startsWith("begin")) section = token.word;
      else if (token.word.startsWith("end")) section = "";
      else if (token.word === "usecmap" && previous?.kind === "name") {
        holding.work.spend(COST.predefinedMap);
        cmap.buildOn(predefined(previous.name));
      }
      operands = [];
    } else if (section === "") {
      if (previous?.kind === "name" && previous.name === "WMode" && token.kind === "number") {
        cmap.isVertical = token.value === 1;
      }
    } else {
      operands.push(token);
      if (take(cmap, section, operands)) operands = [];
    }
    previous = token;
  }
  return cmap;
}

/** Enters a mapping when its operands are complete. */
function take(cmap: CMap, section: string, [first, second, third]: readonly CMapToken[]): boolean {
  if (first?.kind !== "string") return true;
  const low = codeOf(first.bytes);
  if (section === "begincidchar") {
    if (!second) return false;
    if (second.kind === "number") cmap.addRange(low, low, second.value);
    return true;
  }
  if (!second) return false;
  if (second.kind !== "string") return true;
  const high = codeOf(second.bytes);
  if (section === "begincodespacerange") {
    cmap.addSpace(first.bytes.length, low, high);
    return true;
  }
  if (section !== "begincidrange") return true;
  if (!third) return false;
  if (third.kind === "number") cmap.addRange(low, high, third.value);
  return true;
}
