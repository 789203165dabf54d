import { inspect, type NamedPlace, openPdf, placesNamed, WorkProblem } from "../../engine.ts";
import type { Room } from "../../intake/reservation.ts";
import { pageSizes } from "../overlays/overlay-page.ts";
import { ROOT_PLACE } from "../resources/paged-words.ts";

/** What a print that is only read says in a corner of each page: its number as a reader sees it. */
export const PAGE_PROBE = `@page { @bottom-right-corner {
  content: "quire" counter(page) !important; font: 1px/1 sans-serif !important; color: rgb(0 0 0 / .004) !important;
} }`;
const PROBED = /quire(-?\d+)/;

/** Something of a page that is known only once it is printed. */
export interface Feature {
  /** Whether the page has any of it. */
  readonly isAsked: boolean;
  /** Marks the places that must be known, and shows something of about the right size. */
  prepare(): Promise<void>;
  /** Shows what the places say. Whether that is something else than was shown before. */
  fill(places: Places): Promise<boolean>;
}

/** Where a printed PDF has its named places. */
export class Places {
  readonly #places: ReadonlyMap<string, NamedPlace>;
  /** What `counter(page)` is on each page; without any, pages count from 1. */
  readonly #numbers: readonly number[] | undefined;
  /** Heights of all pages. */
  readonly #heights: readonly number[];

  private constructor(
    places: ReadonlyMap<string, NamedPlace>,
    heights: readonly number[],
    numbers: readonly number[] | undefined,
  ) {
    this.#places = places;
    this.#heights = heights;
    this.#numbers = numbers;
  }

  get pageCount(): number {
    return this.#heights.length;
  }

  /** Memory holds the file twice while it is read. `numbers` may be known from another print. */
  static async read(
    pieces: readonly Uint8Array[],
    { memory, probed, numbers }: { memory: Room | undefined; probed: boolean; numbers?: readonly number[] | undefined },
  ): Promise<Places> {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    await memory?.grow(length);
    try {
      const document = openPdf(Buffer.concat(pieces));
      const places = placesNamed(document);
      const heights = pageSizes(document).map(([, height]) => height);
      return new Places(places, heights, probed ? await probedNumbers(document) : numbers);
    } finally {
      memory?.shrink(length);
    }
  }

  of(name: string): NamedPlace | undefined {
    return this.#places.get(name);
  }

  /** The number that a reader sees on the page of this place. */
  numberOf(name: string): number | undefined {
    const page = this.#places.get(name)?.page;
    return page === undefined ? undefined : (this.#numbers?.[page - 1] ?? page);
  }

  /** Whether a place is at the top of its page, with no more than so many points of margins and the like above it. */
  isAtTop(name: string, room: number): boolean {
    const below = (place: NamedPlace) => (this.#heights[place.page - 1] ?? 0) - place.y;
    const place = this.#places.get(name);
    // Where links lead to, browsers count from the page's edge or from its margin: the whole document begins there.
    const root = this.#places.get(ROOT_PLACE);
    return place !== undefined && below(place) - (root ? below(root) : 0) <= room + 1;
  }

  /** Whether pages count from 1 without gaps. */
  get isPlain(): boolean {
    return this.#numbers?.every((number, index) => number === index + 1) ?? true;
  }

  get numbers(): readonly number[] | undefined {
    return this.#numbers;
  }
}

async function probedNumbers(document: Parameters<typeof inspect>[0]): Promise<number[] | undefined> {
  try {
    const { pages } = await inspect(document, { text: "lines" });
    return pages.map(({ pageNumber, text }) => {
      const found = text?.lines.map((line) => PROBED.exec(line.text)?.[1]).find((digits) => digits !== undefined);
      return found === undefined ? pageNumber : Number(found);
    });
  } catch (error) {
    if (error instanceof WorkProblem) return undefined;
    throw error;
  }
}
