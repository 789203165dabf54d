export const PATTERN_NAMES = ["email", "iban", "card", "phone", "date"] as const;
export type PatternName = (typeof PATTERN_NAMES)[number];

interface Pattern {
  /** An expression of RE2. */
  readonly source: string;
  /** From where to where a match is what was meant; undefined if nowhere. */
  readonly check?: (match: string) => readonly [number, number] | undefined;
}

const MONTHS =
  "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|s)?|märz|apr(?:il)?|avril|may|mai|june?|juni|juin|" +
  "july?|juli|juillet|aug(?:ust)?|août|sept?(?:ember|embre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|" +
  "de[cz](?:ember)?|décembre";
const DAY = "(?:0?[1-9]|[12][0-9]|3[01])";
const MONTH = "(?:0?[1-9]|1[0-2])";
const YEAR = "(?:1[89]|20)[0-9]{2}";

export const PATTERNS: Readonly<Record<PatternName, Pattern>> = {
  email: { source: "[\\pL\\pN._%+-]+@[\\pL\\pN-]+(?:\\.[\\pL\\pN-]+)+" },
  iban: { source: "\\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]){11,30}", check: ibanIn },
  card: { source: "\\b(?:[0-9][ -]?){12,30}[0-9]\\b", check: cardIn },
  phone: { source: "(?:\\+|\\b00|\\(0|\\b0)[0-9() ./-]{5,22}[0-9]\\b", check: phoneIn },
  date: {
    source:
      `\\b${YEAR}[-/.]${MONTH}[-/.]${DAY}\\b|\\b${DAY}[-/.] ?${MONTH}[-/.] ?(?:${YEAR}|[0-9]{2})\\b|` +
      `\\b${MONTH}/${DAY}/(?:${YEAR}|[0-9]{2})\\b|` +
      `\\b${DAY}(?:st|nd|rd|th|\\.)? (?:of )?(?:${MONTHS})\\.? ${YEAR}\\b|\\b(?:${MONTHS})\\.? ${DAY}(?:st|nd|rd|th)?,? ${YEAR}\\b`,
  },
};

/** Characters of an IBAN by country (ISO 13616), where they are not those of any other. */
const IBAN_LENGTHS = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 " +
    "FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 " +
    "LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 " +
    "SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** The match's beginning that is an IBAN: its remainder by 97 is 1. */
function ibanIn(match: string): readonly [number, number] | undefined {
  const wanted = IBAN_LENGTHS.get(match.slice(0, 2).toUpperCase());
  let number = "";
  let end = 0;
  for (let at = 0; at < match.length; at++) {
    if (match[at] === " ") continue;
    number += match[at];
    if (number.length === wanted) end = at + 1;
  }
  if (end === 0 || !wanted) return undefined;
  const code = number.slice(4, wanted) + number.slice(0, 4);
  let rest = 0;
  for (const char of code) {
    for (const digit of Number.parseInt(char, 36).toString()) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1 ? [0, end] : undefined;
}

/** The groups of digits whose sum is that of a card (Luhn): other numbers may be before and behind. */
function cardIn(match: string): readonly [number, number] | undefined {
  const groups = [...match.matchAll(/[0-9]+/g)].map(({ 0: digits, index }) => ({ digits, index }));
  for (let from = 0; from < groups.length; from++) {
    let number = "";
    for (let to = from; to < groups.length; to++) {
      const { digits, index } = groups[to]!;
      number += digits;
      if (number.length > 19) break;
      if (number.length >= 13 && isCard(number)) return [groups[from]!.index, index + digits.length];
    }
  }
  return undefined;
}

function isCard(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && sum > 0;
}

function phoneIn(match: string): readonly [number, number] | undefined {
  const digits = match.replace(/[^0-9]/g, "").length;
  return digits >= 7 && digits <= 15 ? [0, match.length] : undefined;
}
