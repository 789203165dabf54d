import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliDecompressSync, deflateSync } from "node:zlib";
import type { PdfFile } from "./pdf-file.ts";

/** Open Sans (OFL), out of a development dependency's archive: real font programs make real sizes. */
function openSans(): { name: string; program: Uint8Array }[] {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  let folder = dirname(entry);
  while (!folder.endsWith(join("@sparticuz", "chromium"))) folder = dirname(folder);
  const archive = brotliDecompressSync(readFileSync(join(folder, "bin", "fonts.tar.br")));
  const fonts: { name: string; program: Uint8Array }[] = [];
  for (let at = 0; at < archive.length && archive[at] !== 0; ) {
    const name = text(archive.subarray(at, at + 100)).replace(/\0.*$/s, "");
    const size = Number.parseInt(text(archive.subarray(at + 124, at + 136)), 8);
    if (name.endsWith(".ttf")) {
      const base = name.slice(name.lastIndexOf("/") + 1, -4);
      fonts.push({ name: base, program: archive.subarray(at + 512, at + 512 + size) });
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return fonts.sort((a, b) => a.name.localeCompare(b.name));
}

function text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Widths of the characters 32 to 126 in thousandths, from the cmap (format 4) and hmtx tables. */
function widths(bytes: Uint8Array): number[] {
  const program = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const table = (tag: string): number => {
    for (let i = 0; i < program.getUint16(4); i++) {
      const at = 12 + i * 16;
      if (text(bytes.subarray(at, at + 4)) === tag) return program.getUint32(at + 8);
    }
    throw new Error(`font without ${tag}`);
  };
  const unitsPerEm = program.getUint16(table("head") + 18);
  const metrics = program.getUint16(table("hhea") + 34);
  const hmtx = table("hmtx");
  const glyphs = unicodeMap(program, table("cmap"));
  const result: number[] = [];
  for (let code = 32; code <= 126; code++) {
    const glyph = Math.min(glyphs(code), metrics - 1);
    result.push(Math.round((program.getUint16(hmtx + glyph * 4) * 1000) / unitsPerEm));
  }
  return result;
}

function unicodeMap(program: DataView, cmap: number): (code: number) => number {
  let at = -1;
  for (let i = 0; i < program.getUint16(cmap + 2); i++) {
    const offset = cmap + program.getUint32(cmap + 4 + i * 8 + 4);
    if (program.getUint16(offset) === 4) at = offset;
  }
  if (at < 0) throw new Error("font without a cmap of format 4");
  const doubled = program.getUint16(at + 6);
  return (code) => {
    for (let i = 0; i < doubled; i += 2) {
      if (program.getUint16(at + 14 + i) < code) continue;
      const start = program.getUint16(at + 16 + doubled + i);
      if (start > code) return 0;
      const delta = program.getUint16(at + 16 + doubled * 2 + i);
      const rangeAt = at + 16 + doubled * 3 + i;
      const range = program.getUint16(rangeAt);
      if (range === 0) return (code + delta) & 0xffff;
      return program.getUint16(rangeAt + range + (code - start) * 2);
    }
    return 0;
  };
}

/** Embeds the three faces and returns the text of a /Font resource dictionary with F1, F2 and F3. */
export function embedFonts(file: PdfFile): string {
  const entries = openSans().map(({ name, program }, index) => {
    const data = file.addStream(`/Filter /FlateDecode /Length1 ${program.length}`, deflateSync(program));
    const descriptor = file.add(
      `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [-619 -293 1318 1069] /ItalicAngle 0 ` +
        `/Ascent 1069 /Descent -293 /CapHeight 714 /StemV 80 /FontFile2 ${data} 0 R >>`,
    );
    const font = file.add(
      `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 ` +
        `/Widths [${widths(program).join(" ")}] /FontDescriptor ${descriptor} 0 R >>`,
    );
    return `/F${index + 1} ${font} 0 R`;
  });
  return `<< ${entries.join(" ")} >>`;
}
