import type { Leaf } from "../../pdf-file/structure/page-tree.ts";
import type { PdfDict, PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";

/** A page of the result, which shows one area of a page of the document. */
export interface AreaPage {
  readonly ref: PdfRef;
  /** In user space. */
  readonly box: Box;
}

/** A page that becomes several. */
export interface CutPage {
  readonly index: number;
  readonly leaf: Leaf;
  readonly dict: PdfDict;
  readonly pages: readonly AreaPage[];
  /** Whether the first of them is the page's own object. */
  readonly isOwn: boolean;
}
