import type { CodeSpace } from "../../pdf-content/cmaps/cmap.ts";

export interface CodeText {
  readonly code: number;
  /** Bytes of the code. */
  readonly length: number;
  readonly text: string;
}

const PER_SECTION = 100;

/** A ToUnicode CMap (9.10.3) of these codes and no others. */
export function toUnicodeData(entries: readonly CodeText[]): Uint8Array {
  const lengths = [...new Set(entries.map(({ length }) => length))].sort();
  const spaces = lengths.map((length): CodeSpace => ({ length, low: 0, high: 256 ** length - 1 }));
  const sorted = [...entries].sort((a, b) => a.code - b.code);
  const lines = sorted.map(({ code, length, text }) => `<${hex(code, length * 2)}><${utf16(text)}>\n`);
  return cmapData("/CMapType 2 def\n", spaces, "bfchar", lines);
}

/** A CMap (9.7.5.3) of these codes and their CIDs. */
export function cidData(
  spaces: readonly CodeSpace[],
  isVertical: boolean,
  codes: readonly { readonly code: number; readonly length: number; readonly glyph: number }[],
): Uint8Array {
  const sorted = [...codes].sort((a, b) => a.length - b.length || a.code - b.code);
  const lines = sorted.map(({ code, length, glyph }) => `<${hex(code, length * 2)}> ${glyph}\n`);
  return cmapData(`/CMapType 1 def\n/WMode ${isVertical ? 1 : 0} def\n`, spaces, "cidchar", lines);
}

function cmapData(kind: string, spaces: readonly CodeSpace[], section: string, lines: readonly string[]): Uint8Array {
  const ranges = spaces.map(({ length, low, high }) => `<${hex(low, length * 2)}><${hex(high, length * 2)}>\n`);
  let text =
    `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /X def\n${kind}` +
    `${spaces.length} begincodespacerange\n${ranges.join("")}endcodespacerange\n`;
  for (let at = 0; at < lines.length; at += PER_SECTION) {
    const own = lines.slice(at, at + PER_SECTION);
    text += `${own.length} begin${section}\n${own.join("")}end${section}\n`;
  }
  return new TextEncoder().encode(`${text}endcmap\nend\nend\n`);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

function utf16(text: string): string {
  let digits = "";
  for (let i = 0; i < text.length; i++) digits += hex(text.charCodeAt(i), 4);
  return digits;
}
