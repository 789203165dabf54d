/** A step of the cleaning that is switched off: `from` stands in the source once, and `to` leaves the work undone. */
export interface Step {
  readonly name: string;
  /** From src/remove. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The construct that shows it. */
  readonly shownBy: string;
  /** What the check of the result must say, where the finder cannot notice it: nothing outside is left. */
  readonly fault?: string;
}

/** What a removal with a step switched off came to. */
export type Answer = { readonly unverified: string } | { readonly result: Uint8Array } | { readonly crash: string };

export const steps: readonly Step[] = [
  {
    name: "glyphs outside go",
    file: "rewrite/text.ts",
    from: "if (!stays) {",
    to: "if (!stays && !use) {",
    shownBy: "text: Tj",
  },
  {
    name: "paths are cut",
    file: "rewrite/paths.ts",
    from: "if (!area || (work.isShown(state) &&",
    to: "if (true || (work.isShown(state) &&",
    shownBy: "path outside: a rectangle",
  },
  {
    name: "a content stream with anything outside is written again",
    file: "new-pages.ts",
    from: "return { isChanged: cleaned.isChanged,",
    to: "return { isChanged: false,",
    shownBy: "text: TJ in single letters",
  },
  {
    name: "images are cut to what is visible",
    file: "images/image-cutter.ts",
    from: "const box: Box = [floorTo(",
    to: "seen = [-1e9, -1e9, 1e9, 1e9]; const box: Box = true ? [0, 0, 1, 1] : [floorTo(",
    shownBy: "image, cut: Flate",
  },
  {
    name: "samples of turned images are flattened",
    file: "images/part-rows.ts",
    from: "return [Math.max(0, first), Math.min(width, end)];",
    to: "return [0, width];",
    shownBy: "image: turned by thirty degrees",
  },
  {
    name: "outlines of glyphs that nothing shows go",
    file: "index.ts",
    from: "const isPruned = areas.some(({ box }) => box !== undefined);",
    to: "const isPruned = false;",
    shownBy: "font: a TrueType subset",
  },
  {
    name: "annotations outside go",
    file: "document/annotations.ts",
    from: "const left = rect && area ? intersect(rect, area) : rect;",
    to: "const left = rect;",
    shownBy: "annotation outside: Text",
  },
  {
    name: "texts of tags that lost content go",
    file: "document/structure.ts",
    from: "if (isLost || isEmpty || copier",
    to: "if (isEmpty || copier",
    shownBy: "tags: ActualText of an element above",
  },
  {
    name: "texts of marked content that was lost go",
    file: "rewrite/marks.ts",
    from: 'work.isChecked ? "" : opening(kept)',
    to: 'work.isChecked ? "" : opening(new Map([...kept, ...whole]))',
    shownBy: "marked content: ActualText around a part that goes",
  },
  {
    name: "what describes the document is cleared",
    file: "index.ts",
    from: 'const keeps = options.document === "keep";',
    to: "const keeps = true;",
    shownBy: "document: outline",
  },
  {
    name: "comments of functions go",
    file: "copy/copier.ts",
    from: "functionData(dict, data)",
    to: "data",
    shownBy: "soft mask: with a function",
  },
  {
    name: "gradients outside go",
    file: "rewrite/shadings.ts",
    from: "const made = work.isShown(on.state) ?",
    to: "const made = work ?",
    shownBy: "paint: an axial shading clipped to the outside",
  },
  {
    name: "gradients that run past the area count as cut",
    file: "rewrite/shadings.ts",
    from: "area && fillsMore(",
    to: "!area && fillsMore(",
    shownBy: "shading: an axial one that runs past the area, with its text",
  },
  {
    name: "streams go where no stream may be",
    file: "copy/copier.ts",
    from: "if (own === undefined) return null;",
    to: "",
    shownBy: "layer: a stream for a layer",
  },
  {
    name: "meshes lose the patches outside",
    file: "rewrite/cut-mesh.ts",
    from: 'if (side === "outside") return;',
    to: 'if (side === "outside") return this.#keep(piece);',
    shownBy: "paint: a mesh of type 6 with patches outside",
  },
  {
    name: "cells of patterns are cut to what some tile shows",
    file: "rewrite/shadings.ts",
    from: "const seen = work.area ?",
    to: "const seen = !work ?",
    shownBy: "pattern: over the edge",
  },
  {
    name: "fields that are cut keep no value",
    file: "document/annotations.ts",
    from: "if (!isCut) addFieldEntries(",
    to: "addFieldEntries(",
    shownBy: "field: text, over the edge",
  },
  {
    name: "layers that nothing shows go",
    file: "rewrite/marks.ts",
    from: "return output.beginMark(mark, () => {",
    to: 'work.all.copier.copy(entry ?? dict, "layer"); return output.beginMark(mark, () => {',
    shownBy: "layer: the name of one that is only outside",
  },
  {
    name: "links lead to pages, and not to names",
    file: "document/destinations.ts",
    from: "const led = this.#led.get(name) ?? this.of(this.named().get(name), depth + 1);",
    to: "const led = value;",
    shownBy: "pages: a link on the second to a named place on the first",
  },
  {
    name: "texts of characters that nothing shows go",
    file: "fonts/font-writer.ts",
    from: "if (!this.#shelf.isPruned && stream instanceof PdfStream)",
    to: "if (stream instanceof PdfStream)",
    shownBy: "font: composite TrueType",
  },
  {
    name: "entries that nobody knows go",
    file: "copy/copier.ts",
    from: "if (rule === undefined) continue;",
    to: "if (rule === undefined) copy.set(key, value); if (rule === undefined) continue;",
    shownBy: "image: the secret under Unknown",
  },
  {
    name: "descriptions of JPEGs go",
    file: "copy/strip.ts",
    from: "if (!isJfif(segment)) return undefined;",
    to: "if (!isJfif(segment)) return segment.marker >= 0xe0 ? segment.data : undefined;",
    shownBy: "JPEG: EXIF",
  },
  {
    name: "rows before an image's edge come, although more is inflated",
    file: "../pdf-content/images/image-rows.ts",
    from: "rows.add(chunk);\n      given += chunk.length;",
    to: 'given += chunk.length; if (given > rowBytes * wanted) return "enough"; rows.add(chunk);',
    shownBy: "image, cut: Flate",
    fault: "an image with 0 rows instead of 20",
  },
  {
    name: "rows of an image keep their samples",
    file: "images/coded-part.ts",
    from: "rows.write(cutter.cut(row, y));",
    to: "rows.write(new Uint8Array(cutBytes));",
    shownBy: "image, cut: Flate",
    fault: "an image with 20 rows that became empty",
  },
  {
    name: "rows that the data does not have are not made up",
    file: "images/coded-part.ts",
    from: "const wanted = rowsInData(reading.document, image, rect, given);",
    to: "const wanted = rowsInData(reading.document, image, rect, given); rows.write(new Uint8Array(cutBytes));",
    shownBy: "image, cut: Flate",
    fault: "an image with 21 rows instead of 20",
  },
];
