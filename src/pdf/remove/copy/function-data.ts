import { latin1 } from "../../../pdf-objects/rope.ts";
import { latin1Text } from "../../../pdf-objects/syntax/names.ts";
import type { PdfDict } from "../../../pdf-objects/syntax/objects.ts";

/** A function's data (7.10) without anything that is not part of it. `dict` holds plain values only. */
export function functionData(dict: PdfDict, data: Uint8Array): Uint8Array {
  if (dict.get("FunctionType") === 4) return latin1(programOf(latin1Text(data)));
  const list = (key: string): number[] => (dict.get(key) ?? []) as number[];
  const bits = list("Size").reduce((product, size) => product * size, Number(dict.get("BitsPerSample")));
  return data.subarray(0, Math.ceil((bits * list("Range").length) / 16));
}

/** A calculator's program (7.10.5): from its first brace to the one that closes it, without comments. */
function programOf(source: string): string {
  let program = "";
  let depth = 0;
  for (const [token] of source.replace(/%[^\r\n]*/g, " ").matchAll(/[{}]|[-+.\d][-+.\deE]*|[a-z]+/g)) {
    program += `${token} `;
    if (token === "{") depth++;
    if (token === "}") depth--;
    if (depth < 1) break;
  }
  return program;
}
