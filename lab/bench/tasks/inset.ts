import { openPdf } from "../../../src/pdf-file/open.ts";
import type { Area } from "../../../src/pdf-pages/geometry.ts";
import { displaySize } from "../../../src/pdf-pages/geometry.ts";
import { viewPage } from "../../../src/pdf-pages/page-view.ts";

/** The area that is left of a document's first page when this share of its width and height is cut off on each side. */
export function inset(bytes: Uint8Array, share: number): Area {
  const document = openPdf(bytes);
  const view = viewPage(document, document.pages.leaf(0));
  if (view === undefined) throw new Error("the document has no page");
  const { width, height } = displaySize(view);
  return { x: width * share, y: height * share, width: width * (1 - 2 * share), height: height * (1 - 2 * share) };
}
