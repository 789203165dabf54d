/** One item of `imageOrder`: the position and rotation of the image of that name. */
export interface OrderItem {
  name: string;
  /** Degrees clockwise. */
  rotation: number | undefined;
  /** Smaller numbers come first; equal ones keep the order of upload. */
  order: number | undefined;
}

export interface Arranged {
  /** The image's place among those given. */
  index: number;
  /** Undefined when no item gives one. */
  rotation: number | undefined;
}

export interface Arrangement {
  sequence: Arranged[];
  /** The places of items whose name belongs to no image. */
  unmatched: number[];
}

/**
 * Puts the pages in order. Several images of one name take the items of that name in turn. Images without a position
 * come last, in order of upload.
 */
export function arrange(names: readonly string[], items: readonly OrderItem[]): Arrangement {
  const waiting = new Map<string, number[]>();
  for (const [index, name] of names.entries()) {
    const queue = waiting.get(name);
    if (queue) queue.push(index);
    else waiting.set(name, [index]);
  }
  const taken = new Map<string, number>();
  const itemOf = new Map<number, OrderItem>();
  const unmatched: number[] = [];
  for (const [position, item] of items.entries()) {
    const used = taken.get(item.name) ?? 0;
    const index = waiting.get(item.name)?.[used];
    if (index === undefined) {
      unmatched.push(position);
      continue;
    }
    taken.set(item.name, used + 1);
    itemOf.set(index, item);
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
