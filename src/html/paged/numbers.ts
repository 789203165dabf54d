import type { Page } from "../browser/page/page.ts";
import type { ElementContent, OtherPlace } from "../resources/printed-places.ts";
import { type Component, componentsOf, quoted, textOf } from "./components.ts";
import type { Feature, Places } from "./places.ts";
import type { Use, World } from "./world.ts";
import { EDGE_INSET, EDGE_UNIT, EDGES } from "./world-leaders.ts";

/** A number that stands for one that is not known yet: most have as many digits. */
const UNKNOWN = 10;
/** A text that stands for one of another document. */
const UNKNOWN_TEXT = "n".repeat(30);
const IDENTIFIER = /^-?[_a-z\u0080-\uffff][-\w\u0080-\uffff]*$/i;
const OURS = new Set(["target-counter", "target-counters", "target-text", "leader"]);
/** What a leader repeats (css-content-3 §5.1); spaces that a line does not merge. */
const LEADERS: Readonly<Record<string, string>> = { dotted: ".\u00a0", solid: "_", space: "\u00a0" };
const LONGEST_PATTERN = 100;
const TALL_WINDOW = 1_000;

/** A value of `content` whose parts refer to other places. */
interface Filled {
  readonly use: Use;
  readonly parts: readonly Component[];
}

/** What is known of the place that a reference leads to. */
interface Target {
  readonly name: string;
  readonly content: ElementContent | undefined;
}

/** A rule for the script beside the page: null stands for a leader. */
interface PlacedRule extends Pick<Use, "at" | "pseudo"> {
  content: (string | null)[];
  reset: string;
  pattern?: string;
}

/** What is shown in the place of `target-counter()` and its like. */
export class Numbers implements Feature {
  readonly #world: World;
  readonly #page: Page;
  readonly #filled: readonly Filled[];
  readonly #targets = new Map<string, Target>();
  readonly #others = new Map<string, OtherPlace>();
  readonly #hasLeaders: boolean;
  /** How wide the area of a page is, once it is known. */
  #width: number | undefined;
  /** What was shown last. */
  #shown = "";

  constructor(page: Page, world: World, uses: readonly Use[]) {
    this.#page = page;
    this.#world = world;
    this.#filled = uses.flatMap((use) => {
      const parts = componentsOf(use.values.content ?? "");
      return parts.some(isOurs) ? [{ use, parts }] : [];
    });
    this.#hasLeaders = this.#ours().some(({ name }) => name === "leader");
  }

  get isAsked(): boolean {
    return this.#filled.length > 0 || (this.#page.crossing?.asked ?? []).length > 0;
  }

  async prepare(): Promise<void> {
    const { references, own = 0, asked = [] } = this.#page.crossing ?? {};
    const wanted = new Set(this.#ours().flatMap((part) => (part.name === "leader" ? [] : [refOf(part)])));
    const refs = [...wanted, ...asked.filter((fragment) => fragment !== "" && !wanted.has(fragment))];
    type Found = { name: string; at: number } | OtherPlace | null;
    const found = (await this.#world("find", refs, references?.addresses ?? [])) as Found[];
    const isMore =
      asked.length > 0 ||
      this.#ours().some(({ name, args }) => name !== "leader" && (name === "target-text" || args?.[1] !== "page"));
    const ats = isMore ? found.flatMap((place) => (place && "at" in place ? place.at : [])) : [];
    const contents = ats.length > 0 ? ((await this.#world("contents", ats)) as ElementContent[]) : [];
    const contentOf = new Map(ats.map((at, index) => [at, contents[index]]));
    for (const [index, ref] of refs.entries()) {
      const place = found[index];
      if (place && "at" in place) this.#targets.set(ref, { name: place.name, content: contentOf.get(place.at) });
      else if (place && references?.ask(own, place)) this.#others.set(ref, place);
      else if (place) this.#warn(ref, "there are too many to other documents");
      else if (ref !== "" && wanted.has(ref)) this.#warn(ref, "no element has that name");
    }
    if (this.#hasLeaders) await this.#world("edges", true);
    await this.#show(undefined);
  }

  async fill(places: Places): Promise<boolean> {
    const { references, own: document = 0, asked = [] } = this.#page.crossing ?? {};
    for (const fragment of asked) {
      const target = this.#targets.get(fragment);
      if (!target && fragment !== "") continue;
      const number = target ? places.numberOf(target.name) : (places.numbers?.[0] ?? 1);
      references?.tell({ document, fragment }, { number, isPlain: places.isPlain, content: target?.content });
    }
    return this.#show(places);
  }

  #ours(): Component[] {
    return this.#filled.flatMap(({ parts }) => parts.filter(isOurs));
  }

  #warn(ref: string, reason: string): void {
    this.#page.network.noteMissing(ref.slice(0, 200), `a number refers to it, and ${reason}`);
  }

  async #show(places: Places | undefined): Promise<boolean> {
    if (this.#hasLeaders && places) this.#width ??= widthOf(places);
    const width = this.#width;
    const rules = this.#filled.map((filled) => this.#rule(filled, places, width !== undefined));
    const shown = JSON.stringify([rules, width]);
    if (shown === this.#shown) return false;
    this.#shown = shown;
    if (width !== undefined) {
      const window = { width, height: TALL_WINDOW, deviceScaleFactor: 1, mobile: false };
      await this.#page.send("Emulation.setDeviceMetricsOverride", window);
      await this.#world("edges", false);
    }
    await this.#world("fill", rules);
    return true;
  }

  #rule({ use: { at, pseudo, reset }, parts }: Filled, places: Places | undefined, isWide: boolean): PlacedRule {
    const counters = reset === "none" ? [] : [reset];
    const rule: PlacedRule = { at, pseudo, content: [], reset: "" };
    const own = (value: number, style: string) => {
      if (style === "decimal" || !IDENTIFIER.test(style)) return quoted(String(value));
      const name = `quire-${counters.length}`;
      counters.push(`${name} ${value}`);
      return `counter(${name}, ${style})`;
    };
    for (const part of parts) {
      if (part.name === "leader") {
        rule.pattern = patternOf(part);
        rule.content.push(isWide ? null : quoted(rule.pattern));
      } else rule.content.push(isOurs(part) ? this.#said(part, places, own) : part.css);
    }
    if (counters.length > (reset === "none" ? 0 : 1)) rule.reset = counters.join(" ");
    return rule;
  }

  /** What a part that refers to a place says, as CSS. */
  #said(part: Component, places: Places | undefined, own: (value: number, style: string) => string): string {
    const ref = refOf(part);
    const [, second = "", third = "", fourth = "decimal"] = part.args ?? [];
    const isPage = part.name !== "target-text" && second === "page";
    const elsewhere = this.#others.get(ref);
    const known = elsewhere && this.#page.crossing?.references.find(elsewhere);
    if (elsewhere && known === undefined) return quoted(part.name === "target-text" ? UNKNOWN_TEXT : String(UNKNOWN));
    if (elsewhere && !(known && (isPage || known.content))) {
      this.#warn(ref, "no element of that document has that name, or it cannot be read there");
      return '""';
    }
    const target = known ? { name: "", content: known.content } : this.#targets.get(ref);
    if (target === undefined) return '""';
    if (part.name === "target-text") return textsOf(target, second || "content", own);
    const isMany = part.name === "target-counters";
    const style = isMany ? fourth : third || "decimal";
    if (isPage) {
      const number = known ? known.number : places === undefined ? UNKNOWN : places.numberOf(target.name);
      if (number !== undefined) return own(number, style);
      this.#warn(ref, "it is not printed");
      return '""';
    }
    const values = target.content?.counters[second] ?? [0];
    if (!isMany) return own(values.at(-1) ?? 0, style);
    return values.map((value) => own(value, style)).join(` ${quoted(textOf(third))} `);
  }
}

function isOurs({ name = "" }: Component): boolean {
  return OURS.has(name);
}

function refOf({ args }: Component): string {
  return textOf(args?.[0] ?? "");
}

function patternOf({ args }: Component): string {
  const [said = ""] = args ?? [];
  const pattern = LEADERS[said.toLowerCase()] ?? textOf(said);
  return pattern.slice(0, LONGEST_PATTERN).replaceAll(" ", "\u00a0") || "\u00a0";
}

/** The text of a place (css-content-3 §4.3). What is generated may have counters, with their values there. */
function textsOf({ content }: Target, which: string, own: (value: number, style: string) => string): string {
  if (!content) return '""';
  if (which === "content") return quoted(content.text);
  if (which === "first-letter") return quoted(/^\p{P}*[\p{L}\p{N}]\p{M}*/u.exec(content.text)?.[0] ?? "");
  const generated = which === "before" ? content.before : which === "after" ? content.after : "";
  const said = componentsOf(generated).flatMap(({ css, name, args = [] }) => {
    if (name === undefined) return /^["']/.test(css) ? [css] : [];
    const values = content.counters[args[0] ?? ""] ?? [0];
    if (name === "counter") return [own(values.at(-1) ?? 0, args[1] ?? "decimal")];
    if (name !== "counters") return [];
    return [values.map((value) => own(value, args[2] ?? "decimal")).join(` ${args[1]} `)];
  });
  return said.join(" ") || '""';
}

/** How wide the area of a page is, in CSS pixels. */
function widthOf(places: Places): number | undefined {
  const [left, unit, right] = EDGES.map((name) => places.of(name)?.x);
  if (left === undefined || unit === undefined || right === undefined || unit <= left) return undefined;
  return Math.max(1, Math.min(10_000, Math.round(((right - left) / (unit - left)) * EDGE_UNIT) + EDGE_INSET));
}
