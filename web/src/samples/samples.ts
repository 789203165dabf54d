import type { Call } from "./call.ts";
import { curl } from "./curl.ts";
import { go } from "./go.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { typescript } from "./typescript.ts";

export interface Sample {
  language: string;
  text: string;
}

/** The same request in five languages. PHP's forms cannot have two parts with the same name. */
export function samplesOf(call: Call): Sample[] {
  const names = (call.form ?? []).map(({ name }) => name);
  const samples = [
    { language: "curl", text: curl(call) },
    { language: "TypeScript", text: typescript(call) },
    { language: "Python", text: python(call) },
    { language: "PHP", text: php(call) },
    { language: "Go", text: go(call) },
  ];
  return new Set(names).size === names.length ? samples : samples.filter(({ language }) => language !== "PHP");
}
