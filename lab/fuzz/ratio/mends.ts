/** A charge or a bound that was missing once: where it stands, what stood there before, and which seeds ask for it. */
export interface Mend {
  readonly file: string;
  readonly mended: string;
  readonly before: string;
  readonly seeds: string;
}

const charge = (file: string, mended: string, seeds: string, before = ""): Mend => ({ file, mended, before, seeds });

const [FONTS, COLOURS] = ["src/pdf-conformance/fonts/fonts.ts", "src/pdf-conformance/colours.ts"];
const [TAGS, RULES] = ["src/crop/areas/tags.ts", "src/redact/rules.ts"];
const [REGEX, MARKDOWN] = ["src/pdf-content/text/regex.ts", "src/html/markdown/parser.ts"];

/** What `npm run fuzz -- ratio --without NAME` takes away. Not all are noticed: other charges may cover the same input. */
export const MENDS: Readonly<Record<string, Mend>> = {
  "layers without packets": charge(
    "src/codecs/jpx/packets.ts",
    ".filter(({ precincts }) => precincts > 0)",
    "in 3000 layers",
  ),
  "components without samples": charge("src/codecs/jpx/size.ts", "isEmpty(one) || ", "in 3000 layers"),
  "glyphs of each font": charge(FONTS, "work.spend(end * COST.lookup);", "fontsAndGlyphs"),
  "tables beyond a font": charge(
    "src/pdf-content/fonts/programs/sfnt.ts",
    "Math.min(data.u32(at + RECORD.length), bytes.length - start)",
    "fonts of one program: codes",
    "data.u32(at + RECORD.length)",
  ),
  "names of inks": charge(COLOURS, "document.work.spend(names.length * COST.entry);", "inks"),
  "names in another alphabet": charge(FONTS, "work.spend(COST.text + name.length * COST.sourceByte);", "inksInLatin"),
  "what is kept of inks": charge(
    COLOURS,
    "document.work.hold(KEPT_BYTES + name.length + written.length);",
    "functionsOfInks",
  ),
  "streams of an ink": charge(COLOURS, " || this.#room <= 0", "functionOfManyStreams"),
  "differences of fonts": charge(
    FONTS,
    "crossed(differences?.length ?? 0, 1, document.work, COST.text);",
    "fontsAndDifferences",
  ),
  "headers of cells": charge(
    "src/pdf-conformance/structure/elements.ts",
    "document.work.spend(items.length * COST.object);",
    "headersAndCells",
  ),
  "codes of a program": charge(
    "src/pdf-content/fonts/programs/character-maps.ts",
    "this.#holding.work.spend(3 * 256 * COST.lookup);",
    "fonts of one program",
  ),
  "codes that are shown": charge(FONTS, "COST.judgedResource", "shownCodes", "COST.lookup"),
  "rules and empty texts": charge(
    "src/redact/redact.ts",
    'document.work.spend(COST.text + text.length * COST.sourceByte);\n    if (text === "") return undefined;',
    "texts: titles",
    "document.work.spend(text.length * COST.sourceByte);",
  ),
  "rules and texts": charge(RULES, "        work.spend(COST.text);", "texts: titles"),
  "states of expressions": charge(RULES, "work.spend(expression.size);", "expressions"),
  "letters of expressions": charge(REGEX, "let steps = COMPILED + source.length", "expressions", "let steps = 0"),
  "looks for a match": charge(REGEX, "spend(look);", "texts: titles"),
  "marks of a letter": charge("src/platform/normalised.ts", "/\\p{M}{5}/u;", "texts: marks", "/\\p{M}{31}/u;"),
  "lines of quotations": charge(
    MARKDOWN,
    'if (isSilent && parentType === "blockquote") holding.take(LINE_BYTES);',
    "markdown",
  ),
  "quotations of a line": charge(
    MARKDOWN,
    "work.spend(isSilent ? COST.markdownLine : COST.markdownBlock);",
    "markdown",
  ),
  "marks and areas": charge(
    TAGS,
    "crossed(elements.length, cut.pages.length, document.work, COST.comparedArea);",
    "areas of one page",
  ),
  "places of marks": charge(
    TAGS,
    "document.work.hold(elements.length * cut.pages.length * PLACE_BYTES);",
    "areas of one page: marks",
  ),
  "copies of marks": charge(
    TAGS,
    "crossed(places.length, 1, document.work, COST.copiedObject);",
    "areas of one page: oneMark",
  ),
  "what is kept of copies of marks": charge(
    TAGS,
    "document.work.hold((places.length - 1) * MARK_BYTES);",
    "areas of one page: oneMark",
  ),
  "areas that become pages": charge(
    "src/crop/areas/separate.ts",
    "document.work.spend(areas.length * 3 * COST.copiedObject);",
    "areas of one page: plain",
  ),
};
