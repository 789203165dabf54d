/** What is looked for by how it is written, beside texts. */
export const PATTERN_NAMES = [
  ...(["email", "iban", "card", "phone", "date", "ssn", "usBank", "docket", "passport-mrz", "ip", "url"] as const),
];
export type PatternName = (typeof PATTERN_NAMES)[number];
