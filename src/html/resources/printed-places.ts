import { forgetPlaces, type PdfDocument, placesNamed, setOutline, tagContents } from "../../engine.ts";
import { CONTENTS_LANGUAGE, OWN_PLACE } from "./paged-words.ts";

/** An item of the outline that style sheets ask for, and the name of its place in the PDF. */
export interface Bookmark {
  readonly title: string;
  readonly level: number;
  readonly name: string;
}

/** Makes the outline and the tags of contents that the page asks for, and forgets the names of places that are ours. */
export function settlePlaces(document: PdfDocument, bookmarks: readonly Bookmark[] | undefined): void {
  if (bookmarks) {
    const places = placesNamed(document);
    const items = bookmarks.flatMap(({ title, level, name }) => {
      const place = places.get(name);
      return place ? [{ title, level, ...place }] : [];
    });
    setOutline(document, items);
  }
  tagContents(document, CONTENTS_LANGUAGE);
  forgetPlaces(document, OWN_PLACE);
}
