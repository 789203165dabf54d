import { unquoted } from "../quick/css.ts";

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

/** A text as a string of CSS. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;
}
