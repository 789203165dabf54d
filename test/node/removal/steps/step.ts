/** A step of the cleaning that is switched off: `from` stands in the source once, and `to` leaves the work undone. */
export interface Step {
  readonly name: string;
  /** In src/pdf/remove. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The construct that shows it. */
  readonly shownBy: string;
}

/** What a removal with a step switched off came to. */
export type Answer = { readonly unverified: string } | { readonly result: Uint8Array } | { readonly crash: string };

export const steps: readonly Step[] = [
  {
    name: "glyphs outside go",
    file: "content/text-cleaner.ts",
    from: "if (!stays) {",
    to: "if (!stays && !one) {",
    shownBy: "text: Tj",
  },
  {
    name: "paths are cut",
    file: "content/path-cleaner.ts",
    from: "if (!area || (cleaner.isShown(state) &&",
    to: "if (true || (cleaner.isShown(state) &&",
    shownBy: "path outside: a rectangle",
  },
  {
    name: "a content with anything outside is written anew",
    file: "remove.ts",
    from: "if (!cleaned.isChanged) {",
    to: "if (cleaned) {",
    shownBy: "text: TJ in single letters",
  },
  {
    name: "images are cut to the box that is visible",
    file: "images/image-cutter.ts",
    from: "const box: Box = [floorTo(",
    to: "const box: Box = true ? [0, 0, 1, 1] : [floorTo(",
    shownBy: "image, cut: Flate",
  },
  {
    name: "samples of turned images are flattened",
    file: "images/visible.ts",
    from: "return [Math.max(0, first), Math.min(width, end)];",
    to: "return [0, width];",
    shownBy: "image: turned by thirty degrees",
  },
  {
    name: "outlines of glyphs that nothing shows go",
    file: "remove.ts",
    from: "const isPruned = findings.pages.length > 0;",
    to: "const isPruned = false;",
    shownBy: "font: a TrueType subset",
  },
  {
    name: "annotations outside go",
    file: "document/annotation-cleaner.ts",
    from: "const left = rect && area ? intersect(rect, area) : rect;",
    to: "const left = rect;",
    shownBy: "annotation outside: Text",
  },
  {
    name: "texts of tags that lost content go",
    file: "document/structure.ts",
    from: "if (isLost || isEmpty) findings.removed.markedTexts++;",
    to: "if (isEmpty) findings.removed.markedTexts++;",
    shownBy: "tags: ActualText of an element above",
  },
  {
    name: "texts of marked content that was lost go",
    file: "content/operators.ts",
    from: "output.beginMark(mark, opening(kept));",
    to: "output.beginMark(mark, opening(new Map([...kept, ...texts])));",
    shownBy: "marked content: ActualText around a part that goes",
  },
  {
    name: "what describes the document is cleared",
    file: "remove.ts",
    from: 'new NewCatalog(copier, findings, destinations, request.document === "keep")',
    to: "new NewCatalog(copier, findings, destinations, true)",
    shownBy: "document: outline",
  },
  {
    name: "comments of functions go",
    file: "copy/copier.ts",
    from: "withoutComments(this.document.streamData(stream))",
    to: "this.document.streamData(stream)",
    shownBy: "soft mask: with a function",
  },
];
