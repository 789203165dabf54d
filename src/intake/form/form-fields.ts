import { IntakeProblem } from "../intake-problem.ts";
import { decodeUtf8 } from "./part-head.ts";

/** A repeated name becomes an array, since the interface takes lists in this form. */
export function appendField(fields: Map<string, unknown>, name: string, value: string): void {
  const earlier = fields.get(name);
  if (earlier === undefined) fields.set(name, value);
  else if (Array.isArray(earlier)) earlier.push(value);
  else fields.set(name, [earlier, value]);
}

export function decodeField(bytes: Uint8Array, name: string): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new IntakeProblem("malformed", `${name} is not UTF-8 text.`, { field: name });
  return text;
}
