import { IntakeProblem, tooLarge } from "../intake-problem.ts";
import type { SubmissionRules } from "../submission-rules.ts";
import { decodeUtf8 } from "./part-head.ts";

export class FormFields {
  readonly values = new Map<string, unknown>();
  readonly #rules: SubmissionRules;
  #bytes = 0;

  constructor(rules: SubmissionRules) {
    this.#rules = rules;
  }

  /** A repeated name becomes an array, since the interface takes lists in this form. */
  add(name: string, bytes: Uint8Array): void {
    const { maxText, asFile } = this.#rules;
    this.#bytes += bytes.length;
    if (this.#bytes > maxText) throw tooLarge("The text fields together are", maxText, name, asFile);
    const value = decodeField(bytes, name);
    const earlier = this.values.get(name);
    if (earlier === undefined) this.values.set(name, value);
    else if (Array.isArray(earlier)) earlier.push(value);
    else this.values.set(name, [earlier, value]);
  }
}

export function decodeField(bytes: Uint8Array, name: string): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new IntakeProblem("malformed", `${name} is not UTF-8 text.`, { field: name });
  return text;
}
