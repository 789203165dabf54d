import type { ContentVisitor } from "../../pdf-content/interpreter/interpreter.ts";
import type { Box } from "../../pdf-pages/geometry.ts";

/** Sees what a page paints inside an area or outside, while the cleaner checks the page. */
export interface Watcher extends ContentVisitor {
  beginPage(area: Box): void;
}
