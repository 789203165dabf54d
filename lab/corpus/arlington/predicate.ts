import type { Json, JsonDict } from "../qpdf-json.ts";
import { parted } from "./model.ts";

/** What a predicate is judged by. */
export interface Setting {
  readonly version: number;
  /** The value of an entry of the object, resolved. */
  readonly entry: (key: string) => Json;
  /** The same of the trailer's catalog and other places that a path names; undefined where this cannot tell. */
  readonly at: (path: readonly string[]) => Json | undefined;
}

/** Whether a predicate of the model holds; undefined for what is not judged here. */
export function holds(text: string, setting: Setting): boolean | undefined {
  const expression = unwrapped(text.trim());
  for (const [sign, stops] of [
    ["||", true],
    ["&&", false],
  ] as const) {
    const parts = parted(expression, sign);
    if (parts.length < 2) continue;
    const judged = parts.map((part) => holds(part, setting));
    if (judged.includes(stops)) return stops;
    return judged.includes(undefined) ? undefined : !stops;
  }
  const call = /^fn:(\w+)\((.*)\)$/.exec(expression);
  if (call) return called(call[1] as string, parted(call[2] as string, ","), setting);
  const compared = /^(.+?)(==|!=|>=|<=|>|<)(.+)$/.exec(expression);
  if (compared) return comparing(compared[1] as string, compared[2] as string, compared[3] as string, setting);
  if (expression === "TRUE" || expression === "true") return true;
  return expression === "FALSE" || expression === "false" ? false : undefined;
}

function called(name: string, parts: readonly string[], setting: Setting): boolean | undefined {
  const [first = "", second] = parts;
  // Where the version is another one, what stands behind it says nothing.
  const then = (is: boolean) => (second === undefined ? is : is ? holds(second, setting) : undefined);
  switch (name) {
    case "Eval":
    case "IsRequired":
      return holds(first, setting);
    case "Not": {
      const inner = holds(first, setting);
      return inner === undefined ? undefined : !inner;
    }
    case "SinceVersion":
      return then(setting.version >= Number(first));
    case "BeforeVersion":
      return then(setting.version < Number(first));
    case "IsPDFVersion":
      return then(setting.version === Number(first));
    case "IsPresent": {
      if (first.includes("@")) return holds(first, setting);
      const value = valueAt(first, setting);
      return value === undefined ? undefined : then(value !== null);
    }
    default:
      return undefined;
  }
}

function comparing(left: string, sign: string, right: string, setting: Setting): boolean | undefined {
  const [a, b] = [operand(left, setting), operand(right, setting)];
  if (a === undefined || b === undefined) return undefined;
  if (sign === "==") return a === b;
  if (sign === "!=") return a !== b;
  if (typeof a !== "number" || typeof b !== "number") return undefined;
  if (sign === ">=") return a >= b;
  if (sign === "<=") return a <= b;
  return sign === ">" ? a > b : a < b;
}

function operand(text: string, setting: Setting): string | number | boolean | undefined {
  const plain = text.trim();
  if (/^-?[\d.]+$/.test(plain)) return Number(plain);
  if (/^(true|false)$/.test(plain)) return plain === "true";
  if (/^[\w-]+$/.test(plain)) return plain;
  const named = /^((?:[\w*]+::)*)@([\w*]+)$/.exec(plain);
  if (!named) return undefined;
  const value = valueAt(`${named[1]}${named[2]}`, setting);
  if (typeof value === "string") return value.replace(/^[/]|^u:/, "");
  return typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

function valueAt(path: string, { entry, at }: Setting): Json | undefined {
  const steps = path.split("::");
  if (steps.includes("parent") || steps.includes("*")) return undefined;
  return steps.length === 1 ? entry(steps[0] as string) : at(steps);
}

function unwrapped(text: string): string {
  if (!text.startsWith("(")) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0)
      return at === text.length - 1 ? unwrapped(text.slice(1, -1).trim()) : text;
  }
  return text;
}

export const isDict = (value: Json | undefined): value is JsonDict =>
  typeof value === "object" && value !== null && !Array.isArray(value);
