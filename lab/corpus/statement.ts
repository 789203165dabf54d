import type { PageContent } from "../../src/crop/content-areas.ts";
import type { PageFacts } from "../../src/inspect/inspect.ts";
import type { Bookmark } from "../../src/split/document/part-outline.ts";

/** What the service says of a page where nothing but the file is sent. */
export interface Statement {
  readonly facts: PageFacts;
  readonly content: PageContent;
  /** Whether a split by blank pages leaves it out. */
  readonly isDropped: boolean;
  /** In a scan, what is darker counts as ink. */
  readonly threshold: number | undefined;
}

export interface Stated {
  /** One after the other. */
  readonly pages: readonly Statement[];
  /** The same pages in parts, the first of which holds `ahead` of them. */
  readonly parts: readonly Uint8Array[];
  readonly ahead: number;
  readonly outline: readonly Bookmark[];
}
