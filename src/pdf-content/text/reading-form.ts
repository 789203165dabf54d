import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { lastUpTo } from "../../platform/last-up-to.ts";
import { normalised } from "../../platform/normalised.ts";
import { ACCENT, withAccent } from "./accents.ts";

/** From one place of a text to another. */
export type Span = readonly [from: number, to: number];

/** A text that was made of another one, and where its parts come from. */
export interface Form {
  readonly text: string;
  /** What a part of it was made of: all of what became one of its characters. */
  source(span: Span): Span;
}

/**
 * How texts are compared, wherever they are: as a person reads them. Quotation marks are one, and so are dashes,
 * widths, ligatures, and white space of any kind and length; what has no width is none.
 */
export function readingForm(text: string): string {
  return folded(asIs(text), new Editor(undefined)).text.replaceAll("\xad", "").trim();
}

/** A text that is searched. What is made of it is made when it is first asked for. */
export class TextForms {
  readonly #text: string;
  readonly #editor: Editor;
  #forms: readonly Form[] | undefined;
  #joined: readonly Form[] | undefined;

  constructor(text: string, work: Work) {
    this.#text = text;
    this.#editor = new Editor(work);
  }

  /** In the reading form, lines divided by line feeds. */
  get forms(): readonly Form[] {
    this.#forms ??= this.#text === "" ? NOTHING : formsOf(this.#text, this.#editor);
    return this.#forms;
  }

  /** The same with the ends of lines in each way that they may be meant. */
  get joined(): readonly Form[] {
    this.#joined ??= this.#text === "" ? NOTHING : joinedForms(this.forms, this.#editor);
    return this.#joined;
  }
}

/**
 * As it is; with what addresses and markup encode undone; and with accents that stand beside a letter, as TeX sets
 * them, on it.
 */
function formsOf(text: string, editor: Editor): Form[] {
  const whole = asIs(text);
  const bare = text.includes("<") ? editor.edited(whole, matches(MARKUP, tag)) : whole;
  const undo = (form: Form): Form => editor.edited(form, matches(REFERENCE, character));
  const plain = different([whole, ...(text.includes("&") ? [undo(whole), undo(bare)] : [bare])]);
  const isCoded = /[%+]/.test(text);
  const undone = plain.flatMap((form) => [form, ...(isCoded ? [editor.edited(form, matches(PERCENT, decoded))] : [])]);
  const spaced = different(undone).flatMap((form) => [
    form,
    ...(form.text.includes("_") ? [editor.edited(form, underscores)] : []),
  ]);
  const accented = different(spaced).flatMap((form) =>
    editor.has(form, ACCENT) ? [form, ...SIDES.map((accents) => editor.edited(form, accents))] : [form],
  );
  return different(different(accented).map((form) => folded(form, editor)));
}

/** What names of files have for a space. */
const underscores: Edits = matches(/_+/g, () => " ");

/**
 * The ends of lines as between words; as in a word that a hyphen divides; and as in a number, a name or an address, of
 * which the hyphen is a part. In the last form single letters, such as those in the boxes of a form, are a word.
 */
function joinedForms(forms: readonly Form[], editor: Editor): Form[] {
  const within: Edits = matches(/\n/g, ({ index }, text) => (isWithin(text, index) ? "" : undefined));
  return different(
    forms.flatMap((form) => {
      const isDivided = /\xad|-\n/.test(form.text);
      const soft = (made: string) =>
        isDivided
          ? editor.edited(
              form,
              matches(/\xad/g, () => made),
            )
          : form;
      const bare = soft("");
      const apart = matches(/-\n(?=\p{L})/gu, () => "\n");
      const parts = isDivided ? [editor.edited(bare, apart), editor.edited(form, divided)] : [];
      return [bare, ...parts, editor.edited(soft("-"), within), editor.edited(bare, spread)];
    }),
  );
}

/** An expression that means the same of texts in the reading form, and whose spaces meet the ends of lines, too. */
export function readingExpression(source: string): string {
  return source.replace(IN_EXPRESSION, (part, quoted: string | undefined, wide?: string, narrow?: string) => {
    if (quoted !== undefined) return literally(readingForm(quoted));
    const code = wide ?? narrow;
    const letter = code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : part.replace("\\", "");
    if (/^\s/.test(letter) && letter !== "\n") return "\\s";
    const form = foldedLetters(letter.replace(NO_WIDTH, ""));
    if (form === letter) return part;
    return [...form].length > 1 ? `(?:${literally(form)})` : literally(form);
  });
}

/** Quoted parts, codes, escapes of what is no letter of ASCII, and letters that have another form. */
const IN_EXPRESSION =
  /\\Q((?:[^\\]|\\(?!E))*)(?:\\E)?|\\x\{([\da-f]{1,6})\}|\\x([\da-f]{2})|\\[^A-Za-z\d]|[ \u00a0]+|[A-Za-z]\p{M}+|[^\x00-\x7f]\p{M}*|["`]/giu;

function literally(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}\s]/gu, "\\$&").replace(/\s/g, "\\s");
}

/** Finds a text whichever way the ends of lines are meant, and where it is spread over the boxes of a form. */
export function* spansOf(text: string, wanted: string, spend: (characters: number) => void): Generator<Span> {
  spend(text.length);
  if (wanted === "") return;
  const isLong = wanted.replace(/\s/g, "").length >= LONG;
  const second = wanted.charCodeAt(1);
  for (let at = text.indexOf(wanted[0]!); at >= 0; at = text.indexOf(wanted[0]!, at + 1)) {
    const code = text.charCodeAt(at + 1);
    if (code !== second && wanted.length > 1 && code > SPACE && !PASSED.has(code)) continue;
    const to = endOf(text, at, wanted, isLong);
    // What was looked at in vain is charged, too.
    spend(Math.abs(to) - at);
    if (to > 0) yield [at, to];
  }
}

/** Shorter ones, such as numbers of few digits, are at the ends of lines by chance. */
const LONG = 6;
const SPACE = 0x20;
/** What may stand between letters of a word. */
const PASSED = new Set([..."-|\xad"].map((char) => char.charCodeAt(0)));

/** Where the text ends that begins at a place; if it does not, the place of the first difference, negative. */
function endOf(text: string, from: number, wanted: string, isLong: boolean): number {
  let at = from;
  let isSpread = false;
  for (let next = 0; next < wanted.length; ) {
    const [char, want] = [text[at], wanted[next]!];
    if (char === BETWEEN_CELLS[0]) at += BETWEEN_CELLS.length;
    else if (char === want || (char === "\n" && want === " ")) {
      at++;
      next++;
    } else if (char === "\xad") {
      if (want === "-") next++;
      at++;
      if (text[at] === "\n" && LETTER.test(text[at + 1] ?? "")) at++;
    } else if (char === "-" && text[at + 1] === "\n" && CONTINUES.test(text[at + 2] ?? "")) {
      // Two words may be divided there, too.
      if (want === " ") next++;
      at += 2;
    }
    // Some languages repeat the hyphen on the next line.
    else if (char === "-" && text[at - 1] === "\n" && text[at - 2] === "-") at++;
    else if (isDivider(char) && isSingle(text, at - 1) && isSingle(text, at + 1)) {
      isSpread = true;
      at++;
    } else if (char === "\n" && (isWithin(text, at) || (isLong && !isBetweenLetters(text, at)))) at++;
    // What divides a number may not be written into the boxes.
    else if (isSpread && "-. /".includes(want)) next++;
    else return -at;
  }
  return at;
}

const LETTER = /[\p{L}\ud800-\udfff]/u;
/** Expressions and patterns have nothing like it: they find nothing from one cell to another. Other texts go on. */
export const BETWEEN_CELLS = "\ufffc\n";
const CONTINUES = /[\p{L}\ud800-\udfff\ufffc]/u;

function* divided(text: string): Generator<Edit> {
  for (const { 0: found, index } of text.matchAll(/[-\xad]\n|\xad/g)) {
    const to = index + found.length;
    const isWord = LETTER.test(text[index - 1] ?? "") && LETTER.test(text[to] ?? "");
    if (isWord || found === "\xad") yield { from: index, to, made: "" };
  }
}

/** Single letters and digits, with what divides the parts of a number. */
const SINGLE = /(?:^|[ \n|])[\p{L}\p{N}](?:[ \n|][\p{L}\p{N}./-]){3,}(?![^ \n|])/gu;

function* spread(text: string): Generator<Edit> {
  for (const { 0: found, index } of text.matchAll(SINGLE)) {
    for (let at = 1; at < found.length; at++) {
      if (isDivider(found[at])) yield { from: index + at, to: index + at + 1, made: "" };
    }
  }
}

/** What stands between the boxes of a form. */
function isDivider(char: string | undefined): boolean {
  return char === " " || char === "\n" || char === "|" || char === undefined;
}

/** Whether a character stands alone. */
function isSingle(text: string, at: number): boolean {
  return !isDivider(text[at]) && isDivider(text[at - 1]) && isDivider(text[at + 1]);
}

function isBetweenLetters(text: string, at: number): boolean {
  return LETTER.test(text[at - 1] ?? "") && LETTER.test(text[at + 1] ?? "");
}

/** Whether the line ends within a number, a name or an address: no space is meant. */
function isWithin(text: string, at: number): boolean {
  const [before, after] = [text[at - 1] ?? "", text[at + 1] ?? ""];
  const isOpen = before === "." && /[\p{Ll}\p{Nd}]/u.test(after);
  return isOpen || ENDS_OPEN.test(before) || BEGINS_OPEN.test(after) || (UNSPACED.test(before) && UNSPACED.test(after));
}

const ENDS_OPEN = /[-@/_=&?#%~+\\]/;
const BEGINS_OPEN = /[@/_=&?#%.]/;
/** Scripts without spaces between words have none at the ends of lines. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u30ff]/u;

function folded(form: Form, editor: Editor): Form {
  const visible = PLAIN.test(form.text)
    ? form
    : editor.edited(
        editor.edited(
          form,
          matches(NO_WIDTH, () => ""),
        ),
        letters,
      );
  return editor.edited(
    visible,
    matches(RUNS, ([run]) => (run[0] === "'" ? "'" : /[^ \t\xa0]/.test(run) ? "\n" : " ")),
  );
}

const PLAIN = /^[\n -!#-_a-~]*$/;
/** Escapes of languages (7.9.2.2), characters of control, and those that shape or order others. */
const NO_WIDTH =
  /\x1b[A-Za-z]{2,8}\x1b|(?![\xad\u3164\uffa0])\p{DI}|[\x00-\x08\x0e-\x1f\x7f\ufff9-\ufffb]|[\u0332-\u0336\u20dd-\u20e4]|[\u0591-\u05bd\u05bf\u05c1-\u05c7\u0640\u064b-\u0652\u0656-\u065f\u0670]/gu;
const RUNS = /\s{2,}|[^\S \n]|''+/g;

function* letters(text: string): Generator<Edit> {
  for (const { 0: run, index } of text.matchAll(/[\w.]?[^\x00-\x7f]+|["`]/g)) {
    for (const { 0: found, index: at } of run.matchAll(LETTERS)) {
      yield { from: index + at, to: index + at + found.length, made: foldedLetters(found) };
    }
  }
}

/** Letters with marks, jamo of Korean, and what may have another form: some alphabets have none. */
const LETTERS =
  /["`]|[\w.]\p{M}+|[\u1100-\u11ff]+|(?![\xc0-\xde\xe0-\xff\u0400-\u04ff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3](?!\p{M}))[^\x00-\x7f][\p{M}\uff9e\uff9f]*/gu;

const QUOTES =
  /["`\xb4\xab\xbb\u02b9-\u02bd\u02c8\u02ca\u02cb\u2018-\u201f\u2032-\u2037\u2039\u203a\u275b-\u275e\u300c-\u300f\u301d-\u301f\uff02\uff07]/g;
const DASHES = /[\p{Pd}\u2043\u2212]/gu;
/** What is as wide as a space, and shows nothing, and what shows that there is a space. */
const BLANKS = /[\u2423\u2800\u3164\uffa0]/g;
/** Accents that are characters of their own: a space with a mark in NFKC. */
const ACCENTS = /[\xa8\xaf\xb8\u02d8-\u02dd]/;

/** Capitals of Greek have no accents, and do not tell which σ is meant; two letters may stand for a sharp s. */
function foldedLetters(letters: string): string {
  if (ACCENTS.test(letters)) return letters;
  const quoted = letters.replace(QUOTES, "'").replace(BLANKS, " ").replace(PRIVATE, publicLetter);
  return normalised(quoted, "NFKC")
    .replace(DASHES, "-")
    .replace(/\p{Nd}/gu, plainDigit)
    .replace(/\u2044/g, "/")
    .replace(/[ßẞ]/g, "ss")
    .replace(/[ςΣ]/g, "σ")
    .replace(/\p{sc=Greek}/gu, (letter) => letter.normalize("NFD")[0]!);
}

/** Digits of other scripts: the blocks from U+0966 to U+0DEF have theirs from 6 on, others from 0 on. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  return code < 0x660 || code > 0x1049 ? digit : String((code & 15) - (code >= 0x966 && code <= 0xdef ? 6 : 0));
}

/** Adobe's digits of old style and small capitals, which are in the private use area. */
const PRIVATE = /[\uf730-\uf739\uf761-\uf77a]/g;

function publicLetter(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) & 0xff);
}

const MARKUP = /<!\[CDATA\[|\]\]>|<[^<>]*>/g;
/** Tags that divide no words. */
const INLINE = /^(?:<[!?]|\]|<\/?(?:a|abbr|b|big|em|font|i|s|small|span|strong|sub|sup|tt|u|wbr)\b)/i;

function tag([found]: RegExpExecArray): string {
  return INLINE.test(found) ? "" : "\n";
}

const REFERENCE = /&(?:amp;)*(?:#(\d{1,7});?|#x([\da-f]{1,6});|([a-z]{2,16});)/gi;
const NAMES: readonly (readonly [meant: string, names: string])[] = [
  [" ", "nbsp nonbreakingspace ensp emsp thinsp hairsp"],
  ["'", "apos quot lsquo rsquo ldquo rdquo"],
  ["-", "hyphen dash ndash mdash minus"],
  ["", "zwnj zwj zerowidthspace"],
  ...Object.entries({ "&": "amp", "<": "lt", ">": "gt", "@": "commat", "\xad": "shy", ß: "szlig" }),
];
const NAMED = new Map(NAMES.flatMap(([meant, names]) => names.split(" ").map((name) => [name, meant] as const)));
const ACCENT_NAMES: Readonly<Record<string, string>> = {
  acute: "´",
  grave: "`",
  uml: "¨",
  circ: "ˆ",
  tilde: "˜",
  cedil: "¸",
  ring: "˚",
  caron: "ˇ",
};
export const ACCENTED_NAME = new RegExp(`^([a-z])(${Object.keys(ACCENT_NAMES).join("|")})$`, "i");

function character([, decimal, hex, name]: RegExpExecArray): string | undefined {
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
  if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  const [, letter, accent] = ACCENTED_NAME.exec(name!) ?? [];
  if (letter) return withAccent(letter, ACCENT_NAMES[accent!.toLowerCase()]!);
  return NAMED.get(name!.toLowerCase());
}

/** Codes of an address, which may have been encoded more than once, and what forms send for a space. */
const PERCENT = /(?:%(?:25)*[\da-f]{2})+|%(?:25)*u[\da-f]{4}|(?<=[^\s+])\+{1,4}(?=[\p{L}\p{N}%])/giu;
const UTF8 = new TextDecoder();

function decoded([codes]: RegExpExecArray): string {
  if (codes[0] === "+") return " ";
  if (/u/i.test(codes)) return String.fromCharCode(Number.parseInt(codes.slice(-4), 16));
  const bytes = Uint8Array.from(codes.matchAll(/%(?:25)*([\da-f]{2})/gi), ([, hex]) => Number.parseInt(hex!, 16));
  const text = UTF8.decode(bytes);
  return text.includes("\ufffd") ? String.fromCharCode(...bytes) : text;
}

/** Sets accents on the letters after them (1), or before them (-1). */
function accents(side: 1 | -1): Edits {
  return function* (text) {
    for (const { 0: accent, index } of text.matchAll(ACCENT)) {
      const made = withAccent(text[index + side] ?? "", accent);
      const from = Math.min(index, index + side);
      if (made !== undefined) yield { from, to: from + 2, made };
    }
  };
}

const SIDES = [accents(1), accents(-1)];

function asIs(text: string): Form {
  return { text, source: (span) => span };
}

/** Thousands of pages may be empty. */
const NOTHING: readonly Form[] = [asIs("")];

function different(forms: readonly Form[]): Form[] {
  return [...new Map(forms.map((form) => [form.text, form])).values()];
}

/** A part of a text, and what it becomes. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly made: string;
}

/** The changes of a text, from its beginning to its end. */
type Edits = (text: string) => Iterable<Edit>;

/** What becomes of each match of a pattern; undefined leaves it as it is. */
function matches(pattern: RegExp, by: (match: RegExpExecArray, text: string) => string | undefined): Edits {
  return function* (text) {
    for (const match of text.matchAll(pattern)) {
      const made = by(match, text);
      if (made !== undefined) yield { from: match.index, to: match.index + match[0].length, made };
    }
  };
}

/** What a change takes in memory. */
const EDIT_BYTES = 100;
const CHARACTER_BYTES = 2;

/** Changes texts, and charges for it. */
class Editor {
  readonly #work: Work | undefined;
  #bytes = 0;

  constructor(work: Work | undefined) {
    this.#work = work;
  }

  has({ text }: Form, pattern: RegExp): boolean {
    this.#work?.spend(text.length * COST.searchedCharacter);
    return text.search(pattern) >= 0;
  }

  edited(form: Form, edits: Edits): Form {
    const { text } = form;
    const made: Edit[] = [];
    const parts: string[] = [];
    /** Where each new part begins in the new text. */
    const starts: number[] = [];
    let length = 0;
    let kept = 0;
    this.#work?.spend(text.length * COST.searchedCharacter);
    for (const edit of edits(text)) {
      if (edit.from < kept || edit.made === text.slice(edit.from, edit.to)) continue;
      if (made.length % PORTION === 0) this.#charge(PORTION * EDIT_BYTES);
      parts.push(text.slice(kept, edit.from), edit.made);
      length += edit.from - kept;
      made.push(edit);
      starts.push(length);
      length += edit.made.length;
      kept = edit.to;
    }
    if (made.length === 0) return form;
    this.#charge(length * CHARACTER_BYTES);
    parts.push(text.slice(kept));
    const placeOf = (at: number, isLast: boolean): number => {
      const part = lastUpTo(starts, at);
      if (part < 0) return at;
      const { from, to, made: by } = made[part]!;
      const beyond = at - starts[part]! - by.length;
      return beyond >= 0 ? to + beyond : isLast ? to - 1 : from;
    };
    return {
      text: parts.join(""),
      source: ([from, to]) => form.source([placeOf(from, false), placeOf(Math.max(from, to - 1), true) + 1]),
    };
  }

  /** Asks for memory. It is given back at once, since a text is searched before the next one is read. */
  #charge(bytes: number): void {
    this.#bytes += bytes;
    this.#work?.hold(this.#bytes);
    this.#work?.letGo(this.#bytes);
  }
}

const PORTION = 1_000;
