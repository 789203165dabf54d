import type { Page } from "../browser/page/page.ts";
import { type Component, componentsOf, quoted, textOf } from "./components.ts";
import type { Feature, Places } from "./places.ts";
import type { Use, World } from "./world.ts";

/** A number that stands for one that is not known yet: most have as many digits. */
const UNKNOWN = 10;
const IDENTIFIER = /^-?[_a-z\u0080-\uffff][-\w\u0080-\uffff]*$/i;

/** A value of `content` whose parts refer to other places. */
interface Filled {
  use: Use;
  parts: readonly Component[];
}

/** What is shown in the place of `target-counter()` and its like. */
export class Numbers implements Feature {
  readonly #world: World;
  readonly #page: Page;
  readonly #filled: readonly Filled[];
  /** Names of places in the PDF, by what refers to them. */
  readonly #names = new Map<string, string>();
  /** What was shown last. */
  #shown = "";

  constructor(page: Page, world: World, uses: readonly Use[]) {
    this.#page = page;
    this.#world = world;
    this.#filled = uses.flatMap((use) => {
      const parts = componentsOf(use.values.content ?? "");
      return parts.some(isOurs) ? [{ use, parts }] : [];
    });
  }

  get isAsked(): boolean {
    return this.#filled.length > 0;
  }

  async prepare(): Promise<void> {
    const refs = new Set<string>();
    for (const { parts } of this.#filled) for (const part of parts) if (isOurs(part)) refs.add(refOf(part));
    const names = await this.#world("find", [...refs]);
    for (const [index, ref] of [...refs].entries()) {
      const name = Array.isArray(names) ? names[index] : undefined;
      if (typeof name === "string") this.#names.set(ref, name);
      else if (ref !== "") this.#warn(ref, "no element has that name");
    }
    await this.#show(undefined);
  }

  #warn(ref: string, reason: string): void {
    this.#page.network.noteMissing(ref.slice(0, 200), `a number refers to it, and ${reason}`);
  }

  fill(places: Places): Promise<boolean> {
    return this.#show(places);
  }

  async #show(places: Places | undefined): Promise<boolean> {
    const rules = this.#filled.map(({ use: { at, pseudo, reset }, parts }) => {
      return { at, pseudo, css: this.#css(parts, reset, places) };
    });
    const shown = JSON.stringify(rules);
    if (shown === this.#shown) return false;
    this.#shown = shown;
    await this.#world("fill", rules);
    return true;
  }

  #css(parts: readonly Component[], own: string, places: Places | undefined): string {
    const counters: string[] = [];
    const content = parts.map((part) => {
      if (!isOurs(part)) return part.css;
      const [, counter = "", style = "decimal"] = part.args ?? [];
      const name = this.#names.get(refOf(part));
      if (name === undefined || counter !== "page") return '""';
      const number = places === undefined ? UNKNOWN : places.numberOf(name);
      if (number === undefined) {
        this.#warn(refOf(part), "it is not printed");
        return '""';
      }
      if (style === "decimal" || !IDENTIFIER.test(style)) return quoted(String(number));
      const own = `quire-${counters.length}`;
      counters.push(`${own} ${number}`);
      return `counter(${own}, ${style})`;
    });
    if (counters.length > 0 && own !== "none") counters.unshift(own);
    const reset = counters.length > 0 ? ` counter-reset: ${counters.join(" ")} !important;` : "";
    return `content: ${content.join(" ")} !important;${reset}`;
  }
}

function isOurs({ name }: Component): boolean {
  return name === "target-counter";
}

function refOf({ args }: Component): string {
  return textOf(args?.[0] ?? "");
}
