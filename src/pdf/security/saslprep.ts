/** Spaces other than the plain one (RFC 3454, table C.1.2). */
const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/gu;
/** Characters that are mapped to nothing (table B.1); U+200B, which is in both tables, is a space. */
const NOTHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/gu;

/**
 * The password as the key of revisions 5 and 6 is made of it (ISO 32000-2 §7.6.4.3.3): prepared by SASLprep (RFC 4013).
 * Characters that the profile forbids are not refused: a document that was locked with them opens all the same.
 */
export function saslprep(password: string): string {
  return password.replace(SPACES, " ").replace(NOTHING, "").normalize("NFKC");
}
