import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { readingExpression, readingForm, spansOf, TextForms } from "../../../src/pdf-content/text/reading-form.ts";

/** The parts of a text that say what is wanted. */
function parts(text: string, wanted: string): string[] {
  const { forms } = new TextForms(text, new Work());
  const spans = forms.flatMap((form) => [...spansOf(form.text, readingForm(wanted), () => {})].map(form.source));
  return [...new Set(spans.map(([from, to]) => text.slice(from, to)))];
}

describe("a text says what a person reads in it", () => {
  it.each<[string, string, string]>([
    ["with an apostrophe of another kind", "O\u2019Brien", "O'Brien"],
    ["with an accent for an apostrophe", "O\u00b4Brien", "O'Brien"],
    ["with quotation marks of another kind", "the \u201eFox\u201c", 'the "Fox"'],
    ["with two apostrophes for a quotation mark", "the ``Fox''", "the \u00abFox\u00bb"],
    ["with a dash of another kind", "Smith\u2013Jones", "Smith-Jones"],
    ["with a hyphen that does not break", "Smith\u2011Jones", "Smith-Jones"],
    ["with a minus", "\u22125", "-5"],
    ["with a soft hyphen that divides nothing", "Po\u00adtato", "Potato"],
    ["with a soft hyphen for a hyphen", "Smith\u00adJones", "Smith-Jones"],
    ["with a space that does not break", "Jane\u00a0Doe", "Jane Doe"],
    ["with a thin space", "12\u2009000", "12 000"],
    ["with many spaces", "Jane   Doe", "Jane Doe"],
    ["over the end of a line, indented", "Jane\r\n   Doe", "Jane Doe"],
    ["with a space without width", "Ja\u200bne", "Jane"],
    ["with a mark of direction", "Ja\u200ene", "Jane"],
    ["with a joiner", "Ja\u2060ne", "Jane"],
    ["with a variation selector", "Jane\ufe0f Doe", "Jane Doe"],
    ["with a joiner of graphemes", "Ja\u034fne", "Jane"],
    ["with a tag", "Ja\u{e0041}ne", "Jane"],
    ["with a character of control", "Ja\u0001ne", "Jane"],
    ["with a language that is told", "\u001bde\u001bJane", "Jane"],
    ["of full width", "\uff2a\uff41\uff4e\uff45", "Jane"],
    ["with a ligature", "o\ufb03ce", "office"],
    ["with two letters for a sharp s", "Strasse", "Stra\u00dfe"],
    ["with a sharp s for two letters", "Stra\u00dfe", "Strasse"],
    ["in Greek without accents", "Γιαννης", "Γιάννης"],
    ["in Greek with marks that tell vowels apart", "Μαϊου", "Μαΐου"],
    ["with an accent that is a mark", "Jose\u0301", "Jos\u00e9"],
    ["with an accent before its letter, as TeX sets it", "Jos\u00b4e", "Jos\u00e9"],
    ["with an accent behind its letter", "Jose\u00b4", "Jos\u00e9"],
    ["with an accent on a letter without its dot", "na\u00a8\u0131ve", "na\u00efve"],
    ["with small capitals of Adobe", "J\uf761\uf76e\uf765", "Jane"],
    ["in percent code", "Jane%20Doe", "Jane Doe"],
    ["in percent code of UTF-8", "Jos%C3%A9", "Jos\u00e9"],
    ["in percent code twice", "Jane%2520Doe", "Jane Doe"],
    ["with a plus for the space", "Jane+Doe", "Jane Doe"],
    ["with a reference of markup", "Jane&#160;Doe", "Jane Doe"],
    ["with a reference by name", "Jos&eacute; &amp; Jane", "Jos\u00e9 & Jane"],
    ["with a tag in the word", "J<b>an</b>e", "Jane"],
    ["with a paragraph between words", "<p>Jane</p><p>Doe</p>", "Jane Doe"],
    ["with a character of no markup in it", "Ja<![CDATA[ne]]>", "Jane"],
    ["divided by a hyphen", "Pota-\nto", "Potato"],
    ["divided by a soft hyphen", "Pota\u00ad\nto", "Potato"],
    ["divided at its own hyphen", "Smith-\nJones", "Smith-Jones"],
    ["divided at its own hyphen, which the next line has again", "Smith-\n-Jones", "Smith-Jones"],
    ["divided in both ways", "Smith-\nJones and Mil-\nler", "Smith-Jones and Miller"],
    ["divided in a date", "2026-11-\n28", "2026-11-28"],
    ["divided in an address", "name@\nfirm.com", "name@firm.com"],
    ["divided before the sign of an address", "name\n@firm.com", "name@firm.com"],
    ["divided in a number", "123456\n7890", "1234567890"],
    ["divided in a script without spaces", "\u6771\u4eac\n\u90fd", "\u6771\u4eac\u90fd"],
    ["in the boxes of a form", "1 2 3 4 5 6 7 8 9", "123-45-6789"],
    ["in boxes that have the hyphens, too", "1 2 3 - 4 5 - 6 7 8 9", "123-45-6789"],
    ["with letters below one another", "J\na\nn\ne", "Jane"],
    ["with bars between the boxes", "|1|2|3|4|5|6|7|8|9|", "123-45-6789"],
    ["with a hyphen at the end of a line, of two words", "Jane-\nDoe", "Jane Doe"],
    ["with a long dash of two letters", "Smith\u2e3aJones", "Smith-Jones"],
    ["with a filler that shows nothing", "Jane\u3164Doe", "Jane Doe"],
    ["with a space that is shown", "Jane\u2423Doe", "Jane Doe"],
    ["with letters that are struck out", "J\u0336a\u0336n\u0336e\u0336", "Jane"],
    ["with kana of half width", "\uff76\uff9e\uff72", "\u30ac\u30a4"],
    ["with stretched letters of Arabic", "\u0645\u062d\u0640\u0645\u062f", "\u0645\u062d\u0645\u062f"],
    ["with vowels of Arabic", "\u0645\u064f\u062d\u064e\u0645\u062f", "\u0645\u062d\u0645\u062f"],
    ["with points of Hebrew", "\u05e9\u05b8\u05c1\u05dc", "\u05e9\u05dc"],
    ["with digits of Arabic", "\u0661\u0662\u0663-\u0664\u0665", "123-45"],
    ["with digits of Hindi", "\u0967\u0968\u0969", "123"],
    ["with a wide space by name", "Jane&emsp;Doe", "Jane Doe"],
    ["with a dash by name", "Smith&ndash;Jones", "Smith-Jones"],
    ["with a reference that does not end", "Jane&#32Doe", "Jane Doe"],
    ["with a chance to break in it", "Ja<wbr/>ne", "Jane"],
    ["in code of JavaScript in an address", "Jane%u0020Doe", "Jane Doe"],
    ["over the end of a column", "Jane\n\ufffc\nDoe", "Jane Doe"],
    ["divided at the end of a column", "Ja-\n\ufffc\nne", "Jane"],
  ])("%s", (_, text, wanted) => {
    expect(parts(`x ${text} y`, wanted)).not.toEqual([]);
    expect(parts(`x ${text} y`, wanted).join("")).not.toMatch(/[xy]$/);
  });

  it.each([
    ["two words for one", "thera\npist", "therapist"],
    ["a short number over two lines", "11\n04", "1104"],
    ["a word without its hyphen", "SmithJones", "Smith-Jones"],
    ["a word without its accent", "Jose", "Jos\u00e9"],
  ])("but not %s", (_, text, wanted) => {
    expect(parts(text, wanted)).toEqual([]);
  });
});

describe("an expression", () => {
  it.each([
    ["No\\. \\d+", "No\\.\\s\\d+"],
    ["O\u2019Brien", "O\\'Brien"],
    ["[\u2013\u2014]x", "[\\-\\-]x"],
    ["\\x{2013}", "\\-"],
    ["\\Qa (b)\\E c", "a\\s\\(b\\)\\sc"],
    ["\u00bd", "(?:1\\/2)"],
    ["\\bJane\\b", "\\bJane\\b"],
  ])("%s means %s in the reading form", (source, form) => {
    expect(readingExpression(source)).toBe(form);
  });
});
