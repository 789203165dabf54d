/** Hardly any letter has so many marks. */
const LONG_RUN = /\p{M}{5}/u;
/** None of any language has more (UAX #15, section 13). */
const PIECES = /\P{M}*\p{M}{0,30}/gu;
/** Of shorter texts nothing takes long. */
const SHORT = 60;

/**
 * The text in a form of Unicode. Marks on a letter are put in their order one by one, past all that come after them: of
 * as many as a file or a client chooses, that takes minutes. So no more are ordered together than a text can have.
 */
export function normalised(text: string, form: "NFC" | "NFKC"): string {
  if (text.length <= SHORT || !LONG_RUN.test(text)) return text.normalize(form);
  return Array.from(text.matchAll(PIECES), ([piece]) => piece.normalize(form)).join("");
}
