/** Before the names of custom properties by which margin boxes show a string or an element. */
export const STRING = "--quire-string-";
export const ELEMENT = "--quire-element-";
/** Counts the pages that are printed, whatever authors do to the counter `page`. */
export const PAGE_INDEX = "quire-page";

export const STRING_KEYWORDS = ["first", "start", "last", "first-except"] as const;
export type Keyword = (typeof STRING_KEYWORDS)[number];

/** The margin boxes of a page (css-page-3 §5). */
export const MARGIN_BOXES = [
  ...["top-left-corner", "top-left", "top-center", "top-right", "top-right-corner"],
  ...["right-top", "right-middle", "right-bottom"],
  ...["bottom-right-corner", "bottom-right", "bottom-center", "bottom-left", "bottom-left-corner"],
  ...["left-bottom", "left-middle", "left-top"],
] as const;

/** What a margin box shows: `string(name, keyword)` or `element(name, keyword)`. */
export interface HeadUse {
  readonly kind: "string" | "element";
  readonly name: string;
  readonly keyword: Keyword;
}

/** Heads of one document, beyond which none are filled in. */
const MOST_USES = 60;
/** What does not end a declaration, or what does (css-syntax-3 §4, §5). */
const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|url\(\s*(?!["'\s])(?:[^)\\]|\\[\s\S])*\)?|\\[\s\S]|[{};]/gi;
const SHOWN = /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|(?<![-\w])(string|element)\(([^()"']*)\)/gi;
const NAME = /^(?:-?[_a-z\u0080-\uffff]|--)[-\w\u0080-\uffff]*$/i;

/** Gathers what margin boxes of all sheets show. */
export class HeadRules {
  readonly #uses = new Map<string, HeadUse>();
  /** Whether there were more than are filled in. */
  hasMore = false;

  get uses(): HeadUse[] {
    return [...this.#uses.values()];
  }

  /**
   * The sheet with rules that browsers understand: margin boxes show custom properties, and where pages count
   * something, they count themselves too. Each rule stays where it is, so that the cascade holds.
   */
  rewritten(css: string): string {
    if (!/@page/i.test(css)) return css;
    const pieces: string[] = [];
    const blocks: string[] = [];
    let from = 0;
    let begin = 0;
    for (const { 0: token, index } of css.matchAll(TOKEN)) {
      const end = index + token.length;
      if (token === "{") blocks.push(blockOf(css.slice(begin, index), blocks.at(-1)));
      else if (token === ";" || token === "}") {
        const changed = this.#declaration(css.slice(begin, index), blocks.at(-1));
        if (changed !== undefined) {
          pieces.push(css.slice(from, begin), changed);
          from = index;
        }
        if (token === "}") blocks.pop();
      } else continue;
      begin = end;
    }
    return pieces.length === 0 ? css : pieces.join("") + css.slice(from);
  }

  #declaration(text: string, block: string | undefined): string | undefined {
    if (block === "page" && /^\s*counter-increment\s*:/i.test(bare(text))) {
      const [, value = "", important = ""] = /:([\s\S]*?)(!\s*important\s*)?$/i.exec(bare(text)) ?? [];
      const own = value.trim() === "none" ? "" : value;
      return `counter-increment: ${own} ${PAGE_INDEX} ${important}`;
    }
    if (block !== "margin" || !/^\s*content\s*:/i.test(bare(text))) return undefined;
    const changed = text.replace(SHOWN, (all, kind?: string, args = "") =>
      kind ? (this.#shown(kind.toLowerCase(), args.split(",")) ?? all) : all,
    );
    // In the place of an element there is an image of its size, without room for letters below it.
    return changed.includes(ELEMENT) ? `${changed}; line-height: 0` : changed === text ? undefined : changed;
  }

  #shown(kind: string, args: readonly string[]): string | undefined {
    const [name = "", keyword = "first", more] = args.map((each) => each.trim());
    if (more !== undefined || !NAME.test(name) || !isKeyword(keyword)) return undefined;
    const property = `${kind === "string" ? STRING : ELEMENT}${keyword}-${name}`;
    if (!this.#uses.has(property)) {
      if (this.#uses.size >= MOST_USES || name.length > 100) {
        this.hasMore = true;
        return undefined;
      }
      this.#uses.set(property, { kind: kind as HeadUse["kind"], name, keyword });
    }
    return `var(${property}, "")`;
  }
}

function isKeyword(word: string): word is Keyword {
  return STRING_KEYWORDS.includes(word as Keyword);
}

function blockOf(prelude: string, parent: string | undefined): string {
  const text = bare(prelude).trim();
  if (/^@page(?![-\w])/i.test(text)) return "page";
  return parent === "page" && MARGIN_BOXES.some((box) => text.toLowerCase() === `@${box}`) ? "margin" : "other";
}

/** Without comments. */
function bare(css: string): string {
  return css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ");
}
