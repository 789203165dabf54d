import { Refusal } from "../../errors/errors.ts";
import { mapKey } from "../../platform/map-key.ts";
import { normalised } from "../../platform/normalised.ts";

/** What a part's name can be made of. */
export interface PartNaming {
  pages: string;
  /** The title of the outline item at which the part begins, when parts follow the outline. */
  title?: string | undefined;
  /** The text at which the part begins or ends, and its groups, or what was found to name it. */
  match?: string | undefined;
  texts?: readonly string[] | undefined;
  /** The client's own name for the part, instead of the pattern. An empty one is ignored. */
  own?: string | undefined;
}

const PLACEHOLDERS = ["name", "pages", "index", "total", "title", "match"];
/** A group of an expression. */
const GROUP = /^[1-9]$/;
const LONGEST_PATTERN = 200;
/** File systems allow 255 bytes. The rest is for what a browser adds. */
const LONGEST_NAME_BYTES = 200;
/** A comma list can be as long as a request. In a name it is cut to this length. */
const LONGEST_PAGES = 60;

/**
 * The parts' file names, distinct even where case is ignored. In the pattern, `{name}` is the input's name without
 * extension, `{pages}` the pages as `3-7`, `{index}` the part's number padded so that names sort, `{total}` the number
 * of parts, `{title}` the outline item's title (empty without one), `{match}` the text found, `{1}` its first group.
 */
export function partFileNames(inputName: string | undefined, parts: readonly PartNaming[], pattern?: string): string[] {
  const template = pattern ?? (parts[0]?.title === undefined ? "{name}-{pages}" : "{index} {title}");
  checkPattern(template);
  const name = stem(inputName ?? "document");
  const total = String(parts.length);
  const taken = new Set<string>();
  const copies = new Map<string, number>();
  return parts.map((part, position) => {
    const values: Record<string, string> = {
      name,
      total,
      pages: part.pages.length > LONGEST_PAGES ? `${part.pages.slice(0, LONGEST_PAGES)}…` : part.pages,
      index: String(position + 1).padStart(total.length, "0"),
      title: part.title ?? "",
      match: part.match ?? "",
      ...Object.fromEntries((part.texts ?? []).map((text, at) => [String(at + 1), text])),
    };
    const own = part.own?.trim() || undefined;
    const filled = own ?? template.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? "");
    return distinct(cut(stem(safe(filled)) || "part"), taken, copies);
  });
}

export function checkPattern(pattern: string): void {
  const refuse = (reason: string) =>
    new Refusal("INVALID_INPUT", `fileNamePattern ${reason}`, { field: "fileNamePattern" });
  if (pattern.trim() === "") throw refuse("is empty.");
  if (pattern.length > LONGEST_PATTERN) throw refuse(`is longer than ${LONGEST_PATTERN} characters.`);
  for (const [, key = ""] of pattern.matchAll(/\{([^{}]*)\}/g)) {
    if (!PLACEHOLDERS.includes(key) && !GROUP.test(key)) {
      throw refuse(`has {${key}}; known are ${[...PLACEHOLDERS, "1"].map((known) => `{${known}}`).join(", ")}.`);
    }
  }
}

function distinct(base: string, taken: Set<string>, copies: Map<string, number>): string {
  const folded = mapKey(base.toLowerCase());
  for (let copy = copies.get(folded) ?? 1; ; copy++) {
    const name = `${base}${copy === 1 ? "" : ` (${copy})`}.pdf`;
    if (taken.has(name.toLowerCase())) continue;
    copies.set(folded, copy + 1);
    taken.add(name.toLowerCase());
    return name;
  }
}

/** Names that Windows takes for devices, whatever follows their first dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))/i;

/**
 * Removes everything that leads out of a folder, ends a header line, changes the direction of text, or is refused by a
 * file system.
 */
function safe(text: string): string {
  return normalised(text.toWellFormed(), "NFC")
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, " ")
    .replace(/[/\\:*?"<>|]+/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, "")
    .replace(DEVICE, "_$&");
}

function stem(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  return base.replace(/\.pdf$/i, "") || "document";
}

function cut(text: string): string {
  if (new TextEncoder().encode(text).length <= LONGEST_NAME_BYTES) return text;
  const bytes = new Uint8Array(LONGEST_NAME_BYTES);
  const { read } = new TextEncoder().encodeInto(text, bytes);
  return text.slice(0, read).trimEnd();
}
