import { normalised } from "../platform/normalised.ts";

/** File names from strangers, made safe for headers, archives and file systems. */

/** Most file systems stop at 255 bytes; the rest is room for a suffix, a number and an extension. */
const MAX_BYTES = 180;

/**
 * Control characters, and characters that hide or reverse text (with a bidi override "gpj.exe" is shown as "exe.jpg").
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\ufffd]/gu;
/** Separators of paths, and what Windows refuses in a name. */
const FORBIDDEN = /[<>:"|?*]/g;
/** Device names of Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** The cleaned last segment of a name or path, or undefined when nothing usable is left. */
export function cleanFileName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const segment = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const visible = normalised(segment, "NFC").replace(INVISIBLE, "").replace(FORBIDDEN, "_").replace(/\s+/gu, " ");
  const trimmed = visible.replace(/^[\s.]+|(?<![\s.])[\s.]+$/gu, "");
  if (trimmed === "") return undefined;
  const [stem, extension] = splitExtension(DEVICE.test(trimmed) ? `_${trimmed}` : trimmed);
  return bounded(stem, MAX_BYTES - byteLength(extension)) + extension;
}

/**
 * The name of an output made from an input: "report.pdf", "-cropped", "document.pdf" → "report-cropped.pdf".
 * The fallback gives the extension, and the whole name where the input has none.
 */
export function outputName(inputName: string | undefined, suffix: string, fallback: string): string {
  const cleaned = cleanFileName(inputName);
  if (cleaned === undefined) return fallback;
  const [stem] = splitExtension(cleaned);
  const [, extension] = splitExtension(fallback);
  return bounded(stem, MAX_BYTES - byteLength(suffix + extension)) + suffix + extension;
}

/** "a.tar.gz" → ["a.tar", ".gz"]; an "extension" longer than ten characters, or with a space, is part of the name. */
function splitExtension(name: string): [stem: string, extension: string] {
  const match = /^(.+)(\.[^.\s]{1,10})$/u.exec(name);
  return match ? [match[1] ?? name, match[2] ?? ""] : [name, ""];
}

function bounded(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  let kept = "";
  let bytes = 0;
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept.trimEnd();
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The last segment of a URL's path, as a person would write it. */
export function lastSegment(url: URL): string {
  const segment = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    // A stray % is part of the name.
    if (error instanceof URIError) return segment;
    throw error;
  }
}
