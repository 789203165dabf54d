import { numberOf } from "../../engine.ts";
import type { Page } from "../browser/page/page.ts";
import { unquoted } from "../quick/css.ts";
import type { ElementContent } from "../resources/printed-places.ts";

/** One part of a value: a word, a string, or a function with its arguments. */
export interface Component {
  /** As it is written. */
  css: string;
  /** The name of a function, in small letters. */
  name?: string;
  /** The arguments of a function, as they are written, without spaces around them. */
  args?: string[];
}

const PART = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\\[\s\S]|[(),]|\s+|[^"'\\(),\s]+/g;

/** The parts of a value that the browser has computed: its comments are gone, and its parentheses close. */
export function componentsOf(value: string): Component[] {
  const parts: Component[] = [];
  let depth = 0;
  let current: Component | undefined;
  for (const [text] of value.matchAll(PART)) {
    if (depth === 0 && /^\s/.test(text)) {
      current = undefined;
      continue;
    }
    if (current && depth === 0 && (/^["']/.test(text) || /^["']/.test(current.css) || current.args))
      current = undefined;
    if (!current) {
      current = { css: "" };
      parts.push(current);
    }
    if (text === "(" && depth++ === 0) {
      current.name = current.css.toLowerCase();
      current.args = [""];
    } else if (text === ")" && depth > 0 && --depth === 0) {
      current.args = (current.args ?? []).map((each) => each.trim());
    } else if (depth === 1 && text === ",") current.args?.push("");
    else if (depth > 0 && current.args) current.args[current.args.length - 1] += text;
    current.css += text;
  }
  return parts;
}

/** The text of a string, or the address of `url()`. */
export function textOf(css: string): string {
  return unquoted(/^url\(/i.test(css) ? css.slice("url(".length, -1).trim() : css);
}

export function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;
}

const NUMERALS: Readonly<Record<string, string>> = {
  ...{ decimal: "{page}", "lower-roman": "{page:roman}", "upper-roman": "{page:ROMAN}" },
  ...{ "lower-alpha": "{page:alpha}", "upper-alpha": "{page:ALPHA}" },
  ...{ "lower-latin": "{page:alpha}", "upper-latin": "{page:ALPHA}" },
};

/** Reads values of a property that are texts of an element (css-content-3, content lists). */
export class ContentReader {
  readonly #page: Page;
  readonly #property: string;

  constructor(page: Page, property: string) {
    this.#page = page;
    this.#property = property;
  }

  /** What one part of a value says at an element. */
  textOf({ css, name, args = [] }: Component, content: ElementContent): string {
    const [first = "", second = "", third = ""] = args;
    if (/^["']/.test(css)) return textOf(css);
    if (name === "content") {
      if (/^(?:before|after)$/.test(first)) {
        const shown = componentsOf(content[first as "before" | "after"]);
        return shown.map((part) => (part.name === "content" ? "" : this.textOf(part, content))).join("");
      }
      if (first === "first-letter") return /[^\p{P}\s]/u.exec(content.text)?.[0] ?? "";
      if (first === "" || first === "text") return content.text;
    }
    const values = content.counters[first] ?? [0];
    if (name === "counter") return this.#numeral(values.at(-1) as number, second);
    if (name === "counters") return values.map((value) => this.#numeral(value, third)).join(textOf(second));
    if (!/^(?:none|normal)$/.test(css)) this.#warn(css, "it says no text here");
    return "";
  }

  #numeral(value: number, style: string): string {
    const format = NUMERALS[style || "decimal"];
    if (format === undefined) this.#warn(style, "no counters of this style are made here, but decimal numbers");
    return numberOf(1, 1, { format: format ?? "{page}", start: value, prefix: "", digits: 1, skip: 0 }) as string;
  }

  #warn(what: string, reason: string): void {
    this.#page.network.noteMissing(`${this.#property}: ${what.slice(0, 100)}`, reason);
  }
}
