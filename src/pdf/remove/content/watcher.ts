import type { ContentVisitor } from "../../content/interpreter/interpreter.ts";
import type { Box } from "../../crop/geometry.ts";

/** Sees what a page paints inside an area or outside, while the cleaner checks the page. */
export interface Watcher extends ContentVisitor {
  beginPage(area: Box): void;
}
