import { forgetPlaces, type PdfDocument, placesNamed, setOutline, tagContents } from "../../engine.ts";
import { CONTENTS_LANGUAGE, OWN_PLACE } from "./paged-words.ts";

/** More places are not looked for, in one request. */
const MOST_PLACES = 1_000;

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

/** What the world beside the page says of an element. */
export interface ElementContent {
  text: string;
  before: string;
  after: string;
  /** Each counter's values at the element, the innermost last. */
  counters: Record<string, number[]>;
}

/** A place in a document of the request, which is named by its address; an empty fragment is its first page. */
export interface OtherPlace {
  /** The document's index. */
  readonly document: number;
  /** As addresses have it, with its sign. */
  readonly fragment: string;
}

export interface KnownPlace {
  /** The page's number; undefined where the place is not printed. */
  readonly number: number | undefined;
  /** Whether the document's pages count from 1 without gaps. */
  readonly isPlain: boolean;
  readonly content: ElementContent | undefined;
}

/** All that is known of places in a PDF that was sent. */
export const FIRST_PAGE: KnownPlace = { number: 1, isPlain: true, content: undefined };

/** What documents of one request tell each other: where the places are to which they refer. */
export class CrossReferences {
  /** Where each document is, without a fragment. */
  readonly addresses: readonly (string | undefined)[];
  /** The documents that refer to any. */
  readonly referring = new Set<number>();
  readonly #asked = new Map<number, Set<string>>();
  readonly #told = new Map<string, OtherPlace & KnownPlace>();
  /** Numbers of the whole PDF. Undefined until all documents that are referred to have told theirs. */
  #known: Map<string, KnownPlace> | undefined;
  #count = 0;

  constructor(addresses: readonly (string | undefined)[]) {
    this.addresses = addresses;
  }

  /** Whether there was room for one more. */
  ask(from: number, { document, fragment }: OtherPlace): boolean {
    const asked = this.#asked.get(document) ?? new Set();
    if (!asked.has(fragment) && this.#count++ >= MOST_PLACES) return false;
    this.#asked.set(document, asked.add(fragment));
    this.referring.add(from);
    return true;
  }

  get referredTo(): number[] {
    return [...this.#asked.keys()];
  }

  /** One print of a document. */
  of(own: number): Crossing {
    return { references: this, own, asked: [...(this.#asked.get(own) ?? [])] };
  }

  tell(place: OtherPlace, known: KnownPlace): void {
    this.#told.set(keyOf(place), { ...place, ...known });
  }

  /** Lays the documents one after the other. Whether that gives other numbers than before. */
  settle(pageCounts: readonly number[]): boolean {
    const before = this.#known;
    this.#known = new Map();
    for (const [key, { document, number, isPlain, content }] of this.#told) {
      const first = pageCounts.slice(0, document).reduce((sum, count) => sum + count, 0);
      this.#known.set(key, { number: number && number + (isPlain ? first : 0), isPlain, content });
    }
    return [...this.#known].some(([key, { number }]) => before?.get(key)?.number !== number);
  }

  /** Undefined while nothing is known yet, null for a place that does not exist. */
  find(place: OtherPlace): KnownPlace | null | undefined {
    return this.#known && (this.#known.get(keyOf(place)) ?? null);
  }
}

/** A print of one of the documents that refer to each other. */
export interface Crossing {
  readonly references: CrossReferences;
  /** The document's index. */
  readonly own: number;
  /** The fragments to which others refer. */
  readonly asked: readonly string[];
}

function keyOf({ document, fragment }: OtherPlace): string {
  return `${document}${fragment}`;
}
