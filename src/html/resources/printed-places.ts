import { forgetPlaces, type PdfDocument, placesNamed, setOutline } from "../../engine.ts";
import { OWN_PLACE } from "./paged-words.ts";

/** An item of the outline that style sheets ask for, and the name of its place in the PDF. */
export interface Bookmark {
  readonly title: string;
  readonly level: number;
  readonly name: string;
}

/** Makes the outline that the page asks for of what was printed, and forgets the names of places that are ours. */
export function settlePlaces(document: PdfDocument, bookmarks: readonly Bookmark[] | undefined): void {
  if (bookmarks) {
    const places = placesNamed(document);
    const items = bookmarks.flatMap(({ title, level, name }) => {
      const place = places.get(name);
      return place ? [{ title, level, ...place }] : [];
    });
    setOutline(document, items);
  }
  forgetPlaces(document, OWN_PLACE);
}
