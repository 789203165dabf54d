import type { Page } from "../browser/page/page.ts";
import type { Feature, Places } from "./places.ts";
import type { World } from "./world.ts";

interface Side {
  readonly at: number;
  readonly isOdd: boolean;
}

/** Pages that are left blank, so that what follows begins on the side that it asks for. */
export class BlankPages implements Feature {
  readonly #page: Page;
  readonly #world: World;
  #sides: readonly Side[] = [];
  #names: readonly unknown[] = [];
  /** The elements before which a page is blank now. */
  #blank: ReadonlySet<number> = new Set();
  readonly isAsked: boolean;

  constructor(page: Page, world: World, isAsked: boolean) {
    this.#page = page;
    this.#world = world;
    this.isAsked = isAsked;
  }

  async prepare(): Promise<void> {
    const { sides, more } = (await this.#world("sides")) as { sides: Side[]; more: boolean };
    if (more) {
      const reason = "blank pages are left between blocks alone, and not before too many; the next page begins";
      this.#page.network.noteMissing("further breaks to a left or right page", reason);
    }
    this.#sides = sides;
    this.#names = (await this.#world(
      "mark",
      sides.map(({ at }) => at),
    )) as unknown[];
  }

  async fill(places: Places): Promise<boolean> {
    const next = new Set<number>();
    let shown = 0;
    for (const [index, { at, isOdd }] of this.#sides.entries()) {
      if (this.#blank.has(at)) shown++;
      const page = places.of(String(this.#names[index]))?.page;
      if (page !== undefined && ((page - shown + next.size) % 2 === 1) !== isOdd) next.add(at);
    }
    if (next.size === this.#blank.size && [...next].every((at) => this.#blank.has(at))) return false;
    this.#blank = next;
    await this.#world("leaveBlank", [...next]);
    return true;
  }
}
