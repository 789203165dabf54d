import { addTo } from "../../platform/grouped.ts";

/** One item of `imageOrder`: the position and rotation of the image of that name. */
export interface OrderItem {
  name: string;
  /** Degrees clockwise. */
  rotation?: number | undefined;
  /** Smaller numbers come first; equal ones keep the order of upload. */
  order?: number | undefined;
}

export interface Arranged {
  /** The image's place among those given. */
  index: number;
  /** Undefined when no item gives one. */
  rotation?: number | undefined;
}

export interface Arrangement {
  sequence: Arranged[];
  /** The places of items whose name belongs to no image. */
  unmatched: number[];
}

/**
 * Puts the pages in order. Several images of one name take the items of that name in turn. A name stands for itself, or
 * else for a file of that name in some folder, since clients differ in what they send of a path. Images without a
 * position come last, in order of upload.
 */
export function arrange(names: readonly string[], items: readonly OrderItem[]): Arrangement {
  const whole = placesOf(names);
  const last = placesOf(names.map(lastSegment));
  const itemOf = new Map<number, OrderItem>();
  const unmatched: number[] = [];
  for (const [position, item] of items.entries()) {
    const index = nextOf(whole.get(item.name), itemOf) ?? nextOf(last.get(lastSegment(item.name)), itemOf);
    if (index === undefined) unmatched.push(position);
    else itemOf.set(index, item);
  }
  const place = (index: number): number => itemOf.get(index)?.order ?? Number.POSITIVE_INFINITY;
  const sequence = names.map((_, index) => ({ index, rotation: itemOf.get(index)?.rotation }));
  sequence.sort((a, b) => comparePlaces(place(a.index), place(b.index)) || a.index - b.index);
  return { sequence, unmatched };
}

/** Compared, not subtracted: two images without a position are equal, and ∞ − ∞ is NaN. */
function comparePlaces(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The places of each name, the last one first. */
function placesOf(names: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let index = names.length - 1; index >= 0; index--) addTo(places, names[index]!, index);
  return places;
}

/** The first place that has no item yet. */
function nextOf(places: number[] | undefined, taken: ReadonlyMap<number, unknown>): number | undefined {
  for (let index = places?.pop(); index !== undefined; index = places?.pop()) if (!taken.has(index)) return index;
  return undefined;
}

function lastSegment(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
}
