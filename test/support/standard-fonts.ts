import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

let files: Uint8Array[] | undefined;

/** Real font programs to embed, out of a development dependency: two in CFF, one TrueType. */
export function standardFontFiles(): readonly Uint8Array[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json")), "standard_fonts");
  files ??= ["FoxitSerif.pfb", "FoxitFixedBold.pfb", "LiberationSans-Italic.ttf"].map(
    (name) => new Uint8Array(readFileSync(join(folder, name))),
  );
  return files;
}
