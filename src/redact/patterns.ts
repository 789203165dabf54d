import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { isMonth, MONTH_WORD, weekdayBefore } from "./months.ts";
import type { PatternName } from "./pattern-names.ts";

type Part = readonly [from: number, to: number];

/** One way in which something is written. No part of an expression repeats without an end. */
interface Spelling {
  readonly source: RegExp;
  /**
   * The part that was meant, counted from where the match begins; undefined if nothing was. `before` is what is written
   * before the match.
   */
  readonly check?: (match: RegExpExecArray, before: string) => Part | boolean | undefined;
}

/*
 * Why no library reads them: libphonenumber-js (35.9 KB) finds 36 of 55 telephone numbers of one list of spellings,
 * since those without a country's code need to be told which country's they are; chrono-node (13.5 KB) finds 47 of its
 * 88 dates.
 */

/** How much of a text is looked at before a match. */
const BEFORE = 24;
const WORD = /[\p{L}\p{N}_]/u;

/** What a pattern costs for a character, in steps, and what a digit and a match add: the most that any text took. */
const COSTS: Readonly<Record<PatternName, number>> = {
  ...{ email: 0.05, iban: 0.03, card: 0.03, phone: 0.03, date: 0.15, ssn: 0.03, usBank: 0.05 },
  ...{ docket: 0.1, "passport-mrz": 0.05, ip: 0.05, url: 0.1 },
};
const DIGIT_COST = 0.6;

const ONCE = /^[^\n]*\n[^\n]*$/;
/** How a text looks that is written over the ends of lines: columns of numbers have such ends, too. */
const ACROSS: Partial<Record<PatternName, RegExp>> = {
  ...{ docket: ONCE, ssn: ONCE, usBank: ONCE, iban: /./ },
  card: /^[0-9]{4}[^\n]*\n(?:[^0-9\n]?[0-9]){4,}$/,
  date: /^(?=[^\t]*(?:[0-9]{4}|thousand|dos mil))(?:[^\n]*\n){1,2}[^\n]*$/i,
  phone: /^[^\n]*\n(?:[^0-9\n]*[0-9]){4}[^\n]*$/,
};

/** What a pattern finds in a text in the reading form: never a part of a word. */
export function patternSpans(name: PatternName, text: string, work: Work): Part[] {
  const spans = (text: string): Part[] => {
    work.spend(text.length * COSTS[name] + text.replace(/[^0-9]+/g, "").length * DIGIT_COST);
    const found = PATTERNS[name].flatMap((spelling) => [...spansOf(spelling, text)]);
    work.spend(found.length * COST.look);
    return found;
  };
  const across = text.includes("\n") ? ACROSS[name] : undefined;
  if (!across) return united(spans(text));
  // What stands on one line is found because of what stands above it.
  const isMeant = ([from, to]: Part): boolean => {
    const found = text.slice(from, to);
    return !found.includes("\n") || across.test(found);
  };
  return united([...spans(text), ...spans(text.replaceAll("\n", " ")).filter(isMeant)]);
}

/** Parts that overlap as one. */
export function united(parts: readonly Part[]): Part[] {
  const apart: Part[] = [];
  for (const [from, to] of [...parts].sort(([a], [b]) => a - b)) {
    const last = apart.at(-1);
    if (last && from < last[1]) apart[apart.length - 1] = [last[0], Math.max(last[1], to)];
    else apart.push([from, to]);
  }
  return apart;
}

function* spansOf({ source, check }: Spelling, text: string): Generator<Part> {
  const search = new RegExp(source, `${source.flags}g`);
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const start = match.index;
    const found = check ? check(match, text.slice(Math.max(0, start - BEFORE), start)) : true;
    if (!found) {
      search.lastIndex = start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
      continue;
    }
    let [from, to] = found === true ? [start, start + match[0].length] : [start + found[0], start + found[1]];
    while (from > 0 && WORD.test(text[from]!) && WORD.test(text[from - 1]!)) from--;
    while (to < text.length && WORD.test(text[to - 1]!) && WORD.test(text[to]!)) to++;
    search.lastIndex = Math.max(to, search.lastIndex);
    yield [from, to];
  }
}

const DAY = "(0?[1-9]|[12][0-9]|3[01])(?: ?(?:(?:st|nd|rd|th|er|\\.?[oa°])(?!\\p{L})|\\.))?";
const ORDINAL =
  "(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|(?:t|el|twelf|thirte|" +
  "fourte|fifte|sixte|sevente|eighte|ninete)(?:e?n)?th|eleventh|twelfth|twentieth|thirtieth|" +
  "primero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci[a-zé]{4,5}|" +
  "veint[eiuoésrnaódcvht]{1,7}|treinta(?: y uno)?)";
/** In words as well, as contracts have it: "two thousand and twenty-three". */
const YEAR =
  "(?:((?:1[6-9]|20|21)[0-9]{2}|'?[0-9]{2})(?![0-9])|(?:two thousand(?:,? and)?|dos mil)" +
  "(?: (?:(?:twenty|thirty)[- ])?(?:one|t[a-z]{2,8}|f[a-z]{3,7}|s[a-z]{2,8}|eight|eighteen|nine|nineteen|eleven|" +
  "veint[a-zóéí]{1,7}|d[a-zó]{2,9}|[coqu][a-z]{2,6}))?(?!\\p{L}))";
const NUMBERED =
  /(?:section|sections|sec\.|§|version|clause|article|art\.|paragraph|para\.?|rule|chapter|\bv|\bno\.)\s?$/i;
/** A date whose month is a word, with the day of the week before it. */
const month = (at: number) => (match: RegExpExecArray, before: string) =>
  isMonth(match[at]!) && ([-weekdayBefore(before), match[0].length] as const);

/** Before ten digits that nothing divides, and before numbers of accounts and of social security. */
const CALLED = new RegExp(
  "(?<!\\p{L})(?:ph|(?:tele?|cell|smart)?phone|tele?(?:fax|fon|fono)?|tel[eé]fono|t[eé]l[eé]phone|tél|fax|tfno|tlfn?o?|mobile?|" +
    "mobil|m[oó]vil|mob|cell|cellular[e]?|portable|handy|gsm|natel|puh|手机|call|dial|reach|text|тел(?:ефон)?|моб|факс|τηλ)\\.?" +
    "(?: (?:no\\.?|kom\\.|number|me|us|at|on))*(?: ?[:#.])? ?$",
  "iu",
);
const ZIP = /(?:\b[Zz][Ii][Pp](?: [Cc]ode)?:?|\b(?:MA|RI|NH|ME|VT|CT|NJ|PR|VI|AE)),? $/;
const SECURITY =
  /(?:\bss|ssn|s\.s\.n\.|soc(?:ial|\.)? sec(?:urity|\.))(?: (?:no\.?|number|num\.?))?(?: is)?[:# ]{0,4}$/i;
const NORTH_AMERICAN =
  "(?:\\([2-9][0-9]{2}\\) ?-?|[2-9][0-9]{2} ?[-./ ] ?)[2-9][0-9]{2}(?: ?[-. ] ?|(?<=\\)[0-9]{3}))[0-9]{4}";
const EXTENSION = "(?:,? ?(?:x|ext\\.?|extension|-) ?[0-9]{1,6})?";
const COURTS = "(?:cv|cr|mc|mj|md|ap|bk|misc|civ|crim|sw|po|ml|mdl|adv)";
const CASE =
  "(?:case|cause|docket|index|civil action|criminal action|crim\\.|claim|file|matter|appeal|application|app\\. no\\.|petition|mdl|rg|expediente|processo|zaaknummer)";

const LOCAL = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
const MOST_LOCAL = 64;
const DOMAIN_AT = /@(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,62})\.){1,8}[\p{L}\p{M}\p{N}-]{2,63}/u;

export const PATTERNS: Readonly<Record<PatternName, readonly Spelling[]>> = {
  email: [{ source: DOMAIN_AT, check: ({ 0: domain, input, index }) => addressIn(domain, input, index) }],
  iban: [{ source: /(?<![a-z0-9])[a-z]{2}[ .-]?[0-9]{2}/i, check: ({ input, index }) => ibanIn(input, index) }],
  card: [{ source: /(?<![0-9])[2-6](?=[ .-]?[0-9])/, check: ({ input, index }) => cardIn(input, index) }],
  phone: [
    {
      source: new RegExp(
        `(?<![0-9])(?:\\+ ?1 ?[-. ]? ?|1[-. ] ?)?(?<![0-9]{2})${NORTH_AMERICAN}(?![0-9]|-[0-9])${EXTENSION}`,
        "i",
      ),
    },
    // Brazil's are the only ones of two digits in brackets that begin without a zero.
    { source: /\([1-9][0-9]\) ?(?:9[0-9]{4}|[2-5][0-9]{3})[- ][0-9]{4}(?![0-9])/ },
    { source: /(?<![0-9])1?[2-9][0-9]{2}[2-9][0-9]{6}(?![0-9])/, check: (_, before) => CALLED.test(before) },
    {
      source: new RegExp(
        `(?:\\+ ?|(?<![0-9.,])00 ?(?=[1-9]))[0-9](?:[ ./()-]{0,3}[0-9]){6,14}(?![0-9])${EXTENSION}`,
        "i",
      ),
    },
    {
      source: new RegExp(
        `(?<![0-9.,$€£-]|\\/[a-z]?)\\(?0 ?[1-9](?:[ ./()-]{0,3}[0-9]){5,12}(?![0-9])(?![.,][0-9])${EXTENSION}`,
        "i",
      ),
      check: ([all], before) =>
        !/^\(?[0-9]{1,2}([./-]) ?[0-9]{1,2}\1 ?(?:[0-9]{2,4}$|(?:19|20)[0-9]{2}(?![0-9]))/.test(all!) &&
        isDivided(all!) &&
        !(/^[0-9]{5}-[0-9]{4}$/.test(all!) && ZIP.test(before)),
    },
    // Of Russia, and Australian numbers that are called at the price of a local call.
    { source: /(?<![0-9.,-])8[ -]?\(?[3-9][0-9]{2}\)?[ -]?[0-9]{3}[- ][0-9]{2}[- ][0-9]{2}(?![0-9-])/ },
    { source: /(?<![0-9.,$€£-] ?)1[38]00 [0-9]{3} [0-9]{3}(?![0-9]| [0-9]{3})/ },
    { source: /(?<![0-9])[0-9](?:[ ./()-]{0,2}[0-9]){5,12}(?![0-9])/, check: (_, before) => CALLED.test(before) },
  ],
  date: [
    {
      source: new RegExp(
        "(?<![0-9])(?:1[6-9]|20|21)[0-9]{2}([-/.]|\\. )(?:0?[1-9]|1[0-2])\\1(?:0?[1-9]|[12][0-9]|3[01])(?![0-9])" +
          "(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?(?:Z|[-+][0-9]{2}:?[0-9]{2})?)?",
      ),
    },
    {
      source: new RegExp(`(?<![0-9.,/-])([0-9]{1,2}) ?([-/.]) ?([0-9]{1,2}) ?\\2 ?${YEAR}(?![./-][0-9])`),
      check: (match, before) => isDayAndMonth(Number(match[1]), Number(match[3])) && !NUMBERED.test(before),
    },
    {
      source: new RegExp(
        `(?<![\\p{L}\\p{N}]|[0-9]\\.)(?:${DAY}|${ORDINAL})(?: day)?(?:,? ?(?:(?:of|de|di) )?|[-/. ]{1,2})${MONTH_WORD}\\.?(?:,? (?:of|del?(?: año)?) |[-/., ]{0,3})${YEAR}`,
        "iu",
      ),
      check: month(2),
    },
    {
      source: new RegExp(
        `(?<![\\p{L}\\p{N}])${MONTH_WORD}\\.?(?: the)?[-/ ]{1,2}(?:${DAY}|${ORDINAL})[-/., ]{1,3}${YEAR}`,
        "iu",
      ),
      check: month(1),
    },
    {
      source: new RegExp(
        `(?<![\\p{L}\\p{N}./-])(?:1[6-9]|20|21)[0-9]{2}[-/. ]{1,2}${MONTH_WORD}\\.?[-/., ]{1,2}${DAY}(?![0-9])`,
        "iu",
      ),
      check: month(1),
    },
    {
      source:
        /(?:(?<![0-9])[0-9]{4}|(?:明治|大正|昭和|平成|令和) ?(?:[0-9]{1,2}|元)) ?[年년] ?[0-9]{1,2} ?[月월] ?[0-9]{1,2} ?[日일]/u,
    },
    {
      source: /(?<![0-9])(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])T[0-9]{4}(?:[0-9]{2})?Z?(?![0-9])/,
    },
    {
      source:
        /(?<![0-9])[0-9]{1,2}[. ]{1,2}(?:I{1,3}|I?V|VI{1,3}|I?X|XI{1,2})[. ]{1,2}(?:1[6-9]|20|21)[0-9]{2}(?![0-9])/,
    },
  ],
  ssn: [
    { source: /(?<![0-9-])(?!000|666|9)[0-9]{3} ?([- .]) ?(?!00)[0-9]{2} ?\1 ?(?!0000)[0-9]{4}(?![0-9]|-[0-9])/ },
    { source: /(?<![\p{L}\p{N}])[x*#]{3}-?[x*#]{2}-?[0-9]{4}(?![0-9])/iu },
    {
      source: /(?<![0-9])(?!000|666|9)[0-9]{3}(?!00)[0-9]{2}(?!0000)[0-9]{4}(?![0-9])/,
      check: (_, before) => SECURITY.test(before),
    },
  ],
  usBank: [
    { source: /(?<![0-9])[0-9]{4}[- ]?[0-9]{4}[- ]?[0-9](?![0-9])/, check: ([all]) => isRoutingNumber(all!) },
    {
      source:
        /(?<=\b(?:account|acct\.?|a\/c)(?: (?:number|num\.?|no\.?))?(?: ?[:#]{1,2} ?| (?:is|ending(?: in| with)?):? | ))(?:[0-9x*][- ]?){3,16}[0-9](?![0-9])/i,
      check: ([all]) => (all!.match(/[0-9]/g)?.length ?? 0) >= 4,
    },
  ],
  docket: [
    {
      source: new RegExp(
        `(?<![\\p{L}\\p{N}])(?:[0-9]{1,2}: ?)?[0-9]{2,4} ?[- ] ?${COURTS}\\.? ?[- ] ?[0-9]{1,6}(?:-[A-Z]{2,4}){0,3}(?:-[0-9]{1,3})?(?![\\p{L}\\p{N}])`,
        "iu",
      ),
    },
    {
      source: new RegExp(
        `(?<=\\b${CASE},? ?(?:(?:no|nos|number|n[uú]m|n°|nr|n\\.o)\\.?)?[:# ]{1,2})(?=[\\p{L}:./-]{0,12}[0-9])[\\p{L}\\p{N}](?:[\\p{L}\\p{N}:./-]|,(?=[0-9]{3})){1,30}`,
        "iu",
      ),
      check: ([all]) => /[0-9]{2}/.test(all!) && [0, withoutLast(all!, ".:/-").length],
    },
    {
      source: /(?<=(?:Nos?\.|№) (?:[0-9]{2} ?- ?[0-9]{2,5}(?:, and|,| and| &) ){0,4})[0-9]{2} ?- ?[0-9]{2,5}(?![0-9])/,
    },
    { source: /(?<![\p{L}\p{N}])(?:[IVX]{1,5}|[0-9]{1,3}[a-z]?) [A-Z][A-Za-z]{0,4} [0-9]{1,5}\/[0-9]{2}(?![0-9])/u },
    { source: /(?<![\p{L}\p{N}])[CTF][- ][0-9]{1,4}\/[0-9]{2}(?: P)?(?![\p{L}\p{N}])/u },
    { source: /(?<![\p{L}\p{N}])[A-Z]{2,3}-(?:19|20)[0-9]{2}-[0-9]{4,6}(?![0-9])/u },
  ],
  "passport-mrz": [
    {
      source: /(?<![A-Z0-9<])(?:[A-Z0-9<]{44}|[A-Z0-9<]{36}|[A-Z0-9<]{30})(?![A-Z0-9<])/,
      check: ([all]) => isMachineReadable(all!),
    },
  ],
  ip: [
    {
      source: /(?<![\p{L}\p{N}.])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:\/[0-9]{1,2}|:[0-9]{1,5})?(?![\p{L}\p{N}]|\.[0-9])/u,
      check: ([all], before) =>
        all!
          .split(/[/:]/)[0]!
          .split(".")
          .every((part) => Number(part) < 256) && !NUMBERED.test(before),
    },
    {
      source:
        /(?<![\p{L}\p{N}:.])(?:[0-9a-f]{1,4}:|::?)(?:[0-9a-f]{0,4}:){1,7}(?:[0-9a-f]{1,4}|(?=[^\p{L}\p{N}]|$))(?![\p{L}\p{N}:])(?:\/[0-9]{1,3})?/iu,
      check: ([all]) => isAddress(all!.split("/")[0]!),
    },
  ],
  url: [
    {
      source: /(?<![\p{L}\p{N}])(?:https?|ftps?|sftp|file):\/\/[^\s<>"]{2,2000}/iu,
      check: ([all]) => withoutEnd(all!),
    },
    {
      source:
        /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,6}(?:com|org|net|gov|mil|edu|info|biz|law|legal|app|dev|io|co|ai|us|uk|eu|de|fr|es|it|pt|nl|be|ch|at|pl|cz|hu|ro|se|dk|no|fi|ie|gr|ca|au|nz|jp|cn|in|br|mx)(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])(?::[0-9]{1,5})?(?:[/?#][^\s<>"]{0,2000})?/iu,
      // A sentence ends there, and the next one begins.
      check: ([all]) => !/\p{Ll}\.[A-Z][a-z]$/u.test(all!) && withoutEnd(all!),
    },
    { source: /(?<![\p{L}\p{N}])www\.[^\s<>"]{3,2000}/iu, check: ([all]) => withoutEnd(all!) },
  ],
};

function isDayAndMonth(one: number, other: number): boolean {
  return one > 0 && other > 0 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31;
}

/** A telephone number in groups, or one so long that it is none of an invoice. */
function isDivided(text: string): boolean {
  return /[ /()-]|(?:\.[0-9]{2}){3}/.test(text) || /^0[0-9]{9,10}$/.test(text);
}

function withoutLast(text: string, signs: string): string {
  let to = text.length;
  while (to > 0 && signs.includes(text[to - 1]!)) to--;
  return text.slice(0, to);
}

/** What follows a sentence is not of an address. */
function withoutEnd(text: string): Part {
  const bare = withoutLast(text, text.includes("[") ? ".,;:!?'\"*" : ".,;:!?'\"*]");
  const [opened, closed] = [bare.split("(").length, bare.split(")").length];
  return [0, bare.endsWith(")") && closed > opened ? bare.length - 1 : bare.length];
}

/** IPv6 (RFC 4291 §2.2). */
function isAddress(text: string): boolean {
  const halves = text.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  return halves.length === 2 ? groups.length < 8 && groups.length > 0 : halves.length === 1 && groups.length === 8;
}

/** The ninth digit checks the others, and the first two say of which bank of the Federal Reserve it is. */
function isRoutingNumber(text: string): boolean {
  const digits = [...text.replace(/[^0-9]/g, "")].map(Number);
  const sum = digits.reduce((all, digit, at) => all + digit * [3, 7, 1][at % 3]!, 0);
  const first = digits[0]! * 10 + digits[1]!;
  const isKnown =
    (first >= 1 && first <= 12) || (first >= 21 && first <= 32) || (first >= 61 && first <= 72) || first === 80;
  return isKnown && sum % 10 === 0;
}

/** A line of ICAO 9303: a name with its fillers, or numbers of which at least two check digits are right. */
function isMachineReadable(line: string): boolean {
  if (/^[ACIPV][A-Z<][A-Z<]{3}[A-Z<]+$/.test(line)) return line.includes("<<");
  if (/^[A-Z]+(?:<[A-Z]+)*<<[A-Z<]*$/.test(line)) return true;
  const isCard = line.length === 30;
  const [first, birth, end] = isCard ? [5, 0, 8] : [0, 13, 21];
  const isRight = (from: number, length: number): number =>
    Number(isChecked(line.slice(from, from + length), line[from + length]!));
  return isRight(first!, 9) + isRight(birth!, 6) + isRight(end!, 6) >= (isCard ? 1 : 2);
}

function isChecked(field: string, digit: string): boolean {
  if (!/^[0-9]$/.test(digit)) return false;
  const worth = (char: string): number => (char === "<" ? 0 : Number.parseInt(char, 36));
  const sum = [...field].reduce((all, char, at) => all + worth(char) * [7, 3, 1][at % 3]!, 0);
  return field.replaceAll("<", "") !== "" && sum % 10 === Number(digit);
}

/** How many characters an IBAN of each country has (ISO 13616). */
const IBAN_LENGTHS = new Map(
  (
    "15NO 16BE 18DKFIFOGLNL 19MKSI 20ATBAEEKZLTLUXK 21CHHRLILV 22BGBHCRDEGBGEIEMERSVA 23AEGIILIQTL " +
    "24ADCZESMDPKROSASESKTNVG 25LYPTST 26ISTR 27FRGRITMCMRSM 28ALAZBYCYDOGTHULBPLSV 29BREGPSQAUA 30JOKWMU " +
    "31MTSC 32LC"
  )
    .split(" ")
    .flatMap((group) =>
      (group.match(/[A-Z]{2}/g) ?? []).map((country) => [country, Number.parseInt(group, 10)] as const),
    ),
);

/** What a letter or a digit counts (a is 10), or -1. */
function worthOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a ? small - 0x57 : -1;
}

/** Whether it may stand between groups of digits: a space, a hyphen, or a full stop. */
function divides(code: number): boolean {
  return code === 0x20 || code === 0x2d || code === 0x2e;
}

/** The IBAN that begins at a place: as long as its country's are, whatever divides it, and its remainder by 97 is 1. */
function ibanIn(text: string, from: number): Part | undefined {
  const length = IBAN_LENGTHS.get(text.slice(from, from + 2).toUpperCase());
  if (length === undefined) return undefined;
  const number: number[] = [];
  let at = from;
  for (; number.length < length; at++) {
    const worth = worthOf(text.charCodeAt(at));
    if (worth >= 0) number.push(worth);
    else if (!divides(text.charCodeAt(at)) || divides(text.charCodeAt(at - 1))) return undefined;
  }
  let rest = 0;
  for (let place = 0; place < length; place++) {
    const worth = number[(place + 4) % length]!;
    rest = (rest * (worth < 10 ? 10 : 100) + worth) % 97;
  }
  // Those that end in letters are no part of a sentence.
  const isInWord = number.at(-1)! > 9 && worthOf(text.charCodeAt(at)) > 9;
  return rest === 1 && !isInWord ? [0, at - from] : undefined;
}

/** An address with the domain that begins at a place. Quotation marks around it are not of it. */
function addressIn(domain: string, text: string, at: number): Part | undefined {
  let from = at;
  while (from > Math.max(0, at - MOST_LOCAL) && LOCAL.test(charBefore(text, from)))
    from -= charBefore(text, from).length;
  while (from < at && /['.]/.test(text[from]!)) from++;
  return from < at ? [from - at, domain.length] : undefined;
}

function charBefore(text: string, at: number): string {
  return /[\udc00-\udfff]/.test(text[at - 1] ?? "") ? text.slice(Math.max(0, at - 2), at) : (text[at - 1] ?? "");
}

/** The first groups of digits from a place whose sum is that of a card (Luhn): another number may be behind them. */
function cardIn(text: string, from: number): Part | undefined {
  // The sums with every second digit doubled: those at even places, and those at odd ones.
  const sums = [0, 0];
  let count = 0;
  for (let at = from; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) {
      if (divides(text.charCodeAt(at)) && !divides(text.charCodeAt(at - 1))) continue;
      return undefined;
    }
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    sums[count % 2]! += doubled;
    sums[1 - (count % 2)]! += digit;
    count++;
    if (count > 19) return undefined;
    const isEnd = !(text.charCodeAt(at + 1) >= 0x30 && text.charCodeAt(at + 1) <= 0x39);
    if (count >= 13 && isEnd && sums[count % 2]! % 10 === 0) return [0, at + 1 - from];
  }
  return undefined;
}
