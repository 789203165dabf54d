import { type ParseOptions, tokenize } from "sugar-high/core";
import * as cpp from "sugar-high/lang/cpp";
import * as csharp from "sugar-high/lang/csharp";
import * as go from "sugar-high/lang/go";
import * as java from "sugar-high/lang/java";
import * as json from "sugar-high/lang/json";
import * as python from "sugar-high/lang/python";
import * as rust from "sugar-high/lang/rust";
import * as shell from "sugar-high/lang/shell";
import * as sql from "sugar-high/lang/sql";
import * as toml from "sugar-high/lang/toml";
import * as yaml from "sugar-high/lang/yaml";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";

/**
 * Colours for code: pieces with the class of what they are. Of the library only its plain lexer is used, which reads a
 * text once; those of its languages with lexers of their own take the square of some texts' lengths.
 */
export function colouring(work: Work): (code: string, language: string) => string {
  let left = MAX_COLOURED;
  return (code, name) => {
    const lexer = LEXERS.get(name.toLowerCase());
    if (lexer === undefined || code.length > left) return "";
    left -= code.length;
    work.spend(code.length * COST.colouredCharacter);
    return lexer(code).map(coloured).join("");
  };
}

/** Characters of a text that are coloured. Each may become an element of its own. */
const MAX_COLOURED = 300_000;

type Piece = readonly [kind: string, text: string];
type Lexer = (code: string) => Piece[];

function coloured([kind, text]: Piece): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return kind === "" ? escaped : `<span class="c-${kind}">${escaped}</span>`;
}

/** The library's kinds, in its order. Names, signs and white space keep the colour of the text. */
const KINDS = ["", "word", "text", "value", "name", "", "", "", "note"];

const plain =
  (options: ParseOptions): Lexer =>
  (code) =>
    tokenize(code, options).map(([kind, text]) => [KINDS[kind] ?? "", text]);

const STRINGS: Record<string, RegExp> = { '"': /"(?:[^"\\\n]|\\.)*"?/y, "'": /'(?:[^'\\\n]|\\.)*'?/y };

/** The length of a string that begins here. It ends with its line, and an apostrophe within a word begins none. */
function inOneLine(quote: string, at: number, code: string): number {
  const string = STRINGS[quote];
  if (string === undefined) return 0;
  if (quote === "'" && /[\p{L}\p{N}]{2}/u.test(code.slice(Math.max(0, at - 2), at))) return 1;
  string.lastIndex = at;
  return string.exec(code)?.[0].length ?? 0;
}

/** Three quotes begin a string of several lines. */
function inManyLines(quote: string, at: number, code: string): number {
  const three = quote.repeat(3);
  if (STRINGS[quote] === undefined || !code.startsWith(three, at)) return inOneLine(quote, at, code);
  const end = code.indexOf(three, at + 3);
  return (end < 0 ? code.length : end + 3) - at;
}

const SCRIPT_WORDS =
  "abstract any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface is keyof let namespace never new number of private protected public readonly return satisfies set static string super switch this throw true try type typeof undefined unknown var void while with yield";
const script: ParseOptions = {
  ...{ keywords: new Set(SCRIPT_WORDS.split(" ")), templateStrings: true, onLiteral: inOneLine },
  ...{ onCommentStart: java.onCommentStart, onCommentEnd: java.onCommentEnd },
};
const style: ParseOptions = {
  onCommentStart: (first, second) => first === "/" && second === "*",
  onCommentEnd: (first, second) => first === "*" && second === "/",
  onLiteral: inOneLine,
};

const MARKUP = /(<!--[\s\S]*?(?:-->|$(?![\s\S])))|(<[!?/]?[\w:.-]+|[?/]?>)|("[^"<>]*"|'[^'<>]*')|[^<>"'/?]+|[\s\S]/g;
const markup: Lexer = (code) =>
  Array.from(code.matchAll(MARKUP), ([piece, note, tag, text]) => [
    note ? "note" : tag ? "word" : text ? "text" : "",
    piece,
  ]);

const changes: Lexer = (code) =>
  code
    .split(/(?<=\n)/)
    .map((line) => [
      line.startsWith("+") ? "added" : line.startsWith("-") ? "gone" : line.startsWith("@") ? "note" : "",
      line,
    ]);

const one = (options: ParseOptions) => plain({ ...options, onLiteral: inOneLine });
const many = (options: ParseOptions) => plain({ ...options, onLiteral: inManyLines });

/** By the names that fences have for them. */
const LEXERS = new Map<string, Lexer>(
  (
    [
      ["js javascript jsx mjs cjs node ts typescript tsx", plain(script)],
      ["css scss less", plain(style)],
      ["html xml svg vue xhtml", markup],
      ["diff patch", changes],
      ["json jsonc json5", plain(json)],
      ["yaml yml", one(yaml)],
      ["toml ini", many(toml)],
      ["sh bash shell zsh console", one(shell)],
      ["sql", one(sql)],
      ["py python python3", many(python)],
      ["java", many(java)],
      ["cs csharp c#", many(csharp)],
      ["c h cpp c++ cc hpp", one(cpp)],
      ["go golang", plain({ ...go, templateStrings: true, onLiteral: inOneLine })],
      ["rs rust", plain(rust)],
    ] as const
  ).flatMap(([names, lexer]) => names.split(" ").map((name): [string, Lexer] => [name, lexer])),
);
