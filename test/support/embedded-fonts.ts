import type * as mupdf from "mupdf";

/** Names of the fonts that are embedded, without their subsets' tags. */
export function embeddedFonts(document: mupdf.PDFDocument): string[] {
  const names: string[] = [];
  for (let number = 1; number < document.countObjects(); number++) {
    const object = document.newIndirect(number).resolve();
    const name = object.isDictionary() ? object.get("FontName") : undefined;
    if (name?.isName()) names.push(name.asName().replace(/^[A-Z]{6}\+/, ""));
  }
  return names;
}
