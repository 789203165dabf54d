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
  const spaces = lengths.map((length) => `<${"00".repeat(length)}><${"ff".repeat(length)}>\n`).join("");
  let text =
    "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /X def\n/CMapType 2 def\n" +
    `${lengths.length} begincodespacerange\n${spaces}endcodespacerange\n`;
  const sorted = [...entries].sort((a, b) => a.code - b.code);
  for (let at = 0; at < sorted.length; at += PER_SECTION) {
    const section = sorted.slice(at, at + PER_SECTION);
    text += `${section.length} beginbfchar\n`;
    for (const one of section) text += `<${hex(one.code, one.length * 2)}><${utf16(one.text)}>\n`;
    text += "endbfchar\n";
  }
  return new TextEncoder().encode(`${text}endcmap\nend\nend\n`);
}

export function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

function utf16(text: string): string {
  let digits = "";
  for (let i = 0; i < text.length; i++) digits += hex(text.charCodeAt(i), 4);
  return digits;
}
