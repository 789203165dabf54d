import type { Found } from "../pdf-content/text/search.ts";
import type { PageSet } from "../pdf-pages/page-set.ts";

export interface ChosenPart {
  readonly pages: PageSet;
  /** The title of the outline item that it begins at. */
  readonly title?: string;
  /** The text at which it begins or ends. */
  readonly found?: Found;
  /** What was found on its first page, to name it. */
  readonly texts?: readonly string[];
}
